// Saved queries that ask for something which gets another name: rewritten where that can be done rightly, else named.

import VitrineEditing
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineSyntax

/// The saved queries of a catalogue, as those change them who give something another name.
struct ViewQueries<Source: ChangeSource> {
  /// A value in a query.
  struct Value {
    /// The view.
    var view: SavedView
    /// The field as it is written, with what stands before the bracket around it.
    var names: [String]
    /// What the field is in the kinds that the view may be about, references followed.
    var fields: [(kind: Int, field: Kind.Field)]
    /// How the value is compared.
    var relation: Query.Relation
    /// The value.
    var form: Query.Value.Form

    /// The text of a value that is one; nil for a range.
    var text: String? { if case .text(let text, _) = form { text } else { nil } }
  }

  /// What becomes of a value.
  enum Outcome {
    /// It stays.
    case same
    /// Another text takes its place.
    case another(String)
    /// It asks for what changes in a way that nobody but a person can change.
    case doubtful
  }

  /// What becomes of all views.
  struct Result {
    /// The edits of their files.
    var edits: [FileEdit] = []
    /// The names of those that change.
    var changed: [String] = []
    /// The names of those that ought to, and stay as they are.
    var left: [String] = []

    /// What a person has to know, each a line.
    var summary: [String] {
      (changed.isEmpty ? [] : ["\(Self.asks(changed)), and \(changed.count == 1 ? "is" : "are") changed along"]) + notes
    }

    /// What a person has to know of those that stay as they are.
    var notes: [String] {
      left.isEmpty
        ? [] : ["\(Self.asks(left)) and \(left.count == 1 ? "stays as it is" : "stay as they are"): have a look"]
    }

    private static func asks(_ names: [String]) -> String {
      let list = names.map { "'@\($0)'" }.joined(separator: ", ")
      return names.count == 1 ? "the view \(list) asks for it" : "the views \(list) ask for it"
    }
  }

  private let source: Source
  private let names: FieldNames

  /// The views of a catalogue.
  init(_ source: Source) {
    self.source = source
    names = FieldNames(source.kinds.map { TableLayout(kind: $0) })
  }

  /// The edits that follow from what `decide` says of each value. A view that cannot be read is left out.
  func edits(_ decide: (Value) -> Outcome) -> Result {
    var result = Result()
    for path in source.viewPaths {
      guard let bytes = source.text(at: path), case let parsed = YAML.parse(bytes), parsed.isComplete,
        let view = ViewFile(parsed.tree, path: path).view, let query = Self.query(view.query)
      else { continue }
      var found = Found()
      look(at: query.condition, [], view, decide, &found)
      guard found.isDoubtful || !found.texts.isEmpty else { continue }
      if !found.isDoubtful, let text = Self.rewritten(query, found.texts),
        let edits = try? TreeEditor.edits([.set([.key("query")], .string(text))], in: parsed)
      {
        result.edits.append(FileEdit(path: path, expected: .bytes(bytes), change: .edits(edits)))
        result.changed.append(view.name)
      } else {
        result.left.append(view.name)
      }
    }
    return result
  }

  // MARK: finding

  private struct Found {
    /// The new texts of values, by their places.
    var texts: [ByteRange: String] = [:]
    var isDoubtful = false
  }

  private func look(
    at node: Query.Node, _ base: [String], _ view: SavedView, _ decide: (Value) -> Outcome, _ found: inout Found
  ) {
    switch node {
    case .all(let parts), .any(let parts): for part in parts { look(at: part, base, view, decide, &found) }
    case .not(let part, _): look(at: part, base, view, decide, &found)
    case .element(let path, let part, _): look(at: part, base + path.names, view, decide, &found)
    case .word, .state, .view: return
    case .term(let term):
      guard !term.path.counts else { return }
      let written = base + term.path.names
      let fields = fields(of: written, view)
      for value in term.values where value.form != .anything {
        let asked = Value(view: view, names: written, fields: fields, relation: term.relation, form: value.form)
        switch decide(asked) {
        case .same: continue
        case .another(let text): found.texts[value.range] = text
        case .doubtful: found.isDoubtful = true
        }
      }
    }
  }

  private func fields(of path: [String], _ view: SavedView) -> [(kind: Int, field: Kind.Field)] {
    source.kinds.indices.filter { view.kind == nil || view.kind == source.kinds[$0].name }.compactMap { index in
      guard let way = names.way(to: Query.Path(names: path, range: ByteRange(at: 0)), kind: index) else { return nil }
      let table = way.references.last?.kind ?? index
      return (table, names.layouts[table].columns[way.column].field)
    }
  }

  // MARK: rewriting

  private static func query(_ text: String) -> Query? {
    do throws(QueryError) { return try QueryParser.parse(text) } catch { return nil }
  }

  /// The query's text with new texts at some places; nil where it does not read back as meant.
  private static func rewritten(_ query: Query, _ texts: [ByteRange: String]) -> String? {
    let wanted = query.condition.withTexts(texts)
    for quotesAll in [false, true] {
      let edits = texts.map { range, text in TextEdit(range, quotesAll || !isPlain(text) ? quoted(text) : text) }
      let text = String(decoding: edits.applied(to: Array(query.text.utf8)), as: UTF8.self)
      if let result = self.query(text), result.condition.withTexts([:]) == wanted { return text }
    }
    return nil
  }

  /// Whether a value may stand without quotes.
  private static func isPlain(_ text: String) -> Bool {
    let isPlain = text.utf8.allSatisfy { byte in
      (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || (byte >= 0x30 && byte <= 0x39) || "_-/".utf8.contains(byte) || byte >= 0x80
    }
    return isPlain && !text.isEmpty
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result.unicodeScalars.append("\\") }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }
}

extension Query.Node {
  /// The condition without places, where the values at some places are other texts, and no text is quoted.
  fileprivate func withTexts(_ texts: [ByteRange: String]) -> Query.Node {
    let nowhere = ByteRange(at: 0)
    switch self {
    case .all(let parts): return .all(parts.map { $0.withTexts(texts) })
    case .any(let parts): return .any(parts.map { $0.withTexts(texts) })
    case .not(let part, _): return .not(part.withTexts(texts), nowhere)
    case .element(let path, let part, _): return .element(path.withoutPlace, part.withTexts(texts), nowhere)
    case .word, .state, .view: return withoutPlaces
    case .term(let term):
      let values = term.values.map { value -> Query.Value in
        guard case .text(let text, _) = value.form else { return Query.Value(value.form, range: nowhere) }
        return Query.Value(.text(texts[value.range] ?? text, isQuoted: false), range: nowhere)
      }
      return .term(Query.Term(path: term.path.withoutPlace, relation: term.relation, values: values, range: nowhere))
    }
  }
}
