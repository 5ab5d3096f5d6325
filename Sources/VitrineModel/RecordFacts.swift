// What is kept of a record once its tree is gone: all that other records, photos and rules need to know of it.

package import VitrineSource
package import VitrineSyntax

/// One record as its file says it.
package struct RecordFacts: Sendable {
  /// The file's path relative to the root, with `/` between parts.
  package var path: Path
  /// The index of its kind in the catalogue's kinds.
  package var kind: Int
  /// The display title; the last part of the id where the record has none.
  package var title: String
  /// The identity, where all its parts are there.
  package var identity: Identity?
  /// The references it makes.
  package var references: [Reference] = []
  /// The photos it lists.
  package var photos: [ListedPhoto] = []
  /// What it says in the field that its kind takes from when a photo was taken; nil where there is no such day.
  package var taken: WrittenDate?
  /// What it says in the fields of numbers that its kind takes from how a photo was exposed.
  package var exposure: [WrittenNumber] = []
  /// What it says in the fields of texts that its kind takes from what a photo was taken with.
  package var equipment: [WrittenName] = []
  /// Its values of folded vocabularies.
  package var terms: [TermOccurrence] = []
  /// Where it is on the map; nil where its kind has no field for that, or the record no such place.
  package var location: LocatedPoint?
  /// The comments in it that silence rules.
  package var suppressions: [Suppression] = []
  /// The place for findings about the record as a whole: the display title, or the start.
  package var place = ByteRange(at: 0)

  /// The facts of a record of which nothing but its file, and perhaps its title, is known.
  package init(path: Path, kind: Int, title: String? = nil) {
    self.path = path
    self.kind = kind
    self.title = title ?? path.stem.name.string
  }
}

/// A place on the map, and where the record says it.
package struct LocatedPoint: Sendable, Hashable {
  /// Units: degrees, -90 to 90.
  package var latitude: Float
  /// Units: degrees, -180 to 180.
  package var longitude: Float
  /// The latitude in the file.
  package var range: ByteRange
  /// The longitude in the file.
  package var longitudeRange: ByteRange
}

/// A day or a moment that a record says.
package struct WrittenDate: Sendable, Hashable {
  /// The value as written, without quotes.
  package var text: String
  /// The value in the file.
  package var range: ByteRange
  /// The JSON Pointer of the value.
  package var pointer: String
  /// How the value is written, for edits.
  package var style: Node.Style
}

/// A number that a record says, and a photo says, too.
package struct WrittenNumber: Sendable, Hashable {
  /// What of a photo it is, by the name of the photo's member: `iso`.
  package var member: String
  /// The number.
  package var number: Double
  /// The value as written, without quotes.
  package var text: String
  /// The value in the file.
  package var range: ByteRange
  /// The JSON Pointer of the value.
  package var pointer: String
  /// How the value is written, for edits.
  package var style: Node.Style
}

/// A camera or a lens that a record says, and a photo says, too.
package struct WrittenName: Sendable, Hashable {
  /// What of a photo it is, by the name of the photo's member: `camera`.
  package var member: String
  /// The value as written, without quotes.
  package var text: String
  /// The value in the file.
  package var range: ByteRange
  /// How the value is written, for edits.
  package var style: Node.Style
}

/// A value that names another record.
package struct Reference: Sendable, Hashable {
  /// The text: an id or its last part.
  package var target: String
  /// The kind it must be of.
  package var wantedKind: String
  /// The value in the file.
  package var range: ByteRange
  /// The JSON Pointer of the value.
  package var pointer: String
  /// How the value is written, for edits.
  package var style: Node.Style
}

/// A photo that a record lists.
package struct ListedPhoto: Sendable, Hashable {
  /// The path as written: relative to the record's folder, or from the root where it starts with `/`.
  package var file: String
  /// The value in the file.
  package var range: ByteRange
  /// The JSON Pointer of the value.
  package var pointer: String
  /// When it was taken, as the record says beside it: the text of `taken` in the same map.
  package var taken: String?
  /// Where it stands among the record's photos, by a person's own order: `order` in the same map.
  package var order: Int?
  /// How the value is written, for edits.
  package var style: Node.Style

  /// Whether two are the same, to the byte: texts that Unicode calls the same may be different names of files.
  package static func == (left: ListedPhoto, right: ListedPhoto) -> Bool {
    left.file.utf8.elementsEqual(right.file.utf8) && left.range == right.range && left.pointer == right.pointer
      && left.taken == right.taken && left.order == right.order && left.style == right.style
  }
}

/// A value of a field whose values are one vocabulary across the catalogue.
package struct TermOccurrence: Sendable, Hashable {
  /// The index in the catalogue's `TermTable`.
  package var term: UInt32
  /// The value in the file.
  package var range: ByteRange
  /// How the value is written, for edits.
  package var style: Node.Style
}
