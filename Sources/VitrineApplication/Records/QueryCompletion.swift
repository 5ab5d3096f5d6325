// What may follow in a word of a query that is being typed: kinds, fields, values that records really have.

import VitrineAnswers
package import VitrineCatalog
import VitrineIndex
package import VitrineModel
package import VitrineQuery
import VitrineRules
import VitrineSource
import VitrineText

/// The candidates for one word of a query. Records are only read where their values are asked for.
package struct QueryCompletion {
  /// A candidate: the whole word, and a few words on it.
  package typealias Candidate = (word: String, words: String)

  /// The most values that are offered, those with the most records first.
  package static let mostValues = 200

  private let kinds: [Kind]
  private let names: FieldNames
  /// The kinds that the line speaks of; all where it names none.
  private let wanted: [Int]
  /// The saved queries.
  private let views: () -> [SavedView]
  /// Opens as much of the catalogue as values are asked of; nil where that fails.
  private let open: (CatalogueLoader.Options) -> OpenCatalogue?
  /// Whether a candidate has what is typed as it is typed, as shells need it; else each is as the catalogue writes it.
  private let keepsTyped: Bool
  /// Whether values are to be written into a record: there a day is one day, and no period.
  private let isForValues: Bool

  /// Candidates in a catalogue of some kinds. `line` is what stands on the command line so far: a kind in it narrows the fields, and so do the kinds that
  /// are known to be `meant`.
  package init(
    kinds: [Kind], line: String, meant: Set<String>? = nil, keepsTyped: Bool = true, isForValues: Bool = false,
    views: @escaping () -> [SavedView],
    open: @escaping (CatalogueLoader.Options) -> OpenCatalogue?
  ) {
    self.kinds = kinds
    self.keepsTyped = keepsTyped
    self.isForValues = isForValues
    self.views = views
    self.open = open
    names = FieldNames(kinds.map { TableLayout(kind: $0) })
    let words = line.split(separator: " ").dropLast(line.last == " " ? 0 : 1).map { word in
      word.hasPrefix("kind:") ? word.dropFirst(5) : word
    }
    let named = kinds.indices.filter { words.contains(kinds[$0].name[...]) || words.contains(kinds[$0].plural[...]) }
    let known = meant.map { meant in kinds.indices.filter { meant.contains(kinds[$0].name) } } ?? named
    wanted = known.isEmpty ? Array(kinds.indices) : known
  }

  /// The candidates for a word of which `start` is typed.
  package func candidates(_ start: String) -> [Candidate] {
    let signs = start.prefix { $0 == "-" || $0 == "(" }
    let word = start.dropFirst(signs.count)
    let found: [Candidate]
    if word.hasPrefix("@") {
      found = views().map { ("@" + $0.name, $0.title.isEmpty ? "a saved query" : $0.title) }
    } else if let colon = word.firstIndex(of: ":") {
      found = afterColon(String(word[..<colon]), word[word.index(after: colon)...])
    } else {
      found = words(isFirst: signs.isEmpty) + fields(suffix: ":")
    }
    let folded = Folding.fold(String(word))
    return found.filter { $0.word.hasPrefix(word) || (!keepsTyped && Folding.fold($0.word).starts(with: folded)) }
      .map { (signs + $0.word, $0.words) }
  }

  /// The values of a field that begin with what is typed: those of its schema, or as they stand in records, the most used first.
  package func values(of name: String, startingWith start: String) -> [Candidate] {
    var ways: [Int: BoundPath.Way] = [:]
    for kind in wanted { ways[kind] = names.way(to: name, kind: kind) }
    guard !ways.isEmpty, !ways.values.contains(where: \.counts) else { return [] }
    let fields = ways.sorted { $0.key < $1.key }.map { kind, way in
      names.layouts[way.references.last?.kind ?? kind].columns[way.column].field
    }
    let folded = Folding.fold(start)
    let listed = fields.flatMap { declared($0, isTyping: !start.isEmpty, from: "") }
    if !listed.isEmpty {
      return listed.filter { value in
        let text = Folding.fold(value.word)
        return text.starts(with: folded) || text.split(separator: UInt8(ascii: " ")).contains { $0.starts(with: folded) }
      }
    }
    return live(BoundPath(written: name, ways: ways), start[...])
  }

  private func words(isFirst: Bool) -> [Candidate] {
    let own = wanted.count == kinds.count ? kinds : []
    var words: [Candidate] = isFirst ? own.map { ($0.name, $0.title) } + own.map { ($0.plural, "all of them") } : []
    words += [("is:", "a state, such as invalid"), ("has:", "a field with a value"), ("no:", "a field without a value")]
    words += [("kind:", "the kind"), ("rule:", "a rule that found something"), ("path:", "a part of the path")]
    guard isFirst else { return words }
    return words + [("sort:", "the order"), ("limit:", "the most records"), ("group:", "headings"), ("show:", "columns")]
  }

  private func fields(prefix: String = "", suffix: String = "") -> [Candidate] {
    var seen: Set<String> = []
    return wanted.flatMap { names.names(forKind: $0) }.filter { seen.insert($0.text).inserted }.map {
      (prefix + $0.text + suffix, $0.title)
    }
  }

}

// MARK: after a colon

extension QueryCompletion {
  private func afterColon(_ name: String, _ rest: Substring) -> [Candidate] {
    let base = name + ":"
    switch name {
    case "is": return RecordState.allCases.map { (base + $0.rawValue, $0.summary) }
    case "has", "no": return fields(prefix: base)
    case "kind": return listed(kinds.map { ($0.name, $0.title) }, base, rest)
    case "rule": return listed(RuleBook.all.map { ($0.slug, $0.summary) }, base, rest)
    case "sort":
      let done = String(rest[..<(rest.lastIndex(of: ",").map { rest.index(after: $0) } ?? rest.startIndex)])
      return fields(prefix: base + done) + fields(prefix: base + done + "-")
    case "group", "show":
      return fields(prefix: base + rest[..<(rest.lastIndex(of: ",").map { rest.index(after: $0) } ?? rest.startIndex)])
    case "limit": return []
    default: return values(of: name, base, rest)
    }
  }

  /// Words that stand behind a comma, too.
  private func listed(_ words: [Candidate], _ base: String, _ rest: Substring) -> [Candidate] {
    let done = rest[..<(rest.lastIndex(of: ",").map { rest.index(after: $0) } ?? rest.startIndex)]
    return words.map { (base + done + $0.word, $0.words) }
  }

  private func values(of name: String, _ base: String, _ rest: Substring) -> [Candidate] {
    var done = rest[..<(rest.lastIndex(of: ",").map { rest.index(after: $0) } ?? rest.startIndex)]
    var ways: [Int: BoundPath.Way] = [:]
    for kind in wanted { ways[kind] = names.way(to: name, kind: kind) }
    for word in Query.operators.filter({ $0.completesValues }).map({ $0.word }) where done.isEmpty && rest.hasPrefix(word) {
      done = rest.prefix(word.count)
    }
    let fields = ways.sorted { $0.key < $1.key }.map { kind, way in
      names.layouts[way.references.last?.kind ?? kind].columns[way.column].field
    }
    guard !fields.isEmpty, !ways.values.contains(where: \.counts) else { return [] }
    var start: String?
    if fields.contains(where: \.isOrdered), let dots = rest.indices.last(where: { rest[$0...].hasPrefix("..") }) {
      start = String(rest[done.endIndex..<dots])
      done = rest[...rest.index(after: dots)]
    }
    var values: [Candidate] = []
    for field in fields { values += declared(field, isTyping: !rest.dropFirst(done.count).isEmpty, from: start ?? "") }
    if fields.contains(where: { isOpen($0) }) { values += live(BoundPath(written: name, ways: ways), rest.dropFirst(done.count)) }
    var seen: Set<String> = []
    return values.compactMap { value in
      guard let word = written(base + done, value.word, rest.dropFirst(done.count)), seen.insert(word).inserted else {
        return nil
      }
      return (word, value.words)
    }
  }

  /// Whether only the records tell what values a field has.
  private func isOpen(_ field: Kind.Field) -> Bool {
    switch field.meaning {
    case .text, .reference, .number: true
    case .enumeration, .boolean, .date, .dateInt, .dateTime, .time, .color, .location, .map: false
    }
  }

  /// The values that the schema tells. What ends a range is not before its start.
  private func declared(_ field: Kind.Field, isTyping: Bool, from start: String) -> [Candidate] {
    switch field.meaning {
    case .enumeration:
      let key = Folding.fold(start)
      let first = field.aliases.first { Folding.fold($0.word) == key }.map { Folding.fold($0.value) } ?? key
      let values = field.isOrdered ? field.values.drop { !start.isEmpty && Folding.fold($0) != first } : field.values[...]
      let words = (values.isEmpty ? field.values[...] : values).map { value -> Candidate in
        (value, field.marks[value].map { "\($0.glyph) \($0.label)" } ?? "")
      }
      // Other words only help those who begin to type them.
      guard isTyping else { return words }
      return words + field.aliases.filter { alias in words.contains { $0.word == alias.value } }.map { ($0.word, $0.value) }
    case .color:
      let groups = isForValues ? [] : field.paletteGroups.map { (word: $0.name, words: $0.label) }
      let names = field.palette.map { (word: $0.name, words: $0.hex) }
      return names + groups + (isTyping ? field.aliases.map { ($0.word, $0.value) } : [])
    case .boolean: return [("true", ""), ("false", "")]
    case .dateTime where isForValues: return [("now", "")]
    case .time where isForValues: return [("now", "")]
    case .date where isForValues, .dateInt where isForValues: return ["today", "yesterday", "tomorrow"].map { ($0, "") }
    case .date, .dateInt, .dateTime:
      let spans = ["week", "month", "quarter", "year"]
      let words =
        ["today", "yesterday", "tomorrow"] + ["this", "last", "next"].flatMap { side in spans.map { "\(side)-\($0)" } }
      return words.map { ($0, "") }
    case .text, .number, .time, .reference, .location, .map: return []
    }
  }

  /// The values that records have, the most used first. Only records of the kinds that are concerned are read.
  private func live(_ path: BoundPath, _ typed: Substring) -> [Candidate] {
    guard let open = open(concerned(path)) else { return [] }
    let rows = path.ways.keys.sorted().flatMap { kind in
      let table = open.index.tables[kind]
      return (0..<table.rowCount).filter { table.isLive($0) }.map { RowID(table: kind, row: $0) }
    }
    let start = Folding.fold(String(typed.drop { $0 == "\"" }))
    var values = Facets(index: open.index, rows: rows).facet(by: FacetKey(path: path)).values.enumerated().map { $0 }
    if typed.contains("/") {
      // Who writes a folder wants the whole id of the record.
      for place in values.indices {
        if let target = values[place].element.target(in: open.index) { values[place].element.text = open.index.id(of: target) }
      }
    }
    values = values.filter {
      let text = $0.element.text
      return !$0.element.isMissing && !text.isEmpty && text.utf8.count <= 80 && !text.contains { $0.isNewline || $0 == "\t" }
        && Folding.fold(text).starts(with: start)
    }
    let sorted = values.sorted { ($1.element.tally.count, $0.offset) < ($0.element.tally.count, $1.offset) }
    return sorted.prefix(Self.mostValues).map { value in
      let words = value.element.target(in: open.index).map { open.index.title(of: $0) } ?? "\(value.element.tally.count)"
      return (value.element.text, words)
    }
  }

  /// What has to be read for the values of a field: the kinds that have it, and those that it refers to.
  private func concerned(_ path: BoundPath) -> CatalogueLoader.Options {
    var options = CatalogueLoader.Options()
    options.readsPhotos = false
    var concerned: Set<Int> = []
    for (kind, way) in path.ways {
      concerned.insert(kind)
      for step in way.references { concerned.insert(step.kind) }
      let column = names.layouts[way.references.last?.kind ?? kind].columns[way.column]
      options.readsPhotos = options.readsPhotos || column.field.path.names.first == BuiltIn.photo.names.first
      guard case .reference(let wanted) = column.field.meaning else { continue }
      // What lies above a record may be of any kind, and so may be what refers to it.
      concerned.formUnion(kinds.indices.filter { wanted == nil || column.isBuiltIn || kinds[$0].name == wanted })
    }
    options.kinds = Set(concerned.map { kinds[$0].name })
    return options
  }
}

// MARK: values as arguments

extension QueryCompletion {
  /// A term as an argument has to be: with what is typed of the value as it is typed, since queries do not care for case and marks, but
  /// shells do; bare where that means the value and nothing else, else in quotes of the query language. Where a bare start is typed
  /// already, as much of the value as can stand bare. Nil where the value does not begin with what is typed.
  private func written(_ base: String, _ value: String, _ typed: Substring) -> String? {
    if typed.hasPrefix("\"") {
      return begun(value, typed.dropFirst()).map { "\(base)\"\(Self.escaped($0))\"" }
    }
    guard var begun = begun(value, typed) else { return nil }
    if isBare(begun, base) { return base + begun }
    if typed.isEmpty { return "\(base)\"\(Self.escaped(value))\"" }
    while let blank = begun.lastIndex(of: " ") {
      begun = String(begun[..<blank])
      if begun.count < typed.count { return nil }
      if isBare(begun, base) { return base + begun }
    }
    return nil
  }

  /// A value with what is typed in place of its start; nil where it does not begin so.
  private func begun(_ value: String, _ typed: Substring) -> String? {
    if value.hasPrefix(typed) { return value }
    let start = value.prefix(typed.count)
    guard start.count == typed.count, Folding.fold(String(start)) == Folding.fold(String(typed)) else { return nil }
    if !keepsTyped { return value }
    return String(typed) + value.dropFirst(typed.count)
  }

  /// Whether a value behind a field means itself as it is, blanks and all.
  private func isBare(_ value: String, _ base: String) -> Bool {
    if value.utf8.allSatisfy({ ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || ($0 >= 0x30 && $0 <= 0x39) }) { return true }
    let name = base.prefix { $0 != ":" }
    do throws(QueryError) {
      let query = try QueryParser.parse(QueryArguments.text(of: ["\(name):\(value)"]))
      guard case .term(let term) = query.condition, term.values.count == 1, case .text(value, _) = term.values[0].form else {
        return false
      }
      return true
    } catch {
      return false
    }
  }

  private static func escaped(_ value: String) -> String {
    value.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
  }
}

extension FacetValue {
  /// The record that a value of a reference names.
  fileprivate func target(in index: RecordIndex) -> RowID? {
    guard let source, let id = source.values.first else { return nil }
    return index.tables[source.table].pools[source.column].target(id)
  }
}
