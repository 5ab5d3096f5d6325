// What is said of a field's name that leads nowhere, or to too much.

import VitrineIndex
import VitrineModel
import VitrineSource
import VitrineText

extension QueryBinder {
  /// The error of a name that no kind looked at knows: about its first part that is not known, with the nearest that is.
  func unknownField(_ path: Query.Path, _ scope: BindingScope) -> QueryError {
    if path.names.count > FieldNames.mostNames {
      return scope.error("a field's path has no more than \(FieldNames.mostNames) names", path.range)
    }
    for end in (1..<max(path.names.count, 1)).reversed() {
      for place in scope.places {
        guard case .column(let column) = names.column(Array(path.names[..<end]), at: place) else { continue }
        return unknownRest(path, from: end, column, place, scope)
      }
    }
    let wanted = path.names.joined(separator: ".")
    let suggestion: String
    let others = layouts.indices.filter { table in
      !scope.places.contains { $0.table == table && $0.element == nil } && names.way(to: path, kind: table) != nil
    }
    if let nearest = NearestWord.nearest(to: wanted, in: scope.places.flatMap { names.words(at: $0) }),
      others.isEmpty || ValueWords.key(nearest) == ValueWords.key(wanted)
    {
      suggestion = "did you mean '\(nearest)'?"
    } else if let name = titled(wanted, scope) {
      suggestion = "did you mean '\(name)'?"
    } else if let near = placed(wanted, scope) {
      suggestion = "did you mean '\(near)'?"
    } else if others.isEmpty {
      let kind = scope.places.first.map { layouts[$0.table].kind.name } ?? "KIND"
      suggestion =
        scope.places.count == 1 && scope.places[0].element == nil ? "'vitrine schema show \(kind)' shows what there is" : ""
    } else {
      suggestion = "\(Self.list(others.prefix(4).map { layouts[$0].kind.name })) \(others.count == 1 ? "has" : "have") it"
    }
    var error = scope.error("unknown field '\(path.dotted)'\(ofPlaces(scope))", path.range, suggestion)
    error.undeclared = QueryError.UndeclaredName(
      kinds: scope.places.map { layouts[$0.table].kind }.filter { $0.allowsUndeclared(path.names[0]) }.map(\.name),
      name: path.names[0])
    return error
  }

  /// The field that is called so where people read of it: by its title in their language, or as what names a record. Nil where there is none, or several.
  private func titled(_ word: String, _ scope: BindingScope) -> String? {
    var found: Set<String> = []
    for place in scope.places where place.element == nil {
      let layout = layouts[place.table]
      guard let path = layout.kind.field(titled: word)?.path ?? (word == "title" || word == "name" ? layout.kind.display : nil),
        let column = layout.column(at: path)
      else { continue }
      found.insert(names.names(forKind: place.table)[column].text)
    }
    return found.count == 1 ? found.first : nil
  }

  /// The field with a place that an operator was meant for, and the operator; nil where the word is none of places.
  private func placed(_ word: String, _ scope: BindingScope) -> String? {
    guard Query.operators.contains(where: { $0.word == word + ":" && $0.suits(.location) }),
      let field = scope.places.compactMap({ layouts[$0.table].kind.location }).first
    else { return nil }
    return "\(field.dotted):\(word):"
  }

  /// The error of a path of which only the beginning is known.
  private func unknownRest(
    _ path: Query.Path, from end: Int, _ column: Int, _ place: NamePlace, _ scope: BindingScope
  ) -> QueryError {
    let rest = path.names[end...].joined(separator: ".")
    let head = path.names[..<end].joined(separator: ".")
    let field = layouts[place.table].columns[column].field
    let range = path.range(from: end)
    var words: [String] = []
    if case .reference = field.meaning {
      let targets = names.targets(of: column, in: place.table)
      if targets.isEmpty {
        let kind = layouts[place.table].kind.name
        return scope.error(
          "'\(head)' of \(kind) leads to no kind of this catalogue", path.range,
          "ask for '\(head)' itself")
      }
      words = targets.flatMap { names.words(at: NamePlace(table: $0)) }
      let nearest = NearestWord.nearest(to: rest, in: words).map { "did you mean '\($0)'?" } ?? ""
      let kinds = targets.count > 3 ? "" : " of " + Self.list(targets.map { layouts[$0].kind.name })
      return scope.error("unknown field '\(rest)'\(kinds)", range, nearest)
    }
    guard field.isMap else {
      return scope.error(
        "'\(head)' is no map and no reference, so that it has no field '\(rest)'", range, "ask for '\(head)' itself")
    }
    words = names.words(at: NamePlace(table: place.table, element: column))
    let known = NearestWord.nearest(to: rest, in: words) ?? SynonymousName.name(for: rest, among: words)?.name
    let nearest = known.map { "did you mean '\($0)'?" }
    return scope.error(
      "'\(head)' has no field '\(rest)'", range,
      nearest ?? (words.isEmpty ? "" : "it has " + Self.shortened(words)))
  }

  /// The error of a name that several fields have.
  func ambiguous(_ path: Query.Path, _ paths: [String], _ place: NamePlace, _ scope: BindingScope) -> QueryError {
    let list = paths.prefix(5).map { "'\($0)'" }.joined(separator: ", ") + (paths.count > 5 ? ", …" : "")
    return scope.error(
      "'\(path.dotted)' may be several fields\(ofPlaces(scope))", path.range, "write more of the path: \(list)")
  }

  /// The error of a name that could lead almost anywhere.
  func excessive(_ path: Query.Path, _ scope: BindingScope) -> QueryError {
    scope.error("'\(path.dotted)' leads to too many kinds", path.range, "ask for the kind at its end, with 'kind:'")
  }

  /// " of game", " of game and memory"; nothing where many kinds are looked at.
  private func ofPlaces(_ scope: BindingScope) -> String {
    var words: [String] = []
    for place in scope.places {
      let kind = layouts[place.table].kind.name
      let word = place.element.map { "\(layouts[place.table].columns[$0].field.path.dotted) of \(kind)" } ?? kind
      if !words.contains(word) { words.append(word) }
    }
    return words.isEmpty || words.count > 3 ? "" : " of " + Self.list(words)
  }

  /// "a", "a and b", "a, b and c"; or with another word than "and".
  static func list(_ words: [String], _ joint: String = "and") -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " \(joint) " + last
  }

  /// Words as a list, of which long ones end with how many more there are.
  private static func shortened(_ words: [String]) -> String {
    let most = 24
    return words.count > most + 1 ? words.prefix(most).joined(separator: ", ") + " and \(words.count - most) more" : list(words)
  }
}

extension Query.Path {
  /// The place of the names from one of them on, without `.count`; the whole place where it is not written as plain names.
  func range(from index: Int) -> ByteRange {
    guard range.count == dotted.utf8.count, index < names.count else { return range }
    let before = names[..<index].reduce(0) { $0 + $1.utf8.count + 1 }
    let rest = names[index...].joined(separator: ".").utf8.count
    return ByteRange(Int(range.start) + before, Int(range.start) + before + rest)
  }
}
