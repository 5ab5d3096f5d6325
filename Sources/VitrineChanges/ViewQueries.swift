// The queries of views, changed where what they speak of gets another name.

import VitrineEditing
import VitrineIndex
package import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineSyntax

/// Changes of saved queries.
package enum ViewQueries {
  /// A value in a query.
  package struct Mention {
    /// The field as it is written.
    package var names: [String]
    /// What the field is in the kinds that the view may be about, each with the kind's place.
    package var fields: [(kind: Int, field: Kind.Field)]
    /// The value.
    package var text: String
  }

  /// The edit of a view that puts other words in the place of values; nil where none is replaced, or the view cannot be read.
  ///
  /// Errors: the file cannot be edited.
  package static func edit(
    of path: String, in source: some ChangeSource, replacing replacement: (Mention) -> String?
  ) throws(PlanRefusal) -> FileEdit? {
    guard let bytes = source.text(at: path) else { return nil }
    let parsed = YAML.parse(bytes)
    guard parsed.isComplete, let view = ViewFile(parsed.tree, path: path).view, let query = query(view.query) else { return nil }
    let kinds = source.kinds.indices.filter { view.kind == nil || view.kind == source.kinds[$0].name }
    let names = kinds.map { ($0, FieldNames([TableLayout(kind: source.kinds[$0])])) }
    var edits: [TextEdit] = []
    visit(query.condition, within: []) { prefix, term in
      let written = prefix + term.path.names
      let fields = names.compactMap { kind, names -> (Int, Kind.Field)? in
        guard case .column(let column) = names.column(written, at: NamePlace(table: 0)) else { return nil }
        return (kind, names.layouts[0].columns[column].field)
      }
      for value in term.values {
        guard case .text(let text, _) = value.form else { continue }
        let mention = Mention(names: written, fields: fields.map { (kind: $0.0, field: $0.1) }, text: text)
        if let new = replacement(mention), new != text { edits.append(TextEdit(value.range, Self.quoted(new))) }
      }
    }
    guard !edits.isEmpty else { return nil }
    let text = edits.applied(to: Array(view.query.utf8))
    return try RecordText.edit(
      [.set([.key("query")], .string(String(decoding: text, as: UTF8.self)))], of: bytes, at: path, kind: nil)
  }

  private static func query(_ text: String) -> Query? {
    do throws(QueryError) { return try QueryParser.parse(text) } catch { return nil }
  }

  private static func visit(_ node: Query.Node, within names: [String], _ body: ([String], Query.Term) -> Void) {
    switch node {
    case .all(let parts), .any(let parts): for part in parts { visit(part, within: names, body) }
    case .not(let part, _): visit(part, within: names, body)
    case .term(let term): body(names, term)
    case .element(let path, let part, _): visit(part, within: names + path.names, body)
    case .word, .state, .view: return
    }
  }

  /// A value as a query may hold it: in quotes where it has more than plain characters.
  private static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "/"), 0x80...:
        true
      default: false
      }
    }
    if isPlain, !text.isEmpty { return text }
    return "\"" + text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] } + "\""
  }
}
