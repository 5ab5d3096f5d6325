// The photos that a catalogue has, by their bytes.

import Glibc
package import VitrineCatalog
package import VitrineChanges
import VitrineFiles
import VitrineIndex
import VitrineModel
package import VitrineSource
package import VitrineSystem

/// Tells whether a file's bytes are in the catalogue already. Of photos with the same size the ends are compared first, and all bytes only where these are
/// the same.
package struct KnownPhotos {
  /// What is known to have a file's bytes.
  package enum Owner: Hashable {
    /// A photo of a record.
    case record(Path)
    /// Another file that was looked at before.
    case other
  }

  private struct Known {
    var path: Path
    var owner: Owner
    var all: ContentDigest?
  }

  /// Files of one size.
  private struct Group {
    /// Those whose ends nobody has read yet.
    var unread: [Known] = []
    /// The others, by the digest of their ends.
    var byEnds: [ContentDigest: [Known]] = [:]

    /// Reads the ends of all. What cannot be read is no file that another one is compared with.
    mutating func readEnds() {
      for known in unread {
        if let ends = try? KnownPhotos.ends(known.path).digest { byEnds[ends, default: []].append(known) }
      }
      unread = []
    }

    /// Notes that a file stands elsewhere; false where it is none of these.
    mutating func move(_ path: Path, to goal: Path, of owner: Owner?) -> Bool {
      func move(in list: inout [Known]) -> Bool {
        guard let index = list.firstIndex(where: { $0.path == path }) else { return false }
        list[index].path = goal
        if let owner { list[index].owner = owner }
        return true
      }
      if move(in: &unread) { return true }
      for ends in byEnds.keys {
        if move(in: &byEnds[ends, default: []]) { return true }
      }
      return false
    }
  }

  private var bySize: [Int: Group] = [:]

  /// No photos yet.
  init() {}

  /// The photos of all records of a catalogue.
  package init(_ catalogue: LoadedCatalogue) {
    let root = Path(catalogue.root)
    for kind in catalogue.kinds.indices {
      for record in catalogue.records(ofKind: kind) {
        for photo in catalogue.book.withWriter({ $0.photos(ofRecordAt: record.path) }) {
          bySize[photo.byteCount, default: Group()].unread.append(
            Known(path: root.appending(photo.path), owner: .record(record.path)))
        }
      }
    }
  }

  /// What has the bytes of a file; nil where nothing does. `digest` is that of the file, where it is known.
  ///
  /// Errors: the file cannot be read. A photo of the catalogue that cannot is passed over.
  package mutating func owner(of path: Path, digest: ContentDigest? = nil) throws(FileError) -> Owner? {
    let (size, ends) = try Self.ends(path)
    return try owner(of: path, size, ends, digest)
  }

  /// The same for a file whose size is known. Units: bytes.
  ///
  /// Errors: as above.
  package mutating func owner(of path: Path, size: Int) throws(FileError) -> Owner? {
    guard bySize[size] != nil else { return nil }
    return try owner(of: path)
  }

  /// The same for a file of an inbox. Its location may be gone from the bytes that are meant, which keep their size.
  ///
  /// Errors: as above.
  mutating func owner(of file: InboxFile, _ digest: ContentDigest?, isStripped: Bool) throws(FileError) -> Owner? {
    guard isStripped else { return try owner(of: file.path, digest: digest) }
    return try owner(of: file.path, file.status.size, nil, digest)
  }

  private mutating func owner(
    of path: Path, _ size: Int, _ ends: ContentDigest?, _ digest: ContentDigest?
  ) throws(FileError) -> Owner? {
    // Taken out while they are changed, so that no list is copied.
    guard var group = bySize.removeValue(forKey: size) else { return nil }
    defer { bySize[size] = group }
    group.readEnds()
    var own = digest
    // Bytes that are meant without their location may have other ends than their file.
    for key in ends.map({ [$0] }) ?? Array(group.byEnds.keys) {
      guard var known = group.byEnds.removeValue(forKey: key) else { continue }
      defer { group.byEnds[key] = known }
      for index in known.indices where known[index].path != path {
        if own == nil { own = try Self.digest(path) }
        if known[index].all == nil { known[index].all = try? Self.digest(known[index].path) }
        if known[index].all == own { return known[index].owner }
      }
    }
    return nil
  }

  /// Notes a file, so that another one with its bytes is known; `owner` is its record, where it will have one.
  ///
  /// Errors: the file cannot be read.
  package mutating func add(_ path: Path, of owner: Path?, digest: ContentDigest? = nil) throws(FileError) {
    let (size, ends) = try Self.ends(path)
    let known = Known(path: path, owner: owner.map { .record($0) } ?? .other, all: digest)
    bySize[size, default: Group()].byEnds[ends, default: []].append(known)
  }

  /// Notes that a file has become a photo of the catalogue: under another path, and perhaps with other bytes of the same number. One that cannot be read is
  /// passed over.
  mutating func move(_ path: Path, ofSize size: Int, to goal: Path, of owner: Path?) {
    guard bySize[size]?.move(path, to: goal, of: owner.map { .record($0) }) != true else { return }
    do throws(FileError) { try add(goal, of: owner) } catch {}
  }

  /// The same for a file whose size is known; it is read where another one has that size. Units: bytes.
  package mutating func add(_ path: Path, of owner: Path?, size: Int) {
    bySize[size, default: Group()].unread.append(Known(path: path, owner: owner.map { .record($0) } ?? .other))
  }

  /// The size of a file, and the digest of its ends.
  private static func ends(_ path: Path) throws(FileError) -> (size: Int, digest: ContentDigest) {
    try FileReader.withFile(path: path) { file throws(FileError) in
      let ends = try file.ends()
      return (file.status.size, ContentDigest(ends.head + ends.tail))
    }
  }

  /// The digest of a file, which is read piece by piece.
  ///
  /// Errors: it cannot be read.
  package static func digest(_ path: Path) throws(FileError) -> ContentDigest {
    try FileReader.withFile(path: path) { file throws(FileError) in
      var builder = DigestBuilder()
      var start = 0
      while start < file.status.size {
        let piece = try file.part(from: start, count: OpenFile.mostAtOnce)
        guard !piece.isEmpty else { throw FileError(.read, path, .changed) }
        piece.withUnsafeBytes { builder.add($0) }
        start += piece.count
      }
      return builder.digest()
    }
  }
}
