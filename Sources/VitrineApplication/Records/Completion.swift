// What may follow a word that is being typed: what `vitrine complete` asks for.

import VitrineAnswers
package import VitrineCatalog
import VitrineChanges
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineRules
import VitrineSource

/// The candidates for one sort of value. The catalogue is opened only where its records are asked for.
package struct Completion {
  /// A candidate: the whole word, and a few words on it.
  package typealias Candidate = QueryCompletion.Candidate

  private let line: String
  /// The words of the line behind the program's and the command's names, and the command where it changes fields.
  private let words: [String]
  private let verb: String?
  private let folder: String
  private let kindNames: () -> [(name: String, plural: String)]
  private let outline: () -> CatalogueOutline?
  private let open: (CatalogueLoader.Options) -> OpenCatalogue?

  /// Candidates in a catalogue. `line` is what stands on the command line so far, `folder` where the person stands; `open` gives nil where the catalogue
  /// cannot be read.
  package init(
    line: String, folder: String, kindNames: @autoclosure @escaping () -> [(name: String, plural: String)],
    outline: @autoclosure @escaping () -> CatalogueOutline?, open: @escaping (CatalogueLoader.Options) -> OpenCatalogue?
  ) {
    self.line = line
    self.folder = folder
    let words = LineWords.complete(in: line)
    let verb = words.firstIndex { ["new", "set", "progress", "property"].contains($0) }
    self.words = verb.map { Array(words[($0 + 1)...]) } ?? []
    self.verb = verb.map { words[$0] }
    self.kindNames = kindNames
    self.outline = outline
    self.open = open
  }

  /// The candidates of a sort (kind, plural, rule, schema, record, staged, field, value, color, view, query, selection, assignment, stage) that begin with
  /// what is typed.
  package func candidates(of sort: String, _ start: String) -> [Candidate] {
    switch sort {
    case "query": return query.candidates(start)
    case "selection":
      // What is to be changed may follow a record without '--'.
      if verb == "set", start.contains("=") { return assignments(start) }
      // Who has begun a query means one; else a record's name is as likely.
      let isQuery = start.isEmpty || start.contains(":") || start.hasPrefix("@") || start.hasPrefix("-") || start.hasPrefix("(")
      let changes = verb == "set" && !words.isEmpty && !isQuery ? assignments(start) : []
      return query.candidates(start) + (isQuery ? [] : records(start).filter { $0.word.hasPrefix(start) }) + changes
    case "assignment": return assignments(start)
    case "value": return words.dropFirst().first.map { values(of: $0, start) } ?? []
    default: break
    }
    return all(of: sort, start).filter { $0.word.hasPrefix(start) }
  }

  private var query: QueryCompletion {
    let outline = outline()
    return QueryCompletion(kinds: outline?.kinds ?? [], line: line, views: { Self.views(outline) }, open: open)
  }

  /// `FIELD=VALUE` and the other changes of a field: the fields, then what the field may hold or holds elsewhere.
  private func assignments(_ start: String) -> [Candidate] {
    let meant = meant
    guard let equals = start.firstIndex(of: "=") else {
      return settable(meant).map { ($0.word + "=", $0.words) }.filter { $0.word.hasPrefix(start) }
    }
    let value = start[start.index(after: equals)...]
    let field = String(start[..<equals].reversed().drop { $0 == "+" || $0 == "-" }.reversed())
    let sign = String(start[..<start.index(after: equals)])
    let found = values(of: field, String(value), meant).map { (sign + $0.word, $0.words) }
    return found.isEmpty ? items(of: field, String(value), meant).map { (sign + $0.word, $0.words) } : found
  }

  /// The values of a field, for a word of which `start` is typed.
  private func values(of field: String, _ start: String, _ meant: Set<String>? = nil) -> [Candidate] {
    let query = QueryCompletion(
      kinds: outline()?.kinds ?? [], line: line, meant: meant, isForValues: true, views: { [] }, open: open)
    return query.candidates("\(field):\(start)").map { (String($0.word.dropFirst(field.count + 1)), $0.words) }
  }

  /// The items of a list of maps as they are written with slashes, `Nintendo Switch/physical`, member after member.
  private func items(of name: String, _ start: String, _ meant: Set<String>?) -> [Candidate] {
    let kinds = outline()?.kinds ?? []
    let names = FieldNames(kinds.map { TableLayout(kind: $0) })
    for kind in kinds.indices where meant?.contains(kinds[kind].name) ?? true {
      guard let way = names.way(to: name, kind: kind), way.references.isEmpty, !way.counts else { continue }
      let field = names.layouts[kind].columns[way.column].field
      let members = field.uniqueBy.compactMap { kinds[kind].field(FieldPath(field.path.names + $0.names)) }
      let done = start.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      guard field.isMap, members.count > 1, done.count < members.count else { continue }
      let before = done.map { $0 + "/" }.joined()
      let after = done.count + 1 < members.count ? "/" : ""
      let found = values(of: members[done.count].path.dotted, String(start.dropFirst(before.count)), meant)
      return found.map { (before + $0.word + after, $0.words) }
    }
    return []
  }

  /// The fields that a record can be given, in the shortest way to write each.
  private func settable(_ meant: Set<String>?) -> [Candidate] {
    let kinds = outline()?.kinds ?? []
    let names = FieldNames(kinds.map { TableLayout(kind: $0) })
    var seen: Set<String> = []
    return kinds.indices.filter { meant?.contains(kinds[$0].name) ?? true }.flatMap { kind in
      names.names(forKind: kind).filter { name in
        let column = names.layouts[kind].columns[name.column]
        if column.isBuiltIn { return verb == "new" && column.field.path == BuiltIn.parent && kinds[kind].parent != nil }
        // What the items of a list hold needs the number of one.
        return (1..<max(column.field.path.names.count, 1)).allSatisfy {
          kinds[kind].field(FieldPath(Array(column.field.path.names.prefix($0))))?.isOwnList != true
        }
      }
    }.filter { seen.insert($0.text).inserted }.map { ($0.text, $0.title) }
  }

  /// The kinds of the records that the line speaks of, by their names; nil where it does not say, or cannot be understood.
  private var meant: Set<String>? {
    let words = words.prefix { $0 != "--" }.filter { !$0.hasPrefix("-") && FieldAssignment($0) == nil }
    guard !words.isEmpty else { return nil }
    if words.contains(where: { Kind.index(calledBy: $0, among: outline()?.kinds ?? []) != nil }) {
      let named = words.compactMap { Kind.index(calledBy: $0, among: outline()?.kinds ?? []) }
      return Set(named.map { outline()?.kinds[$0].name ?? "" })
    }
    guard let open = open(CatalogueLoader.Options()) else { return nil }
    let resolver = RecordResolver(open, standingIn: folder)
    var kinds = Set(
      words.flatMap { resolver.named($0) }.compactMap { open.catalogue.book.surroundings(ofRecordAt: $0)?.facts.kind })
    if kinds.isEmpty {
      do { kinds = Set(try open.ask(words).answer.rows.map(\.table)) } catch { return nil }
    }
    return kinds.isEmpty ? nil : Set(kinds.map { open.kinds[$0].name })
  }

  /// The words for how far a record can be: the values of the fields that kinds keep a history of.
  private var stages: [Candidate] {
    var seen: Set<String> = []
    let meant = meant
    return (outline()?.kinds ?? []).filter { meant?.contains($0.name) ?? true }.flatMap { kind -> [Candidate] in
      guard let field = kind.stages else { return [] }
      return field.values.map { ($0, field.marks[$0].map { "\($0.glyph) \($0.label)" } ?? "") }
    }.filter { seen.insert($0.word).inserted }
  }

  private func all(of sort: String, _ start: String) -> [Candidate] {
    switch sort {
    case "kind":
      let kinds = kindNames()
      return (kinds.isEmpty ? SchemaStore().kindNames : kinds.map(\.name)).map { ($0, "") }
    case "plural": return kindNames().flatMap { [($0.plural, ""), ($0.name, "")] }
    case "rule": return RuleBook.all.map { ($0.slug, $0.summary) }
    case "schema": return Stock.names(under: SchemaStore.folder.string + "/").map { (SchemaStore.shortName(of: Path($0)), "") }
    case "record": return records(start)
    case "staged": return records(start) { $0.stages != nil }
    case "color":
      let fields = (outline()?.kinds ?? []).flatMap(\.fields)
      let groups = fields.flatMap { $0.paletteGroups.map { ($0.name, $0.label) } }
      let colors = fields.flatMap { field in field.palette.map { ($0.name, $0.hex) } + field.aliases.map { ($0.word, $0.value) } }
      var seen: Set<String> = []
      return (groups + colors).filter { seen.insert($0.0).inserted }
    case "field": return fields(start)
    case "stage": return stages
    case "view": return Self.views(outline()).map { ($0.name, $0.title) }
    default: return []
    }
  }

  /// The ids of all records of some kinds; after a kind and a colon those of the kind, and their last parts.
  private func records(_ start: String, where isMeant: (Kind) -> Bool = { _ in true }) -> [Candidate] {
    guard let open = open(CatalogueLoader.Options()) else { return [] }
    let index = open.index
    let colon = start.firstIndex(of: ":")
    let kind = colon.flatMap { Kind.index(calledBy: String(start[..<$0]), among: open.kinds) }
    let rows = index.tables.indices.filter { (kind == nil || kind == $0) && isMeant(open.kinds[$0]) }.flatMap { table in
      (0..<index.tables[table].rowCount).filter { index.tables[table].isLive($0) }.map { RowID(table: table, row: $0) }
    }
    let records = rows.map { (path: index.path(of: $0), title: index.title(of: $0)) }
      .sorted { $0.path < $1.path }
    // A name alone will do where no other record has it.
    var named: [String: Int] = [:]
    if kind == nil, !start.contains("/") { for record in records { named[record.path.stem.name.string, default: 0] += 1 } }
    return records.flatMap { record -> [Candidate] in
      let title = record.title.filter { !$0.isNewline && $0 != "\t" }
      guard kind != nil, let colon else {
        let name = record.path.stem.name.string
        return (!start.isEmpty && named[name] == 1 ? [(name, title)] : []) + [(record.path.stem.string, title)]
      }
      return [record.path.stem.name.string, record.path.stem.string].map { (start[...colon] + $0, title) }
    }
  }

  /// The fields of all kinds in the shortest way to write each; after a `-`, as keys of an order that is turned round.
  private func fields(_ start: String) -> [Candidate] {
    let kinds = outline()?.kinds ?? []
    let names = FieldNames(kinds.map { TableLayout(kind: $0) })
    // Several fields stand with commas between them.
    let done = start.lastIndex(of: ",").map { String(start[...$0]) } ?? ""
    let sign = start.dropFirst(done.count).hasPrefix("-") ? "-" : start.dropFirst(done.count).hasPrefix("+") ? "+" : ""
    var seen: Set<String> = []
    let fields = kinds.indices.flatMap { names.names(forKind: $0) }.filter { seen.insert($0.text).inserted }.map {
      (done + sign + $0.text, $0.title)
    }
    // A column, and no field: it is worked out of positions.
    let hasPlaces = kinds.contains { $0.location != nil } && seen.insert("near").inserted
    return fields + (hasPlaces ? [(done + sign + "near", "The nearest town")] : [])
  }

  private static func views(_ outline: CatalogueOutline?) -> [SavedView] {
    (outline?.views.values ?? [:].values).sorted { $0.name < $1.name }
  }
}

extension Kind {
  /// The field that says how far a record is: the one that the kind keeps a history of.
  fileprivate var stages: Field? {
    (histories.first?.follows ?? stamps.lazy.compactMap(\.follows).first).flatMap { field($0) }
  }
}

/// The words of a command line, as shells split them: quotes and backslashes keep what they keep.
private enum LineWords {
  /// The words that are complete: all but the one that is being typed.
  static func complete(in line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
      } else if let open = quote {
        if character == open { quote = nil } else { word = (word ?? "") + String(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character == " " || character == "\t" {
        if let whole = word { words.append(whole) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    return words
  }
}
