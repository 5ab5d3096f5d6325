// A value that was changed by hand, and the list that should tell of it.

import VitrineEditing
import VitrineModel
import VitrineSource
import VitrineSyntax

/// A field whose history ends with another value than the field has.
///
/// A record without the list is left alone: its owner wants none.
enum HistoryBehind: FileRule {
  static let rule = Rule(
    "V123", "history-behind", .info, "a field was changed and its history does not record it",
    help: "add the step to the history")

  static func check(_ file: RecordFile, _ report: (Finding) -> Void) {
    for history in file.kind.histories {
      guard let gap = HistoryGap(history, file) else { continue }
      report(finding(gap, history, file))
    }
  }
}

/// What a history does not tell.
private struct HistoryGap {
  /// The node of the value.
  let node: NodeID
  /// The value.
  let value: String
  /// The value of the last entry; nil where there is none.
  let last: String?
  /// When the field was changed, as the record tells it, where that is later than the last entry.
  let moment: String?

  /// Looks for a gap; nil where there is none, or where another rule has something to say of the values.
  init?(_ history: Kind.History, _ file: RecordFile) {
    let reader = file.reader
    func moment(_ id: NodeID?) -> CivilMoment? { id.flatMap { CivilMoment(reader.content($0)) } }
    guard let node = history.follows.member(reader, from: file.root), reader.resolved(node).kind == .string else { return nil }
    let value = reader.text(node)
    let field = file.kind.field(history.follows)
    guard !value.isEmpty, field.map({ $0.values.isEmpty || $0.values.contains(value) }) ?? true else { return nil }

    guard let list = history.field.member(reader, from: file.root), reader.resolved(list).kind == .sequence else { return nil }
    var end: NodeID?
    for item in reader.items(list) { end = item }
    var last: String?
    if let end {
      guard reader.resolved(end).kind == .mapping, let known = history.value.member(reader, from: end),
        reader.resolved(known).kind == .string
      else { return nil }
      last = reader.text(known)
      if last == value { return nil }
    }

    let stamp = file.kind.stamps.first { $0.follows == history.follows }?.field.member(reader, from: file.root)
    var isKnown = false
    if let changed = moment(stamp) {
      let before = end.map { moment(history.at.member(reader, from: $0)) }
      isKnown = before.map { $0.map { $0.instant < changed.instant } ?? false } ?? true
    }
    self.node = node
    self.value = value
    self.last = last
    self.moment = isKnown ? stamp.map { reader.text($0) } : nil
  }
}

// MARK: messages

extension HistoryBehind {
  private static func finding(_ gap: HistoryGap, _ history: Kind.History, _ file: RecordFile) -> Finding {
    let (list, field) = (history.field.dotted, history.follows.dotted)
    let end = gap.last.map { "ends with '\($0)'" } ?? "is empty"
    let fix = (file.isMended ? gap.moment : nil).flatMap { self.fix(gap.value, at: $0, history, file) }
    return Finding(
      rule, at: file.reader.node(gap.node).range, pointer: file.reader.pointer(of: gap.node, root: file.root),
      "'\(field)' is '\(gap.value)', and '\(list)' \(end)",
      help: fix == nil
        ? "add the step to '\(list)'; 'vitrine progress RECORD \(gap.value)' does so, with the time that it is now"
        : "add the step to '\(list)', as 'vitrine progress' and 'vitrine set' do",
      fixes: [fix].compactMap { $0 })
  }

  /// The entry that is missing, put at the end of the list; nil where that cannot be done by a small edit.
  ///
  /// Safe: the value is the record's own, and the moment is that of the stamp that follows the field, newer than the last entry. Without such a stamp nobody
  /// knows when it was, and there is no fix.
  private static func fix(_ value: String, at moment: String, _ history: Kind.History, _ file: RecordFile) -> Fix? {
    let entry = DataValue.map(nested(history.value.names, value) + nested(history.at.names, moment))
    let path = history.field.names.map { PathStep.key($0) }
    do throws(EditRefusal) {
      let edits = try TreeEditor.edits([.insert(path, at: nil, entry)], in: file.text)
      return Fix("add '\(value)' of \(moment) to '\(history.field.dotted)'", edits, isSafe: true)
    } catch {
      // Such as a list that an alias shares: a person has to say what is meant.
      return nil
    }
  }

  private static func nested(_ names: [String], _ text: String) -> [DataValue.Entry] {
    guard let first = names.first else { return [] }
    guard names.count > 1 else { return [DataValue.Entry(first, .string(text))] }
    return [DataValue.Entry(first, .map(nested(Array(names.dropFirst()), text)))]
  }
}
