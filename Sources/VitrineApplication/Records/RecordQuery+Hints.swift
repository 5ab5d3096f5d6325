// What was probably meant by a query that finds nothing: a value one slip away from one that records have.

import VitrineAnswers
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineText

extension RecordQuery {
  /// The most values that a word is compared with, and the words in them.
  private static let mostValues = 200_000
  /// The most words of one condition that are looked for.
  private static let mostWords = 8

  /// The message where nothing was found: with the word that was probably meant, if it finds something.
  package var nothingFound: String {
    if let (word, meant) = color {
      let sentence = "'\(word)' is looked for as a text: '\(meant.word)' finds \(meant.count) by the colour"
      return "vitrine: nothing found; \(TerminalText.visible(sentence))"
    }
    guard let hint else {
      return field.map { "vitrine: nothing found; \(TerminalText.visible($0))" } ?? RecordQuery.nothingFound(meantKind)
    }
    return "vitrine: nothing found; did you mean '\(TerminalText.visible(hint.word))' (\(hint.count))?"
  }

  /// What to do about a bare word that is the path of a field, or nearly so: `photo.iso` looks for that text. Nil where there is none.
  private var field: String? {
    for case .word(let word, isQuoted: false, _) in parts where word.dropFirst().dropLast().contains(".") {
      let names = word.split(separator: ".", omittingEmptySubsequences: false)
      guard names.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" } }),
        (try? open.path(String(names[0]), kinds: kinds)) != nil
      else { continue }
      do throws(QueryError) {
        _ = try open.path(word, kinds: kinds)
        return "'\(word)' is a field: 'has:\(word)' finds what has any, '\(word):VALUE' what has a value"
      } catch {
        return "'\(word)' is looked for as a text: \(error.message)\(error.suggestion.isEmpty ? "" : "; \(error.suggestion)")"
      }
    }
    return nil
  }

  /// A bare word that is a colour, and the condition for it: `blue` looks for that text. Nil where there is none, or no record has such a colour.
  private var color: (word: String, meant: Hint)? {
    for (place, part) in parts.enumerated() {
      guard case .word(let word, isQuoted: false, _) = part else { continue }
      for field in kinds.flatMap({ open.kinds[$0].fields }) where !field.paletteGroups.isEmpty {
        guard let group = Self.group(of: word, field) else { continue }
        let question = QueryArguments.text(of: ["\(field.path.names.last ?? ""):\(group)"])
        guard let asked = try? QueryParser.parse(question) else { continue }
        let meant = with(asked.condition, at: place)
        let count = finds(meant.condition)
        if count > 0 { return (word, hint(question, count, meant)) }
      }
    }
    return nil
  }

  /// A word in place of one of a query.
  package struct Hint: Sendable, Hashable {
    /// The word.
    package var word: String
    /// How many records the query finds with it.
    package var count: Int
    /// The query with it.
    package var query: String
  }

  /// What was probably meant by a query that finds nothing, and finds something; nil where nothing is known. Costs a look at the values of the fields that are
  /// searched.
  package var meant: Hint? { color?.meant ?? hint }

  /// The word in place of one of the query with which it finds something; nil where there is none.
  private var hint: Hint? {
    guard !kinds.isEmpty else { return nil }
    for (place, part) in parts.enumerated() {
      let words = Self.words(of: part).filter { $0.word.utf8.count <= NearestWord.longest }
      guard let first = words.first, finds(part) == 0 else { continue }
      let path = first.path
      let columns = path.map { [$0.dotted] } ?? searched(kinds)
      let groups = path == nil ? [] : self.groups(of: columns, kinds)
      for (_, word, number) in words.prefix(Self.mostWords) {
        let group = path.flatMap { self.group(of: word, $0, kinds) }
        guard let nearest = group ?? nearest(to: word, columns, besides: groups) else { continue }
        let quoted = with(Self.replacing(part, number, nearest, isQuoted: true), at: place)
        let plain = with(Self.replacing(part, number, nearest, isQuoted: false), at: place)
        let count = finds(quoted.condition)
        guard count > 0 else { continue }
        let meant = finds(plain.condition) == count ? plain : quoted
        return hint(nearest, count, meant)
      }
    }
    return nil
  }

  /// The conditions that all have to hold.
  private var parts: [Query.Node] {
    var parts: [Query.Node] = []
    func add(_ node: Query.Node) {
      if case .all(let nodes) = node { nodes.forEach(add) } else { parts.append(node) }
    }
    add(query.condition)
    return parts
  }

  /// The words of a condition, each with the field it is looked for in and its place among the values; no field for a bare word. None where the condition is
  /// another.
  private static func words(of node: Query.Node) -> [(path: Query.Path?, word: String, number: Int)] {
    switch node {
    case .word(let word, _, _): return [(nil, word, 0)]
    case .term(let term):
      let isMatch =
        switch term.relation {
        case .matches: true
        case .word(let word): if case .text = word.syntax { true } else { false }
        default: false
        }
      guard isMatch, !term.path.counts else { return [] }
      return term.values.enumerated().compactMap { number, value in
        if case .text(let word, _) = value.form { (term.path, word, number) } else { nil }
      }
    default: return []
    }
  }

  /// A hint to a query, written without the kinds that the question is put to, which nobody wrote.
  private func hint(_ word: String, _ count: Int, _ meant: Query) -> Hint {
    var written = meant
    if case .all(let parts) = meant.condition {
      written.condition = .all(parts.filter { if case .term(let term) = $0 { !term.range.isEmpty } else { true } })
    }
    return Hint(word: word, count: min(count, query.limit ?? count), query: written.normalForm)
  }

  /// The query with another condition in place of one of `parts`.
  private func with(_ part: Query.Node, at place: Int) -> Query {
    var (query, parts) = (query, parts)
    parts[place] = part
    query.condition = .all(parts)
    return query
  }

  private static func replacing(_ node: Query.Node, _ number: Int, _ word: String, isQuoted: Bool) -> Query.Node {
    switch node {
    case .word(_, _, let range): return .word(word, isQuoted: isQuoted, range)
    case .term(var term):
      term.values[number].form = .text(word, isQuoted: isQuoted)
      return .term(term)
    default: return node
    }
  }

  /// How many records of the query's kinds meet a condition.
  private func finds(_ condition: Query.Node) -> Int {
    var asking = Query(text: query.text, condition: condition)
    asking = asking.narrowed(to: kinds.map { open.kinds[$0].name })
    do throws(QueryError) {
      return Evaluator(index: open.index).answer(try open.binder.bind(asking), isSorted: false).total
    } catch {
      return 0
    }
  }

  /// The fields that a bare word looks in.
  private func searched(_ kinds: [Int]) -> [String] {
    var names: [String] = []
    for field in kinds.flatMap({ open.kinds[$0].search }) where !names.contains(field.dotted) { names.append(field.dotted) }
    return names
  }

  /// The groups of the palettes of some fields.
  private func groups(of columns: [String], _ kinds: [Int]) -> [String] {
    columns.compactMap { try? open.path($0, kinds: kinds) }.compactMap { open.field(of: $0) }
      .flatMap { $0.paletteGroups.map(\.name) }
  }

  /// The group of the palette that a colour is of, as people are to read it; nil for what is no colour of the field.
  private func group(of word: String, _ path: Query.Path, _ kinds: [Int]) -> String? {
    (try? open.path(path.dotted, kinds: kinds)).flatMap { open.field(of: $0) }.flatMap { Self.group(of: word, $0) }
  }

  /// The same for a word that may be the group itself, be it one of its colours that is meant: `blue` is of `blues`.
  private static func group(of word: String, _ field: Kind.Field) -> String? {
    let names = ValueWords.names(of: field, named: word)
    let folded = Folding.vocabulary(word)
    let group = field.paletteGroups.first { group in
      [group.name, group.label].contains { [folded, folded + Array("s".utf8)].contains(Folding.vocabulary($0)) }
    }
    let known =
      group
      ?? field.palette.first { names.contains($0.name) }.flatMap { color in
        field.paletteGroups.first { $0.name == color.group }
      }
    return known.map { field.language.isEnglish ? $0.name : $0.label }
  }

  /// The word nearest to another among what records have in some fields: the values, of references the titles too, and the words of values.
  private func nearest(to word: String, _ columns: [String], besides groups: [String]) -> String? {
    var search = NearestWordSearch(word)
    for group in groups { search.offer(group) }
    var left = Self.mostValues
    for column in columns {
      guard let path = try? open.path(column, kinds: kinds) else { continue }
      for (kind, way) in path.ways.sorted(by: { $0.key < $1.key }) where !way.counts {
        let table = open.index.tables[way.references.last?.kind ?? kind]
        table.visitValues(ofColumn: way.column) { pool, value in
          left -= 1
          if let target = pool.target(value) { search.offer(open.index.title(of: target)) }
          pool.bytes(value).withUnsafeBufferPointer { search.offer(textAndWords: $0) }
          return left > 0
        }
      }
    }
    return search.found
  }
}
