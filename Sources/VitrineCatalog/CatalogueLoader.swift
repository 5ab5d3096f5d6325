// A catalogue read once, whole: from a folder to all that is known of it.

package import VitrineFiles
package import VitrineIndex
package import VitrineModel
import VitrinePhotos
package import VitrineQuery
import VitrineRules
import VitrineSchema
package import VitrineSource
package import VitrineSystem
import VitrineText

/// A catalogue as it was read.
package struct LoadedCatalogue: Sendable {
  /// The folder, absolute or relative to the working folder.
  package let root: String
  /// The records in columns, for queries; nil unless it was asked for.
  package internal(set) var index: RecordIndex?
  /// The names of the fields of its kinds, for queries; nil where there are no columns.
  package internal(set) var fieldNames: FieldNames?
  /// The schemas, for commands that speak of kinds.
  package let schemas: SchemaStore
  /// The saved queries, by name.
  package let views: [String: SavedView]
  /// How many files were read: records, images, schemas, views and the manifest.
  package let fileCount: Int
  /// What vitrine.yaml says.
  package let manifest: Manifest
  /// The kinds, in the order of the index's tables.
  package internal(set) var kinds: [Kind]
  /// The report.
  package let findings: FindingList
  /// How many records there are.
  package let recordCount: Int
  /// How many images there are.
  package let photoCount: Int
  /// What is known of single records. A live catalogue's is ahead of this value where files changed meanwhile.
  package let book: RecordBook
  /// What it was read from.
  package internal(set) var source = FileSource.folder
  /// When its records were created.
  let dates: CreationDates
  /// The columns of that, once somebody asked.
  let filled = FilledColumns()

  /// Facts and report at once. A live catalogue's facts are ahead of this value where files changed meanwhile.
  package var snapshot: Snapshot { Snapshot(book.withWriter { $0.facts }, findings) }

  /// The bytes of a text of the catalogue, read again; nil for what is none or cannot be read.
  package func text(at path: Path) -> [UInt8]? { CatalogueLoader.text(at: path, root: root, source) }
}

/// What a catalogue comes to: the report, and how much there is.
package struct CatalogueSummary: Sendable {
  /// The report.
  package let findings: FindingList
  /// How many records there are.
  package let recordCount: Int
  /// How many images there are.
  package let photoCount: Int
  /// How many files were read: records, images, schemas, views and the manifest.
  package let fileCount: Int

  /// A summary of the given parts.
  init(findings: FindingList, recordCount: Int, photoCount: Int, fileCount: Int) {
    self.findings = findings
    self.recordCount = recordCount
    self.photoCount = photoCount
    self.fileCount = fileCount
  }

  /// The summary of a catalogue.
  package init(_ catalogue: LoadedCatalogue) {
    findings = catalogue.findings
    recordCount = catalogue.recordCount
    photoCount = catalogue.photoCount
    fileCount = catalogue.fileCount
  }
}

/// The reading of a whole catalogue.
package enum CatalogueLoader {
  /// What to keep.
  package struct Options: Sendable {
    /// True where queries are asked afterwards.
    package var indexes = false
    /// The kinds whose records are read; nil for all. What has been found in the others, and what they refer to, is not known then.
    package var kinds: Set<String>?
    /// False where no image is looked at.
    package var readsPhotos = true
    /// True where it matters what the files were when they were opened.
    package var notesSnapshots = false
    /// How far the clock on the wall is ahead of UTC; UTC unless given.
    package var offset: ClockOffset = { _ in 0 }
    /// What is read.
    package var source = FileSource.folder
    /// Fields besides those of the schemas, by the names of kinds: those that records have and no schema declares.
    package var undeclared: [String: [Kind.Field]] = [:]

    /// Options of the given kind.
    package init(indexes: Bool = false, offset: @escaping ClockOffset = { _ in 0 }) {
      self.indexes = indexes
      self.offset = offset
    }
  }

  /// Reads the catalogue in `root`.
  ///
  /// Errors: only what makes a catalogue of nothing: the folder or its `vitrine.yaml` cannot be read. All else is a finding.
  package static func load(root: String, options: Options = Options()) throws(FileError) -> LoadedCatalogue {
    try parts(try FileTree.list(root: root), options).catalogue
  }

  /// Reads a version of the catalogue in `root` from git.
  ///
  /// Errors: as for `load(root:options:)`.
  package static func load(
    root: String, version: VersionedFiles, options: Options = Options()
  ) throws(FileError) -> LoadedCatalogue {
    var options = options
    options.source = .version(version)
    return try parts(version.listing, options).catalogue
  }

  /// Reads the catalogue in `root` with the files that a sparse checkout leaves out of it.
  ///
  /// Errors: as for `load(root:options:)`.
  package static func load(
    root: String, sparse: SparseFiles, options: Options = Options()
  ) throws(FileError) -> LoadedCatalogue {
    var options = options
    options.source = .sparse(sparse)
    return try parts(sparse.listing, options).catalogue
  }

  /// A catalogue, and what was met on the way to it.
  struct Parts {
    var catalogue: LoadedCatalogue
    var frame: CatalogueFrame
    var sorted: SortedFiles
    var records: LoadedRecords.Faults
    var folder: OpenRoot
    /// What there was too little of to read all files.
    var scarcity: FileError?
    /// What was seen of the texts in which findings were located.
    var consulted: SeenFiles
  }

  /// Reads the files of a listing. With `options.notesSnapshots`, `see` is called once with what the files were when they were opened, but for the manifest;
  /// other cores are at work meanwhile. Errors: as `load`.
  static func parts(
    _ listing: Listing, _ options: Options, see: ([FileSnapshots]) -> Void = { _ in }
  ) throws(FileError) -> Parts {
    let root = listing.root
    let source = options.source
    let folder = try OpenRoot(Path(root), source: source)
    var frame = try CatalogueFrame(root: root, source: source)
    let sorted = SortedFiles(listing, frame.manifest)
    var reader = FolderReader(folder)
    if options.notesSnapshots { reader.snapshots = FileSnapshots() }
    frame.read(sorted, of: listing, with: &reader)
    frame.add(options.undeclared)
    let facts = frame.facts

    let files = sorted.records.compactMap { file in
      frame.kindOfCollection[file.collection].flatMap { kind in
        options.kinds?.contains(facts.kinds[kind].name) == false
          ? nil : RecordFileToLoad(file: file.index, path: file.path, kind: kind)
      }
    }
    let builder = options.indexes ? IndexBuilder(kinds: facts.kinds, offset: options.offset) : nil
    let read = GatheredRecords(
      files, of: listing, in: folder, kinds: facts.kinds, notesSnapshots: options.notesSnapshots,
      index: builder)
    let needs = PhotoNeeds(facts.kinds, facts.manifest)
    let photos = PhotoLoading.load(
      options.readsPhotos ? sorted.photos : [], of: listing, in: folder, withMetadata: options.indexes || needs.metadata,
      withFingerprint: options.indexes || needs.fingerprints, notesSnapshots: options.notesSnapshots)
    let troubles = sorted.troubles + frame.troubles
    let consulted = ConsultedTexts(in: folder, root: root)
    let settle: @Sendable () -> SettledRecords = { [findings = frame.findings] in
      let loaded = LoadedRecords(read)
      var facts = facts
      facts.records = loaded.records
      facts.terms = loaded.terms
      facts.photos = photos.facts
      facts.troubles = (troubles + loaded.faults.troubles + ListingTroubles.all(listing.problems)).sorted {
        $0.path < $1.path
      }
      let writer = CatalogueWriter(facts, fileFindings: findings + loaded.findings) { consulted.text(at: $0) }
      return SettledRecords(loaded: loaded, book: RecordBook(writer))
    }
    func seeAll() { see([reader.snapshots].compactMap(\.self) + read.snapshots + photos.snapshots) }
    let index: RecordIndex?
    let records: SettledRecords
    if let builder {
      (index, records) = IndexLoading.finish(builder, read.indexParts, first: seeAll, settle: settle)
    } else {
      seeAll()
      (index, records) = (nil, settle())
    }
    let (loaded, book) = (records.loaded, records.book)
    let count = files.count + photos.facts.count + sorted.schemas.count + sorted.views.count + 1
    var catalogue = LoadedCatalogue(
      root: root, index: index, fieldNames: index.map { FieldNames($0.tables.map(\.layout)) }, schemas: frame.schemas,
      views: frame.views,
      fileCount: count, manifest: facts.manifest, kinds: facts.kinds, findings: book.withWriter { $0.report },
      recordCount: loaded.records.count, photoCount: photos.facts.count, book: book, dates: CreationDates(offset: options.offset))
    catalogue.source = source
    return Parts(
      catalogue: catalogue, frame: frame, sorted: sorted, records: loaded.faults, folder: folder,
      scarcity: frame.scarcity ?? loaded.faults.scarcity ?? photos.scarcity, consulted: consulted.seen)
  }

  /// The bytes of a text below `root`; nil for an image, or for what cannot be read.
  static func text(at path: Path, root: String, _ source: FileSource = .folder) -> [UInt8]? {
    guard !path.withUTF8({ ImageSuffix.isImage($0) }) else { return nil }
    if case .version(let version) = source { return version.text(at: path) }
    do throws(FileError) {
      var reader = try FolderReader(root: root, source: source)
      return try reader.read(path: path)
    } catch {
      return nil
    }
  }
}
