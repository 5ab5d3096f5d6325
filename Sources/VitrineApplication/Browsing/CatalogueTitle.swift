// What a catalogue is called: the title in its manifest.

package import VitrineCatalog
import VitrineModel
import VitrineSyntax

/// The title of a catalogue.
package enum CatalogueTitle {
  /// The title that the manifest gives, in the language of the catalogue's kinds, else in English, where it gives it in several; nil where it gives none.
  package static func title(of catalogue: LoadedCatalogue) -> String? {
    let tag = catalogue.kinds.first?.language.tag ?? "en"
    let tree = YAML.parse(catalogue.text(at: Manifest.fileName) ?? []).tree
    guard let root = tree.roots.first else { return nil }
    return tree.withReader { reader in
      guard var title = reader.value(root, "title") else { return nil }
      if reader.resolved(title).kind == .mapping {
        var first: NodeID?
        reader.forEachEntry(title) { if first == nil { first = $0.value } }
        guard let chosen = reader.value(title, named: tag) ?? reader.value(title, "en") ?? first else { return nil }
        title = chosen
      }
      let text = reader.resolved(title).kind == .string ? reader.text(title) : ""
      return text.isEmpty ? nil : text
    }
  }
}
