// Small texts of a catalogue that stand in folders of their own, such as its schemas, without the catalogue.

import VitrineFiles
package import VitrineSource
import VitrineSystem

/// The small texts of a catalogue that stand in folders of their own.
package enum SchemaFiles {
  /// The catalogue's own schema documents by path; those that cannot be read are left out.
  package static func own(in root: String) -> [Path: [UInt8]] {
    texts(below: SchemaStore.folder, in: root, suffixes: [".yaml", ".json"])
  }

  /// The texts with some suffixes below a folder, by path; those that cannot be read are left out.
  static func texts(below folder: Path, in root: String, suffixes: [String]) -> [Path: [UInt8]] {
    var found: [Path: [UInt8]] = [:]
    do throws(FileError) {
      let listing = try FileTree.list(root: root + "/" + folder.string, workers: 1)
      for file in listing.files {
        let path = folder.appending(listing.path(of: file))
        guard suffixes.contains(where: { path.hasSuffix($0) }) else { continue }
        if let bytes = CatalogueLoader.text(at: path, root: root) { found[path] = bytes }
      }
    } catch {
      return found
    }
    return found
  }
}
