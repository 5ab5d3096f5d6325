// The same program on the other side: in a service, with a catalogue that is at hand.

import Synchronization
package import VitrineApplication
package import VitrineCatalog
package import VitrineClient
import VitrineCommandLine
package import VitrineSource

/// Runs reading commands for others. It holds nothing that changes: any number of threads may ask it.
package struct ServedCommands: Sendable {
  /// The widest terminal that is believed. Units: cells.
  private static let widest = 10_000

  private let wallClock: WallClock
  private let zone: String
  private let clock: @Sendable () -> Double

  /// A runner for a process with this clock on the wall; `zone` is its `TZ`, nil where that is not set. `clock` only goes forward. Units: seconds.
  package init(wallClock: WallClock, zone: String?, clock: @escaping @Sendable () -> Double) {
    self.wallClock = wallClock
    self.zone = zone ?? Session.systemZone
    self.clock = clock
  }

  /// A runner for this process, whose `TZ` is `zone`.
  package static func ofProcess(zone: String?) -> ServedCommands {
    ServedCommands(wallClock: .system, zone: zone) { Session.monotonicSeconds() }
  }

  /// What `vitrine` says to a command line, were it run where the request comes from: byte for byte the same.
  ///
  /// Shape: `CommandReply.refused` for what does not only read, or needs another catalogue, or another time zone; the one who asks does it without
  /// a service then.
  package func reply(
    to request: CommandRequest, on catalogue: LoadedCatalogue, root: String, lastGood: [Path]
  ) -> CommandReply {
    reply(to: request, on: Session.LiveCatalogueView(root: root, catalogue: catalogue, lastGood: lastGood), planning: nil)
  }

  /// What `vitrine` says to a changing command line, and the change that it comes to, which is not carried out.
  ///
  /// Shape: `CommandReply.refused` as for `reply`, and for a change that is too large to travel.
  package func plan(_ request: CommandRequest, on catalogue: LoadedCatalogue, root: String) -> CommandReply {
    reply(to: request, on: Session.LiveCatalogueView(root: root, catalogue: catalogue, lastGood: []), planning: PlannedChanges())
  }

  private func reply(
    to request: CommandRequest, on live: Session.LiveCatalogueView, planning planned: PlannedChanges?
  ) -> CommandReply {
    let environment = request.environment
    guard isOurs(environment) else { return .refused }
    let output = Gathered()
    let errors = Gathered()
    var session = Session(
      workingFolder: request.folder, environment: { environment[$0] }, output: { output.add($0) },
      errorOutput: { errors.add($0) },
      terminalWidth: request.width.map { min(max($0, 1), Self.widest) }, clock: clock, wallClock: wallClock,
      options: Session.Globals(directory: nil, color: .auto, isQuiet: false))
    session.live = live
    session.planned = planned
    session.givenFiles = request.files
    guard request.folder.hasPrefix("/"), let status = VitrineProgram.runServed(request.words, in: session) else {
      return .refused
    }
    var reply = CommandReply(output: output.bytes, errors: errors.bytes, status: status)
    if let change = planned?.change {
      guard let bytes = change.bytes else { return .refused }
      reply.change = bytes
    }
    return reply
  }

  /// Whether the times in the catalogue are told as the one who asks would tell them. Without a word on the zone, it is ours.
  private func isOurs(_ environment: [String: String]) -> Bool {
    guard environment[Session.zoneVariable] ?? zone == zone else { return false }
    guard let now = environment[WallClock.variable], !now.isEmpty, let standing = WallClock(standingAt: now) else { return true }
    // A clock that stands still has one offset for all times, those of files among them: ours has to be the same, winter and summer.
    let moment = standing.now()
    let quarter: Int64 = 91 * 86_400_000_000_000
    return (-60...60).allSatisfy { step in
      let (time, isTooFar) = moment.addingReportingOverflow(Int64(step) * quarter)
      return isTooFar || wallClock.offset(time) == standing.offset(time)
    }
  }
}

/// What a command writes, kept.
private final class Gathered: Sendable {
  private let gathered = Mutex<[UInt8]>([])

  var bytes: [UInt8] { gathered.withLock { $0 } }

  func add(_ bytes: UnsafeRawBufferPointer) { gathered.withLock { $0.append(contentsOf: bytes) } }
}
