// The digests of photos, kept in a file so that files that change by themselves are found.

package import VitrineCatalog
package import VitrineChanges
import VitrineFiles
import VitrineIndex
package import VitrineSource
package import VitrineSystem

/// The photos of a catalogue beside the digests that were kept of them.
///
/// Shape: the file is what `sha256sum` writes and `sha256sum -c` checks: 64 hexadecimal digits, two blanks, the path from the root.
package struct PhotoDigests {
  /// The file that keeps them, in the root.
  package static let path = Path("photos.sha256")

  /// Photos whose bytes are not those that were kept.
  package private(set) var different: [Path] = []
  /// Photos that are gone.
  package private(set) var missing: [Path] = []
  /// Photos of which nothing was kept.
  package private(set) var new: [Path] = []
  /// How many are as they were kept.
  package private(set) var same = 0
  /// The lines of the file for the photos as they are now.
  package private(set) var text: [UInt8] = []
  /// The bytes of the file as it is; nil where there is none.
  package let present: [UInt8]?

  /// Reads all photos of records, on all cores.
  ///
  /// Errors: a photo, or the file of digests, cannot be read.
  package init(_ catalogue: LoadedCatalogue) throws(FileError) {
    let root = Path(catalogue.root)
    var paths: Set<Path> = []
    for kind in catalogue.kinds.indices {
      for record in catalogue.records(ofKind: kind) { paths.formUnion(catalogue.photos(of: record.path).map(\.path)) }
    }
    let sorted = paths.sorted()
    let digests = Parallel.map(sorted.count, state: { () }) { _, index in
      Result<ContentDigest, FileError> { () throws(FileError) in
        ContentDigest(try FileReader.read(path: root.appending(sorted[index]), limit: PhotoAddition.largest))
      }
    }
    present = try Self.text(in: catalogue)
    var kept = Self.kept(present ?? [])
    for (path, digest) in zip(sorted, digests) {
      let digest = try digest.get()
      text += "\(digest.hexadecimal)  ".utf8
      text += path.utf8
      text.append(0x0A)
      switch kept.removeValue(forKey: path) {
      case nil: new.append(path)
      case digest: same += 1
      default: different.append(path)
      }
    }
    missing = kept.keys.sorted()
  }

  /// The plan that keeps the digests of now.
  package var plan: Plan {
    guard present != text else { return Plan("keep the digests of photos", []) }
    let expected = present.map { ExpectedContent.bytes($0) } ?? .absent
    return Plan("keep the digests of photos", [FileEdit(path: Self.path, expected: expected, change: .replace(FileText(text)))])
  }

  /// The digests that a catalogue keeps, by the photos' paths.
  ///
  /// Errors: their file cannot be read.
  static func kept(in catalogue: LoadedCatalogue) throws(FileError) -> [Path: ContentDigest] {
    kept(try text(in: catalogue) ?? [])
  }

  private static func text(in catalogue: LoadedCatalogue) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try FileReader.read(path: Path(catalogue.root).appending(path))
    } catch {
      guard error.isMissing else { throw error }
      return nil
    }
  }

  private static func kept(_ text: [UInt8]) -> [Path: ContentDigest] {
    var kept: [Path: ContentDigest] = [:]
    for line in text.split(separator: 0x0A) where line.count > 66 {
      guard let digest = ContentDigest(hexadecimal: String(decoding: line.prefix(64), as: UTF8.self)) else { continue }
      kept[Path(String(decoding: line.dropFirst(66), as: UTF8.self))] = digest
    }
    return kept
  }
}
