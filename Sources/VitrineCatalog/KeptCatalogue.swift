// A catalogue that is kept: read once, then changed file by file. It knows no watcher; whoever does says which files are different.

package import VitrineFiles
import VitrineIndex
import VitrineModel
import VitrineRules
package import VitrineSource
package import VitrineSystem

/// A catalogue and all that it takes to bring it up to date in time proportional to what changed.
///
/// Shape: after any changes it says of the files just what a fresh load says; but for the rows of records in `lastGood`.
package struct KeptCatalogue: ~Copyable {
  /// How a catalogue is kept.
  package struct Options: Sendable {
    /// How far the clock on the wall is ahead of UTC.
    package var offset: @Sendable (Int64) -> Int = { _ in 0 }
    /// False where a record whose file breaks shows in queries as it is, with little or nothing.
    package var keepsLastGood = true
    /// What is read. Whoever changes a text over a file says that the file is different.
    package var source = FileSource.folder

    /// The usual options.
    package init() {}
  }

  /// The catalogue as it is now: a value that no later change touches.
  package internal(set) var catalogue: LoadedCatalogue
  /// The report as it is now, and how much there is.
  package internal(set) var summary: CatalogueSummary
  /// The records whose files are broken and whose rows in the index are as they were before that.
  package internal(set) var lastGood: Set<Path> = []

  let options: Options
  var folder: OpenRoot
  var frame: CatalogueFrame
  var troubles: TroubleTable
  /// The schemas and vocabularies, each with what it leads to where it is a symbolic link.
  var schemaFiles: [Path: Path?]
  /// The views, in the same way.
  var viewFiles: [Path: Path?]
  /// How many files are records, those among them that cannot be read.
  var recordFileCount: Int
  /// The records whose files are too large.
  var tooLarge: Set<Path>
  /// The records whose files are broken and never were anything else.
  var broken: Set<Path>
  var check: RecordCheck
  /// What the index has not been told yet.
  var waitingRows: WaitingRows?
  /// The records of the listing that were gone before they could be read.
  let gone: [Path]
  /// What there was too little of to read the whole listing.
  let scarcity: FileError?
  /// What was seen of the texts in which findings of the whole listing were located, until somebody takes it.
  private var consulted: SeenFiles
  private var unsortedNames: [Path]
  private var knownNames: FileNames?
  private var knownIndex: IndexWriter?

  /// Reads the files of a listing. `see` is called once with what they were when they were opened, but for the manifest and for symbolic links.
  ///
  /// Errors: as `CatalogueLoader.load`.
  package init(_ listing: Listing, options: Options, see: (([FileSnapshots]) -> Void)? = nil) throws(FileError) {
    self.options = options
    var loading = CatalogueLoader.Options(indexes: true, offset: options.offset)
    loading.notesSnapshots = see != nil
    loading.source = options.source
    let parts = try CatalogueLoader.parts(listing, loading) { see?($0) }
    catalogue = parts.catalogue
    summary = CatalogueSummary(catalogue)
    folder = parts.folder
    frame = parts.frame
    let sorted = parts.sorted
    troubles = TroubleTable(
      files: sorted.troubles, records: parts.records.troubles, frame: parts.frame.troubles,
      listing: ListingTroubles.all(listing.problems))
    func targets(_ files: [SortedFiles.File]) -> [Path: Path?] {
      Dictionary(files.map { ($0.path, listing.target(ofFileAt: $0.index)) }) { first, _ in first }
    }
    schemaFiles = targets(sorted.schemas)
    viewFiles = targets(sorted.views)
    recordFileCount = sorted.records.reduce(0) { $0 + (parts.frame.kindOfCollection[$1.collection] == nil ? 0 : 1) }
    tooLarge = Set(parts.records.tooLarge)
    broken = Set(parts.records.broken)
    gone = parts.records.gone
    scarcity = parts.scarcity
    consulted = parts.consulted
    check = RecordCheck(kinds: parts.frame.kinds)
    unsortedNames = (sorted.records + sorted.photos + sorted.schemas + sorted.views).map(\.path)
    unsortedNames += sorted.troubles.compactMap { trouble in
      if case .caseCollision = trouble.cause { nil } else { trouble.path }
    }
    if sorted.hasManifest { unsortedNames.append(Manifest.fileName) }
  }

  /// Gives once what was seen of the texts in which findings of the whole listing were located.
  package mutating func takeConsulted() -> SeenFiles {
    defer { consulted = SeenFiles(ListingMaker(root: catalogue.root).finished(), []) }
    return consulted
  }

  /// Has files be read in this folder from now on. Whoever says that it is another one says which of its files are different.
  /// Decision 0085 says why.
  package mutating func follow(_ root: OpenRoot) {
    if folder.number != root.number { folder = OpenRoot(root, source: options.source) }
  }

  /// Makes what only changes need, so that the first of them is as quick as the next, and what single records are found by in `catalogue`. Returns
  /// false where all of it was there.
  @discardableResult
  package mutating func prepare() -> Bool {
    if knownNames == nil {
      catalogue.book.withWriter { $0.prepare() }
      knownNames = FileNames(unsortedNames)
      unsortedNames = []
    }
    guard knownIndex == nil, let index = catalogue.index else { return false }
    let writer = IndexWriter(index, offset: options.offset)
    catalogue.index = writer.index
    knownIndex = consume writer
    return true
  }

  /// The names of all files that play a part.
  var names: FileNames {
    _read {
      guard let knownNames else { preconditionFailure("a kept catalogue is prepared before it is changed") }
      yield knownNames
    }
    _modify {
      prepare()
      guard var names = knownNames.take() else { preconditionFailure("a kept catalogue is prepared before it is changed") }
      yield &names
      knownNames = names
    }
  }

  /// Does something with the index.
  mutating func withIndex<Result>(_ body: (inout IndexWriter) -> Result) -> Result {
    prepare()
    guard var index = knownIndex.take() else { preconditionFailure("a kept catalogue has an index") }
    let result = body(&index)
    knownIndex = consume index
    return result
  }

  /// The part that a file plays by its path.
  func role(of path: Path) -> FileRole {
    let manifest = frame.manifest
    return path.withUTF8 { FileRole.role(of: $0, manifest) }
  }

  /// The index of the kind of a record's file; nil for other files, and where the kind has no schema.
  func kind(of role: FileRole) -> Int? {
    guard case .record(let collection) = role else { return nil }
    return frame.kindOfCollection[collection]
  }

  /// How many records changes would lose, those set off that come, and of how many; nil where that is no more than a part of `limit` of them,
  /// or fewer than `floor`. Shape: a file that is left out now but still lies where it lay is not lost, and a file that could not be read
  /// when all was read, because it was gone by then, was no record since; so never more are lost than there were. What `meant` picks of
  /// the missing files is not lost either: somebody took it away on purpose.
  package mutating func massLoss(
    by changes: CatalogueChanges, limit: Double, floor: Int, meant: (_ missing: [Path]) -> Set<Path> = { _ in [] }
  ) -> (gone: Int, of: Int)? {
    // Most batches are far too small for that.
    guard changes.files.count >= floor else { return nil }
    prepare()
    var gone: [Path] = []
    var added = 0
    for (path, file) in changes.files where kind(of: role(of: path)) != nil {
      switch (file, names.contains(path)) {
      case (.gone, true): gone.append(path)
      case (.there, false): added += 1
      case (.gone, false), (.there, true): continue
      }
    }
    let all = catalogue.recordCount
    func isMass(_ count: Int) -> Bool { Self.isMass(count, of: all, limit, floor) }
    guard isMass(gone.count - added) else { return nil }
    gone = withIndex { index in gone.filter { index.row(ofPath: $0) != nil } }
    guard isMass(gone.count - added) else { return nil }
    var reader = FolderReader(folder)
    let missing = gone.filter { !Self.isThere($0, &reader) }
    guard isMass(missing.count - added) else { return nil }
    let lost = missing.count - meant(missing).count - added
    return isMass(lost) ? (lost, catalogue.recordCount) : nil
  }

  /// Whether so many of all records are too many to lose at once: more than a part of `limit` of them, and no fewer than `floor`.
  package static func isMass(_ count: Int, of all: Int, _ limit: Double, _ floor: Int) -> Bool {
    count >= max(floor, 1) && Double(count) > limit * Double(all)
  }

  private static func isThere(_ path: Path, _ reader: inout FolderReader) -> Bool {
    do throws(FileError) {
      _ = try reader.status(path: path)
      return true
    } catch {
      return false
    }
  }
}
