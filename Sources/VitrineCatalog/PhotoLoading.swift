// All images of a catalogue: what they are by their first and last bytes, and whose they are by their place.

import VitrineFiles
import VitrineModel
import VitrinePhotos

/// The reading of images.
enum PhotoLoading {
  /// The facts of all images, in the order of the files; their metadata only where it is asked for.
  static func load(
    _ files: [SortedFiles.File], of listing: Listing, in root: OpenRoot, records: [RecordFacts], withMetadata: Bool = false
  ) -> [PhotoFacts] {
    guard !files.isEmpty else { return [] }
    var photos = Parallel.map(files.count) {
      PhotoWorker(root: root, withMetadata: withMetadata)
    } _: { worker, index in
      worker.facts(of: files[index], listing)
    }
    assignOwners(&photos, records)
    return photos
  }

  /// The facts of some images, in the order of the files, with their metadata and without owners; nil for those that are gone by now.
  static func changed(_ files: [SortedFiles.File], of listing: Listing, in root: OpenRoot) -> [PhotoFacts?] {
    Parallel.map(files.count, inlineBelow: 32) {
      PhotoWorker(root: root, withMetadata: true)
    } _: { worker, index in
      do throws(FileError) {
        return try worker.read(files[index], listing)
      } catch {
        return error.isGone ? nil : PhotoWorker.unreadable(files[index], error)
      }
    }
  }

  /// The rule of place: records and images, folder by folder.
  static func assignOwners(_ photos: inout [PhotoFacts], _ records: [RecordFacts]) {
    let folders = Set(photos.map { RecordID.folder(ofPath: $0.path) })
    var byFolder: [Substring: [Int]] = [:]
    for index in records.indices {
      let folder = RecordID.folder(ofPath: records[index].path)
      if folders.contains(folder) { byFolder[folder, default: []].append(index) }
    }
    var rules: [Substring: PhotoOwnership] = [:]
    for (folder, members) in byFolder {
      rules[folder] = PhotoOwnership(stems: members.map { RecordID.lastPart(ofPath: records[$0].path) })
    }
    for index in photos.indices {
      photos[index].owner = nil
      let path = photos[index].path
      let folder = RecordID.folder(ofPath: path)
      guard let rule = rules[folder], let members = byFolder[folder] else { continue }
      let name = folder.isEmpty ? path : String(path.dropFirst(folder.count + 1))
      photos[index].owner = rule.owner(of: name).map { members[$0] }
    }
  }
}

/// One thread's reader of images.
private struct PhotoWorker: ~Copyable {
  private var reader: FolderReader
  private let withMetadata: Bool

  init(root: OpenRoot, withMetadata: Bool) {
    reader = FolderReader(root)
    self.withMetadata = withMetadata
  }

  mutating func facts(of file: SortedFiles.File, _ listing: Listing) -> PhotoFacts {
    do throws(FileError) { return try read(file, listing) } catch { return Self.unreadable(file, error) }
  }

  mutating func read(_ file: SortedFiles.File, _ listing: Listing) throws(FileError) -> PhotoFacts {
    let withMetadata = withMetadata
    let photo = try reader.withFile(at: file.index, of: listing) { open throws(FileError) in
      try ReadPhoto(open, name: file.path, withMetadata: withMetadata)
    }
    var facts = PhotoFacts(
      path: file.path, format: photo.check.format?.rawValue, byteCount: photo.byteCount, fault: Self.fault(photo.check))
    facts.metadata = photo.metadata
    return facts
  }

  static func unreadable(_ file: SortedFiles.File, _ error: FileError) -> PhotoFacts {
    PhotoFacts(path: file.path, format: nil, byteCount: 0, fault: .unreadable(error.reason))
  }

  /// The gravest fault in the catalogue's words. A suffix that promises another format is a matter of the kind's list of formats.
  private static func fault(_ check: ImageCheck) -> PhotoFacts.Fault? {
    if check.format == .pdf || check.format == .film { return .unknownFormat }
    for fault in check.faults {
      switch fault {
      case .empty: return .empty
      case .unknownFormat: return .unknownFormat
      case .truncated: return .truncated("its end is missing")
      case .suffixMismatch: continue
      }
    }
    return nil
  }
}
