// Saved queries that ask for a value which gets another name: rewritten where that can be done rightly, else named.

import VitrineEditing
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineSyntax
import VitrineText

/// The saved queries of a catalogue that ask for a value.
struct ViewTerms<Source: ChangeSource> {
  private let scope: PropertyScope
  /// The new name; nil where the value goes.
  private let new: String?
  private let source: Source
  private let names: FieldNames
  private let keys: Set<[UInt8]>

  /// The queries that ask for what is meant by `scope`.
  init(_ scope: PropertyScope, new: String?, in source: Source) {
    self.scope = scope
    self.new = new
    self.source = source
    names = FieldNames(source.kinds.map { TableLayout(kind: $0) })
    keys = Set(scope.meant.map { Folding.vocabulary($0) })
  }

  /// The edits of view files, and what a person has to know of those that stay as they are.
  func edits() -> (edits: [FileEdit], summary: [String]) {
    var edits: [FileEdit] = []
    var changed: [String] = []
    var left: [String] = []
    for path in source.viewPaths {
      guard let bytes = source.text(at: path) else { continue }
      let parsed = YAML.parse(bytes)
      guard parsed.isComplete, let view = ViewFile(parsed.tree, path: path).view,
        let query = self.parsed(view.query)
      else { continue }
      var finding = Finding()
      look(at: query.condition, [], view, &finding)
      guard !finding.isEmpty else { continue }
      if !finding.isDoubtful, let text = rewritten(query, finding.places),
        let edit = try? TreeEditor.edits([.set([.key("query")], .string(text))], in: parsed)
      {
        edits.append(FileEdit(path: path, expected: .bytes(bytes), change: .edits(edit)))
        changed.append(view.name)
      } else {
        left.append(view.name)
      }
    }
    var summary: [String] = []
    if !changed.isEmpty {
      summary.append(
        "\(Self.words(changed)) \(changed.count == 1 ? "asks" : "ask") for it, and \(changed.count == 1 ? "is" : "are") changed along"
      )
    }
    if !left.isEmpty {
      summary.append(
        "\(Self.words(left)) \(left.count == 1 ? "asks" : "ask") for it and \(left.count == 1 ? "stays" : "stay") as \(left.count == 1 ? "it is" : "they are"): have a look"
      )
    }
    return (edits, summary)
  }

  private static func words(_ names: [String]) -> String {
    (names.count == 1 ? "the view " : "the views ") + names.map { "'@\($0)'" }.joined(separator: ", ")
  }

  // MARK: finding

  private struct Finding {
    /// The values that get the new name.
    var places: [ByteRange] = []
    /// True where a term asks for the value in a way that nobody but a person can change.
    var isDoubtful = false

    var isEmpty: Bool { places.isEmpty && !isDoubtful }
  }

  /// What a term's path is about.
  private enum Subject {
    case words
    case texts
    case mixed
    case other
  }

  private func look(at node: Query.Node, _ base: [String], _ view: SavedView, _ finding: inout Finding) {
    switch node {
    case .all(let parts), .any(let parts): for part in parts { look(at: part, base, view, &finding) }
    case .not(let part, _): look(at: part, base, view, &finding)
    case .element(let path, let part, _): look(at: part, base + path.names, view, &finding)
    case .word, .state, .view: return
    case .term(let term): look(at: term, base, view, &finding)
    }
  }

  private func look(at term: Query.Term, _ base: [String], _ view: SavedView, _ finding: inout Finding) {
    guard !term.path.counts else { return }
    let subject = subject(of: base + term.path.names, view)
    if case .other = subject { return }
    for value in term.values {
      switch value.form {
      case .anything: continue
      case .range(let low, let high):
        if [low, high].compactMap(\.self).contains(where: { keys.contains(Folding.vocabulary($0)) }) {
          finding.isDoubtful = true
        }
      case .text(let text, _):
        guard keys.contains(Folding.vocabulary(text)), needsChange(text, term.relation) else { continue }
        if new != nil, isRight(text, term.relation, subject) {
          finding.places.append(value.range)
        } else {
          finding.isDoubtful = true
        }
      }
    }
  }

  /// Whether a term finds something else once the value has its new name: most relations do not see how it is spelled.
  private func needsChange(_ text: String, _ relation: Query.Relation) -> Bool {
    guard let new, Folding.vocabulary(new) == Folding.vocabulary(text) else { return true }
    return relation == .exactly && !text.utf8.elementsEqual(new.utf8)
  }

  /// Whether the new name in the place of the old one finds what was found before, and nothing is lost.
  private func isRight(_ text: String, _ relation: Query.Relation, _ subject: Subject) -> Bool {
    switch (subject, relation) {
    case (.mixed, _), (.other, _): return false
    case (_, .exactly), (_, .equal), (_, .unequal), (.words, .matches): return true
    case (.texts, .matches):
      // A part of a text is asked for: no other value may have it as a part.
      let part = Folding.fold(text)
      return !scope.spellings.contains { value in
        !scope.meant.contains(value) && Folding.vocabulary(value) != new.map { Folding.vocabulary($0) }
          && Self.contains(part, in: Folding.fold(value))
      }
    case (_, .starts), (_, .pattern), (_, .near), (_, .box), (_, .on), (_, .atLeast), (_, .atMost), (_, .above), (_, .below):
      return false
    }
  }

  private static func contains(_ part: [UInt8], in whole: [UInt8]) -> Bool {
    guard part.count <= whole.count else { return false }
    return (0...(whole.count - part.count)).contains { whole[$0...].starts(with: part) }
  }

  private func subject(of path: [String], _ view: SavedView) -> Subject {
    var isMeant = false
    var isOther = false
    var isWords = true
    for (index, kind) in source.kinds.enumerated() where view.kind == nil || view.kind == kind.name {
      guard let way = names.way(to: Query.Path(names: path, range: ByteRange(at: 0)), kind: index) else { continue }
      let table = way.references.last?.kind ?? index
      let field = names.layouts[table].columns[way.column].field
      if scope.fields.contains(PropertyField(kind: table, path: field.path)) {
        isMeant = true
        if field.meaning == .text { isWords = false }
      } else {
        isOther = true
      }
    }
    if !isMeant { return .other }
    // Where fields of other kinds have the name, too, the term asks for more than the value.
    return isOther ? .mixed : isWords ? .words : .texts
  }

  // MARK: rewriting

  private func parsed(_ text: String) -> Query? {
    do throws(QueryError) { return try QueryParser.parse(text) } catch { return nil }
  }

  /// The text with the new name at these places; nil where it does not read back as meant.
  private func rewritten(_ query: Query, _ places: [ByteRange]) -> String? {
    guard let new else { return nil }
    let isBare = new.utf8.allSatisfy { ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) }
    let forms: [String] = (isBare ? [new] : []) + [Self.quoted(new)]
    for form in forms {
      let edits = places.map { TextEdit($0, form) }
      let text = String(decoding: edits.applied(to: Array(query.text.utf8)), as: UTF8.self)
      guard let result = parsed(text) else { continue }
      let wanted = query.condition.withValues(new, at: places)
      if wanted == result.condition.withValues(new, at: []) { return text }
    }
    return nil
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
  /// The condition without places, where the values at some places are another text, and no text is quoted.
  fileprivate func withValues(_ new: String, at places: [ByteRange]) -> Query.Node {
    let nowhere = ByteRange(at: 0)
    switch self {
    case .all(let parts): return .all(parts.map { $0.withValues(new, at: places) })
    case .any(let parts): return .any(parts.map { $0.withValues(new, at: places) })
    case .not(let part, _): return .not(part.withValues(new, at: places), nowhere)
    case .element(let path, let part, _): return .element(path.withoutPlace, part.withValues(new, at: places), nowhere)
    case .word, .state, .view: return withoutPlaces
    case .term(let term):
      let values = term.values.map { value -> Query.Value in
        guard case .text(let text, _) = value.form else { return Query.Value(value.form, range: nowhere) }
        return Query.Value(.text(places.contains(value.range) ? new : text, isQuoted: false), range: nowhere)
      }
      return .term(Query.Term(path: term.path.withoutPlace, relation: term.relation, values: values, range: nowhere))
    }
  }
}
