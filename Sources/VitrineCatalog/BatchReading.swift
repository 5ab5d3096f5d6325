// The files of one step of a kept catalogue: sorted by the part they play, then read, few on this thread and many on all cores.

import VitrineFiles
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSystem

extension KeptCatalogue {
  /// Changes, sorted by what they call for.
  struct Step {
    /// The files that play a part.
    var files: [(path: Path, role: FileRole, file: CatalogueChanges.File)] = []
    /// The records to be read, by their places in `listing`.
    var records: [RecordFileToLoad] = []
    /// The images to be read.
    var photos: [SortedFiles.File] = []
    /// The records that are gone.
    var goneRecords: [Path] = []
    /// The images that are gone.
    var gonePhotos: [Path] = []
    /// The files to be read.
    var listing: Listing
    /// The schemas after this step.
    var schemaFiles: [Path: Path?]
    /// The views after this step.
    var viewFiles: [Path: Path?]
    /// True where the manifest, a schema or a view may be another one.
    var concernsFrame = false
    /// True where anything is to be done.
    var isOfInterest: Bool
    /// What the manifest, the schemas and the views say after this step, where they were read.
    var frame: CatalogueFrame?

    /// Sorts changes.
    init(_ kept: borrowing KeptCatalogue, _ changes: CatalogueChanges) {
      schemaFiles = kept.schemaFiles
      viewFiles = kept.viewFiles
      var maker = ListingMaker(root: kept.catalogue.root)
      var count = 0
      let ordered =
        changes.files.count == 1
        ? Array(changes.files) : changes.files.sorted { $0.key < $1.key }
      for (path, file) in ordered {
        let role = kept.role(of: path)
        guard role != .other else { continue }
        files.append((path, role, file))
        let target: Path?
        if case .there(let link) = file { target = link } else { target = nil }
        switch role {
        case .other, .unclaimed, .conflictedCopy: continue
        case .manifest: concernsFrame = true
        case .schema:
          concernsFrame = true
          schemaFiles[path] = file == .gone ? nil : .some(target)
        case .view:
          concernsFrame = true
          viewFiles[path] = file == .gone ? nil : .some(target)
        case .record:
          guard let kind = kept.kind(of: role) else { continue }
          guard file != .gone else {
            goneRecords.append(path)
            continue
          }
          maker.add(path.utf8, target: target)
          records.append(RecordFileToLoad(file: count, path: path, kind: kind))
          count += 1
        case .photo:
          guard file != .gone else {
            gonePhotos.append(path)
            continue
          }
          maker.add(path.utf8, target: target)
          photos.append(SortedFiles.File(index: count, path: path))
          count += 1
        }
      }
      listing = maker.finished()
      isOfInterest = !files.isEmpty || changes.problems != nil
    }
  }
}

/// What the reading of a step's files gave.
struct BatchReading: Sendable {
  /// The records, in the order of the files.
  private(set) var records: [ReadRecord] = []
  /// The images, in the order of the files; nil for one that is gone by now.
  private(set) var photos: [PhotoFacts?] = []
  /// What the files were when they were opened, by their places in the step's listing.
  private(set) var snapshots: [FileSnapshots] = []
  /// The spellings of each thread, and for each record whose they are.
  private var terms: [TermTable] = []
  private var threads: [Int] = []

  /// So many records are worth waking the other cores.
  private static let fewRecords = 24
  /// So many spellings are kept for the next reading.
  private static let mostTerms = 4096

  /// The spellings that the facts of a record speak of.
  func terms(of record: Int) -> TermTable { terms[threads[record]] }

  /// Reads the files of a step. `check` serves where all is done on this thread.
  ///
  /// Errors: too little of what reading needs, `FileError.isScarcity`.
  static func read(
    _ records: [RecordFileToLoad], _ photos: [SortedFiles.File], of listing: Listing, in root: OpenRoot, kinds: [Kind],
    check: inout RecordCheck
  ) throws(FileError) -> BatchReading {
    var result = BatchReading()
    if records.count < fewRecords {
      if check.terms.terms.count > mostTerms { check = RecordCheck(kinds: kinds) }
      var reader = FolderReader(root, forFew: true)
      reader.snapshots = FileSnapshots()
      for file in records { result.records.append(ReadRecord(file, of: listing, &reader, &check, keepsTree: true)) }
      result.snapshots = [reader.snapshots].compactMap(\.self)
      result.terms = [check.terms]
      result.threads = Array(repeating: 0, count: records.count)
    } else {
      result.readMany(records, of: listing, in: root, kinds: kinds)
    }
    for case .unreadable(let error) in result.records where error.isScarcity { throw error }
    if !photos.isEmpty {
      let changed = try PhotoLoading.changed(photos, of: listing, in: root)
      result.photos = changed.facts
      result.snapshots += changed.snapshots
    }
    return result
  }

  private mutating func readMany(_ files: [RecordFileToLoad], of listing: Listing, in root: OpenRoot, kinds: [Kind]) {
    let parts = Parallel.fold(files.count, inlineBelow: Self.fewRecords) {
      BatchWorker(root, kinds: kinds)
    } _: { worker, index in
      worker.read(files[index], at: index, listing)
    } finish: { worker in
      (worker.records, worker.check.terms, worker.reader.snapshots)
    }
    snapshots += parts.compactMap(\.2)
    var found: [(record: ReadRecord, thread: Int)?] = Array(repeating: nil, count: files.count)
    for (thread, part) in parts.enumerated() {
      terms.append(part.1)
      for (index, record) in part.0 { found[index] = (record, thread) }
    }
    for case let (record, thread)? in found {
      records.append(record)
      threads.append(thread)
    }
  }
}

/// One thread's reader, check and records.
private struct BatchWorker: ~Copyable {
  var reader: FolderReader
  var check: RecordCheck
  var records: [(index: Int, record: ReadRecord)] = []

  init(_ root: OpenRoot, kinds: [Kind]) {
    reader = FolderReader(root)
    reader.snapshots = FileSnapshots()
    check = RecordCheck(kinds: kinds)
  }

  mutating func read(_ file: RecordFileToLoad, at index: Int, _ listing: Listing) {
    records.append((index, ReadRecord(file, of: listing, &reader, &check, keepsTree: true)))
  }
}
