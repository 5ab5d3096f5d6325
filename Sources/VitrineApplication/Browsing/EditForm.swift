// A record as a form: which inputs its kind's schema comes to, and what stands in them now.

package import VitrineModel
import VitrineSyntax

/// The form of a record, made of its kind's fields.
package struct EditForm {
  /// How a value is typed.
  package enum Control: Sendable, Hashable {
    /// One line.
    case line
    /// Several lines.
    case block
    /// One of few words.
    case choice
    /// One of words in an order, which are gone through.
    case stages
    /// Some of few words.
    case choices
    /// One colour of a palette.
    case color
    /// Some colours of a palette.
    case colors
    /// A text a line.
    case lines
    /// Maps, each with inputs of its own.
    case items
    /// Anything else: YAML.
    case yaml
  }

  /// One field of the form.
  package struct Input: Sendable {
    /// The field.
    package var field: Kind.Field
    /// How it is typed.
    package var control: Control
    /// What stands in it: one text, or one each line, word or colour.
    package var texts: [String]
    /// The inputs of each map, for `items`, then those of one more that is empty.
    package var items: [[Input]] = []
    /// The numbers of `items` in the form that was sent, where some before them were left empty or taken away; empty where they are counted from 0.
    package var numbers: [Int] = []
    /// The map that it is a member of, where that has a heading of its own; "" for none.
    package var group = ""
    /// What the form put in by itself, such as today or what a chosen photo says: as long as it stands there, the person typed nothing. nil for nothing.
    package var offered: String?

    /// False for a value that is too large for a form: it is left out of it, and stays as it is.
    var isWhole = true

    /// Its name in the form.
    package var name: String { field.path.dotted }

    /// The number in the form of the item at a place in `items`; behind those that were sent they are counted on.
    package func number(ofItem place: Int) -> Int {
      place < numbers.count ? numbers[place] : (numbers.last ?? -1) + 1 + place - numbers.count
    }

    /// The name of a member of an item, by the number of the item.
    package static func name(of member: Input, in list: String, _ number: Int) -> String {
      "\(list)/\(number)/\(member.field.path.names.last ?? "")"
    }

    /// What it holds as one text, by which a change is seen.
    package var text: String { control == .items ? FormText.text(ofItems: items) : texts.joined(separator: "\n") }

    /// The input in the form of a new record that is begun with its values: numbers are typed there, and a point might stand before thousands.
    package var copied: Input {
      var input = self
      input.items = items.map { $0.map(\.copied) }
      if field.meaning == .number, field.language.hasDecimalComma { input.texts = texts.map { NumberWords.withDecimalComma($0) } }
      return input
    }

    /// The input as it comes back where nobody touches it: what cannot be in a form is no change of the person's.
    var shown: Input {
      var input = self
      input.items = items.map { $0.map(\.shown) }
      switch control {
      case .line, .color, .colors: input.texts = texts.map { FormText.shown($0).filter { $0 != "\n" } }
      case .lines: input.texts = texts.map { FormText.shown($0).trimmingBlanks }.filter { !$0.isEmpty }.map { String($0) }
      case .block, .choice, .choices, .stages, .items, .yaml: input.texts = texts.map(FormText.shown)
      }
      return input
    }
  }

  /// The kind.
  package let kind: Kind
  /// The inputs, in the order of the schema.
  package let inputs: [Input]
  /// The digest of the file that it was made of; "" for a new record.
  package let digest: String

  /// The most words that are shown beside each other.
  private static let mostChoices = 60

  /// A text longer than this has several lines to stand in. Units: bytes.
  private static let longLine = 70
  /// The same for a member of a map, whose line is shorter. Units: bytes.
  private static let longMember = 30

  /// The form of a record's text; that of a new one where there is none.
  package init(_ kind: Kind, text: [UInt8]?, digest: String) {
    self.kind = kind
    self.digest = digest
    let tree = YAML.parse(text ?? []).tree
    inputs = tree.withReader { reader in
      var inputs: [Input] = []
      Self.collect(kind, FieldPath([]), reader, tree.roots.first, group: "", &inputs)
      if let root = tree.roots.first { Self.collectUndeclared(kind, reader, root, &inputs) }
      return inputs.filter { $0.isWhole && $0.items.allSatisfy { $0.allSatisfy(\.isWhole) } }.map(\.shown)
    }
  }

  private static func collect(
    _ kind: Kind, _ path: FieldPath, _ reader: TreeReader, _ map: NodeID?, group: String, _ inputs: inout [Input]
  ) {
    let automatic = Set(kind.stamps.map(\.field) + kind.histories.map(\.field))
    for field in members(of: path, kind) {
      guard let name = field.path.names.last, !automatic.contains(field.path) else { continue }
      let value = map.flatMap { reader.resolved($0).kind == .mapping ? reader.value($0, named: name) : nil }
      if field.isMap, !field.isOwnList, !members(of: field.path, kind).isEmpty {
        collect(kind, field.path, reader, value, group: field.title, &inputs)
      } else {
        inputs.append(input(field, kind, reader, value, group: group))
      }
    }
  }

  /// The most fields of one record that its schema does not name.
  private static let mostUndeclared = 100

  /// The fields that the record may have and the schema does not name: they are typed as YAML writes them.
  private static func collectUndeclared(_ kind: Kind, _ reader: TreeReader, _ root: NodeID, _ inputs: inout [Input]) {
    guard reader.resolved(root).kind == .mapping else { return }
    let most = inputs.count + mostUndeclared
    reader.forEachEntry(root) { entry in
      let path = FieldPath([reader.text(entry.key)])
      guard inputs.count < most, kind.field(path) == nil, kind.mayTake(path) else { return }
      inputs.append(input(Kind.Field(path: path, meaning: .text), kind, reader, entry.value, group: ""))
    }
  }

  private static func members(of path: FieldPath, _ kind: Kind) -> [Kind.Field] {
    kind.fields.filter { $0.path.names.count == path.names.count + 1 && $0.path.names.starts(with: path.names) }
  }

  private static func input(
    _ field: Kind.Field, _ kind: Kind, _ reader: TreeReader, _ value: NodeID?, group: String
  ) -> Input {
    let value = value.flatMap { reader.resolved($0).kind == .null ? nil : $0 }
    var input = Input(field: field, control: control(of: field, kind), texts: [], group: group)
    if field.isOwnList {
      let items = value.map { reader.resolved($0).kind == .sequence ? Array(reader.items($0)) : [$0] } ?? []
      switch input.control {
      case .items where items.allSatisfy({ isPlain($0, field, kind, reader) }):
        let present: [NodeID?] = items
        let rows = (present + [nil]).map { item in
          members(of: field.path, kind).map { inner in
            self.input(inner, kind, reader, item.flatMap { member(inner, of: $0, reader) }, group: "")
          }
        }
        input.items = withRoom(rows)
        return input
      case .lines where items.allSatisfy({ reader.resolved($0).isScalar && !reader.text($0).contains("\n") }),
        .choices where items.allSatisfy({ reader.resolved($0).isScalar }),
        .colors where items.allSatisfy({ reader.resolved($0).isScalar }):
        input.texts = items.map { reader.text($0) }
        return input
      default: break
      }
    } else if let value, reader.resolved(value).isScalar {
      let text = field.meaning == .dateInt ? FormText.day(reader.text(value)) : reader.text(value)
      input.texts = [text]
      if input.control == .line, field.meaning == .text, text.contains("\n") || text.utf8.count > longLine {
        input.control = .block
      }
      return input
    } else if value == nil {
      return input
    }
    input.control = .yaml
    if let value {
      let text = FormText.flow(value, reader)
      (input.texts, input.isWhole) = (text.map { [$0] } ?? [], text != nil)
    }
    return input
  }

  /// The inputs of maps, with several lines for a member that has sentences in any of them.
  private static func withRoom(_ rows: [[Input]]) -> [[Input]] {
    let long = rows.flatMap { $0 }.filter { input in
      let isFree = input.field.meaning == .text && !input.field.isVocabulary && !input.field.isPhoto
      return input.control == .block || (input.control == .line && isFree && input.text.utf8.count > longMember)
    }
    let names = Set(long.map(\.name))
    return rows.map { row in
      row.map { input in
        var input = input
        if names.contains(input.name) { input.control = .block }
        return input
      }
    }
  }

  private static func member(_ field: Kind.Field, of map: NodeID, _ reader: TreeReader) -> NodeID? {
    field.path.names.last.flatMap { reader.value(map, named: $0) }
  }

  /// Whether all that stands in an item has an input.
  private static func isPlain(_ item: NodeID, _ field: Kind.Field, _ kind: Kind, _ reader: TreeReader) -> Bool {
    guard reader.resolved(item).kind == .mapping else { return false }
    let known = Set(members(of: field.path, kind).compactMap(\.path.names.last))
    var isPlain = true
    reader.forEachEntry(item) { entry in
      if !known.contains(reader.text(entry.key)) { isPlain = false }
    }
    return isPlain
  }

  private static func control(of field: Kind.Field, _ kind: Kind) -> Control {
    if field.isListOfLists || !field.shapes.isEmpty && !field.isOwnList && !field.shapes.contains(.texts) { return .yaml }
    if field.isMap {
      let inner = members(of: field.path, kind)
      let isFlat = !inner.isEmpty && inner.allSatisfy { !$0.isMap }
      return field.isOwnList && isFlat ? .items : .yaml
    }
    if !field.palette.isEmpty { return field.isOwnList ? .colors : .color }
    if field.meaning == .enumeration, field.values.count <= mostChoices {
      if field.isOwnList { return .choices }
      return field.isOrdered && field.values.count <= 10 ? .stages : .choice
    }
    if field.meaning == .boolean { return .choice }
    if field.isOwnList { return .lines }
    return field.meaning == .text && isLong(field) ? .block : .line
  }

  /// What people call a field that is written in sentences.
  private static let namesOfSentences: Set<String> = ["notes", "note", "text", "description", "comment"]
  /// A text that may be longer than this is written in sentences. Units: characters.
  private static let longText = 200

  /// A text that people write in sentences, by its name or by how long the schema lets it be.
  package static func isLong(_ field: Kind.Field) -> Bool {
    guard field.format == nil, !field.isVocabulary, !field.isPhoto else { return false }
    return field.path.names.last.map { namesOfSentences.contains($0) } ?? false || (field.maximumLength ?? 0) > longText
  }
}
