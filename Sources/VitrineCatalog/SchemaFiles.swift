// The schema files of a catalogue, without the catalogue.

import VitrineFiles

/// The files below `schemas/`.
package enum SchemaFiles {
  /// The catalogue's own schema documents by path; those that cannot be read are left out.
  package static func own(in root: String) -> [String: [UInt8]] {
    var found: [String: [UInt8]] = [:]
    do throws(FileError) {
      let listing = try FileTree.list(root: root + "/" + SchemaStore.folder)
      for file in listing.files where listing.hasSuffix(file, ".yaml") || listing.hasSuffix(file, ".json") {
        let path = SchemaStore.folder + listing.path(of: file)
        if let bytes = CatalogueLoader.text(at: path, root: root) { found[path] = bytes }
      }
    } catch {
      return found
    }
    return found
  }
}
