// What a catalogue is about, without its records: the kinds and the saved queries, read in a few milliseconds however many records there are.

package import VitrineModel
package import VitrineQuery
import VitrineSource
import VitrineSyntax

/// The kinds and views of a catalogue. Only the manifest, the schemas and the views are read, and none of them is checked.
package struct CatalogueOutline: Sendable {
  /// The folder of the catalogue; nil where its views are known.
  private let root: String?
  private let known: [String: SavedView]
  /// The kinds, in the order of a loaded catalogue.
  package private(set) var kinds: [Kind]

  /// The outline of the nearest catalogue; nil where there is none, or its manifest cannot be read.
  package init?(above folder: String) {
    guard let root = RootSearch.root(above: folder), let bytes = CatalogueLoader.text(at: Manifest.fileName, root: root) else {
      return nil
    }
    self.root = root
    known = [:]
    var schemas = SchemaStore()
    for (path, text) in SchemaFiles.own(in: root) { _ = schemas.add(text, path: path) }
    var kinds: [Kind] = []
    for collection in Manifest.read(YAML.parse(bytes).tree).manifest.collections
    where !kinds.contains(where: { $0.name == collection.kind }) {
      if let kind = schemas.kind(named: collection.kind) { kinds.append(kind) }
    }
    self.kinds = kinds
  }

  /// The outline of a catalogue that was read.
  package init(of catalogue: LoadedCatalogue) {
    root = nil
    kinds = catalogue.kinds
    known = catalogue.views
  }

  /// The same with fields that records have and no schema declares, by the names of kinds.
  package func adding(_ undeclared: [String: [Kind.Field]]) -> CatalogueOutline {
    var outline = self
    outline.kinds = kinds.map { $0.adding(undeclared[$0.name] ?? []) }
    return outline
  }

  /// The views by name; those that have no query are left out.
  package var views: [String: SavedView] {
    guard let root else { return known }
    let texts = SchemaFiles.texts(below: SavedView.folder, in: root, suffixes: [".yaml", ".yml"])
    let files = texts.sorted { $0.key < $1.key }.compactMap { path, text in
      let parsed = YAML.parse(text)
      return parsed.isComplete ? ViewFile(parsed.tree, path: path) : nil
    }
    return ViewFile.views(files)
  }
}
