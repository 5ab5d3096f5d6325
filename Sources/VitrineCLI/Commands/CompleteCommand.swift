// `vitrine complete`: what completion scripts ask while a person types.

import VitrineApplication
import VitrineCatalog
import VitrineCommandLine
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineRules
import VitrineSource

/// Prints the candidates for one sort of value.
enum CompleteCommand: CommandFile {
  private static let sort = Positional.one("SORT", "kind, plural, rule, schema, record, field, view or query")
  private static let prefix = Positional.any("PREFIX", isAfterDashes: true, "what is typed already")

  static let command = Command<Session>(
    name: "complete", summary: "print candidates for completion", isHidden: true, service: .wanted, positionals: [sort, prefix],
    manual: Manual(examples: [("vitrine complete rule -- dup", "prints the rules that begin with 'dup'")])
  ) { session, arguments in
    let start = arguments[prefix].first ?? ""
    if arguments[sort] == "query" {
      let outline = session.outline()
      let completion = QueryCompletion(
        kinds: outline?.kinds ?? [], line: session.environment("COMP_LINE") ?? "",
        views: { views(outline) }, open: { opened(session, $0) })
      for candidate in completion.candidates(start) { print(candidate, session) }
      return .well
    }
    for candidate in candidates(arguments[sort], start, session) where candidate.word.hasPrefix(start) {
      print(candidate, session)
    }
    return .well
  }

  private static func print(_ candidate: (word: String, words: String), _ session: Session) {
    session.print(candidate.words.isEmpty ? "\(candidate.word)\n" : "\(candidate.word)\t\(candidate.words)\n")
  }

  private static func candidates(_ sort: String, _ start: String, _ session: Session) -> [(word: String, words: String)] {
    switch sort {
    case "kind":
      let kinds = session.kindNames()
      return (kinds.isEmpty ? SchemaStore().kindNames : kinds.map(\.name)).map { ($0, "") }
    case "plural": return session.kindNames().flatMap { [($0.plural, ""), ($0.name, "")] }
    case "rule": return RuleBook.all.map { ($0.slug, $0.summary) }
    case "schema": return Stock.names(under: SchemaStore.folder).map { (SchemaStore.shortName(of: $0), "") }
    case "record": return records(start, session)
    case "field": return fields(start, session)
    case "view": return views(session.outline()).map { ($0.name, $0.title) }
    default: return []
    }
  }

  /// The ids of all records; after a kind and a colon those of the kind, and their last parts.
  private static func records(_ start: String, _ session: Session) -> [(word: String, words: String)] {
    guard let open = opened(session, CatalogueLoader.Options()) else { return [] }
    let index = open.index
    let colon = start.firstIndex(of: ":")
    let kind = colon.flatMap { Kind.index(calledBy: String(start[..<$0]), among: open.kinds) }
    let rows = index.tables.indices.filter { kind == nil || kind == $0 }.flatMap { table in
      (0..<index.tables[table].rowCount).filter { index.tables[table].isLive($0) }.map { RowID(table: table, row: $0) }
    }
    let records = rows.map { (path: index.path(of: $0), title: index.title(of: $0)) }
      .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    return records.flatMap { record in
      let title = record.title.filter { !$0.isNewline && $0 != "\t" }
      guard kind != nil, let colon else { return [(RecordID.id(ofPath: record.path), title)] }
      return [RecordID.lastPart(ofPath: record.path), RecordID.id(ofPath: record.path)].map { (start[...colon] + $0, title) }
    }
  }

  /// The fields of all kinds in the shortest way to write each; after a `-`, as keys of an order that is turned round.
  private static func fields(_ start: String, _ session: Session) -> [(word: String, words: String)] {
    let kinds = session.outline()?.kinds ?? []
    let names = FieldNames(kinds.map { TableLayout(kind: $0) })
    // Several fields stand with commas between them.
    let done = start.lastIndex(of: ",").map { String(start[...$0]) } ?? ""
    let sign = start.dropFirst(done.count).hasPrefix("-") ? "-" : start.dropFirst(done.count).hasPrefix("+") ? "+" : ""
    var seen: Set<String> = []
    return kinds.indices.flatMap { names.names(forKind: $0) }.filter { seen.insert($0.text).inserted }.map {
      (done + sign + $0.text, $0.title)
    }
  }

  private static func views(_ outline: CatalogueOutline?) -> [SavedView] {
    (outline?.views.values ?? [:].values).sorted { $0.name < $1.name }
  }

  /// The catalogue; nil, and no word about it, where it cannot be read: a person in the middle of a line wants no messages.
  private static func opened(_ session: Session, _ options: CatalogueLoader.Options) -> OpenCatalogue? {
    do { return try session.openCatalogue(options, isQuiet: true) } catch { return nil }
  }
}
