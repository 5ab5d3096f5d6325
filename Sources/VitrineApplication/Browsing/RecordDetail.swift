// A record with all that is around it, as a page shows it: its fields, photos, records above, below and beside it, and what is wrong with it.

package import VitrineCatalog
import VitrineChanges
package import VitrineFormats
import VitrineIndex
package import VitrineModel
package import VitrineRules
package import VitrineSource
import VitrineSyntax

/// A record as a page shows it.
package struct RecordDetail {
  /// A photo of the record.
  package struct Photo {
    /// Its path.
    package var path: Path
    /// What it is.
    package var facts: PhotoFacts
    /// All that the record says of it, in one line.
    package var words: String
    /// What it shows, as the record says; "" where it does not.
    package var caption: String
    /// What it says of itself: when, with what, how.
    package var line: String?
    /// Its size as it is looked at, `4032×3024`.
    package var size: String?
  }

  /// The kind.
  package let kind: Kind
  /// The place of the kind.
  package let kindIndex: Int
  /// The record and what is around it.
  package let around: RecordSurroundings
  /// The bytes of its file.
  package let text: [UInt8]
  /// What it says, in the order of its kind's fields.
  package let entries: [FactSheet.Entry]
  /// Its photos, in order; the one that a field chooses first.
  package let photos: [Photo]
  /// The photo that a field chooses, such as a cover.
  package let chosenPhoto: Path?
  /// The names of photos that it lists and that are not there.
  package let missingPhotos: [String]
  /// The records below it by place.
  package let children: [RecordSurroundings.Neighbour]
  /// What is wrong with it.
  package let findings: [Finding]
  /// The values of its fields that are one scalar, by their dotted paths.
  package let scalars: [String: String]

  /// The digest of the file, by which a change knows what it was made of.
  package var digest: String { ContentDigest(text).hexadecimal }

  /// The record at a path of a catalogue; nil where there is none.
  package init?(at path: Path, in catalogue: LoadedCatalogue, places: PlacesFile? = nil) {
    guard let around = catalogue.book.surroundings(ofRecordAt: path) else { return nil }
    self.around = around
    kindIndex = around.facts.kind
    let kind = catalogue.kinds[kindIndex]
    self.kind = kind
    let text = catalogue.text(at: path) ?? []
    self.text = text
    findings = catalogue.findings.findings(in: path)
    children = catalogue.children(of: path).map {
      RecordSurroundings.Neighbour(path: $0.path, title: $0.title, kind: $0.kind)
    }
    missingPhotos = around.missingPhotos.map { around.facts.photos[$0].file }
    let tree = YAML.parse(text).tree
    let references = RecordPage.references(of: around, catalogue.kinds) { record in
      FactSheet.Line([FactSheet.Piece(record.title, .record(record.path))])
    }
    var said: [Path: PhotoWords] = [:]
    var chosen: Path?
    (entries, scalars) = tree.withReader { reader in
      guard let root = tree.roots.first else { return ([], [:]) }
      var fields = RecordFields(kind, reader, references: references, places: places)
      fields.read(root)
      // Of a photo that is listed twice, what is said first counts.
      for words in fields.photoLists.flatMap({ $0.words(reader, of: kind, at: path) }) where said[words.path] == nil {
        said[words.path] = words
      }
      for field in kind.photoFields where kind.field(field)?.isList == false && chosen == nil {
        guard let value = field.member(reader, from: root), reader.resolved(value).kind == .string else { continue }
        chosen = PhotoPath.resolve(reader.text(value), from: path)
      }
      var scalars: [String: String] = [:]
      for field in kind.fields where !field.isList && !field.isMap {
        guard let value = field.path.member(reader, from: root), reader.resolved(value).isScalar,
          reader.resolved(value).kind != .null
        else { continue }
        scalars[field.path.dotted] = reader.text(value)
      }
      return (fields.entries, scalars)
    }
    var photos = catalogue.chronological(around.photos, in: around.facts).map { facts -> Photo in
      let metadata = facts.metadata
      return Photo(
        path: facts.path, facts: facts, words: said[facts.path]?.line ?? "", caption: said[facts.path]?.caption ?? "",
        line: metadata.flatMap { PhotoLine.text($0, withTime: true, in: kind.language) }, size: metadata.flatMap(PhotoLine.size))
    }
    if let place = photos.firstIndex(where: { $0.path == chosen }) { photos.insert(photos.remove(at: place), at: 0) }
    self.photos = photos
    chosenPhoto = chosen
  }
}
