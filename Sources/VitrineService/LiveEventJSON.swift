// The events of a live catalogue as their lines of JSON: the same for the service's clients and for who watches in this process.

import VitrineFormats
package import VitrineLive

/// The data of events, each one line without its line feed.
package enum LiveEventJSON {
  /// The most changed files that an event names.
  package static let mostPaths = 1_000
  /// The most findings, appeared and fixed, in one event.
  private static let mostFindings = 10_000

  /// The data of the event `state`, told at `time`, where no service is, by a program of `version` begun at `started`. Units: nanoseconds
  /// since 1970-01-01T00:00:00Z.
  package static func state(_ state: LiveState, root: String, version: String, started: Int64, time: Int64) -> [UInt8] {
    var json = JSONWriter()
    json.status(state, ServiceFacts(version: version, root: root, started: started), clients: 0, time: time)
    return json.bytes
  }

  /// The data of the event `generation`; nil where it is too much for one, so that the state is sent instead.
  package static func generation(_ delta: ReportDelta) -> [UInt8]? {
    guard delta.appeared.count + delta.fixed.count <= mostFindings else { return nil }
    var json = JSONWriter()
    json.generation(delta, mostPaths: mostPaths)
    return json.bytes
  }
}
