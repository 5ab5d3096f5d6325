// What planners see of a catalogue: one moment of it, asked and never changed. Decision 0023 says why.

package import VitrineModel
package import VitrineSource

/// A catalogue as planners ask it. Paths are relative to the root, with `/` between parts; lists of paths are in byte order.
package protocol ChangeSource {
  /// What `vitrine.yaml` says.
  var manifest: Manifest { get }
  /// The kinds, in the order of the collections.
  var kinds: [Kind] { get }
  /// The paths of the files of saved queries.
  var viewPaths: [Path] { get }

  /// The bytes of a text of the catalogue; nil where there is none, or it cannot be read.
  func text(at path: Path) -> [UInt8]?
  /// What the system says of a file, so that an image can be moved without being read; nil where there is no plain file.
  func trace(at path: Path) -> FileTrace?
  /// The file of the catalogue that a path leads to through symbolic links; nil where there are none, or they lead elsewhere.
  func target(ofLinkAt path: Path) -> Path?
  /// Whether any file or folder stands at a path.
  func isTaken(_ path: Path) -> Bool

  /// All files below a folder, whatever they are and whoever ignores them.
  func files(below folder: Path) -> [FolderFile]

  /// The record at a path; nil where there is none.
  func record(at path: Path) -> RecordEntry?
  /// All records of a kind, by its place in `kinds`.
  func records(ofKind kind: Int) -> [RecordEntry]
  /// The records of a kind that have a name as the last part of their id or as their title, regardless of case and marks. Others may be among them.
  func records(ofKind kind: Int, maybeCalled name: String) -> [RecordEntry]
  /// The records of a kind of which a scalar value of a field is meant, whatever list it lies in.
  func records(ofKind kind: Int, with field: FieldPath, where isMeant: (String) -> Bool) -> [RecordEntry]
  /// The values in other records, and in itself, that name a record.
  func references(to path: Path) -> [RecordMention]
  /// The values of a record that name others, and the record each leads to; those that lead nowhere, or to several, are left out.
  func references(from path: Path) -> [(mention: RecordMention, target: Path)]
  /// All records, of any kind, whose id, or the last part of it, Unicode calls the same as a name's; others besides do no harm.
  func records(named name: Path) -> [RecordEntry]
  /// All values that lead to a record now and would mean the one at a path, were there no other; others besides do no harm.
  func references(nearPath path: Path) -> [(mention: RecordMention, target: Path)]
  /// The record above one by place; nil where there is none.
  func parent(of path: Path) -> RecordEntry?
  /// The records that have one as their parent by place.
  func children(of path: Path) -> [RecordEntry]
  /// The photos of a record: those beside it, then those that it lists besides.
  func photos(of path: Path) -> [RecordPhoto]
  /// The records of the image at a path, by place or by being listed; none for what is no image, or nobody's.
  func owners(ofPhotoAt path: Path) -> [Path]
  /// The values of a record that name photos of it, whether or not these are there.
  func listedPhotos(of path: Path) -> [ListedPhoto]
}

/// A file of a folder.
package struct FolderFile: Sendable, Hashable {
  /// Its path.
  package var path: Path
  /// False for a symbolic link and for what holds no bytes.
  package var isPlain: Bool

  /// A file of the given kind.
  package init(path: Path, isPlain: Bool) {
    self.path = path
    self.isPlain = isPlain
  }
}

/// A record as planners name it.
package struct RecordEntry: Sendable, Hashable {
  /// The path of its file.
  package var path: Path
  /// The place of its kind in `ChangeSource.kinds`.
  package var kind: Int
  /// The display title; the last part of the id where the record has none.
  package var title: String

  /// A record of the given path, kind and title.
  package init(path: Path, kind: Int, title: String) {
    self.path = path
    self.kind = kind
    self.title = title
  }

  /// The record of these facts.
  package init(_ facts: RecordFacts) { self.init(path: facts.path, kind: facts.kind, title: facts.title) }
}

/// A value that names a record.
package struct RecordMention: Sendable, Hashable {
  /// The file it stands in.
  package var path: Path
  /// The JSON Pointer of the value.
  package var pointer: String
  /// The name as it is written: an id or the last part of one, perhaps with `.yaml`.
  package var text: String
  /// The name of the kind that is meant.
  package var kind: String

  /// A mention of the given parts.
  package init(path: Path, pointer: String, text: String, kind: String) {
    self.path = path
    self.pointer = pointer
    self.text = text
    self.kind = kind
  }
}

/// An image of a record.
package struct RecordPhoto: Sendable, Hashable {
  /// The path of the image.
  package var path: Path
  /// The paths of all records that it belongs to, by place or by being listed.
  package var owners: [Path]

  /// An image of the given path and records.
  package init(path: Path, owners: [Path]) {
    self.path = path
    self.owners = owners
  }
}
