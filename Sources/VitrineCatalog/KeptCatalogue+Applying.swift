// Bringing a kept catalogue up to date: what is different is read again, what depends on it derived again, and the rest left alone. Facts and
// report come first, the rows of the index after them.

package import VitrineFiles
import VitrineIndex
import VitrineModel
import VitrineRules
package import VitrineSource
import VitrineSyntax
package import VitrineSystem

extension KeptCatalogue {
  /// Takes changes in. `listing` gives all files of the folder, for changes after which everything is to be read again. `isTooMuch` is asked of the records
  /// that were there before and went while that was done.
  ///
  /// Errors: there is no manifest, or it cannot be read, or there is too little of what reading needs (`FileError.isScarcity`); then nothing
  /// is different from before.
  package mutating func apply(
    _ changes: CatalogueChanges, isTooMuch: (_ vanished: [Path]) -> Bool = { _ in false }, see: SeeFiles = { _ in },
    listing: () -> Listing
  ) throws(FileError) -> AppliedChanges {
    let applied = try settle(changes, isTooMuch: isTooMuch, see: see, listing: listing)
    finish()
    return applied
  }

  /// The first half of `apply`: afterwards `summary` and `lastGood` are those of the new state, and `catalogue` is only after `finish`.
  ///
  /// Errors: as for `apply`.
  package mutating func settle(
    _ changes: CatalogueChanges, isTooMuch: (_ vanished: [Path]) -> Bool = { _ in false }, see: SeeFiles = { _ in },
    listing: () -> Listing
  ) throws(FileError) -> AppliedChanges {
    finish()
    if changes.isEverything { return try readEverything(listing(), isTooMuch, see) }
    var step = Step(self, changes)
    guard step.isOfInterest else { return .none }
    if step.concernsFrame {
      let next = try readFrame(step)
      guard let next else { return try readEverything(listing(), isTooMuch, see) }
      step.frame = next
    }
    let read = try BatchReading.read(step.records, step.photos, of: step.listing, in: folder, kinds: frame.kinds, check: &check)
    take(step, changes.problems)
    let consulted = ConsultedTexts(in: folder, root: catalogue.root)
    var applied = derive(read, step, consulted)
    let texts = consulted.seen
    see([SeenFiles(step.listing, read.snapshots), texts])
    applied.read = applied.read.union(.files(consulted.files))
    applied.read = applied.read.union(.files(changes.files))
    if step.concernsFrame { applied.read = applied.read.union(frameFiles) }
    return applied
  }

  /// The files that are read whenever one of them is different.
  private var frameFiles: FilesRead {
    .files(schemaFiles.merging(viewFiles) { first, _ in first }.mapValues { .there(linkTo: $0) })
  }

  /// The second half of `apply`: the rows of the index, and with them the catalogue. Nothing where the first half left nothing to do.
  package mutating func finish() {
    guard let rows = waitingRows.take() else { return }
    let contexts = catalogue.book.withWriter { writer in rows.changed.map { writer.context(ofRecordAt: $0.path) } }
    withIndex { index in
      for path in rows.gone { _ = index.remove(path: path) }
      for (row, (findings, photos)) in zip(rows.changed, contexts) {
        let context = RecordContext(modified: row.modified, findings: findings, photos: photos)
        if let (kind, tree) = row.values {
          index.put(IndexedRecord(path: row.path, kind: kind, tree: tree, context: context))
        } else {
          _ = index.setContext(context, ofPath: row.path, keepsTime: row.modified == nil)
        }
      }
      if index.isWasteful { index.compact() }
    }
    let index = withIndex { $0.index }
    var next = LoadedCatalogue(
      root: catalogue.root, index: index, fieldNames: catalogue.fieldNames, schemas: frame.schemas, views: frame.views,
      fileCount: summary.fileCount, manifest: frame.manifest, kinds: frame.kinds, findings: summary.findings,
      recordCount: summary.recordCount, photoCount: summary.photoCount, book: catalogue.book,
      dates: catalogue.dates)
    next.source = options.source
    catalogue = next
  }

  /// Reads all again, by the same code as for the first time. Last good rows go: what made them is not known any more.
  private mutating func readEverything(
    _ listing: Listing, _ isTooMuch: (_ vanished: [Path]) -> Bool, _ see: SeeFiles
  ) throws(FileError) -> AppliedChanges {
    var snapshots: [FileSnapshots] = []
    var other = try KeptCatalogue(listing, options: options) { snapshots = $0 }
    see([SeenFiles(listing, snapshots), other.takeConsulted()])
    if let scarcity = other.scarcity { throw scarcity }
    if !other.gone.isEmpty {
      let vanished = withIndex { index in other.gone.filter { index.row(ofPath: $0) != nil } }
      if isTooMuch(vanished) { return AppliedChanges(paths: [], isChanged: false, vanished: vanished) }
    }
    self = other
    return AppliedChanges(paths: nil)
  }

  /// The frame after changes; nil where the kinds are others than before.
  private func readFrame(_ step: Step) throws(FileError) -> CatalogueFrame? {
    var next = try CatalogueFrame(root: catalogue.root, source: options.source)
    var maker = ListingMaker(root: catalogue.root)
    var files = SortedFiles()
    let all = step.schemaFiles.merging(step.viewFiles) { first, _ in first }
    for (path, target) in all.sorted(by: { $0.key < $1.key }) {
      maker.add(path.utf8, target: target)
      let file = SortedFiles.File(index: files.schemas.count + files.views.count, path: path)
      if step.schemaFiles[path] != nil { files.schemas.append(file) } else { files.views.append(file) }
    }
    var reader = FolderReader(folder)
    next.read(files, of: maker.finished(), with: &reader)
    if let scarcity = next.scarcity { throw scarcity }
    return next.keepKinds(of: frame) ? next : nil
  }

  /// Takes in what needs no reading: names, troubles, which files there are.
  private mutating func take(_ step: Step, _ problems: [ListingProblem]?) {
    for (path, role, file) in step.files {
      let isNew = file == .gone ? names.remove(path) : names.insert(path)
      if isNew {
        if kind(of: role) != nil { recordFileCount += file == .gone ? -1 : 1 }
        if file == .gone { troubles.set(.collision, path, nil) }
        for like in names.likes(of: path) {
          troubles.set(.collision, like.path, like.first.map { .caseCollision($0) })
        }
        if file == .gone, let last = names.onlyOne(like: path) { troubles.set(.collision, last, nil) }
      }
      switch role {
      case .unclaimed:
        troubles.set(.role, path, file == .gone ? nil : FileRole.trouble(ofUnclaimed: path, (step.frame ?? frame).manifest))
      case .conflictedCopy(let original): troubles.set(.role, path, file == .gone ? nil : .conflictedCopy(original))
      case .manifest, .schema, .view, .record, .photo, .other: continue
      }
    }
    if let problems { troubles.set(listing: ListingTroubles.all(problems)) }
    schemaFiles = step.schemaFiles
    viewFiles = step.viewFiles
  }

  /// Changes facts and report, and notes what the index is to be told.
  private mutating func derive(_ read: BatchReading, _ step: Step, _ consulted: ConsultedTexts) -> AppliedChanges {
    for (file, record) in zip(step.records, read.records) {
      if case .unreadable(let error) = record, !error.isGone {
        troubles.set(.reading, file.path, .unreadable(error.reason))
      } else {
        troubles.set(.reading, file.path, nil)
      }
    }
    for path in step.goneRecords { troubles.set(.reading, path, nil) }
    if let frame = step.frame { troubles.set(frame: frame.troubles) }
    let newTroubles = troubles.isChanged ? troubles.all : nil
    troubles.isChanged = false
    let frameFiles = step.frame.map { FrameFile.differences(from: frame, to: $0) } ?? []
    if let frame = step.frame { self.frame = frame }
    let manifest = step.frame?.manifest
    let wereTooLarge = tooLarge

    let settled = catalogue.book.withWriter { writer in
      if let manifest { writer.setManifest(manifest) }
      for file in frameFiles { writer.setFile(file.path, findings: file.findings, suppressions: file.suppressions) }
      for path in step.goneRecords {
        writer.removeRecord(at: path)
        if wereTooLarge.contains(path) { writer.setFile(path, findings: [], suppressions: []) }
      }
      for (number, record) in read.records.enumerated() {
        let path = step.records[number].path
        if wereTooLarge.contains(path) { writer.setFile(path, findings: [], suppressions: []) }
        switch record {
        case .record(let outcome, _): writer.put(outcome.facts, terms: read.terms(of: number), findings: outcome.findings)
        case .tooLarge(let findings):
          writer.removeRecord(at: path)
          writer.setFile(path, findings: findings, suppressions: [])
        case .unreadable: writer.removeRecord(at: path)
        }
      }
      for path in step.gonePhotos { writer.removePhoto(at: path) }
      for (file, photo) in zip(step.photos, read.photos) {
        if let photo { writer.put(photo) } else { writer.removePhoto(at: file.path) }
      }
      if let newTroubles { writer.setTroubles(newTroubles) }
      let settled = writer.settle { consulted.text(at: $0) }
      return AfterSettling(settled, &writer)
    }
    summary = CatalogueSummary(
      findings: settled.report, recordCount: settled.recordCount, photoCount: settled.photoCount,
      fileCount: recordFileCount + settled.photoCount + schemaFiles.count + viewFiles.count + 1)
    waitingRows = rows(read, step, settled)
    return AppliedChanges(paths: Set(settled.settled.findings.keys), read: .none)
  }

  /// One change of the index for each record that is different.
  private mutating func rows(_ read: BatchReading, _ step: Step, _ after: AfterSettling) -> WaitingRows {
    var rows = WaitingRows()
    var others = after.settled.photoOwners.union(after.settled.findings.keys)
    for path in step.goneRecords { forget(path, &others, &rows) }
    for (number, record) in read.records.enumerated() {
      let file = step.records[number]
      let key = file.path
      tooLarge.remove(key)
      switch record {
      case .record(let outcome, let modified):
        guard let tree = outcome.tree else { continue }
        others.remove(key)
        let keepsRow = keepsRow(of: file, outcome.isReadable)
        rows.changed.append(WaitingRow(path: file.path, modified: modified, values: keepsRow ? nil : (file.kind, tree)))
      case .tooLarge:
        forget(file.path, &others, &rows)
        tooLarge.insert(key)
      case .unreadable: forget(file.path, &others, &rows)
      }
    }
    for path in others { rows.changed.append(WaitingRow(path: path)) }
    return rows
  }

  private mutating func forget(_ path: Path, _ others: inout Set<Path>, _ rows: inout WaitingRows) {
    rows.gone.append(path)
    let path = path
    others.remove(path)
    tooLarge.remove(path)
    broken.remove(path)
    lastGood.remove(path)
  }

  /// Whether a record keeps the values it had: its file is broken, and was not before, or since then did not come right.
  private mutating func keepsRow(of file: RecordFileToLoad, _ isReadable: Bool) -> Bool {
    let path = file.path
    if isReadable {
      broken.remove(path)
      lastGood.remove(path)
      return false
    }
    let isKnown = withIndex { $0.row(ofPath: file.path) }?.table == file.kind
    guard options.keepsLastGood, isKnown, !broken.contains(path) else {
      broken.insert(path)
      return false
    }
    lastGood.insert(path)
    return true
  }
}

/// What the index is to be told.
struct WaitingRows {
  /// The paths of records that are gone.
  var gone: [Path] = []
  /// The records that are new or different, each path once.
  var changed: [WaitingRow] = []
}

/// What the index is to be told of one record, besides what the writer of facts knows of it.
struct WaitingRow {
  /// The record's path.
  var path: Path
  /// When its file last changed; nil where that is as it was. Units: nanoseconds since 1970.
  var modified: Int64?
  /// Its kind and its values, where these are new.
  var values: (kind: Int, tree: Tree)?
}

/// What is wrong with a file that is no record.
private struct FrameFile {
  var path: Path
  var findings: [Finding]
  var suppressions: [Suppression]

  /// The files of which something else is to be said.
  static func differences(from old: CatalogueFrame, to new: CatalogueFrame) -> [FrameFile] {
    let (before, after) = (Dictionary(grouping: old.findings, by: \.path), Dictionary(grouping: new.findings, by: \.path))
    let paths = Set(before.keys).union(after.keys).union(old.suppressions.keys).union(new.suppressions.keys)
    return paths.sorted().map {
      FrameFile(path: $0, findings: after[$0] ?? [], suppressions: new.suppressions[$0] ?? [])
    }
  }
}

/// What is taken from the writer while nobody else has it.
private struct AfterSettling: Sendable {
  var settled: CatalogueWriter.Settled
  var report: FindingList
  var recordCount: Int
  var photoCount: Int

  init(_ settled: CatalogueWriter.Settled, _ writer: inout CatalogueWriter) {
    self.settled = settled
    report = writer.report
    recordCount = writer.recordCount
    photoCount = writer.photoCount
  }
}
