// `vitrine complete`: what completion scripts ask while a person types.

import VitrineCatalog
import VitrineCommandLine
import VitrineFiles
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
    name: "complete", summary: "print candidates for completion", isHidden: true, positionals: [sort, prefix],
    manual: Manual(examples: [("vitrine complete rule -- dup", "prints the rules that begin with 'dup'")])
  ) { session, arguments in
    let start = arguments[prefix].first ?? ""
    if arguments[sort] == "query" {
      let outline = outline(session)
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
    let kinds = KindNames.inCatalogue(above: Path.real(session.folder))
    switch sort {
    case "kind": return (kinds.isEmpty ? SchemaStore().kindNames : kinds.map(\.name)).map { ($0, "") }
    case "plural": return kinds.map { ($0.plural, "") }
    case "rule": return RuleBook.all.map { ($0.slug, $0.summary) }
    case "schema": return Stock.names(under: SchemaStore.folder).map { (SchemaStore.shortName(of: $0), "") }
    case "record": return records(session)
    case "field": return fields(start, session)
    case "view": return views(outline(session)).map { ($0.name, $0.title) }
    default: return []
    }
  }

  private static func records(_ session: Session) -> [(word: String, words: String)] {
    guard let facts = loaded(session)?.snapshot.catalogue else { return [] }
    return facts.records.map { (RecordID.id(ofPath: $0.path), $0.title.filter { !$0.isNewline && $0 != "\t" }) }
  }

  /// The fields of all kinds in the shortest way to write each; after a `-`, as keys of an order that is turned round.
  private static func fields(_ start: String, _ session: Session) -> [(word: String, words: String)] {
    let kinds = outline(session)?.kinds ?? []
    let names = FieldNames(kinds.map { TableLayout(kind: $0) })
    // Several fields stand with commas between them.
    let done = start.lastIndex(of: ",").map { String(start[...$0]) } ?? ""
    let sign = start.dropFirst(done.count).hasPrefix("-") ? "-" : start.dropFirst(done.count).hasPrefix("+") ? "+" : ""
    var seen: Set<String> = []
    return kinds.indices.flatMap { names.names(forKind: $0) }.filter { seen.insert($0.text).inserted }.map {
      (done + sign + $0.text, $0.title)
    }
  }

  private static func outline(_ session: Session) -> CatalogueOutline? { CatalogueOutline(above: Path.real(session.folder)) }

  private static func views(_ outline: CatalogueOutline?) -> [SavedView] {
    (outline?.views.values ?? [:].values).sorted { $0.name < $1.name }
  }

  private static func opened(_ session: Session, _ options: CatalogueLoader.Options) -> OpenCatalogue? {
    do { return try session.openCatalogue(options, isQuiet: true) } catch { return nil }
  }

  /// The catalogue; nil, and no word about it, where it cannot be read: a person in the middle of a line wants no messages.
  private static func loaded(_ session: Session) -> LoadedCatalogue? {
    do { return try session.load() } catch { return nil }
  }
}
