// The asking of a catalogue's service, if one runs: it has read everything already.

import Glibc
import VitrineApplication
import VitrineCatalog
import VitrineClient
import VitrineModel

extension Session {
  /// The environment variable that keeps the program from asking.
  static let localVariable = "VITRINE_NO_DAEMON"

  /// The environment variables that reading commands look at; those of them that are set are told to a service.
  static let toldVariables = [
    "COLORTERM", "COLUMNS", "COMP_LINE", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR", "TERM", zoneVariable,
    WallClock.variable,
  ]

  /// The environment variable of the time zone.
  static let zoneVariable = "TZ"

  /// What stands for the system's zone, where the variable is not set. Source: tzset(3).
  static let systemZone = ":/etc/localtime"

  /// Has the service of the catalogue here answer, writes what it says, and gives the exit status. Nil where there is no catalogue, no service
  /// that answers in time, or none that can: nothing was written then.
  func askService(_ words: [String]) -> Int32? {
    // A manifest that is none, or not ours to read, is to be told, while a service shows what was there before.
    guard (environment(Self.localVariable) ?? "").isEmpty, let root = RootSearch.root(above: Path.real(folder)),
      Path.isReadableFile(root + "/" + Manifest.fileName)
    else { return nil }
    let reply: CommandReply
    do throws(ServiceFailure) {
      var connection = try ServiceConnection(to: ServicePlace(root: root, environment: environment), version: Version.number)
      reply = try connection.run(
        CommandRequest(words: words, folder: workingFolder, environment: toldEnvironment, width: terminalWidth))
    } catch {
      // Whatever it is: the catalogue can be read here, to the same end.
      return nil
    }
    reply.errors.withUnsafeBytes { if !$0.isEmpty { errorOutput($0) } }
    reply.output.withUnsafeBytes { if !$0.isEmpty { output($0) } }
    return reply.status
  }

  private var toldEnvironment: [String: String] {
    var told: [String: String] = [:]
    for name in Self.toldVariables { told[name] = environment(name) }
    told[Self.zoneVariable] = told[Self.zoneVariable] ?? Self.systemZone
    return told
  }
}
