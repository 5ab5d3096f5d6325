// Values as people write them, in a file as on the command line: a number with its unit, a position by its two numbers, a map by its only word. Decision 0086 says why.

import VitrineAlgorithms
import VitrineModel
import VitrineSchema
import VitrineSource
import VitrineSyntax
import VitrineText

/// What is said of a text that means a value of another type: commands take it for that value, so a fix writes it.
enum NaturalValue {
  /// The longest text that is read. Units: bytes.
  private static let longest = 200

  /// Gives a finding about a value's type or form the fix that writes what is meant, where that is known.
  static func advise(_ finding: inout Finding, _ file: RecordFile) {
    guard let id = node(at: finding.range, file.reader) else { return }
    let node = file.reader.node(id)
    guard node.isScalar, node.style != .literal, node.style != .folded,
      node.propertiesStart == node.start, node.contentCount <= longest
    else { return }
    let steps = finding.pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    guard let (field, isItem) = field(at: steps, file.kind) else { return }
    let text = SurroundingSpace.trimmed(file.reader.text(id))
    let isList = field.isOwnList && !isItem
    if field.isMap || field.meaning == .location {
      guard finding.rule == SchemaRules.type else { return }
      guard let map = file.kind.bareMap(text, of: field) else { return adviseForm(text, of: field, &finding, file) }
      let value = written(map)
      // Safe: nothing but words of closed lists and numbers, each of which only the member knows that it is written to.
      return replace(&finding, node, isList ? "[\(value)]" : value, isSafe: map.isSure)
    }
    // Safe: the number that the person wrote, in the unit that the schema says it has.
    guard field.meaning == .number else { return }
    guard let number = NumberWords.written(text, of: field), number != text || node.style != .plain else {
      return adviseClock(text, of: field, isList: isList, &finding, node)
    }
    replace(&finding, node, isList ? "[\(number)]" : number, isSafe: true)
  }

  /// A map among braces.
  static func written(_ map: Kind.BareMap) -> String {
    "{" + map.members.map { "\($0.field.key): \(written($0.text, of: $0.field))" }.joined(separator: ", ") + "}"
  }

  private static func replace(_ finding: inout Finding, _ node: Node, _ text: String, isSafe: Bool) {
    let title = "write " + (text.count <= 60 ? text : String(text.prefix(59)) + "…")
    finding.label = title
    finding.fixes = [Fix(title, [TextEdit(node.range, text)], isSafe: isSafe)]
  }

  /// Offers what the hands of a clock may mean in a field of a duration: `1:30` is ninety minutes, or ninety seconds.
  private static func adviseClock(_ text: String, of field: Kind.Field, isList: Bool, _ finding: inout Finding, _ node: Node) {
    guard finding.fixes.isEmpty else { return }
    let readings = NumberWords.clockReadings(text, of: field)
    guard !readings.isEmpty else { return }
    finding.help = "write " + readings.map { "\($0.number) for \($0.words)" }.joined(separator: ", or ")
    finding.fixes = readings.map { reading in
      Fix(
        "write \(reading.number) (\(reading.words))",
        [TextEdit(node.range, isList ? "[\(reading.number)]" : reading.number)], isSafe: false)
    }
  }

  /// Says how the map would be written, where what stands there is one of its members and another is missing.
  private static func adviseForm(_ text: String, of field: Kind.Field, _ finding: inout Finding, _ file: RecordFile) {
    guard finding.fixes.isEmpty, !text.isEmpty, text.count <= 60, let form = file.kind.form(of: field, with: text) else { return }
    finding.help = "write \(form) here"
  }

  /// A member's value as it is written among braces.
  private static func written(_ text: String, of field: Kind.Field) -> String {
    if !field.values.isEmpty, let value = ValueWords.values(of: field, named: text).first {
      return field.itemTypes.contains("string") || field.itemTypes.isEmpty ? scalar(value) : value
    }
    if field.meaning == .number {
      // The digits of a place stay as they are.
      return NumberWords.written(text, of: field) ?? text
    }
    return scalar(text)
  }

  private static func scalar(_ text: String) -> String {
    String(decoding: ScalarText.yaml(for: text, style: .plain, inFlow: true), as: UTF8.self)
  }

  /// The field that a finding's value is one of, and whether it is an item of the field's list.
  static func field(at steps: some Sequence<Substring>, _ kind: Kind) -> (Kind.Field, isItem: Bool)? {
    var path = FieldPath([])
    var field: Kind.Field?
    var isItem = false
    for step in steps {
      if let list = field, list.isOwnList, !isItem, step.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
        isItem = true
        continue
      }
      path = path.appending(TreeReader.unescaped(step))
      guard let next = kind.field(path) else { return nil }
      (field, isItem) = (next, false)
    }
    return field.map { ($0, isItem) }
  }

  /// The node that has a range. Nodes stand in the order in which they begin.
  static func node(at range: ByteRange, _ reader: TreeReader) -> NodeID? {
    guard !range.isEmpty else { return nil }
    var index = reader.nodes.partitioningIndex { $0.start >= range.start }
    while index < reader.nodes.count, reader.nodes[index].start == range.start {
      let node = reader.nodes[index]
      if node.range == range, node.kind != .mapping, node.kind != .sequence { return node.kind == .alias ? nil : NodeID(index) }
      index += 1
    }
    return nil
  }
}

extension Kind.Field {
  /// The member's name as a key among braces.
  fileprivate var key: String {
    String(decoding: ScalarText.yaml(for: path.names.last ?? "", style: .plain, inFlow: true), as: UTF8.self)
  }
}
