// From a word on the command line to the one record it means.

import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineText

/// The search for a record by name.
enum RecordLookup {
  /// The record of an id, a path, a last part or a title.
  ///
  /// Errors: none, with the nearest; or several.
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
    if matches.count == 1 { return matches[0] }
    guard matches.isEmpty else {
      let ids = matches.prefix(5).map { RecordID.id(ofPath: records[$0].path) }
      throw CommandError(
        "'\(name)' may be \(ids.joined(separator: " or "))\(matches.count > 5 ? " or others" : ""); write the whole id")
    }
    let names = records.map { RecordID.lastPart(ofPath: $0.path) } + records.map(\.title)
    let nearest = NearestWord.nearest(to: name, in: names).map { "; did you mean '\($0)'?" } ?? "; 'vitrine list' lists all"
    throw CommandError("there is no record '\(name)'\(nearest)")
  }
}
