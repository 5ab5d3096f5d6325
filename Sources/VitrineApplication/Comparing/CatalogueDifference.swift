// What is different between two versions of a catalogue: records, fields, photos, findings. What `vitrine diff` asks for.

package import VitrineCatalog
package import VitrineChanges
import VitrineIndex
import VitrineModel
package import VitrineSource

/// The difference of two versions of a catalogue.
package struct CatalogueDifference: Sendable {
  /// A record that is different.
  package struct Record: Sendable {
    /// Its path before; nil for one that came.
    package var oldPath: Path?
    /// Its path after; nil for one that is gone.
    package var path: Path?
    /// The name of its kind.
    package var kind: String
    /// Its title, after the change where it is there.
    package var title: String
    /// Its fields; nil where one of its texts cannot be read as a record. Empty where only the form is another.
    package var changes: [FieldChange]?
    /// Whether a byte of it is different.
    package var isRewritten = false

    /// Where it is, or was.
    package var anyPath: Path { path ?? oldPath ?? "" }
  }

  /// A photo that is different.
  package struct Photo: Sendable, Hashable {
    /// What became of a photo.
    package enum Change: String, Sendable {
      /// It came, is gone, or has other bytes.
      case added, removed, changed
    }

    /// Its path.
    package var path: Path
    /// What became of it.
    package var change: Change
  }

  /// The records, in byte order of their paths.
  package private(set) var records: [Record] = []
  /// The photos, in byte order of their paths.
  package private(set) var photos: [Photo] = []
  /// The findings that came, in report order.
  package private(set) var newFindings: [Finding] = []
  /// The findings that are gone, in report order.
  package private(set) var goneFindings: [Finding] = []

  /// True where nothing is different.
  package var isEmpty: Bool { records.isEmpty && photos.isEmpty && newFindings.isEmpty && goneFindings.isEmpty }

  /// One side of a comparison.
  package struct Side {
    /// The catalogue; nil for a version from before there was one.
    package var catalogue: LoadedCatalogue?
    /// The records that are asked for; nil for all.
    package var wanted: Set<Path>?

    /// A side of a comparison.
    package init(_ catalogue: LoadedCatalogue?, wanted: Set<Path>? = nil) {
      self.catalogue = catalogue
      self.wanted = wanted
    }
  }

  /// Compares two versions. `isSame` says of a path that stands in both that its bytes are the same, without reading them. `isSamePhoto` looks more
  /// closely at a photo of which that cannot be said, given how many bytes it has in the second version.
  package init(from old: Side, to new: Side, isSame: (Path) -> Bool, isSamePhoto: (Path, Int) -> Bool = { _, _ in false }) {
    let (before, after) = (Self.entries(of: old.catalogue), Self.entries(of: new.catalogue))
    func text(_ side: Side, _ path: Path) -> [UInt8] { side.catalogue?.text(at: path) ?? [] }
    func kind(_ side: Side, _ entry: RecordEntry) -> String { side.catalogue?.kinds[entry.kind].name ?? "" }
    func isWanted(_ oldPath: Path?, _ path: Path?) -> Bool {
      guard let oldWanted = old.wanted, let newWanted = new.wanted else { return true }
      return oldPath.map(oldWanted.contains) ?? false || path.map(newWanted.contains) ?? false
    }

    var (gone, added): ([Path: [UInt8]], [Path: [UInt8]]) = ([:], [:])
    for path in before.keys where after[path] == nil { gone[path] = text(old, path) }
    for path in after.keys where before[path] == nil { added[path] = text(new, path) }
    let oldPaths = RenameDetection.oldPaths(gone: gone, added: added)
    let renamed = Set(oldPaths.values)

    for (path, entry) in after {
      if before[path] != nil {
        guard isWanted(path, path), !isSame(path) else { continue }
        let (first, second) = (text(old, path), text(new, path))
        guard first != second else { continue }
        var record = Record(oldPath: path, path: path, kind: kind(new, entry), title: entry.title)
        record.changes = RecordDifference.changes(from: first, to: second)
        record.isRewritten = true
        records.append(record)
      } else if let oldPath = oldPaths[path] {
        guard isWanted(oldPath, path) else { continue }
        let (first, second) = (gone[oldPath] ?? [], added[path] ?? [])
        var record = Record(oldPath: oldPath, path: path, kind: kind(new, entry), title: entry.title)
        record.changes = RecordDifference.changes(from: first, to: second)
        record.isRewritten = first != second
        records.append(record)
      } else if isWanted(nil, path) {
        records.append(Record(oldPath: nil, path: path, kind: kind(new, entry), title: entry.title))
      }
    }
    for (path, entry) in before where after[path] == nil && !renamed.contains(path) && isWanted(path, nil) {
      records.append(Record(oldPath: path, path: nil, kind: kind(old, entry), title: entry.title))
    }
    records.sort { $0.anyPath < $1.anyPath }
    comparePhotos(old, new, isSame, isSamePhoto)
    compareFindings(old, new, oldPaths)
  }

  private static func entries(of catalogue: LoadedCatalogue?) -> [Path: RecordEntry] {
    guard let catalogue else { return [:] }
    var entries: [Path: RecordEntry] = [:]
    for kind in catalogue.kinds.indices {
      for entry in catalogue.records(ofKind: kind) { entries[entry.path] = entry }
    }
    return entries
  }

  private mutating func compareFindings(_ old: Side, _ new: Side, _ oldPaths: [Path: Path]) {
    func isMeant(_ finding: Finding, _ wanted: Set<Path>?, _ names: Set<Path>) -> Bool {
      wanted == nil || wanted?.contains(finding.path) == true || names.contains(finding.path)
    }
    let names = Set(records.flatMap { [$0.oldPath, $0.path].compactMap(\.self) } + photos.map(\.path))
    let before = old.catalogue.map { Array($0.findings) } ?? []
    let after = new.catalogue.map { Array($0.findings) } ?? []
    var known = KnownFindings(before)
    known.follow(oldPaths)
    newFindings = known.new(among: after).new.filter { isMeant($0, new.wanted, names) }
    var newPaths: [Path: Path] = [:]
    for (path, oldPath) in oldPaths { newPaths[oldPath] = path }
    var later = KnownFindings(after)
    later.follow(newPaths)
    goneFindings = later.new(among: before).new.filter { isMeant($0, old.wanted, names) }
  }

  private mutating func comparePhotos(
    _ old: Side, _ new: Side, _ isSame: (Path) -> Bool, _ isSamePhoto: (Path, Int) -> Bool
  ) {
    func all(_ side: Side) -> [Path: (bytes: Int, owners: [Path])] {
      guard let catalogue = side.catalogue else { return [:] }
      return catalogue.book.withWriter { writer in
        var photos: [Path: (bytes: Int, owners: [Path])] = [:]
        for photo in writer.facts.photos {
          photos[photo.path] = (photo.byteCount, side.wanted == nil ? [] : writer.owners(ofPhotoAt: photo.path).map(\.path))
        }
        return photos
      }
    }
    let (before, after) = (all(old), all(new))
    func isMeant(_ photo: (bytes: Int, owners: [Path]), _ side: Side) -> Bool {
      side.wanted.map { wanted in photo.owners.contains { wanted.contains($0) } } ?? true
    }
    for (path, photo) in after where isMeant(photo, new) {
      if let earlier = before[path] {
        if earlier.bytes != photo.bytes || !isSame(path), !isSamePhoto(path, photo.bytes) {
          photos.append(Photo(path: path, change: .changed))
        }
      } else {
        photos.append(Photo(path: path, change: .added))
      }
    }
    for (path, photo) in before where after[path] == nil && isMeant(photo, old) {
      photos.append(Photo(path: path, change: .removed))
    }
    photos.sort { $0.path < $1.path }
  }
}
