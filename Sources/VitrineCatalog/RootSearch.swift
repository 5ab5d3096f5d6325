// Where the catalogue is that a person stands in.

import Glibc
import VitrineModel
import VitrineSource

/// The search for a catalogue's root.
package enum RootSearch {
  /// The nearest folder, from `folder` upwards, that holds a `vitrine.yaml`; nil where none does. `folder` is absolute.
  package static func root(above folder: String) -> String? {
    var folder = folder
    while true {
      if access(folder + "/" + Manifest.fileName.string, F_OK) == 0 { return folder.isEmpty ? "/" : folder }
      guard let slash = folder.utf8.lastIndex(of: 0x2F), folder != "/" else { return nil }
      folder = String(folder[..<slash])
    }
  }
}
