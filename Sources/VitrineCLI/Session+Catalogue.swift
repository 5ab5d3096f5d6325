// From where a person stands to the catalogue they mean.

import Synchronization
import VitrineApplication
package import VitrineCatalog
import VitrineCommandLine
import VitrineIndex
import VitrineModel
package import VitrineSource

extension Session {
  /// The root of the catalogue: that of `path` if one is given, else that of the folder worked in.
  ///
  /// Errors: `-C` is not a folder; there is no catalogue there, or above.
  package func root(for path: String? = nil) throws -> String { try context.root(for: path) }

  /// Reads the catalogue. A change that was interrupted is ended before, unless nothing but the answer may be said.
  ///
  /// Errors: none there, or its manifest cannot be read; `NotServed` where another catalogue is at hand.
  package func load(
    for path: String? = nil, options: CatalogueLoader.Options = CatalogueLoader.Options(), isQuiet: Bool = false
  ) throws -> LoadedCatalogue {
    let root = try root(for: path)
    if let live {
      guard live.root == root else { throw NotServed() }
      return live.catalogue
    }
    if !isQuiet { endInterruptedChange(in: root) }
    return keeping(try CatalogueLoader.load(root: root, options: options))
  }

  /// A catalogue that is left to the system at the end of the process, where the process ends with the command.
  func keeping(_ catalogue: LoadedCatalogue) -> LoadedCatalogue {
    if endsWithCommand { _ = Unmanaged.passRetained(Kept(catalogue)) }
    return catalogue
  }

  /// Holds a catalogue to the end of the process.
  private final class Kept: Sendable {
    private let catalogue: LoadedCatalogue

    init(_ catalogue: LoadedCatalogue) { self.catalogue = catalogue }
  }

  /// Reads the catalogue for a command that answers from its records, and warns where its manifest or schemas are broken, so that an
  /// answer that lacks records is not taken for the whole.
  ///
  /// Errors: as for `load`.
  func loadRecords(_ options: CatalogueLoader.Options) throws -> LoadedCatalogue {
    let catalogue = try load(options: options)
    warnOfBrokenFrame(catalogue)
    return catalogue
  }

  /// Warns where a catalogue's manifest or schemas are broken.
  func warnOfBrokenFrame(_ catalogue: LoadedCatalogue) {
    let findings =
      catalogue.findings.findings(below: SchemaStore.folder)
      + catalogue.findings.findings(in: Manifest.fileName)
    if let broken = findings.first(where: { $0.severity == .error }) {
      warn("vitrine: '\(pathFromHere(broken.path))' has errors, so that records may be missing here; 'vitrine check' shows them")
    }
  }

  /// Paths a person gave, relative to a catalogue's root; "" for the root.
  ///
  /// Errors: a path that is not there, or lies outside.
  package func relativePaths(_ paths: [String], in root: String) throws -> [Path] {
    try context.relativePaths(paths, in: root)
  }
}

/// What a run warned of, so that no warning is repeated.
package final class RunWarnings: Sendable {
  private let said = Mutex<Set<String>>([])

  /// Whether the run did not say this before.
  func isFirst(_ warning: String) -> Bool { said.withLock { $0.insert(warning).inserted } }
}

/// What a service cannot answer in a program's place: the program itself can.
struct NotServed: Error {}

extension Session {
  /// The names and plurals of the catalogue's kinds, in the order of its collections; none where there is no catalogue.
  func kindNames() -> [(name: String, plural: String)] {
    let folder = Path.real(self.folder)
    if let live, RootSearch.root(above: folder) == live.root {
      let (kinds, collections) = (live.catalogue.kinds, Set(live.catalogue.manifest.collections.map(\.kind)))
      // A collection whose schema cannot be used has no kind, but a name.
      if kinds.count == collections.count { return kinds.map { ($0.name, $0.plural) } }
    }
    return KindNames.inCatalogue(above: folder)
  }

  /// The same; those of the stock where there is no catalogue.
  func kindNamesOrStock() -> [(name: String, plural: String)] {
    RootSearch.root(above: Path.real(folder)) == nil ? KindNames.stock() : kindNames()
  }

  /// The kinds and views of the catalogue; nil where there is none.
  func outline() -> CatalogueOutline? {
    let folder = Path.real(self.folder)
    if let live, RootSearch.root(above: folder) == live.root { return CatalogueOutline(of: live.catalogue) }
    return CatalogueOutline(above: folder)
  }

  /// The catalogue's own schema files, by path; none where there is no catalogue.
  func ownSchemas() -> [Path: [UInt8]] {
    guard let root = RootSearch.root(above: Path.real(folder)) else { return [:] }
    return SchemaFiles.own(in: root)
  }
}
