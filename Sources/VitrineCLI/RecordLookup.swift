// From a word on the command line to the one record it means.

import VitrineAnswers
import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineText

/// The search for a record by name.
enum RecordLookup {
  /// The most records that are named where a word may mean several.
  private static let mostNamed = 10

  /// The record of an id, a path, a last part or a title; of a query that only one record meets, where nothing has such a name.
  ///
  /// Errors: none, with the nearest; or several. `QueryError`: what looks like a query is none.
  static func record(named name: String, _ catalogue: LoadedCatalogue, _ session: Session) throws -> Int {
    let records = catalogue.snapshot.catalogue.records
    let id = RecordID.id(ofPath: name)
    if let exact = records.firstIndex(where: { RecordID.id(ofPath: $0.path) == id }) { return exact }
    if let relative = Path.relative(Path.absolute(name, from: session.folder), to: Path.real(catalogue.root)),
      let exact = records.firstIndex(where: { $0.path == relative || RecordID.id(ofPath: $0.path) == relative })
    {
      return exact
    }
    var matches = records.indices.filter { RecordID.lastPart(ofPath: records[$0].path) == id }
    if matches.isEmpty {
      let folded = Folding.fold(name)
      matches = records.indices.filter { Folding.fold(records[$0].title) == folded }
    }
    if matches.isEmpty, !name.isEmpty { matches = try found(name, records, session) }
    if matches.count == 1 { return matches[0] }
    guard matches.isEmpty else {
      var ids = matches.prefix(mostNamed).map { RecordID.id(ofPath: records[$0].path) }
      if matches.count > ids.count { ids.append("\(matches.count - ids.count) others") }
      let last = ids.removeLast()
      throw CommandError("'\(name)' may be \(ids.joined(separator: ", ")) or \(last); write the whole id")
    }
    let names = records.map { RecordID.lastPart(ofPath: $0.path) } + records.map(\.title)
    let nearest = NearestWord.nearest(to: name, in: names).map { "; did you mean '\($0)'?" } ?? "; 'vitrine list' lists all"
    throw CommandError("there is no record '\(name)'\(nearest)")
  }

  /// The records that a word finds as a query, in the query's order.
  private static func found(_ word: String, _ records: [RecordFacts], _ session: Session) throws -> [Int] {
    do {
      let open = try session.openCatalogue(isQuiet: true)
      let rows = try open.ask([word]).answer.rows
      let paths = Dictionary(records.enumerated().map { ($0.element.path, $0.offset) }) { first, _ in first }
      return rows.compactMap { paths[open.index.path(of: $0)] }
    } catch let error as QueryError {
      // What has no colon was not meant as a query.
      if word.contains(":") { throw error }
      return []
    }
  }
}
