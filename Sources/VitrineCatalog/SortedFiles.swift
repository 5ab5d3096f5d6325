// The files of a listing by the part they play.

import VitrineFiles
import VitrineModel
import VitrineSource
import VitrineSystem
import VitrineText

/// A catalogue's files, each list in byte order of the paths.
struct SortedFiles {
  /// One file.
  struct File {
    /// The index in the listing.
    var index: Int
    /// The path relative to the root.
    var path: Path
    /// The collection that claims it, for records.
    var collection = 0
  }

  /// What the name of a file says, whatever the others are called.
  private struct Name: Sendable {
    let path: Path
    let role: FileRole
    let hash: Int

    init(_ path: Path, _ manifest: Manifest) {
      self.path = path
      (role, hash) = path.withUTF8 { (FileRole.role(of: $0, manifest), SortedFiles.foldedHash($0)) }
    }
  }

  /// The files that collections claim.
  var records: [File] = []
  /// Images.
  var photos: [File] = []
  /// Schemas and vocabularies.
  var schemas: [File] = []
  /// Saved queries.
  var views: [File] = []
  /// True where the manifest is among the files.
  var hasManifest = false
  /// Files that are nothing, and paths that differ only in case.
  var troubles: [FileTrouble] = []

  /// No files.
  init() {}

  /// Sorts the files of a listing.
  init(_ listing: Listing, _ manifest: Manifest) {
    var folded: [Int: Int] = [:]
    folded.reserveCapacity(listing.files.count)
    records.reserveCapacity(listing.files.count)
    let names = Parallel.map(listing.files.count, inlineBelow: 1024) {
      0
    } _: { _, index in
      Name(listing.path(of: listing.files[index]), manifest)
    }
    for (index, name) in names.enumerated() where name.role != .other {
      let path = name.path
      note(path, name.hash, index, &folded, listing)
      switch name.role {
      case .manifest: hasManifest = true
      case .other: break
      case .schema: schemas.append(File(index: index, path: path))
      case .view: views.append(File(index: index, path: path))
      case .record(let collection): records.append(File(index: index, path: path, collection: collection))
      case .photo: photos.append(File(index: index, path: path))
      case .unclaimed: troubles.append(FileTrouble(path: path, cause: FileRole.trouble(ofUnclaimed: path, manifest)))
      case .conflictedCopy(let original): troubles.append(FileTrouble(path: path, cause: .conflictedCopy(original)))
      }
    }
  }

  /// Finds a path that an earlier one equals but for case and composition. Different texts that fold to one hash are told apart by looking.
  private mutating func note(_ path: Path, _ hash: Int, _ index: Int, _ folded: inout [Int: Int], _ listing: Listing) {
    guard let earlier = folded[hash] else {
      folded[hash] = index
      return
    }
    let other = listing.path(of: listing.files[earlier])
    guard Folding.vocabulary(other.string) == Folding.vocabulary(path.string) else { return }
    troubles.append(FileTrouble(path: path, cause: .caseCollision(other)))
  }

  /// A hash of the path in folded form: FNV-1a on lower-case ASCII, or on the folded text where there is more than ASCII.
  static func foldedHash(_ path: UnsafeBufferPointer<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in path {
      guard byte < 0x80 else { return foldedHash(of: path) }
      let lower = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
      hash = (hash ^ UInt64(lower)) &* 0x100_0000_01B3
    }
    return Int(truncatingIfNeeded: hash)
  }

  private static func foldedHash(of path: UnsafeBufferPointer<UInt8>) -> Int {
    var folded: [UInt8] = []
    Folding.vocabulary(path, into: &folded)
    return Int(truncatingIfNeeded: folded.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }
}
