// What is required and missing in a record, as edits that add it.

import VitrineApplication
import VitrineChanges
import VitrineEditing
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax

/// The fields that a record must have and does not.
struct RequiredFields {
  private let document: ServedDocument
  private let kind: Kind
  private let moment: ChangeMoment

  /// Those of a document; nil for what is no record.
  init?(_ document: ServedDocument) {
    guard let kind = document.kind else { return nil }
    self.document = document
    self.kind = kind
    moment = ChangeMoment(document.open.now)
  }

  /// The edits that add what `required` findings miss, with the schema's default or a value of the right type; none where that cannot be.
  func edits(_ findings: [Finding]) -> [TextEdit] {
    var changes: [ValueChange] = []
    // A key that is misspelt is there, and has a fix.
    for finding in findings where finding.rule.slug == "required" && finding.fixes.isEmpty {
      let parts = finding.pointer.split(separator: "/").map { TreeReader.unescaped($0) }
      let steps = parts.map { part in Int(part).map { PathStep.item($0) } ?? .key(part) }
      let members = Kind.Field.members(of: parts.filter { Int($0) == nil }, in: kind)
      guard let field = members.first(where: { finding.message.hasPrefix("'\($0.path.names.last ?? "")' is missing") }) else {
        continue
      }
      changes.append(.set(steps + [.key(field.path.names.last ?? "")], value(of: field)))
    }
    guard !changes.isEmpty else { return [] }
    do throws(EditRefusal) {
      return try TreeEditor.edits(changes, in: document.text.bytes, keyOrder: kind.keyOrder)
    } catch {
      return []
    }
  }

  /// What stands for a value until a person writes one.
  private func value(of field: Kind.Field) -> DataValue {
    if let known = field.defaultValue { return known.tree.withReader { $0.dataValue(known.node) } }
    if field.isOwnList { return .list([]) }
    if field.isMap || field.meaning == .location { return members(of: field) }
    switch field.meaning {
    case .enumeration: return field.dataValue(field.values.first ?? "")
    case .boolean: return .bool(false)
    case .number: return .number("0")
    case .date, .dateInt, .dateTime, .time: return moment.value(for: field.meaning)
    case .color: return .string(field.palette.first?.name ?? "#000000")
    case .text, .reference, .location, .map: return .string("")
    }
  }

  private func members(of field: Kind.Field) -> DataValue {
    .map(
      Kind.Field.members(of: field.path.names, in: kind).filter(\.isRequired).map { member in
        DataValue.Entry(member.path.names.last ?? "", value(of: member))
      })
  }
}
