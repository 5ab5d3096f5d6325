// The asking of a catalogue's service, if one runs: it has read everything already.

import Glibc
import VitrineApplication
import VitrineCatalog
import VitrineClient
import VitrineCommandLine
import VitrineFiles
import VitrineJournal
import VitrineModel
import VitrineSource
import VitrineSystem

extension Session {
  /// The environment variable that keeps the program from asking.
  package static let localVariable = "VITRINE_NO_DAEMON"

  /// The environment variables that reading commands look at; those of them that are set are sent to a service.
  static let sentVariables = [
    "COLORTERM", "COLUMNS", "COMP_LINE", "HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "NO_COLOR", "TERM",
    zoneVariable,
    WallClock.variable,
  ]

  /// The environment variable of the time zone.
  static let zoneVariable = "TZ"

  /// What stands for the system's zone, where the variable is not set. Source: tzset(3).
  static let systemZone = ":/etc/localtime"

  /// Has the service of the catalogue here answer, writes what it says, and gives the exit status. Nil where there is no catalogue, no service
  /// that answers in time, or none that can: nothing was written then.
  func askService(_ words: [String]) -> Int32? {
    guard let root = servedRoot else { return nil }
    endInterruptedChange(in: root)
    let reply: CommandReply
    do throws(ServiceFailure) {
      var connection = try ServiceConnection(to: ServicePlace(root: root, environment: environment), version: Version.number)
      reply = try connection.run(request(words))
    } catch {
      // Whatever it is: the catalogue can be read here, to the same end.
      return nil
    }
    reply.errors.withUnsafeBytes { if !$0.isEmpty { errorOutput($0) } }
    reply.output.withUnsafeBytes { if !$0.isEmpty { output($0) } }
    return reply.status
  }

  /// The root of the catalogue here, where a service may be asked for it.
  private var servedRoot: String? {
    // A manifest that is none, or not ours to read, is to be reported, while a service shows what was there before.
    guard (environment(Self.localVariable) ?? "").isEmpty, let root = RootSearch.root(above: Path.real(folder)),
      Path.isReadableFile(root + "/" + Manifest.fileName.string)
    else { return nil }
    return root
  }

  private func request(_ words: [String]) -> CommandRequest {
    CommandRequest(words: words, folder: workingFolder, environment: sentEnvironment, width: terminalWidth)
  }

  private var sentEnvironment: [String: String] {
    var sent: [String: String] = [:]
    for name in Self.sentVariables { sent[name] = environment(name) }
    sent[Self.zoneVariable] = sent[Self.zoneVariable] ?? Self.systemZone
    return sent
  }
}

// MARK: plans

extension Session {
  /// The largest file that is sent along. Units: bytes.
  private static let maximumGivenBytes = 256 << 10

  /// What a service made of the words of a changing command.
  struct PlannedElsewhere {
    /// What was said on the way, and the exit status.
    let reply: CommandReply
    /// The catalogue's root.
    let root: String
    /// The change, where there is one.
    let change: PlannedChange?
  }

  /// Has the service of the catalogue here plan what changing words ask for, which read `files`. Nil where there is no catalogue, no service that answers in
  /// time or none that can, or where the files are not what it took them for: then nothing was written, and nothing told.
  func askPlan(_ words: [String], files: [String]) -> PlannedElsewhere? {
    guard let root = servedRoot else { return nil }
    endInterruptedChange(in: root)
    var request = request(words)
    for name in files {
      // What is no file of its own can be read only once.
      guard Path.isReadableFile(Path.absolute(name, from: folder)) else { return nil }
      do throws(FileError) {
        let bytes = try read(name, limit: Self.maximumGivenBytes)
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else { return nil }
        request.files[name] = text
      } catch {
        return nil
      }
    }
    do throws(ServiceFailure) {
      var connection = try ServiceConnection(to: ServicePlace(root: root, environment: environment), version: Version.number)
      let reply = try connection.plan(request)
      guard let bytes = reply.change else { return PlannedElsewhere(reply: reply, root: root, change: nil) }
      guard let change = PlannedChange(bytes: bytes), PlanState.isCurrent(change.plan, root: root) else { return nil }
      return PlannedElsewhere(reply: reply, root: root, change: change)
    } catch {
      // Whatever it is: the plan can be made here.
      return nil
    }
  }

  /// Says what a service said, and carries out what it planned.
  ///
  /// Errors: as for `carryOut`.
  func finish(_ planned: PlannedElsewhere) throws -> ExitStatus? {
    planned.reply.errors.withUnsafeBytes { if !$0.isEmpty { errorOutput($0) } }
    planned.reply.output.withUnsafeBytes { if !$0.isEmpty { output($0) } }
    if let change = planned.change {
      try carryOut(change.plan, root: planned.root, options: change.options, told: change.told)
    }
    return ExitStatus(rawValue: planned.reply.status)
  }
}
