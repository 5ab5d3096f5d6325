// The live report as text: what is written for each event, and the line at the foot.

package import VitrineApplication
package import VitrineFormats
import VitrineModel
import VitrineSource

/// Makes text of what a watched catalogue tells.
///
/// Shape, on a terminal, and in a pipe with the column on every line and without the foot:
///
///     14:03:22 #7    + things/clock.yaml:2:7: error[enum]: 'Wi' is not a known system; did you mean 'Wii'?
///                    + things/lock.yaml:1:1: warning[required]: …
///     14:03:40 #9    ✓ things/clock.yaml:2:7: error[enum]: …
///     1 warning · 83 records · last change 14:03:40 · watching 12 folders · q quits
package struct WatchReporter: Sendable {
  /// The most lines that one generation's findings take.
  private static let most = 20
  /// Of these, the fewest that are kept for what was fixed.
  private static let leastFixed = 3
  /// The most folders that are named where several are polled.
  private static let mostPolled = 5
  /// The width below which the column becomes a line of its own. Units: cells.
  fileprivate static let narrow = 60

  /// How output is dressed.
  package struct Dress: Sendable {
    /// Colours, signs and width.
    package var look: Look
    /// How far local time is ahead of UTC. Units: nanoseconds since 1970-01-01T00:00:00Z in, seconds out.
    package var offset: @Sendable (Int64) -> Int
    /// True where keys are listened to.
    package var hasKeys: Bool
    /// True where a freeze can be ended by a command, which is then named.
    package var hasService: Bool

    /// A dress of the given parts.
    package init(look: Look, hasKeys: Bool, hasService: Bool, offset: @escaping @Sendable (Int64) -> Int) {
      self.look = look
      self.hasKeys = hasKeys
      self.hasService = hasService
      self.offset = offset
    }
  }

  /// How output is dressed; the width may change.
  package var dress: Dress

  /// A reporter.
  package init(dress: Dress) { self.dress = dress }
}

// MARK: what is written

extension WatchReporter {
  /// What is written at the beginning: the counts, and with `findings` these; then what keeps the report from being true.
  package func beginning(_ model: WatchModel, time: Int64?, findings: [WatchFinding]?) -> String {
    var group = Group(reporter: self, generation: model.generation, time: time)
    if model.counts.isWell {
      group.add(allWell(model))
    } else {
      let counts = words(model.counts)
      let text = model.scope.words.map { counts + " in " + $0 } ?? extent(model) + ": " + counts
      group.add(WatchLine(text + (findings == nil ? "; 'vitrine check' shows them" : "")))
    }
    for finding in findings ?? [] where model.scope.contains(finding.path) {
      group.add(line(finding, sign: " ", isFixed: false))
    }
    if !model.watching.polled.isEmpty { addPolled(model.watching.polled, to: &group) }
    if let shortage = model.watching.shortage { group.add(heldBack(shortage)) }
    if let freeze = model.freeze { group.add(frozen(freeze)) }
    return group.text
  }

  /// What is written for a difference; "" where nothing of it is worth a line.
  package func text(_ delta: WatchDelta, _ model: WatchModel) -> String {
    var group = Group(reporter: self, generation: delta.generation, time: delta.time)
    addFindings(delta, to: &group)
    if let polled = delta.polled { addPolled(polled, to: &group) }
    if delta.hasNewShortage {
      group.add(model.watching.shortage.map(heldBack) ?? signed(okSign, .well, "what changed was read"))
    }
    if delta.froze, let freeze = model.freeze { group.add(frozen(freeze)) }
    if delta.thawed { group.add(signed(okSign, .well, "the files are followed again")) }
    if delta.becameWell { group.add(allWell(model)) }
    return group.text
  }

  /// A remark that is no finding, as a line of its own.
  package func remark(_ text: String, _ model: WatchModel, time: Int64?) -> String {
    var group = Group(reporter: self, generation: model.generation, time: time)
    group.add(signed("!", .warning, text))
    return group.text
  }

  private func addFindings(_ delta: WatchDelta, to group: inout Group) {
    let total = delta.appeared.count + delta.fixed.count
    let isWhole = total <= Self.most
    let shown = isWhole ? delta.appeared.count : min(delta.appeared.count, Self.most - min(delta.fixed.count, Self.leastFixed))
    let shownFixed = isWhole ? delta.fixed.count : min(delta.fixed.count, Self.most - shown)
    for finding in delta.fixed.prefix(shownFixed) { group.add(line(finding, sign: okSign, isFixed: true)) }
    if shownFixed < delta.fixed.count {
      group.add(signed(okSign, .well, "and \(delta.fixed.count - shownFixed) more are fixed"))
    }
    for finding in delta.appeared.prefix(shown) { group.add(line(finding, sign: "+", isFixed: false)) }
    if shown < delta.appeared.count {
      group.add(signed("+", .error, "and \(delta.appeared.count - shown) more; 'vitrine check' shows all"))
    }
  }

  private func addPolled(_ polled: [WatchWatching.Polled], to group: inout Group) {
    if polled.isEmpty { return group.add(signed(okSign, .well, "all folders are watched by events again")) }
    for place in polled.prefix(Self.mostPolled) {
      let folders = counted(place.folders, "folder")
      let what = place.path.isEmpty ? folders : "\(folders) at '\(place.path)'"
      group.add(signed("!", .warning, "\(what): changes are seen late, by looking again and again: \(place.reason)"))
    }
    if polled.count > Self.mostPolled { group.add(signed("!", .warning, "and \(polled.count - Self.mostPolled) more places")) }
  }

  private func heldBack(_ shortage: String) -> WatchLine {
    signed("!", .warning, "what changed cannot be read for now, and is tried again: \(shortage)")
  }

  private func line(_ finding: WatchFinding, sign: String, isFixed: Bool) -> WatchLine {
    var line = WatchLine()
    let ink = finding.severity.ink
    line.add(sign + " ", isFixed ? .well : ink)
    line.add("\(dress.look.pathBase.written(finding.path)):\(finding.line):\(finding.column):", isFixed ? .aside : .place)
    line.add(" ")
    line.add("\(finding.severity.word)[\(finding.rule)]:", isFixed ? .aside : ink)
    line.add(" ")
    line.add(finding.message, isFixed ? .aside : .plain)
    return line
  }

  private func signed(_ sign: String, _ ink: WatchInk, _ text: String) -> WatchLine {
    var line = WatchLine(sign + " ", ink)
    line.add(text)
    return line
  }

  private func allWell(_ model: WatchModel) -> WatchLine {
    var line = WatchLine(okSign + " all well", .allWell)
    let infos = model.counts.infos > 0 ? ", " + words(model.counts) : ""
    line.add((model.scope.words.map { " in " + $0 } ?? ": " + extent(model)) + infos)
    return line
  }

  private func frozen(_ freeze: WatchFreeze) -> WatchLine {
    let way = [dress.hasKeys ? "press a" : nil, dress.hasService ? "run 'vitrine daemon accept'" : nil].compactMap { $0 }
    let accept = way.isEmpty ? "" : "; \(way.joined(separator: " or ")) to take them for deleted"
    let text =
      switch freeze {
      case .rootGone: "the folder of the catalogue is gone; the report stays as it was until the folder is back"
      case .manifest(let message): "\(message); the report stays as it was until it can be read"
      case .massLoss(let gone, let all):
        "\(gone) of \(counted(all, "record")) went at once; the report stays as it was until they are back" + accept
      case .other(let message): "nothing is followed now" + (message.isEmpty ? "" : ": " + message)
      }
    return signed("!", .error, text)
  }
}

// MARK: the foot

extension WatchReporter {
  /// The line at the foot, in fewer cells than the terminal has columns.
  package func foot(_ model: WatchModel) -> WatchLine {
    let width = (dress.look.width ?? 80) - 1
    let bar = WatchLine(dress.look.isASCII ? " | " : " · ", .aside)
    // What matters least is left out first.
    var parts: [(line: WatchLine, weight: Int)] = [(state(model), 9)]
    parts.append((WatchLine(model.scope.words.map { "in " + $0 } ?? records(model), .aside), 6))
    if !model.watching.polled.isEmpty {
      let folders = model.watching.polled.reduce(0) { $0 + $1.folders }
      parts.append((WatchLine("\(folders) polled", .warning), 7))
    }
    if let time = model.lastChange { parts.append((WatchLine("last change " + clock(time), .aside), 5)) }
    if model.watching.folders > 0 {
      parts.append((WatchLine("watching " + counted(model.watching.folders, "folder"), .aside), 3))
    }
    if dress.hasKeys {
      if case .massLoss = model.freeze { parts.append((WatchLine("a accepts", .warning), 8)) }
      parts.append((WatchLine("q quits", .aside), 2))
    }
    while true {
      var line = WatchLine()
      for (place, part) in parts.enumerated() {
        if place > 0 { line.add(bar) }
        line.add(part.line)
      }
      if line.width <= width || parts.count == 1 { return line.cut(to: width, isASCII: dress.look.isASCII) }
      let least = parts.indices.min { parts[$0].weight < parts[$1].weight } ?? 0
      parts.remove(at: least)
    }
  }

  private func state(_ model: WatchModel) -> WatchLine {
    switch model.freeze {
    case .rootGone: return WatchLine("frozen: the folder is gone", .error)
    case .manifest: return WatchLine("frozen: no vitrine.yaml that can be read", .error)
    case .massLoss(let gone, let all): return WatchLine("frozen: \(gone) of \(all) records went", .error)
    case .other: return WatchLine("frozen", .error)
    case nil: break
    }
    if model.counts.isWell { return WatchLine(okSign + " all well", .allWell) }
    var line = WatchLine()
    if model.counts.errors > 0 { line.add(counted(model.counts.errors, "error"), .error) }
    if model.counts.errors > 0, model.counts.warnings > 0 { line.add(", ", .aside) }
    if model.counts.warnings > 0 { line.add(counted(model.counts.warnings, "warning"), .warning) }
    return line
  }

  private func records(_ model: WatchModel) -> String { counted(model.records, "record") }
}

// MARK: words

extension WatchReporter {
  private var okSign: String { dress.look.isASCII ? "-" : "✓" }

  private func extent(_ model: WatchModel) -> String { records(model) + ", " + counted(model.photos, "photo") }

  private func words(_ counts: WatchCounts) -> String {
    [(counts.errors, "error"), (counts.warnings, "warning"), (counts.infos, "info")].filter { $0.0 > 0 }
      .map { counted($0.0, $0.1) }.joined(separator: ", ")
  }

  /// The time of day, to the second.
  fileprivate func clock(_ time: Int64) -> String {
    let seconds = Int(CivilMoment(nanoseconds: time, offset: dress.offset(time)).seconds)
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

}

extension Severity {
  fileprivate var ink: WatchInk {
    switch self {
    case .error: .error
    case .warning: .warning
    case .info: .info
    }
  }
}

/// The lines of one generation, with its time and number beside them.
private struct Group {
  let reporter: WatchReporter
  let column: String
  /// What was written so far.
  private(set) var text = ""

  init(reporter: WatchReporter, generation: UInt64, time: Int64?) {
    self.reporter = reporter
    let number = "#\(generation)"
    let padding = String(repeating: " ", count: max(5 - number.utf8.count, 1))
    column = (time.map(reporter.clock) ?? "--:--:--") + " " + number + padding
  }

  /// Adds a line, broken to the right of its sign where it is too wide.
  mutating func add(_ line: WatchLine) {
    let look = reporter.dress.look
    guard let width = look.width else {
      var whole = WatchLine(column, .aside)
      whole.add(line)
      text += whole.written(hasColors: look.color) + "\n"
      return
    }
    let isNarrow = width < WatchReporter.narrow
    var whole = WatchLine()
    if isNarrow {
      if text.isEmpty { text += WatchLine(column, .aside).written(hasColors: look.color) + "\n" }
    } else {
      whole.add(text.isEmpty ? column : String(repeating: " ", count: column.utf8.count), .aside)
    }
    let indent = whole.width + 2
    whole.add(line)
    for part in whole.broken(to: width, indent: indent) { text += part.written(hasColors: look.color) + "\n" }
  }
}
