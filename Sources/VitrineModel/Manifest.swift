// `vitrine.yaml`: which files are records of which kind, and how strict to be.

package import VitrineSource
package import VitrineSyntax
package import VitrineText

/// What a catalogue's `vitrine.yaml` says.
package struct Manifest: Sendable {
  /// The file's name in the catalogue's root.
  package static let fileName: Path = "vitrine.yaml"
  /// The layout version that this program reads.
  package static let currentVersion = 1

  /// One entry of `collections`.
  package struct Collection: Sendable {
    /// The name of the kind.
    package var kind: String
    /// Which files belong to it.
    package var files: Glob
    /// The pattern as written.
    package var pattern: String
    /// Where a new record goes, with fields in braces; nil where nothing is said.
    package var newRecord: String?
    /// What is shown of it first; nil where nothing is said.
    package var home: Home?
    /// The kind's name in the file.
    package var kindRange: ByteRange
    /// The pattern in the file.
    package var patternRange: ByteRange
  }

  /// What programs with pictures and maps show of a collection first.
  package enum Home: String, Sendable {
    /// A table.
    case list
    /// Cards.
    case gallery
    /// A map.
    case map
  }

  /// One entry of `rules`.
  package struct RuleLevel: Sendable {
    /// The slug or code as written.
    package var rule: String
    /// The severity to use; nil turns the rule off.
    package var severity: Severity?
    /// The name in the file.
    package var range: ByteRange
  }

  /// One entry of `permissions`: why the catalogue asks for something.
  package struct Permission: Sendable {
    /// What is asked for, as written.
    package var name: String
    /// The words for people; of several languages each with its tag, in the order of the file.
    package var words: [(language: String?, text: String)]
    /// The kinds whose records it is said of; empty for all.
    package var kinds: [String] = []
    /// Where each of them is named.
    package var kindRanges: [ByteRange] = []

    /// Whether it is said of a kind.
    package func concerns(_ kind: String) -> Bool { kinds.isEmpty || kinds.contains(kind) }
  }

  /// The layout version.
  package var version = Manifest.currentVersion
  /// The collections, in order: the first match decides a file's kind.
  package var collections: [Collection] = []
  /// The levels of rules.
  package var rules: [RuleLevel] = []
  /// The folders photos may be picked from, and where each is named.
  package var libraries: [(path: String, range: ByteRange)] = []
  /// Those of them that are there and may not be read, by their place in `libraries`: each folder's whole path.
  package var unreadableLibraries: [Int: String] = [:]
  /// Those of them that are there and no folder, by their place in `libraries`.
  package var libraryFiles: Set<Int> = []
  /// The file of map tiles for streets, as written; nil where nothing is said.
  package var tiles: String?
  /// What people read before they are asked, in the order of the file.
  package var permissions: [Permission] = []
  /// The kind whose records the page begins with, and where it is named; nil for the start. Decision 0131 says why.
  package var homeKind: (name: String, range: ByteRange)?
  /// The language that answers are given in, as a BCP 47 tag; nil where nothing is said.
  package var language: String?
  /// False where its text could be read to some place only: collections may be missing then.
  package var isWhole = true
  /// True where `permissions` describes access to the photo library.
  package var describesPhotoLibrary = false

  /// A manifest that says nothing.
  package init() {}
}

extension Manifest {
  /// Reads a manifest as far as it can be read; the findings tell what its schema cannot: patterns that are none, a newer layout.
  package static func read(_ tree: Tree) -> (manifest: Manifest, findings: [Finding]) {
    guard let root = tree.roots.first else { return (Manifest(), []) }
    return tree.withReader { reader in
      var manifest = Manifest()
      var findings: [Finding] = []
      if let version = reader.value(root, "vitrine"), let number = Int(reader.text(version)) {
        manifest.version = number
        if number > currentVersion {
          findings.append(
            Finding(
              ModelRules.manifestInvalid, at: reader.node(version).range, pointer: "/vitrine",
              "layout version \(number) is newer than this program, which reads version \(currentVersion)",
              help: "use a newer vitrine for this catalogue"))
        }
      }
      if let collections = reader.value(root, "collections") {
        for (index, item) in reader.items(collections).enumerated() {
          manifest.readCollection(reader, item, index, &findings)
        }
      }
      if let language = reader.value(root, "lang"), reader.resolved(language).kind == .string {
        manifest.language = reader.text(language)
      }
      if let home = reader.value(root, "home"), reader.resolved(home).kind == .string {
        manifest.homeKind = (reader.text(home), reader.node(home).range)
      }
      if let rules = reader.value(root, "rules") { manifest.readRules(reader, rules) }
      if let libraries = reader.value(root, "libraries") {
        for item in reader.items(libraries) { manifest.libraries.append((reader.text(item), reader.node(item).range)) }
      }
      if let tiles = reader.value(root, "tiles"), reader.resolved(tiles).kind == .string { manifest.tiles = reader.text(tiles) }
      if let permissions = reader.value(root, "permissions") { manifest.readPermissions(reader, permissions) }
      return (manifest, findings)
    }
  }

  private mutating func readCollection(_ reader: TreeReader, _ item: NodeID, _ index: Int, _ findings: inout [Finding]) {
    guard let kind = reader.value(item, "kind"), let files = reader.value(item, "files"),
      reader.resolved(kind).kind == .string
    else { return }
    // A list of patterns is a collection of several places.
    let patterns = reader.resolved(files).kind == .sequence ? Array(reader.items(files)) : [files]
    for pattern in patterns where reader.resolved(pattern).kind == .string {
      let text = reader.text(pattern)
      do throws(GlobError) {
        collections.append(
          Collection(
            kind: reader.text(kind), files: try Glob(text), pattern: text,
            newRecord: reader.value(item, "new").flatMap { reader.resolved($0).kind == .string ? reader.text($0) : nil },
            home: reader.value(item, "home").flatMap { Home(rawValue: reader.text($0)) },
            kindRange: reader.node(kind).range,
            patternRange: reader.node(pattern).range))
      } catch {
        findings.append(
          Finding(
            ModelRules.manifestInvalid, at: reader.node(pattern).range, pointer: "/collections/\(index)/files",
            "'\(text)' is not a pattern of paths: \(error.message)"))
      }
    }
  }

  private mutating func readRules(_ reader: TreeReader, _ rules: NodeID) {
    reader.forEachEntry(rules) { entry in
      let level = reader.text(entry.value)
      guard level == "off" || Severity.allCases.contains(where: { $0.word == level }) else { return }
      self.rules.append(
        RuleLevel(
          rule: reader.text(entry.key), severity: Severity.allCases.first { $0.word == level },
          range: reader.node(entry.key).range))
    }
  }

  private mutating func readPermissions(_ reader: TreeReader, _ permissions: NodeID) {
    reader.forEachEntry(permissions) { entry in
      guard let description = reader.value(entry.value, "description") else { return }
      let name = reader.text(entry.key)
      if name == "photoLibrary" { describesPhotoLibrary = reader.resolved(description).kind != .null }
      var words: [(language: String?, text: String)] = []
      if reader.resolved(description).kind == .string { words.append((nil, reader.text(description))) }
      reader.forEachEntry(description) { entry in
        if reader.resolved(entry.value).kind == .string { words.append((reader.text(entry.key), reader.text(entry.value))) }
      }
      let kinds = reader.value(entry.value, "kinds").map { Array(reader.items($0)) } ?? []
      self.permissions.append(
        Permission(
          name: name, words: words, kinds: kinds.map { reader.text($0) }, kindRanges: kinds.map { reader.node($0).range }))
    }
  }

  /// What is shown first of a kind's records: what the first of its collections says that says something.
  package func home(ofKind kind: String) -> Home? { collections.lazy.filter { $0.kind == kind }.compactMap(\.home).first }

  /// The index of the first collection that claims a path; nil where none does.
  package func collection(claiming path: UnsafeBufferPointer<UInt8>) -> Int? {
    collections.firstIndex { $0.files.matches(path) }
  }
}
