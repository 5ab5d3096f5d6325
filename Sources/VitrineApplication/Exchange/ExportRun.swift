// The work of `vitrine export`: files to records to pieces on all cores, the pieces to documents in their order.

import VitrineCatalog
import VitrineChanges
import VitrineEditing
package import VitrineExchange
import VitrineFiles
package import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineRules
package import VitrineSource
import VitrineSyntax
package import VitrineSystem

/// Writes the records of a selection in a format.
package struct ExportRun {
  /// How many records are in memory at once.
  private static let batch = 4096
  /// The largest photo whose digest is made. Units: bytes.
  private static let largestPhoto = 1 << 32
  /// The most records that a preview is made of.
  private static let mostPreviewed = 10
  /// The most photos that are told of each of them: so many are more text than the longest preview.
  private static let mostPhotosPreviewed = 32

  /// The records.
  package let selection: ExportSelection
  /// The format.
  package let format: any ExportFormat.Type
  /// True where all records say where they stand.
  package let writesPaths: Bool
  /// True where photos are told.
  package let tellsPhotos: Bool
  /// Told what is left out: the path of a record, and the reason.
  package let leaveOut: (_ path: Path, _ reason: String) -> Void
  /// Counts the records that are written.
  package var count: WorkCount?
  /// True where cells that a spreadsheet would work out as formulas are escaped.
  package var escapesFormulas = false
  /// True where only the beginning is wanted: no photo is read for its digest then.
  private var isPreview = false

  /// How the file of an export begins.
  package struct Preview: Sendable, Hashable {
    /// The text, at most the bytes that were asked for; cut behind a line where it has one.
    package var text: String
    /// True where that is the whole file.
    package var isWhole: Bool
    /// True where `…` stands for the digests of photos, which are all read for them.
    package var leavesOutDigests = false
  }

  /// What an export came to.
  package struct Outcome: Sendable, Hashable {
    /// How many records could not be written; they are told.
    package var left = 0
    /// How many files were written.
    package var files = 1
    /// How many cells a spreadsheet would work out as formulas.
    package var formulas = 0
  }

  /// An export of a selection.
  package init(
    selection: ExportSelection, format: any ExportFormat.Type, writesPaths: Bool, tellsPhotos: Bool, count: WorkCount?,
    leaveOut: @escaping (_ path: Path, _ reason: String) -> Void
  ) {
    self.selection = selection
    self.format = format
    self.writesPaths = writesPaths
    self.tellsPhotos = tellsPhotos
    self.count = count
    self.leaveOut = leaveOut
  }

  private var catalogue: LoadedCatalogue { selection.catalogue }

  /// What one file became.
  private enum Piece: Sendable {
    case piece(ExportPiece)
    /// It is no record that could be written; why.
    case none(String)
  }

  /// Writes everything in one document.
  package func write(to sink: inout ByteSink) throws -> Outcome {
    var outcome = Outcome()
    try write(selection.kinds, to: &sink, &outcome)
    return outcome
  }

  /// Writes each kind in a document of its own, `PLURAL.FORMAT` in a folder.
  package func write(toFolder folder: String) throws -> Outcome {
    try OutputFile.makeFolder(folder)
    var outcome = Outcome()
    for kind in selection.kinds.sorted() {
      let file = try OutputFile(path: "\(folder)/\(catalogue.kinds[kind].plural).\(format.name)")
      var sink = ByteSink { file.write($0) }
      try write([kind], to: &sink, &outcome)
      sink.finish()
      try file.finish()
    }
    outcome.files = selection.kinds.count
    return outcome
  }

  /// How the document of all begins, made of its first records alone, however many there are. Of a table the columns are missing that only later records
  /// have. The format is text.
  ///
  /// Units: bytes, of which 3,000 may be asked for. Errors: the catalogue's folder cannot be read.
  package func preview(mostBytes: Int) throws(FileError) -> Preview {
    var run = self
    run.isPreview = true
    run.count = nil
    let outline = self.outline(of: selection.kinds)
    var writer = format.writer(outline)
    let root = try OpenRoot(Path(catalogue.root))
    var sink = ByteSink()
    var (isWhole, shown, hasPhotos) = (true, 0, false)
    let first = selection.first(Self.mostPreviewed + 1)
    for kind in outline.kinds where isWhole {
      writer.begin(kind, to: &sink)
      for member in first where catalogue.kinds[member.kind].name == kind.kind.name {
        guard shown < Self.mostPreviewed, sink.bytes.count <= mostBytes else {
          isWhole = false
          break
        }
        shown += 1
        hasPhotos = hasPhotos || tellsPhotos && !catalogue.book.withWriter { $0.photos(ofRecordAt: member.path) }.isEmpty
        for case .piece(let piece) in run.pieces(of: [member], kind, root) { writer.add(piece, to: &sink) }
      }
    }
    // Behind its last record a document has an end, which is not there yet; the rows of a table come with it.
    let begun = sink.bytes.count
    writer.end(to: &sink)
    let bytes = isWhole || begun == 0 ? sink.bytes[...] : sink.bytes[..<begun]
    guard bytes.count > mostBytes else {
      let text = String(decoding: bytes, as: UTF8.self)
      return Preview(text: text, isWhole: isWhole && !hasPhotos, leavesOutDigests: hasPhotos)
    }
    var end = mostBytes
    if let feed = bytes[..<end].lastIndex(of: 0x0A) {
      end = feed + 1
    } else {
      while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    }
    return Preview(text: String(decoding: bytes[..<end], as: UTF8.self), isWhole: false, leavesOutDigests: hasPhotos)
  }

  private func outline(of kinds: Set<Int>) -> ExportOutline {
    let all = ExchangeKind.all(catalogue.kinds, paths: writesPaths)
    return ExportOutline(kinds.map { all[$0] }, escapesFormulas: escapesFormulas)
  }

  private func write(_ kinds: Set<Int>, to sink: inout ByteSink, _ outcome: inout Outcome) throws {
    let outline = self.outline(of: kinds)
    var writer = format.writer(outline)
    let root = try OpenRoot(Path(catalogue.root))
    let all = selection.sorted
    for kind in outline.kinds {
      writer.begin(kind, to: &sink)
      let members = all.filter { catalogue.kinds[$0.kind].name == kind.kind.name }
      count?.begin("writing \(kind.kind.plural)", of: members.count)
      for start in stride(from: 0, to: members.count, by: Self.batch) {
        let batch = Array(members[start..<min(start + Self.batch, members.count)])
        for (member, piece) in zip(batch, pieces(of: batch, kind, root)) {
          switch piece {
          case .piece(let piece):
            outcome.formulas += piece.formulaCount
            writer.add(piece, to: &sink)
          case .none(let reason):
            leaveOut(member.path, reason)
            outcome.left += 1
          }
        }
      }
    }
    writer.end(to: &sink)
    if let failure = writer.failure { throw RequestError("cannot write \(format.name): \(failure)", .unavailable) }
  }

  private func pieces(of members: [ExportSelection.Member], _ kind: ExchangeKind, _ root: OpenRoot) -> [Piece] {
    let catalogue = catalogue
    let format = format
    let tellsPhotos = tellsPhotos && catalogue.photoCount > 0
    let (count, isPreview) = (count, isPreview)
    let escapesFormulas = escapesFormulas
    return Parallel.map(members.count) {
      FolderReader(root)
    } _: { reader, index in
      defer { count?.advance() }
      let path = members[index].path
      let bytes: [UInt8]
      do throws(FileError) { bytes = try reader.read(path: path) } catch { return .none(error.reason) }
      let parsed = YAML.parse(bytes)
      guard parsed.isComplete, let node = parsed.tree.roots.first else { return .none("it cannot be read as YAML") }
      let photos = tellsPhotos ? Self.photos(ofRecordAt: path, isPreview: isPreview, catalogue, &reader) : []
      let value = parsed.tree.withReader { $0.dataValue(node) }
      guard var record = ExportedRecord(kind: kind, path: path, value: value, photos: photos) else {
        return .none("it is no map of fields")
      }
      record.escapesFormulas = escapesFormulas
      if format.writesLinks { record.links = Self.links(ofRecordAt: path, catalogue) }
      return .piece(format.piece(of: record))
    }
  }

  /// The records that one hangs together with.
  private static func links(ofRecordAt path: Path, _ catalogue: LoadedCatalogue) -> ExportedLinks {
    var links = ExportedLinks()
    links.parent = catalogue.parent(of: path).map { $0.path.stem.string }
    for (mention, target) in catalogue.references(from: path) {
      links.targets[mention.kind, default: [:]][Path(mention.text)] = target.stem.string
    }
    return links
  }

  /// The photos of a record, as they are told.
  private static func photos(
    ofRecordAt path: Path, isPreview: Bool, _ catalogue: LoadedCatalogue, _ reader: inout FolderReader
  ) -> [ExportedPhoto] {
    guard let facts = catalogue.book.withWriter({ $0.facts(ofRecordAt: path) }) else { return [] }
    let photos = catalogue.book.withWriter { $0.photos(ofRecordAt: path) }
    if isPreview {
      return catalogue.chronological(photos, in: facts).prefix(mostPhotosPreviewed).map {
        ExportedPhoto(path: $0.path, digest: "…", size: $0.byteCount, taken: $0.metadata?.taken)
      }
    }
    return catalogue.chronological(photos, in: facts).map { photo in
      var digest: String?
      do throws(FileError) {
        digest = ContentDigest(try reader.read(path: photo.path, limit: largestPhoto)).hexadecimal
      } catch {
        // The photo went meanwhile, or cannot be read; the report says so.
      }
      return ExportedPhoto(path: photo.path, digest: digest, size: photo.byteCount, taken: photo.metadata?.taken)
    }
  }
}
