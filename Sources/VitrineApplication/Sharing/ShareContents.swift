// What a bundle holds: records without what is private, their photos, and what a catalogue needs to be read elsewhere.

import VitrineCatalog
import VitrineChanges
import VitrineEditing
import VitrineFiles
package import VitrineModel
import VitrinePhotos
package import VitrineRules
package import VitrineSharing
package import VitrineSource
import VitrineSystem

/// A record or a photo that stays at home.
package struct LeftOut: Sendable, Hashable {
  /// The path of its file.
  package var path: Path
  /// The reason, without a full stop.
  package var reason: String
  /// True where it could be shared with all its metadata.
  package var isForMetadata = false

  /// The reason, and what can be done on the command line.
  package var words: String { isForMetadata ? "\(reason); --keep-metadata shares it as it is" : reason }
}

/// The contents of a bundle.
package struct ShareContents: Sendable {
  /// A record of the bundle.
  package struct Record: Sendable {
    /// What the catalogue knows of it.
    package var around: RecordSurroundings
    /// Its text as it goes out.
    package var text: [UInt8]
    /// Its photos that may go out.
    package var photos: [PhotoFacts]
  }

  /// The records, in the order of the selection.
  package private(set) var records: [Record] = []
  /// Records that cannot be shared, and why.
  package private(set) var leftOut: [LeftOut] = []
  /// How many records go out with less than they have.
  package private(set) var withoutPrivate = 0
  /// The paths of records that are referred to and stay at home, in byte order.
  package private(set) var missing: [Path] = []
  /// The texts that make it a catalogue: the manifest and schemas.
  package private(set) var frame: [(path: Path, text: [UInt8])] = []

  /// The contents of a bundle of these records.
  ///
  /// - Parameter showsCopies: true where photos that browsers do not show are shown by copies of their pixels, which say nothing of what the files say: then those
  ///   may come along, too, whose metadata cannot be taken out.
  ///
  /// Errors: the catalogue's folder cannot be opened.
  package init(_ selection: ExportSelection, _ choice: MetadataChoice, showsCopies: Bool = false) throws {
    let catalogue = selection.catalogue
    let hidden = catalogue.kinds.map { PrivateFields($0) }
    let members = selection.sorted
    let paths = Set(members.map(\.path))
    var missing: Set<Path> = []
    var told: Set<Path> = []
    for piece in try Self.pieces(members, catalogue, hidden, choice, showsCopies) {
      switch piece {
      case .none(let path, let reason): leftOut.append(LeftOut(path: path, reason: reason))
      case .record(let record, let hasLess, let unshared):
        if hasLess { withoutPrivate += 1 }
        records.append(record)
        for photo in unshared where told.insert(photo.path).inserted {
          let format = photo.format.flatMap { ImageFormat(rawValue: $0) }?.words ?? "an unknown format"
          leftOut.append(LeftOut(path: photo.path, reason: "metadata cannot be taken out of \(format)", isForMetadata: true))
        }
        let own = hidden[record.around.facts.kind]
        for (reference, target) in zip(record.around.facts.references, record.around.targets) {
          guard case .record(let other) = target, !own.contain(pointer: reference.pointer) else { continue }
          if !paths.contains(other.path) { missing.insert(other.path) }
        }
        if let parent = record.around.parent, !paths.contains(parent.path) { missing.insert(parent.path) }
      }
    }
    self.missing = missing.sorted { $0 < $1 }
    frame = Self.frame(catalogue, kinds: Set(records.map(\.around.facts.kind)))
  }

  /// The paths of all photos, each once, in byte order.
  package var photos: [Path] {
    Set(records.flatMap { $0.photos.map(\.path) }).sorted()
  }

  // MARK: records

  private enum Piece: Sendable {
    case record(Record, hasLess: Bool, unshared: [PhotoFacts])
    case none(path: Path, reason: String)
  }

  private static func pieces(
    _ members: [ExportSelection.Member], _ catalogue: LoadedCatalogue, _ hidden: [PrivateFields], _ choice: MetadataChoice,
    _ showsCopies: Bool
  ) throws -> [Piece] {
    let root = try OpenRoot(Path(catalogue.root))
    return Parallel.map(members.count) {
      FolderReader(root)
    } _: { reader, index in
      let (path, kind) = (members[index].path, members[index].kind)
      guard var around = catalogue.book.surroundings(ofRecordAt: path) else { return .none(path: path, reason: "it is gone") }
      around.photos = catalogue.chronological(around.photos, in: around.facts)
      let bytes: [UInt8]
      do throws(FileError) { bytes = try reader.read(path: path) } catch { return .none(path: path, reason: error.reason) }
      let all = photos(of: around, hidden[kind])
      let unshared = choice == .kept ? [] : all.filter { !canStrip($0) && !(showsCopies && isCopied($0)) }
      let names = Set(unshared.map(\.path))
      let pointers = around.facts.photos.filter { names.contains(PhotoPath.resolve($0.file, from: path)) }.map(\.pointer)
      do throws(EditRefusal) {
        let (named, text) = (try hidden[kind].removed(from: bytes), try hidden[kind].removed(from: bytes, unnamed: pointers))
        let record = Record(around: around, text: text, photos: all.filter { !names.contains($0.path) })
        return .record(record, hasLess: named.count != bytes.count, unshared: unshared)
      } catch {
        return .none(path: path, reason: "its private fields cannot be taken away: \(error.message)")
      }
    }
  }

  /// Whether metadata can be taken out of photos of this format; of what is no image nothing is known yet.
  private static func canStrip(_ photo: PhotoFacts) -> Bool {
    photo.format.flatMap { ImageFormat(rawValue: $0) }.map { PhotoStripping.canStrip($0) } ?? true
  }

  /// Whether a page shows a copy of a photo, and never the photo itself.
  private static func isCopied(_ photo: PhotoFacts) -> Bool {
    photo.format.flatMap { ImageFormat(rawValue: $0) }.map { $0.isDecodable && !GalleryPhoto.isSeen($0) } ?? false
  }

  /// The photos of a record, but for those that a private field names.
  private static func photos(of around: RecordSurroundings, _ hidden: PrivateFields) -> [PhotoFacts] {
    guard !hidden.isEmpty else { return around.photos }
    let names = around.facts.photos.filter { hidden.contain(pointer: $0.pointer) }
      .map { PhotoPath.resolve($0.file, from: around.facts.path) }
    return around.photos.filter { !names.contains($0.path) }
  }

  // MARK: what makes it a catalogue

  /// The manifest, and the catalogue's own schemas of kinds, of those that they speak of, and of all that they are made of.
  private static func frame(_ catalogue: LoadedCatalogue, kinds used: Set<Int>) -> [(path: Path, text: [UInt8])] {
    var kinds = used
    var waiting = Array(used)
    while let kind = waiting.popLast() {
      let named = catalogue.kinds[kind].references.map(\.kind) + [catalogue.kinds[kind].parent].compactMap(\.self)
      for name in named {
        guard let other = catalogue.kinds.firstIndex(where: { $0.name == name }) else { continue }
        if kinds.insert(other).inserted { waiting.append(other) }
      }
    }
    let names = Set(kinds.map { catalogue.kinds[$0].name })
    var files: [Path: [UInt8]] = [:]
    for name in names { files.merge(catalogue.schemas.ownSources(ofKind: name)) { first, _ in first } }
    // A kind of the stock is known everywhere.
    let manifest = SharedManifest.text(catalogue.text(at: Manifest.fileName) ?? []) { kind in
      names.contains(kind) || !catalogue.schemas.isOwn(SchemaStore.path(ofKind: kind))
    }
    files[Manifest.fileName] = manifest
    return files.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
  }
}
