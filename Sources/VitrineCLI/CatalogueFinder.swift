// The records of a catalogue as a finder takes them.

import VitrineCatalog
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineSyntax
import VitrineTerminal
import VitrineText

/// Makes a catalogue what a finder looks among: as often as it is read.
struct CatalogueFinder {
  private let session: Session
  private let words: [String]
  /// The first query.
  let query: String
  private let kindName: String?

  /// A finder of the records that some words are about: a kind, if the first word is one, and a first query.
  ///
  /// Errors: there is no catalogue here.
  init(_ session: Session, words: [String]) throws {
    self.session = session
    self.words = words
    let kinds = KindNames.inCatalogue(above: try session.root())
    let kind = words.first.flatMap { word in kinds.first { $0.name == word || $0.plural == word } }
    kindName = kind?.name
    query = words.dropFirst(kind == nil ? 0 : 1).joined(separator: " ")
  }

  /// Reads the catalogue.
  ///
  /// Errors: it cannot be read.
  func source(tellingFaults: Bool) throws -> FinderSource {
    let catalogue = tellingFaults ? try session.loadRecords() : try session.load(keepsTrees: true)
    let facts = catalogue.snapshot.catalogue
    let kinds = facts.kinds.indices.filter { kindName == nil || facts.kinds[$0].name == kindName }
    let ordered = kinds.flatMap { kind in
      RecordOrder(facts.kinds[kind]).sorted(facts.records.indices.filter { facts.records[$0].kind == kind }, catalogue)
    }
    var ranking = TitleRanking()
    for record in facts.records { ranking.append { $0 += Folding.fold(record.title) } }
    let titles = facts.records.map { Folding.fold($0.title) }
    let hasSeveralKinds = kinds.count > 1
    return FinderSource(
      total: ordered.count,
      search: { [ranking] text in
        let words = text.split(separator: " ").map { Folding.fold(String($0)) }
        let found = ordered.filter { item in words.allSatisfy { word in Self.contains(titles[item], word) } }
        return .found(ranking.ranked(found, by: words), words: words)
      },
      row: { item in
        let record = facts.records[item]
        let kind = facts.kinds[record.kind]
        let tree = catalogue.trees[item]
        let cells = tree.withReader { reader in
          kind.columns.filter { $0 != kind.display }.map { path in
            FinderRow.Cell(
              tree.roots.first.map { RecordColumn(path, kind).cell(reader, root: $0).words } ?? "",
              isSearched: kind.search.contains(path))
          }
        }
        return FinderRow(
          title: FinderRow.Cell(record.title, isSearched: true),
          details: (hasSeveralKinds ? [FinderRow.Cell(kind.title, isSearched: false)] : []) + cells)
      },
      page: { item, width in RecordPage(item, catalogue, Look(color: false, width: width)).text },
      key: { facts.records[$0].path })
  }

  private static func contains(_ text: [UInt8], _ word: [UInt8]) -> Bool {
    guard word.count <= text.count else { return false }
    return (0...text.count - word.count).contains { text[$0...].starts(with: word) }
  }
}
