// Which paths of a catalogue have a file already, for those who ask for many.

package import VitrineFiles
import VitrineSystem

/// Looks up paths below a root. A folder that is not there is looked for once.
package final class TakenPaths {
  private var reader: FolderReader
  private var folders: [String: Bool] = [:]
  /// The folder that was asked for last, with the slash behind it, where it is not there.
  private var absent = ""

  /// Paths below a root.
  package init(_ root: OpenRoot) { reader = FolderReader(root) }

  /// Whether anything stands at a path.
  package func contains(_ path: String) -> Bool {
    if !absent.isEmpty, path.utf8.starts(with: absent.utf8) { return false }
    if let slash = path.utf8.lastIndex(of: 0x2F) {
      let folder = String(path[..<slash])
      let isThere: Bool
      if let known = folders[folder] {
        isThere = known
      } else {
        isThere = exists(folder)
        folders[folder] = isThere
      }
      guard isThere else {
        absent = folder + "/"
        return false
      }
    }
    return exists(path)
  }

  private func exists(_ path: String) -> Bool {
    do throws(FileError) {
      _ = try reader.status(path: path)
      return true
    } catch {
      return !error.isGone
    }
  }
}
