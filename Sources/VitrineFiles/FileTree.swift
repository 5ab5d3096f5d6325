// Listing a catalogue's folder: from a root to all its files, sorted.

package import VitrineSystem

/// Listing of catalogue folders.
package enum FileTree {
  /// The name of the manifest that makes a folder a catalogue.
  package static let manifestName = "vitrine.yaml"
  /// The name of the files that say what to leave out.
  package static let ignoreName = ".vitrineignore"
  /// The most folders on the way from the root to a file.
  package static let mostDepth = 64

  /// Lists the files below a folder.
  ///
  /// Left out in silence: dot-files, swap and backup files of editors, what the `.vitrineignore` files say, and folders that are catalogues
  /// of their own (named in `nestedCatalogues`). Everything else that cannot be taken in is a problem of the listing. Symbolic links
  /// to files below the root are listed with the kind `.link`; links to folders and out of the root are not followed.
  /// The deepest ignore file that has a word about a path decides. With `workers` 0 as many threads work as there are cores.
  ///
  /// Errors: the root is missing, no folder or not readable; more names than 32 bits can number.
  package static func list(root: String, workers: Int = 0) throws(FileError) -> Listing {
    let walk = try FolderWalk(root: root)
    return try walk.listing(workers: workers)
  }
}
