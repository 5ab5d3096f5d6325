// Which paths of a catalogue have a file already, for those who ask for many.

package import VitrineFiles
package import VitrineSource
import VitrineSystem

/// Looks up paths below a root. A folder that is not there is looked for once.
package final class TakenPaths {
  private var reader: FolderReader
  private var folders: [Path: Bool] = [:]
  /// The folder that was asked for last, where it is not there.
  private var absent = Path.root

  /// Paths below a root.
  package init(_ root: OpenRoot) { reader = FolderReader(root) }

  /// Whether anything stands at a path.
  package func contains(_ path: Path) -> Bool {
    if !absent.isEmpty, path.isWithin(absent) { return false }
    let folder = Path(path.folder)
    if !folder.isEmpty {
      let isThere: Bool
      if let known = folders[folder] {
        isThere = known
      } else {
        isThere = exists(folder)
        folders[folder] = isThere
      }
      guard isThere else {
        absent = folder
        return false
      }
    }
    return exists(path)
  }

  private func exists(_ path: Path) -> Bool {
    do throws(FileError) {
      _ = try reader.status(path: path)
      return true
    } catch {
      return !error.isGone
    }
  }
}
