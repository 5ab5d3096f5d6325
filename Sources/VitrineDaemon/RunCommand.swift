// `vitrined run`: one catalogue, kept live until somebody ends it.

import Glibc
import VitrineApplication
import VitrineClient
import VitrineCommandLine
import VitrineSource

/// Keeps a catalogue live.
enum RunCommand {
  private static let root = Option.text("root", "DIR", completes: .directory, "the catalogue's folder; else as for '-C'")
  private static let readyDescriptor = Option.number(
    "ready-fd", "N", in: 3...1_000_000, "write one line to this descriptor when it is ready, or why it is not")
  private static let background = Option.flag(
    "background", "leave the terminal, and write what there is to tell to a file beside the socket")
  private static let idle = Option.number(
    "idle-exit", "MINUTES", in: 1...525_600, "end after so long without a request or a listener; never by default")

  static let command = Command<DaemonProcess>(
    name: "run", summary: "keep a catalogue live and answer for it, in the foreground",
    options: [root, readyDescriptor, background, idle],
    manual: Manual(
      examples: [("vitrined run --root ~/collection --idle-exit 30", "ends by itself when nobody has asked for half an hour")],
      description: [
        "SIGTERM and SIGINT end it, SIGHUP makes it read everything again. Under systemd it tells when it is ready (Type=notify) and takes the socket it is handed."
      ],
      exitStatuses: [(.well, "it was told to end"), (.inputOutput, "it could not start, or a daemon runs already")],
      environment: [
        ("XDG_RUNTIME_DIR", "the folder of its socket is 'vitrine' in there, else /tmp/vitrine-UID"),
        ("NOTIFY_SOCKET", "where systemd waits for word"), ("LISTEN_FDS", "the sockets that systemd hands over"),
      ])
  ) { session, arguments in
    Signals.hold()
    if arguments[background] { leaveTerminal(keeping: arguments[readyDescriptor]) }
    let readiness = Readiness(
      notifySocket: session.context.environment("NOTIFY_SOCKET"), pipe: arguments[readyDescriptor].map { Int32($0) })
    unsetenv("NOTIFY_SOCKET")
    do {
      let folder = arguments[GlobalOptions.directory].map { Path.absolute($0, from: session.context.workingFolder) }
      let daemon = try Daemon(
        root: try arguments[root].map { try realFolder(Path.absolute($0, from: folder ?? session.context.workingFolder)) }
          ?? session.context.root(for: folder),
        process: session, readiness: readiness,
        isInBackground: arguments[background], idleMinutes: arguments[idle])
      return daemon.run()
    } catch {
      let sentence = (error as? RequestError)?.message ?? "\(error)"
      if let running = error as? RunningAlready {
        readiness.running(running.process, sentence)
      } else {
        readiness.failed(sentence)
      }
      // Whoever started it in the background learns it from the line.
      if arguments[background] { return .inputOutput }
      throw RequestError(sentence, .unavailable)
    }
  }

  /// Begins a session of its own, and lets go of every open file that the one who started it forgot. Source: setsid(2), closefrom(3).
  private static func leaveTerminal(keeping descriptor: Int?) {
    setsid()
    let kept = Int32(descriptor ?? 2)
    for number in 3..<max(kept, 3) { close(number) }
    closefrom(kept + 1)
  }

  /// A folder without links in its path.
  ///
  /// Errors: it is none.
  private static func realFolder(_ path: String) throws -> String {
    guard Path.isFolder(path) else { throw RequestError("there is no folder '\(path)'", .unavailable) }
    return Path.real(path)
  }
}
