// `vitrine daemon`: the program that keeps a catalogue's report and index true while its files change.

import VitrineApplication
import VitrineCommandLine
import VitrineFormats

/// Starts, ends and asks the daemon of a catalogue.
enum DaemonCommand: CommandFile {
  private enum Format: String, OptionChoice {
    case human, json

    var summary: String { self == .human ? "lines for people" : "one object for programs" }
  }

  private static let idle = Option.number(
    "idle-exit", "MINUTES", in: 1...525_600, "let it end after so long without a request or a listener; never by default")
  private static let format = SharedOptions.format(default: Format.human)
  private static let folders = Option.flag("folders", "show what it believes of every folder instead")

  static let command = Command<Session>(
    name: "daemon", summary: "keep the catalogue's report and index ready while files change", group: "Live",
    commands: [start, stop, restart, status, reload, accept, run],
    manual: Manual(
      examples: [
        ("vitrine daemon start", "starts it in the background, and waits until it is ready"),
        ("vitrine daemon status", "says how it is, what it watches and what it cannot"),
        ("vitrine daemon stop", "ends it"),
        ("vitrine -C ~/collection daemon restart", "does both, for the catalogue in that folder"),
      ],
      description: [
        "Everything works without it. With it, reading commands do not read the catalogue first: they ask the daemon over a socket that only you can reach, and print the same bytes; editors ('vitrine lsp') are served by it. Each catalogue has its own. It writes nothing into the catalogue but a short-lived file in '.vitrine/', and uses no processor time while nothing changes.",
        "contrib/systemd has units that start it at login, or at the first request.",
      ],
      exitStatuses: [
        (.well, "done, or there was nothing to do"),
        (.inputOutput, "it cannot start, none runs (status, reload, accept), or it does not answer"),
      ],
      environment: [
        ("VITRINE_DAEMON", "the path of 'vitrined', where it is neither beside 'vitrine' nor on the PATH"),
        ("XDG_RUNTIME_DIR", "socket, lock and log are in the folder 'vitrine' in there, else in /tmp/vitrine-UID"),
      ]))

  private static let start = Command<Session>(
    name: "start", summary: "start the daemon in the background", options: [idle],
    manual: Manual(
      examples: [
        ("vitrine daemon start", "starts it, and waits until it is ready"),
        ("vitrine daemon start --idle-exit 60", "lets it end by itself when nobody has asked for an hour"),
      ],
      description: ["If it runs already, it says so and ends with status 0."])
  ) { session, arguments in
    session.note(words(of: try session.daemon().start(idleMinutes: arguments[idle])))
    return .well
  }

  private static let stop = Command<Session>(
    name: "stop", summary: "end the daemon",
    manual: Manual(examples: [("vitrine daemon stop", "ends it, and waits until it has ended")])
  ) { session, _ in
    let control = try session.daemon()
    if let process = try control.stop() {
      session.note("stopped (pid \(process))")
    } else {
      session.note("no daemon runs for '\(control.root)'")
    }
    return .well
  }

  private static let restart = Command<Session>(
    name: "restart", summary: "end the daemon, if one runs, and start another", options: [idle],
    manual: Manual(examples: [("vitrine daemon restart", "takes a new version into use")])
  ) { session, arguments in
    let control = try session.daemon()
    if let process = try control.stop() { session.note("stopped (pid \(process))") }
    session.note(words(of: try control.start(idleMinutes: arguments[idle])))
    return .well
  }

  private static let status = Command<Session>(
    name: "status", summary: "show the state of the daemon", options: [folders, format],
    manual: Manual(
      examples: [
        ("vitrine daemon status", "says what is watched, what is polled and why, and whether anything is frozen"),
        ("vitrine daemon status --format json", "says it to a program"),
        (
          "vitrine daemon status --folders",
          "says of each folder how it is watched, how many files are known in it, and what is wrong"
        ),
      ],
      description: [
        "With '--folders', 'watching' is 'events', 'polling' (the folder is read from time to time; 'reason' says why) or 'none' (it cannot be opened). Folders and files that an ignore file leaves out are not there."
      ],
      exitStatuses: [(.well, "it runs"), (.inputOutput, "none runs, or it does not answer")])
  ) { session, arguments in
    let control = try session.daemon()
    if let process = control.startingProcess { session.note("the daemon (pid \(process)) is reading the catalogue") }
    if arguments[folders] {
      let folders = try control.folders()
      switch arguments[format] {
      case .json: session.print(folders.bytes)
      case .human: session.withSink { Table.standardFormat.write(folders.table, look: session.look, to: &$0) }
      }
      return .well
    }
    guard let status = try control.statusWhenReady() else { throw control.absence }
    switch arguments[format] {
    case .json: session.print(status.bytes.last == 0x0A ? status.bytes : status.bytes + [0x0A])
    case .human: session.print(status.lines(socket: control.socket))
    }
    if status.version != Version.number {
      session.note("it is of another version than this program, \(Version.number); 'vitrine daemon restart' replaces it")
    }
    return .well
  }

  private static let reload = Command<Session>(
    name: "reload", summary: "let the daemon read everything again",
    manual: Manual(examples: [("vitrine daemon reload", "reads everything again, and waits until that is done")])
  ) { session, _ in
    session.note("read again: \(try session.daemon().order("/v1/reload").after.summary)")
    return .well
  }

  private static let accept = Command<Session>(
    name: "accept", summary: "after many records went at once, take that for true",
    manual: Manual(
      examples: [("vitrine daemon accept", "lets the daemon go on with what is on the disk now")],
      description: [
        "When the catalogue's folder disappears, or more than a fifth of its records at once, a disk that is not mounted is the likely cause. The daemon then freezes: it keeps what it had, says so in its status, and goes on by itself when the files are back. 'accept' makes it take them for deleted."
      ])
  ) { session, _ in
    let (before, after) = try session.daemon().order("/v1/accept")
    if !before.isFrozen {
      session.note("nothing is frozen: \(after.summary)")
    } else {
      session.note("accepted: \(after.summary)")
    }
    return .well
  }

  private static let run = Command<Session>(
    name: "run", summary: "run the daemon in the foreground", options: [idle],
    manual: Manual(
      examples: [("vitrine daemon run", "reports on standard error what happens, until Ctrl-C")],
      description: ["For a service manager, or to see what it does. SIGHUP makes it read everything again."])
  ) { session, arguments in
    let words = try session.daemon().words(idleMinutes: arguments[idle])
    try DaemonExecutable(session.context).become(words)
  }
}

extension DaemonCommand {
  /// What a start came to, in words.
  private static func words(of start: DaemonControl.Start) -> String {
    switch start {
    case .running(let status): "runs already (pid \(status.process)): \(status.summary)"
    case .started(let process, let status): "started (pid \(process)): \(status.summary)"
    }
  }
}

extension Session {
  /// The daemon of the catalogue here.
  ///
  /// Errors: there is no catalogue here.
  fileprivate func daemon() throws -> DaemonControl { DaemonControl(context, root: try root()) }
}
