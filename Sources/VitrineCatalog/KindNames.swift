// The kinds of a catalogue by name and plural, without reading its records.

import VitrineFiles
import VitrineModel
import VitrineSource
import VitrineSyntax
package import VitrineSystem

/// The names that a catalogue's kinds go by.
package enum KindNames {
  /// The names and plurals of the kinds that the collections of the nearest catalogue name, in their order; none where there is no catalogue.
  package static func inCatalogue(above folder: String) -> [(name: String, plural: String)] {
    guard let root = RootSearch.root(above: folder), let bytes = CatalogueLoader.text(at: Manifest.fileName, root: root) else {
      return []
    }
    let (manifest, _) = Manifest.read(YAML.parse(bytes).tree)
    var names: [(name: String, plural: String)] = []
    for collection in manifest.collections where !names.contains(where: { $0.name == collection.kind }) {
      let path = SchemaStore.path(ofKind: collection.kind)
      let text = CatalogueLoader.text(at: path, root: root) ?? Stock.file(named: path) ?? []
      names.append((collection.kind, plural(in: YAML.parse(text).tree) ?? Kind.regularPlural(of: collection.kind)))
    }
    return names
  }

  /// Whether the manifest of the catalogue in a folder can be read to its end, so that no kind is missed.
  package static func areAllKnown(in root: String) -> Bool {
    CatalogueLoader.text(at: Manifest.fileName, root: root).map { YAML.parse($0).isComplete } ?? true
  }

  /// Why the manifest of the catalogue in a folder cannot be read, so that none of its kinds is known; nil where it can.
  package static func unreadableManifest(in root: String) -> FileError? {
    do throws(FileError) {
      _ = try FileReader.read(path: Path(root).appending(Manifest.fileName))
      return nil
    } catch {
      return error
    }
  }

  /// The names and plurals of the stock kinds.
  package static func stock() -> [(name: String, plural: String)] {
    SchemaStore().kindNames.map { name in
      let text = Stock.file(named: SchemaStore.path(ofKind: name)) ?? []
      return (name, plural(in: YAML.parse(text).tree) ?? name)
    }
  }

  private static func plural(in tree: Tree) -> String? {
    tree.withReader { reader in
      tree.roots.first.flatMap { reader.value($0, "x-vitrine") }.flatMap { reader.value($0, "plural") }.map { reader.text($0) }
    }
  }
}
