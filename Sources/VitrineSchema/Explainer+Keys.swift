// Keys and the values under them, which several keywords explain.

import VitrineSource
import VitrineSyntax
import VitrineText

extension Explainer {
  /// Explains the value of an entry, where a subschema does not accept it.
  mutating func explainValue(_ id: SchemaID, _ entry: Entry) {
    if machine.accepts(id, entry.value) { return }
    explain(id, entry.value, at: .key(reader.text(entry.key)))
  }

  /// A name of the program.
  func text(_ name: Name) -> String { String(decoding: machine.name(name), as: UTF8.self) }

  /// The names that `properties` lists, in the order of bytes.
  func knownNames(_ rule: ObjectRule) -> [String] {
    rule.table.slots.indices.compactMap { index in
      let slot = machine.slots[index]
      return slot.name.count != absent && (slot.value != absent || slot.bit < 255) ? text(slot.name) : nil
    }.sorted()
  }

  /// Notes an unknown key; gives the known one that was meant.
  @discardableResult
  mutating func explainUnknown(
    _ entry: Entry, among candidates: [String], known: [String], patterned: [String] = []
  ) -> String? {
    // Of a hundred thousand unknown fields nobody wants to see all; one more than are shown tells that there are more.
    guard found.count <= options.findings else { return nil }
    let key = reader.node(reader.resolve(entry.key))
    let written = reader.text(entry.key)
    var suggestion: Suggestion?
    if machine.pay(candidates.count * 20) {
      suggestion = Suggestion(for: written, among: candidates) ?? Suggestion(synonym: written, among: candidates)
    }
    var label = ""
    var fixes: [Fix] = []
    if let suggestion, reader.node(entry.key).kind != .alias {
      label = "did you mean '\(suggestion.word)'?"
      let text = ScalarText.yaml(for: suggestion.word, style: key.style, inFlow: true)
      // Safe: as `Suggestion` says; the value stays, and the record has no such key yet.
      fixes = [Fix("rename it to '\(suggestion.word)'", [TextEdit(key.range, text)], isSafe: suggestion.isSafe)]
    }
    if suggestion == nil, let slip = KeySlip(entry.key, among: candidates, reader) {
      path.append(.key(written))
      add(
        SchemaRules.unknownField, key.range, "unknown field \(Wording.quoted(written))", label: "did you mean '\(slip.name): …'?",
        help: slip.help, fixes: [Fix(slip.title, slip.edits, isSafe: false)])
      path.removeLast()
      return slip.name
    }
    path.append(.key(written))
    var help = known.isEmpty || known.count > 12 ? nil : "known here: " + known.map { Wording.quoted($0) }.joined(separator: ", ")
    var note = ""
    if patterned.contains(Self.ownFields) {
      help = "write 'x-\(written)' for a field of your own, or delete it" + (help.map { "; " + $0 } ?? "")
      if suggestion == nil, reader.node(entry.key).kind != .alias,
        written.utf8.allSatisfy({ $0.isAlphanumeric || $0 == 0x5F || $0 == 0x2D })
      {
        let text = ScalarText.yaml(for: "x-" + written, style: key.style, inFlow: true)
        fixes = [Fix("keep it as a field of your own, 'x-\(written)'", [TextEdit(key.range, text)], isSafe: false)]
      }
    } else if !patterned.isEmpty {
      let forms = Wording.list(patterned.prefix(3).map { Wording.quoted($0) })
      note = "keys of the form \(forms) are allowed" + (patterned.count > 3 ? ", among others" : "")
      help = help ?? "write a key of the form \(forms), or delete it"
    }
    add(
      SchemaRules.unknownField, reader.node(entry.key).range, "unknown field \(Wording.quoted(written))", label: label,
      help: suggestion.map { "rename it to '\($0.word)', or delete it" } ?? help, note: note, fixes: fixes)
    path.removeLast()
    return suggestion?.word
  }

  /// The pattern of the keys that people may add to records of stock kinds.
  static let ownFields = "^x-"

  /// Where something is said of a collection as a whole: all of it in brackets, else its first character.
  func startRange(of node: Node) -> ByteRange {
    node.style == .flow ? node.range : ByteRange(node.start, min(node.end, node.start + 1))
  }
}
