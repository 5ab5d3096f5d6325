// The fields that a kind's annotations name: `display`, `identity`, `search`, `sort`, `group`, `columns`. A name that leads nowhere would go
// unseen: lists would lack a column, duplicates would not be found.

import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSchema
import VitrineSource
import VitrineSyntax
import VitrineText

/// The check of the fields that the annotations of one kind name.
struct AnnotatedFields {
  private let kind: Kind
  private let names: FieldNames

  /// A check of a kind; `others` are the kinds that its references lead to.
  init(_ kind: Kind, others: [Kind]) {
    self.kind = kind
    names = FieldNames(([kind] + others).map { TableLayout(kind: $0) })
  }

  /// What is wrong with the annotations in the kind's schema.
  func findings(in tree: Tree) -> [Finding] {
    tree.withReader { reader in
      guard let root = tree.roots.first, let annotations = reader.value(root, named: "x-vitrine") else { return [] }
      var findings: [Finding] = []
      for (word, mayFollow) in [("display", false), ("search", false), ("sort", true), ("group", true), ("columns", true)] {
        guard let value = reader.value(annotations, named: word) else { continue }
        let items = reader.resolved(value).kind == .sequence ? Array(reader.items(value)) : [value]
        findings += items.compactMap { finding(reader, $0, word, mayFollow: mayFollow) }
      }
      if let identity = reader.value(annotations, "identity") {
        findings += reader.items(identity).compactMap { item in
          finding(reader, reader.value(item, "field") ?? item, "identity", mayFollow: false)
        }
      }
      return findings
    }
  }

  /// The finding about one name; nil where it leads to a field. Only where rows are shown may names be shortened and references be followed.
  private func finding(_ reader: TreeReader, _ node: NodeID, _ word: String, mayFollow: Bool) -> Finding? {
    guard reader.resolved(node).kind == .string else { return nil }
    let written = reader.text(node)
    let name = word == "sort" && written.hasPrefix("-") ? String(written.dropFirst()) : written
    guard !name.isEmpty else { return nil }
    let path = FieldPath(dotted: name)
    if kind.field(path) != nil || leadsIntoMap(path) || mayFollow && names.way(to: name, kind: 0) != nil { return nil }
    let nearest = NearestWord.nearest(to: name, in: kind.fields.map(\.path.dotted))
    let range = reader.node(node).range
    return Finding(
      SchemaRules.annotationInvalid, at: range, "'\(word)' names '\(name)', which is no field of \(kind.name)",
      label: nearest.map { "did you mean '\($0)'?" } ?? "",
      help: "name a field of the schema's properties, nested ones with dots",
      fixes: nearest.map { nearest in
        let sign = name == written ? "" : "-"
        return [Fix("replace with '\(sign + nearest)'", [TextEdit(range, sign + nearest)], isSafe: false)]
      } ?? [])
  }

  /// Whether a path goes on inside a map whose members the schema leaves open.
  private func leadsIntoMap(_ path: FieldPath) -> Bool {
    path.names.indices.dropFirst().contains { end in
      let above = FieldPath(Array(path.names[..<end]))
      guard let field = kind.field(above), field.isMap || field.types.isEmpty else { return false }
      return !kind.fields.contains { $0.path.names.count == end + 1 && $0.path.names.starts(with: above.names) }
    }
  }
}
