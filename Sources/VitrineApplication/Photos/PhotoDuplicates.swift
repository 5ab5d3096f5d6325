// Photos that are the same: by their bytes, or by what they show.

package import VitrineCatalog
import VitrineFiles
package import VitrineFormats
import VitrineIndex
import VitrineModel
package import VitrineSource
package import VitrineSystem

/// Groups of photos that are the same.
package struct PhotoDuplicates {
  /// Photos of one group are the same, in byte order of their paths.
  package struct Group: Sendable {
    /// Their paths.
    package let paths: [Path]
    /// Whether all have the same bytes; else they only look alike.
    package let areEqual: Bool
  }

  /// The groups, in the order of their first photos.
  package private(set) var groups: [Group] = []
  /// Photos that could not be decoded, each with the reason.
  package private(set) var missing: [(path: Path, reason: String)] = []

  /// Looks for photos of the same bytes: by size, then by ends, then by all of them.
  ///
  /// Errors: a photo cannot be read.
  package init(_ photos: [Path], in catalogue: LoadedCatalogue) throws(FileError) {
    let root = Path(catalogue.root)
    var known = KnownPhotos()
    var byFirst: [Path: [Path]] = [:]
    for photo in photos.sorted() {
      let path = root.appending(photo)
      let size = try FileReader.withFile(path: path) { file throws(FileError) in file.status.size }
      if case .record(let first)? = try known.owner(of: path, size: size) {
        byFirst[first, default: [first]].append(photo)
      } else {
        known.add(path, of: photo, size: size)
      }
    }
    groups = byFirst.values.map { Group(paths: $0, areEqual: true) }.sorted { $0.paths[0] < $1.paths[0] }
  }

  /// Adds the groups of photos that look alike: whose decoded pictures have nearly the same `PictureHash`. Those of the same bytes count as one.
  ///
  /// Errors: a photo cannot be read; there is no program that decodes.
  package mutating func addAlike(
    _ photos: [Path], in catalogue: LoadedCatalogue, _ context: RequestContext, _ count: WorkCount?
  ) throws {
    guard let program = DecodingProgram(context) else {
      throw RequestError("vitrine-decode, which decodes photos, is not installed", .unavailable)
    }
    let repeated = Set(groups.flatMap { $0.paths.dropFirst() })
    let entries = photos.sorted().filter { !repeated.contains($0) }
    let root = try OpenRoot(Path(catalogue.root))
    count?.begin("photos", of: entries.count)
    let hashes = Parallel.map(entries.count, inlineBelow: 2, chunk: 1) {
      FolderReader(root)
    } _: { reader, index -> Result<PictureHash, DecodingFailure> in
      defer { count?.advance() }
      do throws(FileError) {
        return try reader.withFile(path: entries[index]) { file throws(FileError) in
          guard let photo = try DecodablePhoto(file) else {
            return .failure(DecodingFailure(reason: try DecodablePhoto.refusal(of: file)))
          }
          do throws(DecodingFailure) {
            return .success(PictureHash(try program.pixels(of: photo, within: PictureHash.side)))
          } catch {
            return .failure(error)
          }
        }
      } catch {
        return .failure(DecodingFailure(reason: error.reason))
      }
    }
    var known: [(path: Path, hash: PictureHash)] = []
    for (path, result) in zip(entries, hashes) {
      switch result {
      case .success(let hash): if !hash.isPlain { known.append((path, hash)) }
      case .failure(let failure): missing.append((path, failure.reason))
      }
    }
    // Each photo joins the first one that it looks like.
    var byFirst: [Int: [Path]] = [:]
    var index = PictureIndex()
    for (number, photo) in known.enumerated() {
      if let first = index.nearest(to: photo.hash) {
        byFirst[first, default: [known[first].path]].append(photo.path)
      } else {
        index.add(number, photo.hash)
      }
    }
    groups += byFirst.values.map { Group(paths: $0, areEqual: false) }
    groups.sort { $0.paths[0] == $1.paths[0] ? $0.areEqual && !$1.areEqual : $0.paths[0] < $1.paths[0] }
  }

  /// The groups as a table: a row a photo.
  package func table(in catalogue: LoadedCatalogue) -> Table {
    let columns = [
      Table.Column("group", .right), Table.Column("same"), Table.Column("file"), Table.Column("record"),
      Table.Column("bytes", .right),
    ]
    var rows: [Table.Row] = []
    for (number, group) in groups.enumerated() {
      for path in group.paths {
        let owners = catalogue.book.withWriter { $0.owners(ofPhotoAt: path) }
        let size = owners.lazy.flatMap { owner in catalogue.book.withWriter { $0.photos(ofRecordAt: owner.path) } }
          .first { $0.path == path }?.byteCount
        rows.append(
          Table.Row(
            path: path,
            [
              .integer(number + 1), .text(group.areEqual ? "bytes" : "picture"), .text(path.string),
              owners.first.map { .text($0.path.stem.string) } ?? .null, size.map { .integer($0) } ?? .null,
            ]))
      }
    }
    return Table(columns: columns, rows: rows)
  }
}
