// What a catalogue is about, before its records: the manifest, the schemas, the kinds and the views, with all that is wrong with them.

import VitrineFiles
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineRules
import VitrineSchema
import VitrineSource
import VitrineSyntax
package import VitrineSystem
import VitrineText

extension FileError {
  /// True for an error of the manifest itself.
  package var isOfManifest: Bool { path.name == Manifest.fileName }
}

/// The parts of a catalogue that are not records. Reading them takes a few milliseconds however many records there are.
struct CatalogueFrame: Sendable {
  /// What `vitrine.yaml` says.
  private(set) var manifest = Manifest()
  /// The schemas within reach.
  private(set) var schemas = SchemaStore()
  /// The kinds in use.
  private(set) var kinds: [Kind] = []
  /// For each collection the index of its kind; nil where it has no schema.
  private(set) var kindOfCollection: [Int?] = []
  /// The saved queries, by name.
  private(set) var views: [String: SavedView] = [:]
  /// What is wrong, located.
  private(set) var findings: [Finding] = []
  /// The comments that silence rules, by path.
  private(set) var suppressions: [Path: [Suppression]] = [:]
  /// The schemas and views that cannot be read.
  private(set) var troubles: [FileTrouble] = []
  /// What there was too little of to read them all.
  private(set) var scarcity: FileError?

  private let manifestText: SourceText
  private let parsedManifest: ParsedText

  /// Reads the manifest of the catalogue in `root`; `read` reads the rest.
  ///
  /// Errors: there is no manifest, or it cannot be read.
  init(root: String, source: FileSource = .folder) throws(FileError) {
    manifestText = SourceText(path: Manifest.fileName, bytes: try Self.manifest(in: root, source))
    parsedManifest = YAML.parse(manifestText.bytes)
    let own: [Finding]
    (manifest, own) = Manifest.read(parsedManifest.tree)
    // What a version of git says of folders is not about those of today.
    if case .version = source {} else { manifest.lookAtLibraries(root: root) }
    manifest.isWhole =
      parsedManifest.isComplete
      && parsedManifest.tree.withReader { reader in
        parsedManifest.tree.roots.first.map { reader.resolved($0).kind == .mapping } ?? false
      }
    findings = manifestText.located(parsedManifest.findings + own)
    suppressions[manifestText.path] = Suppression.all(in: parsedManifest.tree)
  }

  /// The bytes of the manifest, which may be a symbolic link: a person made it.
  private static func manifest(in root: String, _ source: FileSource) throws(FileError) -> [UInt8] {
    switch source {
    case .folder, .sparse: break
    case .overlaid(let overlay): if let text = overlay.text(at: Manifest.fileName) { return text }
    case .version(let version): return try version.read(path: Manifest.fileName)
    }
    return try FileReader.read(path: Path(root).appending(Manifest.fileName))
  }

  /// Reads the schemas and views among the files of a listing.
  mutating func read(_ files: SortedFiles, of listing: Listing, with reader: inout FolderReader) {
    for file in files.schemas {
      guard let bytes = self.read(file, listing, &reader) else { continue }
      suppressions[file.path] = Suppression.all(in: schemas.add(bytes, path: file.path))
    }
    readKinds()
    checkManifest()
    readViews(files.views, listing, &reader)
    schemas.checkOwn()
    findings += schemas.findings
  }

  /// Takes the kinds of an earlier reading over, where nothing that they are made of is different: then true.
  mutating func keepKinds(of earlier: CatalogueFrame) -> Bool {
    guard manifest.isWhole == earlier.manifest.isWhole,
      manifest.collections.elementsEqual(earlier.manifest.collections, by: { $0.kind == $1.kind && $0.pattern == $1.pattern })
    else { return false }
    for name in Set(manifest.collections.map(\.kind)) {
      guard schemas.ownContent(ofKind: name) == earlier.schemas.ownContent(ofKind: name) else { return false }
    }
    guard kinds.map(\.name) == earlier.kinds.map(\.name), kindOfCollection == earlier.kindOfCollection else { return false }
    kinds = earlier.kinds
    return true
  }

  /// Adds fields that records have and no schema declares, by the names of kinds.
  mutating func add(_ undeclared: [String: [Kind.Field]]) {
    for place in kinds.indices {
      if let fields = undeclared[kinds[place].name] { kinds[place] = kinds[place].adding(fields) }
    }
  }

  /// The facts of a catalogue of this frame, without records.
  var facts: CatalogueFacts {
    var facts = CatalogueFacts()
    facts.manifest = manifest
    facts.kinds = kinds
    facts.otherSuppressions = suppressions
    return facts
  }
}

extension CatalogueFrame {
  private mutating func checkManifest() {
    guard parsedManifest.isComplete else { return }
    // What the reading of the manifest says better is not said twice: a newer layout, a rule that does not exist.
    let isNewer = manifest.version > Manifest.currentVersion
    findings += schemas.check(parsedManifest.tree, of: manifestText, against: "manifest").filter { finding in
      !(isNewer && finding.pointer == "/vitrine") && finding.rule != SchemaRules.propertyName
    }
  }

  /// The kinds of the manifest's collections.
  private mutating func readKinds() {
    var indices: [String: Int?] = [:]
    var unknown: [Finding] = []
    for (position, collection) in manifest.collections.enumerated() {
      if indices[collection.kind] == nil {
        if let kind = schemas.kind(named: collection.kind) {
          kinds.append(kind)
          indices[collection.kind] = .some(kinds.count - 1)
        } else {
          indices[collection.kind] = .some(nil)
          // A schema of the catalogue's own that cannot be used has findings of its own.
          if !schemas.isOwn(SchemaStore.path(ofKind: collection.kind)) {
            unknown.append(Self.unknownKind(collection.kind, at: collection.kindRange, "/collections/\(position)/kind", schemas))
          }
        }
      }
      kindOfCollection.append(indices[collection.kind] ?? nil)
    }
    for permission in manifest.permissions {
      for (index, kind) in permission.kinds.enumerated() where schemas.kind(named: kind) == nil {
        if schemas.isOwn(SchemaStore.path(ofKind: kind)) { continue }
        let pointer = "/permissions/\(TreeReader.escaped(permission.name))/kinds/\(index)"
        unknown.append(Self.unknownKind(kind, at: permission.kindRanges[index], pointer, schemas))
      }
    }
    if let home = manifest.homeKind, manifest.isWhole, !manifest.collections.contains(where: { $0.kind == home.name }) {
      let message = "no collection has the kind '\(home.name)'"
      unknown.append(Self.unknownKind(home.name, at: home.range, "/home", among: manifest.collections.map(\.kind), message))
    }
    findings += manifestText.located(unknown)
  }

  /// The views, each checked against its schema and against the kinds.
  private mutating func readViews(_ files: [SortedFiles.File], _ listing: Listing, _ reader: inout FolderReader) {
    var read: [(file: ViewFile, text: SourceText)] = []
    for file in files {
      guard let bytes = self.read(file, listing, &reader) else { continue }
      let parsed = YAML.parse(bytes)
      let text = SourceText(path: file.path, bytes: bytes)
      findings += text.located(parsed.findings)
      suppressions[file.path] = Suppression.all(in: parsed.tree)
      guard parsed.isComplete else { continue }
      findings += schemas.check(parsed.tree, of: text, against: "view")
      read.append((ViewFile(parsed.tree, path: file.path), text))
    }
    guard !read.isEmpty else { return }
    let viewFiles = read.map(\.file)
    let check = ViewCheck(
      viewFiles, layouts: kinds.map { TableLayout(kind: $0) }, collections: manifest.collections.map(\.kind))
    // Whether a kind is missing cannot be said of a manifest that was read in part.
    if manifest.isWhole { for (file, text) in read { findings += text.located(check.findings(of: file)) } }
    views = ViewFile.views(viewFiles)
  }

  /// Reads a file; nil, and a trouble, where it cannot be read.
  private mutating func read(_ file: SortedFiles.File, _ listing: Listing, _ reader: inout FolderReader) -> [UInt8]? {
    do throws(FileError) {
      return try reader.read(fileAt: file.index, of: listing)
    } catch {
      troubles.append(FileTrouble(path: file.path, cause: .unreadable(error.reason)))
      if error.isScarcity { scarcity = error }
      return nil
    }
  }

  private static func unknownKind(_ name: String, at range: ByteRange, _ pointer: String, _ schemas: SchemaStore) -> Finding {
    unknownKind(name, at: range, pointer, among: schemas.kindNames, "there is no kind '\(name)'")
  }

  private static func unknownKind(
    _ name: String, at range: ByteRange, _ pointer: String, among names: some Sequence<String>, _ message: String
  ) -> Finding {
    let nearest = NearestWord.nearest(to: name, in: names)
    return Finding(
      ModelRules.unknownKind, at: range, pointer: pointer, message,
      label: nearest.map { "did you mean '\($0)'?" } ?? "",
      fixes: nearest.map { [Fix("replace with '\($0)'", [TextEdit(range, $0)], isSafe: false)] } ?? [])
  }
}
