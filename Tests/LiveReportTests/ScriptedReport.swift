// A live report driven by hand: events in, what is on the paper out.

import VitrineApplication
import VitrineCLI
import VitrineFormats
import VitrineSource

/// A watching reporter and what it knows.
struct ScriptedReport {
  private(set) var model: WatchModel
  var reporter: WatchReporter
  private var generation: UInt64 = 1
  private var counts = WatchCounts()
  private let all: [WatchFinding]

  /// A reporter in UTC; `width` nil is a pipe.
  init(width: Int?, color: Bool = false, isASCII: Bool = false, scope: [Path] = [], findings: [WatchFinding] = []) {
    var look = Look(color: color, width: width)
    look.isASCII = isASCII
    reporter = WatchReporter(
      dress: WatchReporter.Dress(look: look, hasKeys: width != nil, hasService: true, offset: { _ in 0 }))
    model = WatchModel(scope: WatchScope(scope))
    all = findings
    for finding in findings { count(finding, 1) }
    var state = event(.state)
    state.watching = WatchWatching(folders: 12)
    model.begin(state, WatchBaseline(generation: 1, findings: findings))
  }

  /// What is written at the beginning.
  func beginning(all isWhole: Bool = false) -> String {
    reporter.beginning(model, time: ScriptedReport.time(0), findings: isWhole ? all : nil)
  }

  /// What is written for the next generation, some seconds after the beginning.
  mutating func next(
    _ appeared: [WatchFinding] = [], fixed: [WatchFinding] = [], changed: [String] = ["things/a.yaml"], after seconds: Int64 = 1,
    with change: (inout WatchEvent) -> Void = { _ in }
  ) -> String {
    generation += 1
    for finding in appeared { count(finding, 1) }
    for finding in fixed { count(finding, -1) }
    var event = event(.generation)
    event.time = ScriptedReport.time(seconds)
    (event.appeared, event.fixed, event.changed, event.changedCount) = (appeared, fixed, changed, changed.count)
    change(&event)
    return reporter.text(model.apply(event), model)
  }

  /// What is written for a state after events were missed.
  mutating func missed(_ findings: [WatchFinding]) -> String {
    generation += 100
    return reporter.text(model.goOn(event(.state), WatchBaseline(generation: generation, findings: findings)), model)
  }

  /// The line at the foot.
  var foot: String { reporter.foot(model).written(hasColors: reporter.dress.look.color) }

  /// An error in a file.
  static func error(_ path: String, _ line: Int = 1, _ message: String = "'Wi' is not a known system", rule: String = "enum")
    -> WatchFinding
  {
    WatchFinding(path: path, line: line, column: 7, severity: .error, rule: rule, message: message)
  }

  /// A warning in a file.
  static func warning(_ path: String) -> WatchFinding {
    WatchFinding(path: path, line: 2, column: 1, severity: .warning, rule: "near-duplicate", message: "much like 'clock'")
  }

  private func event(_ form: WatchEvent.Form) -> WatchEvent {
    var event = WatchEvent(form, generation: generation)
    event.time = ScriptedReport.time(0)
    (event.records, event.photos, event.counts) = (83, 25, counts)
    return event
  }

  private mutating func count(_ finding: WatchFinding, _ step: Int) {
    switch finding.severity {
    case .error: counts.errors += step
    case .warning: counts.warnings += step
    case .info: counts.infos += step
    }
  }

  /// 2026-11-21T14:03:00Z and some seconds. Units: nanoseconds since 1970.
  private static func time(_ seconds: Int64) -> Int64 { (1_795_269_780 + seconds) * 1_000_000_000 }
}
