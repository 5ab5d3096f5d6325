// `vitrine complete`: what completion scripts ask while a person types.

import VitrineCatalog
import VitrineCommandLine
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource

/// Prints the candidates for one sort of value.
enum CompleteCommand: CommandFile {
  private static let sort = Positional.one("SORT", "kind, plural, rule, schema, record, field or query")
  private static let prefix = Positional.any("PREFIX", isAfterDashes: true, "what is typed already")

  static let command = Command<Session>(
    name: "complete", summary: "print candidates for completion", isHidden: true, positionals: [sort, prefix],
    manual: Manual(examples: [("vitrine complete rule -- dup", "prints the rules that begin with 'dup'")])
  ) { session, arguments in
    let start = arguments[prefix].first ?? ""
    for candidate in candidates(arguments[sort], session) where candidate.word.hasPrefix(start) {
      session.print(candidate.words.isEmpty ? "\(candidate.word)\n" : "\(candidate.word)\t\(candidate.words)\n")
    }
    return .well
  }

  private static func candidates(_ sort: String, _ session: Session) -> [(word: String, words: String)] {
    let kinds = KindNames.inCatalogue(above: Path.real(session.folder))
    switch sort {
    case "kind": return (kinds.isEmpty ? SchemaStore().kindNames : kinds.map(\.name)).map { ($0, "") }
    case "plural": return kinds.map { ($0.plural, "") }
    case "rule": return RuleBook.all.map { ($0.slug, $0.summary) }
    case "schema": return Stock.names(under: SchemaStore.folder).map { (SchemaStore.shortName(of: $0), "") }
    case "record": return records(session)
    case "field": return fields(session)
    default: return []
    }
  }

  private static func records(_ session: Session) -> [(word: String, words: String)] {
    guard let facts = loaded(session)?.snapshot.catalogue else { return [] }
    return facts.records.map { (RecordID.id(ofPath: $0.path), $0.title.filter { !$0.isNewline && $0 != "\t" }) }
  }

  private static func fields(_ session: Session) -> [(word: String, words: String)] {
    guard let facts = loaded(session)?.snapshot.catalogue else { return [] }
    var seen: Set<String> = []
    return facts.kinds.flatMap(\.fields).filter { seen.insert($0.path.dotted).inserted }.map { ($0.path.dotted, $0.title) }
  }

  /// The catalogue; nil, and no word about it, where it cannot be read: a person in the middle of a line wants no messages.
  private static func loaded(_ session: Session) -> LoadedCatalogue? {
    do { return try session.load() } catch { return nil }
  }
}
