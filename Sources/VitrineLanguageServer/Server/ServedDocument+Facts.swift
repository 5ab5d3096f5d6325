// What is known of a document as a record of the catalogue.

import VitrineApplication
import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource

extension ServedDocument {
  /// The form of a record, or of the manifest, a view or a schema; nil for anything else.
  var form: DocumentForm? {
    switch open.catalogue.role(of: path) {
    case .record: return kind.map { .kind($0) }
    case .manifest: return .kind(StockForms.manifest)
    case .view: return .kind(StockForms.view)
    case .schema: return .schema(ofKind: SchemaStore.kindName(ofPath: path) != nil)
    case .unclaimed, .conflictedCopy, .photo, .other: return nil
    }
  }

  /// The record and those around it; nil for what is no record.
  var surroundings: RecordSurroundings? { open.catalogue.book.surroundings(ofRecordAt: path) }

  /// The reference whose value has a byte, and what it leads to.
  func reference(at offset: Int) -> (reference: Reference, target: RecordSurroundings.Target)? {
    guard let around = surroundings else { return nil }
    return zip(around.facts.references, around.targets).first { $0.0.range.touches(offset) }.map { ($0.0, $0.1) }
  }

  /// The photo that the value with a byte names, whether or not it is there.
  func listedPhoto(at offset: Int) -> ListedPhoto? { surroundings?.facts.photos.first { $0.range.touches(offset) } }

  /// The path of a listed photo.
  func path(of photo: ListedPhoto) -> Path {
    photo.file.hasPrefix("/") ? Path(photo.file.dropFirst()) : Path(path.folder).appending(photo.file)
  }

  /// A place of a file of the catalogue, for messages.
  func location(_ file: Path, _ range: ByteRange, _ server: LanguageServer) -> [(String, DocumentText, ByteRange)] {
    guard let text = served.document(at: file) else { return [] }
    return [(server.uri(of: file, in: served), text, range)]
  }
}

extension RecordSurroundings.Target {
  /// The record that it is, were it of the right kind or not.
  var record: RecordSurroundings.Neighbour? {
    switch self {
    case .record(let found), .wrongKind(let found): found
    case .ambiguous, .dangling: nil
    }
  }
}

extension ByteRange {
  /// Whether a byte is in it or just after it.
  func touches(_ offset: Int) -> Bool { Int(start) <= offset && offset <= Int(end) }

  /// Whether it has anything in common with another, be it an end.
  func touches(_ other: ByteRange) -> Bool { start <= other.end && other.start <= end }
}
