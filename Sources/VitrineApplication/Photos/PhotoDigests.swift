// The digests of photos, kept in a file so that files that change by themselves are found.

package import VitrineCatalog
package import VitrineChanges
import VitrineFiles
import VitrineIndex
import VitrineModel
package import VitrineSource
package import VitrineSystem

/// The photos of a catalogue beside the digests that were kept of them.
package struct PhotoDigests {
  /// The file that keeps them, in the root.
  package static let path = DigestList.path

  /// Photos whose bytes are not those that were kept.
  package private(set) var different: [Path] = []
  /// Photos that are gone.
  package private(set) var missing: [Path] = []
  /// Photos whose bytes were kept under another path, where nothing is any more.
  package private(set) var moved: [(from: Path, to: Path)] = []
  /// Photos of which nothing was kept.
  package private(set) var new: [Path] = []
  /// How many are as they were kept.
  package private(set) var same = 0
  /// Whether any digests are kept.
  package var areKept: Bool { present != nil }

  /// The bytes of the file as it is; nil where there is none.
  private let present: [UInt8]?
  /// What they say.
  private let kept: DigestList
  /// The digests of now.
  private var now: [Path: ContentDigest] = [:]
  /// Photos that records list, there or not.
  private var listed: Set<Path> = []

  /// Reads all photos of records, and those whose digests are kept, on all cores.
  ///
  /// Errors: a photo, or the file of digests, cannot be read.
  package init(_ catalogue: LoadedCatalogue) throws(FileError) {
    let root = Path(catalogue.root)
    present = try DigestList.text(below: root)
    kept = DigestList(present ?? [])
    var paths: Set<Path> = []
    for kind in catalogue.kinds.indices {
      for record in catalogue.records(ofKind: kind) {
        paths.formUnion(catalogue.photos(of: record.path).map(\.path))
        listed.formUnion(catalogue.listedPhotos(of: record.path).map { PhotoName.path($0.file, from: record.path) })
      }
    }
    for path in kept.digests.keys where path.isBelowRoot && catalogue.trace(at: path) != nil { paths.insert(path) }
    let sorted = paths.sorted()
    let digests = Parallel.map(sorted.count, state: { () }) { _, index in
      Result<ContentDigest, FileError> { () throws(FileError) in
        ContentDigest(try FileReader.read(path: root.appending(sorted[index]), limit: PhotoAddition.largest))
      }
    }
    var gone = kept.digests
    for (path, digest) in zip(sorted, digests) {
      let digest = try digest.get()
      now[path] = digest
      switch gone.removeValue(forKey: path) {
      case nil: new.append(path)
      case digest: same += 1
      default: different.append(path)
      }
    }
    for (path, digest) in gone.sorted(by: { $0.key < $1.key }) {
      if let index = new.firstIndex(where: { now[$0] == digest }) {
        moved.append((path, new.remove(at: index)))
      } else {
        missing.append(path)
      }
    }
  }

  /// The plan that keeps the digests of new photos, follows those that were moved, and lets those go that are gone and that no record lists. Photos that are
  /// different keep their old digest.
  package var plan: Plan {
    var list = kept
    for path in new { list.digests[path] = now[path] }
    for (from, to) in moved { list.move(from, to) }
    for path in missing where !listed.contains(path) { list.digests[path] = nil }
    return plan(list)
  }

  /// The plan that takes the named photos as they are now, and no others.
  ///
  /// Errors: one is no photo of a record, and no digest of it is kept.
  package func plan(accepting named: [Path]) throws(RequestError) -> Plan {
    var list = kept
    for path in named {
      if let (from, to) = moved.first(where: { $0.from == path || $0.to == path }) {
        list.move(from, to)
      } else if now[path] != nil || kept.digests[path] != nil {
        list.digests[path] = now[path]
      } else {
        throw RequestError("'\(path.string)' is no photo of a record")
      }
    }
    return plan(list)
  }

  private func plan(_ list: DigestList) -> Plan {
    Plan("keep the digests of photos", list.edit(of: present).map { [$0] } ?? [])
  }

  /// The digests that a catalogue keeps, by the photos' paths.
  ///
  /// Errors: their file cannot be read.
  static func kept(in catalogue: LoadedCatalogue) throws(FileError) -> [Path: ContentDigest] {
    DigestList(try DigestList.text(below: Path(catalogue.root)) ?? []).digests
  }
}
