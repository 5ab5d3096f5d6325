// Bringing a kept catalogue up to date: what is different is read again, what depends on it derived again, and the rest left alone.

package import VitrineFiles
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource

extension KeptCatalogue {
  /// Takes changes in. `listing` gives all files of the folder, for changes after which everything is to be read again.
  ///
  /// Errors: there is no manifest, or it cannot be read; then nothing is different from before.
  package mutating func apply(_ changes: CatalogueChanges, listing: () -> Listing) throws(FileError) -> AppliedChanges {
    if changes.isEverything { return try readEverything(listing()) }
    var step = Step(self, changes)
    guard step.isOfInterest else { return .none }
    if step.concernsFrame {
      let next = try readFrame(step)
      guard let next else { return try readEverything(listing()) }
      step.frame = next
    }
    take(step, changes.problems)
    let read = BatchReading.read(step.records, step.photos, of: step.listing, in: folder, kinds: frame.kinds, check: &check)
    return publish(read, step)
  }

  /// Reads all again, by the same code as for the first time. Last good rows go: what made them is not known any more.
  private mutating func readEverything(_ listing: Listing) throws(FileError) -> AppliedChanges {
    let other = try KeptCatalogue(listing, options: options)
    self = other
    return AppliedChanges(paths: nil)
  }

  /// The frame after changes; nil where the kinds are others than before.
  private func readFrame(_ step: Step) throws(FileError) -> CatalogueFrame? {
    var next = try CatalogueFrame(root: catalogue.root)
    var maker = ListingMaker(root: catalogue.root)
    var files = SortedFiles()
    let all = step.schemaFiles.merging(step.viewFiles) { first, _ in first }
    for (key, target) in all.sorted(by: { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }) {
      let path = key.text
      maker.add(path.utf8, target: target)
      let file = SortedFiles.File(index: files.schemas.count + files.views.count, path: path)
      if step.schemaFiles[key] != nil { files.schemas.append(file) } else { files.views.append(file) }
    }
    var reader = FolderReader(folder)
    next.read(files, of: maker.finished(), with: &reader)
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
      case .unclaimed: troubles.set(.role, path, file == .gone ? nil : .unclaimed)
      case .conflictedCopy(let original): troubles.set(.role, path, file == .gone ? nil : .conflictedCopy(original))
      case .manifest, .schema, .view, .record, .photo, .other: continue
      }
    }
    if let problems { troubles.set(listing: ListingTroubles.all(problems)) }
    schemaFiles = step.schemaFiles
    viewFiles = step.viewFiles
  }

  /// Changes facts, report and index, and makes the next value of the catalogue.
  private mutating func publish(_ read: BatchReading, _ step: Step) -> AppliedChanges {
    for (file, record) in zip(step.records, read.records) {
      if case .unreadable(let error) = record, !error.isGone {
        troubles.set(.reading, file.path, .unreadable(error.reason))
      } else {
        troubles.set(.reading, file.path, nil)
      }
    }
    for path in step.goneRecords { troubles.set(.reading, path, nil) }
    if let frame = step.frame { troubles.set(frame: frame.troubles) }
    let oldFrame = frame
    if let frame = step.frame { self.frame = frame }
    let newTroubles = troubles.isChanged ? troubles.all : nil
    troubles.isChanged = false
    let frameFiles = step.frame.map { FrameFile.differences(from: oldFrame, to: $0) } ?? []
    let manifest = step.frame?.manifest
    let (wereTooLarge, root) = (tooLarge, catalogue.root)

    let settled = catalogue.book.withWriter { writer in
      if let manifest { writer.setManifest(manifest) }
      for file in frameFiles { writer.setFile(file.path, findings: file.findings, suppressions: file.suppressions) }
      for path in step.goneRecords {
        writer.removeRecord(at: path)
        if wereTooLarge.contains(PathKey(path)) { writer.setFile(path, findings: [], suppressions: []) }
      }
      for (number, record) in read.records.enumerated() {
        let path = step.records[number].path
        if wereTooLarge.contains(PathKey(path)) { writer.setFile(path, findings: [], suppressions: []) }
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
      let settled = writer.settle { CatalogueLoader.text(at: $0, root: root) }
      var after = AfterSettling(settled, &writer)
      for (number, record) in read.records.enumerated() {
        if case .record = record { after.need(PathKey(step.records[number].path), &writer) }
      }
      for path in settled.photoOwners { after.need(path, &writer) }
      for path in settled.findings.keys { after.need(path, &writer) }
      return after
    }
    changeIndex(read, step, settled)
    catalogue = LoadedCatalogue(
      root: root, trees: [], index: withIndex { $0.index }, schemas: frame.schemas,
      views: frame.views,
      fileCount: recordFileCount + settled.photoCount + schemaFiles.count + viewFiles.count + 1, manifest: frame.manifest,
      kinds: frame.kinds, findings: settled.report, recordCount: settled.recordCount, photoCount: settled.photoCount,
      book: catalogue.book)
    return AppliedChanges(paths: Set(settled.settled.findings.keys))
  }

  /// One change of the index for each record that is different.
  private mutating func changeIndex(_ read: BatchReading, _ step: Step, _ after: AfterSettling) {
    var rest = after.contexts
    for path in step.goneRecords { forget(path, &rest) }
    for (number, record) in read.records.enumerated() {
      let file = step.records[number]
      let key = PathKey(file.path)
      tooLarge.remove(key)
      switch record {
      case .record(let outcome, let modified):
        guard let (findings, photos) = rest.removeValue(forKey: key), let tree = outcome.tree else { continue }
        let context = RecordContext(modified: modified, findings: findings, photos: photos)
        if keepsRow(of: file, outcome.isReadable) {
          withIndex { _ = $0.setContext(context, ofPath: file.path) }
        } else {
          withIndex { $0.put(IndexedRecord(path: file.path, kind: file.kind, tree: tree, context: context)) }
        }
      case .tooLarge:
        forget(file.path, &rest)
        tooLarge.insert(key)
      case .unreadable: forget(file.path, &rest)
      }
    }
    for (path, context) in rest {
      withIndex {
        _ = $0.setContext(RecordContext(findings: context.findings, photos: context.photos), ofPath: path.text, keepsTime: true)
      }
    }
    withIndex { if $0.isWasteful { $0.compact() } }
  }

  private mutating func forget(_ path: String, _ rest: inout [PathKey: (findings: [Finding], photos: [PhotoFacts])]) {
    withIndex { _ = $0.remove(path: path) }
    let path = PathKey(path)
    rest[path] = nil
    tooLarge.remove(path)
    broken.remove(path)
    lastGood.remove(path)
  }

  /// Whether a record keeps the values it had: its file is broken, and was not before, or since then did not come right.
  private mutating func keepsRow(of file: RecordFileToLoad, _ isReadable: Bool) -> Bool {
    let path = PathKey(file.path)
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

/// What is wrong with a file that is no record.
private struct FrameFile {
  var path: String
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
  /// What is known beside their texts of the records whose rows are to change.
  var contexts: [PathKey: (findings: [Finding], photos: [PhotoFacts])] = [:]

  init(_ settled: CatalogueWriter.Settled, _ writer: inout CatalogueWriter) {
    self.settled = settled
    report = writer.report
    recordCount = writer.recordCount
    photoCount = writer.photoCount
  }

  mutating func need(_ path: PathKey, _ writer: inout CatalogueWriter) {
    if contexts[path] == nil { contexts[path] = writer.context(ofRecordAt: path.text) }
  }
}
