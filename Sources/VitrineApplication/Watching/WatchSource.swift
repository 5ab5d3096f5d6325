// Where the events of a watched catalogue come from: a service, or a live catalogue in this process.

/// A watched catalogue.
///
/// The first of its news is a `state`; each later `state` says that events were missed, and the report is asked for anew.
package protocol WatchSource: AnyObject {
  /// What to poll(2) for reading: readable where there is news.
  var descriptor: Int32 { get }
  /// The news that have come, oldest first, without waiting.
  func take() -> [WatchNews]
  /// The whole report at a generation.
  ///
  /// Errors: it cannot be had.
  func report() throws -> WatchBaseline
  /// Takes what is on the disk for true after a freeze.
  func accept()
}

/// What comes from a source.
package enum WatchNews: Sendable {
  /// An event.
  case event(WatchEvent)
  /// Nothing comes any more; why, in a few words that follow "the daemon".
  case ended(String)
}

/// A whole report.
package struct WatchBaseline: Sendable {
  /// The generation it belongs to.
  package var generation: UInt64
  /// Its findings, in report order.
  package var findings: [WatchFinding]

  /// A report of a generation.
  package init(generation: UInt64, findings: [WatchFinding]) {
    self.generation = generation
    self.findings = findings
  }
}
