// All images of a catalogue: what they are by their first and last bytes.

import VitrineFiles
import VitrineModel
import VitrinePhotos
import VitrineSource
import VitrineSystem

/// The reading of images.
enum PhotoLoading {
  /// The facts of all images, in the order of the files, and what there was too little of to read them all; their metadata, and what the files
  /// were, only where that is asked for.
  static func load(
    _ files: [SortedFiles.File], of listing: Listing, in root: OpenRoot, withMetadata: Bool = false,
    withFingerprint: Bool = false,
    notesSnapshots: Bool = false
  ) -> (facts: [PhotoFacts], snapshots: [FileSnapshots], scarcity: FileError?) {
    guard !files.isEmpty else { return ([], [], nil) }
    let (facts, ends) = Parallel.map(files.count) {
      PhotoWorker(root: root, withMetadata: withMetadata, withFingerprint: withFingerprint, notesSnapshots: notesSnapshots)
    } _: { worker, index in
      worker.facts(of: files[index], listing)
    } finish: { worker in
      (worker.snapshots, worker.scarcity)
    }
    return (facts, ends.compactMap(\.0), ends.lazy.compactMap(\.1).first)
  }

  /// The facts of some images, in the order of the files, with their metadata, nil for those that are gone by now; and what the files were.
  ///
  /// Errors: too little of what reading needs, `FileError.isScarcity`.
  static func changed(
    _ files: [SortedFiles.File], of listing: Listing, in root: OpenRoot
  ) throws(FileError) -> (facts: [PhotoFacts?], snapshots: [FileSnapshots]) {
    let (read, snapshots) = Parallel.map(files.count, inlineBelow: 32) {
      PhotoWorker(root: root, withMetadata: true, withFingerprint: true, notesSnapshots: true)
    } _: { worker, index -> Result<PhotoFacts?, FileError> in
      do throws(FileError) {
        return .success(try worker.read(files[index], listing))
      } catch {
        return error.isScarcity ? .failure(error) : .success(error.isGone ? nil : PhotoWorker.unreadable(files[index], error))
      }
    } finish: { worker in
      worker.snapshots
    }
    var facts: [PhotoFacts?] = []
    for result in read { facts.append(try result.get()) }
    return (facts, snapshots.compactMap(\.self))
  }
}

/// One thread's reader of images.
private struct PhotoWorker: ~Copyable {
  private var reader: FolderReader
  private let withMetadata: Bool
  private let withFingerprint: Bool
  /// What there was too little of to read an image.
  private(set) var scarcity: FileError?

  init(root: OpenRoot, withMetadata: Bool, withFingerprint: Bool, notesSnapshots: Bool = false) {
    reader = FolderReader(root)
    if notesSnapshots { reader.snapshots = FileSnapshots() }
    (self.withMetadata, self.withFingerprint) = (withMetadata, withFingerprint)
  }

  var snapshots: FileSnapshots? { reader.snapshots }

  mutating func facts(of file: SortedFiles.File, _ listing: Listing) -> PhotoFacts {
    do throws(FileError) {
      return try read(file, listing)
    } catch {
      if error.isScarcity { scarcity = error }
      return Self.unreadable(file, error)
    }
  }

  mutating func read(_ file: SortedFiles.File, _ listing: Listing) throws(FileError) -> PhotoFacts {
    let (withMetadata, withFingerprint) = (withMetadata, withFingerprint)
    let photo = try reader.withFile(at: file.index, of: listing) { open throws(FileError) in
      try ReadPhoto(open, name: file.path.string, withMetadata: withMetadata, withFingerprint: withFingerprint)
    }
    var facts = PhotoFacts(
      path: file.path, format: photo.check.format?.rawValue, byteCount: photo.byteCount, fault: Self.fault(photo.check))
    facts.metadata = photo.metadata
    if facts.fault == nil { facts.fingerprint = photo.fingerprint }
    for case .suffixMismatch(let promised, let found) in photo.check.faults where facts.fault == nil {
      (facts.promised, facts.usualSuffix) = (promised.words, found.suffix)
    }
    return facts
  }

  static func unreadable(_ file: SortedFiles.File, _ error: FileError) -> PhotoFacts {
    PhotoFacts(path: file.path, format: nil, byteCount: 0, fault: .unreadable(error.reason))
  }

  /// The gravest fault in the catalogue's words.
  private static func fault(_ check: ImageCheck) -> PhotoFacts.Fault? {
    if check.format == .pdf || check.format == .film { return .unknownFormat }
    for fault in check.faults {
      switch fault {
      case .empty: return .empty
      case .unknownFormat: return .unknownFormat
      case .displaced(let format, let count, let isMark):
        return .displaced(format: format.words, by: count, isByteOrderMark: isMark)
      case .noPicture: return .noPicture(format: check.format?.words ?? "")
      case .truncated: return .truncated("its end is missing")
      case .suffixMismatch: continue
      }
    }
    return nil
  }
}
