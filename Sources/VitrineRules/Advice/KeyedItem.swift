// An item whose key is one of its values: `- Citadel: Macragge Blue` for a paint of that brand and name.

import VitrineModel
import VitrineSource
import VitrineSyntax

/// What is said of a map of one entry that names its element by key and value.
enum KeyedItem {
  /// Where an unknown field is all of such a map, says how the map is written; false elsewhere.
  static func advise(_ finding: inout Finding, _ file: RecordFile) -> Bool {
    guard let (field, isItem) = NaturalValue.field(at: Self.map(of: finding).split(separator: "/"), file.kind), isItem,
      field.isMap,
      field.uniqueBy.count > 1, let key = NaturalValue.node(at: finding.range, file.reader)
    else { return false }
    // The map of one entry begins with its key, and its value follows.
    let next = Int(key) + 1
    guard key > 0, next < file.reader.nodes.count else { return false }
    let (map, value) = (file.reader.node(key - 1), file.reader.node(NodeID(next)))
    guard map.kind == .mapping, map.content == 2, map.style == .block, map.propertiesStart == map.start, value.isScalar,
      value.style != .literal, value.style != .folded, !value.range.isEmpty, value.contentCount <= 200,
      value.propertiesStart == value.start
    else { return false }
    let names = [file.reader.text(key), file.reader.text(NodeID(next))]
    guard names.allSatisfy({ !$0.isEmpty && !$0.contains("/") }),
      let meant = file.kind.bareMap(names.joined(separator: "/"), of: field)
    else { return false }
    let text = NaturalValue.written(meant)
    let range = ByteRange(finding.range.start, value.end)
    finding.message = "\(finding.message), and nothing else in the map"
    finding.label = "write \(text)"
    finding.fixes = [Fix("write \(text)", [TextEdit(range, text)], isSafe: false)]
    return true
  }

  /// The pointer of the map that a finding's key is in.
  static func map(of finding: Finding) -> String {
    String(finding.pointer[..<(finding.pointer.lastIndex(of: "/") ?? finding.pointer.startIndex)])
  }
}
