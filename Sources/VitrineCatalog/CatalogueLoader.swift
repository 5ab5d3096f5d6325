// A catalogue read once, whole: from a folder to a snapshot.

package import VitrineFiles
package import VitrineIndex
package import VitrineModel
import VitrinePhotos
package import VitrineQuery
import VitrineRules
import VitrineSchema
import VitrineSource
package import VitrineSyntax
import VitrineText

/// A catalogue as it was read.
package struct LoadedCatalogue: Sendable {
  /// The folder, absolute or relative to the working folder.
  package let root: String
  /// Facts, links and report.
  package let snapshot: Snapshot
  /// The records' trees, in the order of the records; empty unless they were asked for.
  package let trees: [Tree]
  /// The records in columns, for queries; nil unless it was asked for.
  package let index: RecordIndex?
  /// The schemas, for commands that speak of kinds.
  package let schemas: SchemaStore
  /// The saved queries, by name.
  package let views: [String: SavedView]
  /// How many files were read: records, images, schemas, views and the manifest.
  package let fileCount: Int
  /// What vitrine.yaml says.
  package let manifest: Manifest
  /// The kinds, in the order of the index's tables.
  package let kinds: [Kind]
  /// The report.
  package let findings: FindingList
  /// How many records there are.
  package let recordCount: Int
  /// How many images there are.
  package let photoCount: Int
  /// What is known of single records. A live catalogue's is ahead of this value where files changed meanwhile.
  package let book: RecordBook

  /// The bytes of a text of the catalogue, read again; nil for what is none or cannot be read.
  package func text(at path: String) -> [UInt8]? { CatalogueLoader.text(at: path, root: root) }
}

/// The reading of a whole catalogue.
package enum CatalogueLoader {
  /// What to keep.
  package struct Options: Sendable {
    /// True where commands look into records afterwards.
    package var keepsTrees = false
    /// True where queries are asked afterwards.
    package var indexes = false
    /// The kinds whose records are read; nil for all. What has been found in the others, and what they refer to, is not known then.
    package var kinds: Set<String>?
    /// False where no image is looked at.
    package var readsPhotos = true
    /// How far the clock on the wall is ahead of UTC; UTC unless given.
    package var offset: ClockOffset = { _ in 0 }

    /// Options of the given kind.
    package init(keepsTrees: Bool = false, indexes: Bool = false, offset: @escaping ClockOffset = { _ in 0 }) {
      self.keepsTrees = keepsTrees
      self.indexes = indexes
      self.offset = offset
    }
  }

  /// Reads the catalogue in `root`.
  ///
  /// Errors: only what makes a catalogue of nothing: the folder or its `vitrine.yaml` cannot be read. All else is a finding.
  package static func load(root: String, options: Options = Options()) throws(FileError) -> LoadedCatalogue {
    let listing = try FileTree.list(root: root)
    let folder = try OpenRoot(root)
    var findings: [Finding] = []
    var facts = CatalogueFacts()
    var schemas = SchemaStore()

    let manifestText = SourceText(path: Manifest.fileName, bytes: try FileReader.read(path: root + "/" + Manifest.fileName))
    let parsedManifest = readManifest(manifestText, &facts, &findings)
    let sorted = SortedFiles(listing, facts.manifest)
    addSchemas(sorted, listing, &schemas, &facts)
    let kinds = readKinds(manifestText, &facts, &schemas, &findings)
    findings += checkManifest(manifestText, parsedManifest, facts.manifest, &schemas)
    let views = readViews(sorted, listing, &schemas, &facts, &findings)
    schemas.checkOwn()
    findings += schemas.findings

    let files = sorted.records.compactMap { file in
      kinds[file.collection].flatMap { kind in
        options.kinds?.contains(facts.kinds[kind].name) == false
          ? nil : RecordFileToLoad(file: file.index, path: file.path, kind: kind)
      }
    }
    let builder = options.indexes ? IndexBuilder(kinds: facts.kinds, offset: options.offset) : nil
    let loaded = LoadedRecords.load(
      files, of: listing, in: folder, kinds: facts.kinds, keepsTrees: options.keepsTrees, index: builder)
    facts.records = loaded.records
    facts.terms = loaded.terms
    findings += loaded.findings
    facts.troubles = (sorted.troubles + loaded.troubles + ListingTroubles.all(listing)).sorted {
      $0.path.utf8.lexicographicallyPrecedes($1.path.utf8)
    }
    facts.photos = PhotoLoading.load(
      options.readsPhotos ? sorted.photos : [], of: listing, in: folder, withMetadata: options.indexes)

    let book = RecordBook(CatalogueWriter(facts, fileFindings: findings) { text(at: $0, root: root) })
    let snapshot = book.withWriter { $0.snapshot }
    let count = files.count + facts.photos.count + sorted.schemas.count + sorted.views.count + 1
    return LoadedCatalogue(
      root: root, snapshot: snapshot, trees: loaded.trees.compactMap { $0 },
      index: builder.map { IndexLoading.finish($0, loaded.indexParts, snapshot) }, schemas: schemas, views: views,
      fileCount: count, manifest: facts.manifest, kinds: facts.kinds, findings: book.withWriter { $0.report },
      recordCount: facts.records.count, photoCount: facts.photos.count, book: book)
  }

  /// The bytes of a text below `root`; nil for an image, or for what cannot be read.
  static func text(at path: String, root: String) -> [UInt8]? {
    guard !ImageSuffix.isImage(path) else { return nil }
    do throws(FileError) {
      var reader = try FolderReader(root: root)
      return try reader.read(path: path)
    } catch {
      return nil
    }
  }
}

// MARK: the parts that are not records

extension CatalogueLoader {
  private static func readManifest(_ text: SourceText, _ facts: inout CatalogueFacts, _ findings: inout [Finding]) -> ParsedText {
    let parsed = YAML.parse(text.bytes)
    let (manifest, own) = Manifest.read(parsed.tree)
    findings += text.located(parsed.findings + own)
    facts.manifest = manifest
    facts.otherSuppressions[text.path] = Suppression.all(in: parsed.tree)
    return parsed
  }

  private static func checkManifest(
    _ text: SourceText, _ parsed: ParsedText, _ manifest: Manifest, _ schemas: inout SchemaStore
  ) -> [Finding] {
    guard parsed.isComplete else { return [] }
    // What the reading of the manifest says better is not said twice: a newer layout, a rule that does not exist.
    let isNewer = manifest.version > Manifest.currentVersion
    return schemas.check(parsed.tree, of: text, against: "manifest").filter { finding in
      !(isNewer && finding.pointer == "/vitrine") && finding.rule != SchemaRules.propertyName
    }
  }

  private static func addSchemas(
    _ sorted: SortedFiles, _ listing: Listing, _ schemas: inout SchemaStore, _ facts: inout CatalogueFacts
  ) {
    for file in sorted.schemas {
      guard let bytes = read(file, listing, &facts) else { continue }
      facts.otherSuppressions[file.path] = Suppression.all(in: schemas.add(bytes, path: file.path))
    }
  }

  /// The kinds of the manifest's collections: for each collection the index of its kind, or nil where it has no schema.
  private static func readKinds(
    _ text: SourceText, _ facts: inout CatalogueFacts, _ schemas: inout SchemaStore, _ findings: inout [Finding]
  ) -> [Int?] {
    var indices: [String: Int?] = [:]
    var unknown: [Finding] = []
    let result: [Int?] = facts.manifest.collections.enumerated().map { position, collection in
      if let known = indices[collection.kind] { return known }
      if let kind = schemas.kind(named: collection.kind) {
        facts.kinds.append(kind)
        indices[collection.kind] = facts.kinds.count - 1
      } else {
        indices[collection.kind] = .some(nil)
        // A schema of the catalogue's own that cannot be used has findings of its own.
        if !schemas.isOwn(SchemaStore.folder + collection.kind + SchemaStore.kindSuffix) {
          unknown.append(unknownKind(collection, position, schemas))
        }
      }
      return indices[collection.kind] ?? nil
    }
    findings += text.located(unknown)
    return result
  }

  /// The views, each checked against its schema and against the kinds.
  private static func readViews(
    _ sorted: SortedFiles, _ listing: Listing, _ schemas: inout SchemaStore, _ facts: inout CatalogueFacts,
    _ findings: inout [Finding]
  ) -> [String: SavedView] {
    var files: [(file: ViewFile, text: SourceText)] = []
    for file in sorted.views {
      guard let bytes = read(file, listing, &facts) else { continue }
      let parsed = YAML.parse(bytes)
      let text = SourceText(path: file.path, bytes: bytes)
      findings += text.located(parsed.findings)
      facts.otherSuppressions[file.path] = Suppression.all(in: parsed.tree)
      guard parsed.isComplete else { continue }
      findings += schemas.check(parsed.tree, of: text, against: "view")
      files.append((ViewFile(parsed.tree, path: file.path), text))
    }
    guard !files.isEmpty else { return [:] }
    let views = files.map(\.file)
    let check = ViewCheck(
      views, layouts: facts.kinds.map { TableLayout(kind: $0) }, collections: facts.manifest.collections.map(\.kind))
    for (file, text) in files { findings += text.located(check.findings(of: file)) }
    return ViewFile.views(views)
  }

  /// Reads a file; nil, and a trouble, where it cannot be read.
  private static func read(_ file: SortedFiles.File, _ listing: Listing, _ facts: inout CatalogueFacts) -> [UInt8]? {
    do throws(FileError) {
      var reader = try FolderReader(root: listing.root)
      return try reader.read(fileAt: file.index, of: listing)
    } catch {
      facts.troubles.append(FileTrouble(path: file.path, cause: .unreadable(error.reason)))
      return nil
    }
  }

  private static func unknownKind(_ collection: Manifest.Collection, _ position: Int, _ schemas: SchemaStore) -> Finding {
    let nearest = NearestWord.nearest(to: collection.kind, in: schemas.kindNames)
    return Finding(
      ModelRules.unknownKind, at: collection.kindRange, pointer: "/collections/\(position)/kind",
      "there is no kind '\(collection.kind)'", label: nearest.map { "did you mean '\($0)'?" } ?? "",
      fixes: nearest.map { [Fix("replace with '\($0)'", [TextEdit(collection.kindRange, $0)], isSafe: false)] } ?? [])
  }
}
