// What a watching reporter knows: how things stand, and which findings it has told of. Events in, differences out; nothing is written here.

package import VitrineSource

/// The part of a catalogue that is watched.
package struct WatchScope: Sendable, Hashable {
  private let paths: [Path]

  /// The part below these paths, relative to the root; all of it where there are none.
  package init(_ paths: [Path]) { self.paths = paths.contains("") ? [] : paths }

  /// True where it is the whole catalogue.
  package var isWhole: Bool { paths.isEmpty }

  /// The part in words; nil for the whole.
  package var words: String? {
    switch paths.count {
    case 0: nil
    case 1...3: paths.map { "'\($0.string)'" }.joined(separator: ", ")
    default: "\(paths.count) places"
    }
  }

  /// Whether a file lies in it.
  package func contains(_ path: String) -> Bool { paths.isEmpty || paths.contains { Path(path).isWithin($0) } }
}

/// What became different for the one who watches.
package struct WatchDelta: Sendable, Hashable {
  /// The generation it came with.
  package var generation: UInt64
  /// When; nil where nobody said. Units: nanoseconds since 1970-01-01T00:00:00Z.
  package var time: Int64?
  /// The findings that are new, in report order.
  package var appeared: [WatchFinding] = []
  /// The findings that are no more, in report order.
  package var fixed: [WatchFinding] = []
  /// The files that changed: those of the first 1,000 that lie in the scope.
  package var changed: [String] = []
  /// True where files changed, be they named in `changed` or beyond the first 1,000.
  package var hasChangedFiles = false
  /// True where errors and warnings have become none.
  package var becameWell = false
  /// What is polled now, where that is different.
  package var polled: [WatchWatching.Polled]?
  /// True where changes cannot be read for now, or can be again.
  package var hasNewShortage = false
  /// True where the catalogue has become frozen, or is frozen for another reason.
  package var froze = false
  /// True where the catalogue follows its files again.
  package var thawed = false

  /// True where findings are different.
  package var hasFindings: Bool { !appeared.isEmpty || !fixed.isEmpty }
  /// True where a command that waits for changes should run.
  package var concernsFiles: Bool { hasFindings || hasChangedFiles }
}

/// How things stand.
package struct WatchModel: Sendable {
  /// What is looked at.
  package let scope: WatchScope
  /// The generation that all here belongs to.
  package private(set) var generation: UInt64 = 0
  /// How many records the catalogue has.
  package private(set) var records = 0
  /// How many photos it has.
  package private(set) var photos = 0
  /// How many findings there are in the scope.
  package private(set) var counts = WatchCounts()
  /// How well it is watched.
  package private(set) var watching = WatchWatching(folders: 0)
  /// Why nothing follows; nil while all is well.
  package private(set) var freeze: WatchFreeze?
  /// When files or findings in the scope last became different; nil where they did not since the beginning. Units: as in `WatchEvent`.
  package private(set) var lastChange: Int64?
  /// The findings that were told of, each once or more, with where it last stood.
  private var told: [WatchFinding: (count: Int, last: WatchFinding)] = [:]
  /// How many those are.
  private var countsOfTold = WatchCounts()
  /// The generation up to which the report has the findings of events.
  private var reported: UInt64 = 0

  /// Nothing is known yet.
  package init(scope: WatchScope) { self.scope = scope }

  /// Begins with a state and the report.
  package mutating func begin(_ state: WatchEvent, _ baseline: WatchBaseline) {
    _ = take(state)
    reported = baseline.generation
    for finding in baseline.findings where scope.contains(finding.path) { note(finding, 1) }
    counts = countsOfTold
  }

  /// Goes on after events were missed: the difference between what was told of and what the report says.
  package mutating func goOn(_ state: WatchEvent, _ baseline: WatchBaseline) -> WatchDelta {
    var delta = take(state)
    reported = baseline.generation
    let wasWell = counts.isWell
    var old = told
    for finding in baseline.findings where scope.contains(finding.path) {
      if let known = old[finding.identity], known.count > 0 {
        old[finding.identity] = (known.count - 1, known.last)
      } else {
        delta.appeared.append(finding)
      }
    }
    for entry in old.values where entry.count > 0 { delta.fixed += Array(repeating: entry.last, count: entry.count) }
    delta.fixed.sort(by: WatchFinding.order)
    for finding in delta.fixed { note(finding, -1) }
    for finding in delta.appeared { note(finding, 1) }
    counts = countsOfTold
    delta.becameWell = !wasWell && counts.isWell
    delta.hasChangedFiles = delta.hasFindings
    if delta.hasFindings { lastChange = delta.time ?? lastChange }
    return delta
  }

  /// Takes a generation.
  package mutating func apply(_ event: WatchEvent) -> WatchDelta {
    let wasWell = counts.isWell
    guard event.generation > generation else { return WatchDelta(generation: generation, time: event.time) }
    var delta = take(event)
    guard event.generation > reported else { return delta }
    delta.appeared = event.appeared.filter { scope.contains($0.path) }
    delta.fixed = event.fixed.filter { scope.contains($0.path) }
    delta.changed = event.changed.filter(scope.contains)
    delta.hasChangedFiles = !delta.changed.isEmpty || event.changedCount > event.changed.count
    for finding in delta.fixed { note(finding, -1) }
    for finding in delta.appeared { note(finding, 1) }
    counts = scope.isWhole ? event.counts : countsOfTold
    delta.becameWell = !wasWell && counts.isWell
    if delta.concernsFiles { lastChange = delta.time ?? lastChange }
    return delta
  }

  /// Takes what an event says beside findings and files.
  private mutating func take(_ event: WatchEvent) -> WatchDelta {
    var delta = WatchDelta(generation: event.generation, time: event.time)
    generation = event.generation
    (records, photos) = (event.records, event.photos)
    if let watching = event.watching {
      if watching.polled != self.watching.polled { delta.polled = watching.polled }
      delta.hasNewShortage = watching.shortage != self.watching.shortage
      self.watching = watching
    }
    delta.froze = event.freeze != nil && event.freeze != freeze
    delta.thawed = event.freeze == nil && freeze != nil
    freeze = event.freeze
    return delta
  }

  private mutating func note(_ finding: WatchFinding, _ step: Int) {
    let identity = finding.identity
    let before = told[identity]?.count ?? 0
    let after = max(before + step, 0)
    told[identity] = after > 0 ? (after, finding) : nil
    countsOfTold.add(after - before, finding.severity)
  }
}

extension WatchFinding {
  /// The order of lines: path (by bytes), place, rule, message.
  package static func order(_ left: WatchFinding, _ right: WatchFinding) -> Bool {
    if left.path != right.path { return left.path.utf8.lexicographicallyPrecedes(right.path.utf8) }
    return (left.line, left.column, left.rule, left.message) < (right.line, right.column, right.rule, right.message)
  }
}
