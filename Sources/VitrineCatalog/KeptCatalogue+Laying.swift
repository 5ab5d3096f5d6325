// Texts that somebody has not saved, laid over records of a kept catalogue: what follows from them is a catalogue of its own, and the kept one
// stays as it is. Decision 0116 says why.

package import VitrineFiles
import VitrineIndex
import VitrineModel
import VitrineRules
package import VitrineSource
import VitrineSystem

/// A catalogue with texts over some of its records.
package struct LaidCatalogue: Sendable {
  /// The catalogue.
  package let catalogue: LoadedCatalogue
  /// The files whose findings are others than without the texts.
  package let paths: Set<Path>
  /// The records that cannot be understood, and whose rows are as they last were.
  package let lastGood: Set<Path>
}

/// Texts over records, which need not be there yet.
package struct LaidTexts: Sendable {
  /// So many are laid at most; more are better read into a catalogue of their own.
  package static let maximumCount = 16

  /// The texts, by the paths of the records' files.
  package let texts: [Path: [UInt8]]
  /// The same, and those over files that are just what their text says.
  package let overlay: TextOverlay
  /// True where queries are asked of what comes of it.
  package let indexes: Bool

  /// Texts over records.
  package init(_ texts: [Path: [UInt8]], overlay: TextOverlay, indexes: Bool) {
    self.texts = texts
    self.overlay = overlay
    self.indexes = indexes
  }
}

extension LoadedCatalogue {
  /// The same catalogue, whose texts are read with others over them.
  package func reading(over overlay: TextOverlay) -> LoadedCatalogue {
    var catalogue = self
    catalogue.source = .overlaid(overlay)
    return catalogue
  }
}

extension KeptCatalogue {
  /// A record with a text over it.
  private struct LaidRecord {
    let path: Path
    let kind: Int
    let outcome: RecordCheck.Outcome
    let modified: Int64?
    /// True where there is no such file yet.
    let isNew: Bool
  }

  /// What the writer of facts says of laid texts.
  private struct Following: Sendable {
    var settled: CatalogueWriter.Settled
    var summary: (findings: FindingList, records: Int, photos: Int)
    var contexts: [Path: RecordContext] = [:]
  }

  /// The catalogue as it would be with other texts in some of its records; nil where one of the files is none that is known, and is there, or would be one
  /// whose name another has in other letters. Nothing is different afterwards; while it lasts, nobody else is answered by the catalogue's book.
  package mutating func laid(_ laid: LaidTexts) -> LaidCatalogue? {
    finish()
    prepare()
    guard let (records, trial) = trial(of: laid.texts) else { return nil }
    let (root, source, texts) = (catalogue.root, options.source, laid.texts)
    let before: @Sendable (Path) -> [UInt8]? = { CatalogueLoader.text(at: $0, root: root, source) }
    let after: @Sendable (Path) -> [UInt8]? = { texts[$0] ?? before($0) }
    let (paths, indexes) = (records.map(\.path), laid.indexes)
    let known = records.filter { !$0.isNew }.map(\.path)
    let following = catalogue.book.withWriter { writer -> Following? in
      guard known.allSatisfy({ writer.facts(ofRecordAt: $0) != nil }) else { return nil }
      let begun = writer.begin(trial, reading: after)
      defer { writer.end(begun, reading: before) }
      var following = Following(settled: begun.settled, summary: (writer.report, writer.recordCount, writer.photoCount))
      guard indexes else { return following }
      for path in begun.settled.photoOwners.union(begun.settled.findings.keys).union(paths) {
        let (findings, photos) = writer.context(ofRecordAt: path)
        following.contexts[path] = RecordContext(findings: findings, photos: photos)
      }
      return following
    }
    guard let following else { return nil }
    var rows = lastGood
    let index = index(with: records, following, indexes: indexes, lastGood: &rows)
    var next = LoadedCatalogue(
      root: root, index: index, fieldNames: catalogue.fieldNames, schemas: frame.schemas, views: frame.views,
      fileCount: summary.fileCount + records.count - known.count, manifest: frame.manifest, kinds: frame.kinds,
      findings: following.summary.findings,
      recordCount: following.summary.records, photoCount: following.summary.photos,
      book: RecordBook(catalogue.book, supposing: RecordBook.Supposition(trial: trial, after: after, before: before)),
      dates: catalogue.dates)
    next.source = .overlaid(laid.overlay)
    return LaidCatalogue(catalogue: next, paths: Set(following.settled.findings.keys), lastGood: rows)
  }

  /// Checks texts as those of records; nil where a file is none. A file that the catalogue leaves out says nothing, whatever its text.
  private mutating func trial(of texts: [Path: [UInt8]]) -> (records: [LaidRecord], trial: CatalogueWriter.Trial)? {
    var check = RecordCheck(kinds: frame.kinds)
    var reader = FolderReader(folder, forFew: true)
    var records: [LaidRecord] = []
    var trial = CatalogueWriter.Trial()
    for (path, text) in texts.sorted(by: { $0.key < $1.key }) {
      guard let kind = kind(of: role(of: path)), text.count <= FileReader.defaultLimit else { return nil }
      let isNew = !names.contains(path)
      if isNew, !ListingRules.admit(path, in: folder) { continue }
      let status = Self.status(path, &reader)
      if isNew, status != nil || hasLikes(path) { return nil }
      let outcome = check.check(text, path: path, kind: kind, keepsTree: true)
      records.append(LaidRecord(path: path, kind: kind, outcome: outcome, modified: status?.modified, isNew: isNew))
      trial.records.append((outcome.facts, outcome.findings))
    }
    trial.terms = check.terms
    return (records, trial)
  }

  /// Whether files may have the name of a new one in other letters.
  private mutating func hasLikes(_ path: Path) -> Bool {
    names.insert(path)
    defer { names.remove(path) }
    return !names.likes(of: path).isEmpty
  }

  private static func status(_ path: Path, _ reader: inout FolderReader) -> FileStatus? {
    do throws(FileError) { return try reader.status(path: path) } catch { return nil }
  }

  /// The rows with the texts; those of now where none are wanted.
  private mutating func index(
    with records: [LaidRecord], _ following: Following, indexes: Bool, lastGood: inout Set<Path>
  ) -> RecordIndex? {
    guard indexes else { return catalogue.index }
    let (keepsLastGood, broken) = (options.keepsLastGood, broken)
    return withIndex { index in
      var copy = IndexWriter(copying: index)
      var others = following.contexts
      for record in records {
        var context = others.removeValue(forKey: record.path) ?? RecordContext()
        context.modified = record.modified
        let isKnown = copy.row(ofPath: record.path)?.table == record.kind
        let keepsRow = !record.outcome.isReadable && keepsLastGood && isKnown && !broken.contains(record.path)
        if keepsRow { lastGood.insert(record.path) } else { lastGood.remove(record.path) }
        if !keepsRow, let tree = record.outcome.tree {
          copy.put(IndexedRecord(path: record.path, kind: record.kind, tree: tree, context: context))
        } else {
          _ = copy.setContext(context, ofPath: record.path, keepsTime: record.modified == nil)
        }
      }
      for (path, context) in others { _ = copy.setContext(context, ofPath: path, keepsTime: true) }
      return copy.index
    }
  }
}
