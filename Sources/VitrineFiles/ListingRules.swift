// Whether a listing would have a file: asked of one path, which need not be there yet.

package import VitrineSource
import VitrineSystem

/// The rules of `FileTree.list` for single paths.
package enum ListingRules {
  /// The biggest ignore file that is read. Units: bytes.
  private static let maximumIgnoreBytes = 1_048_576

  /// Whether the catalogue in an open root has a regular file at a path, or would have, were one there: no part of its name is skipped, no ignore file
  /// leaves it out, no folder on the way is a link or a catalogue of its own.
  package static func admit(_ path: Path, in root: OpenRoot) -> Bool {
    guard path.isBelowRoot else { return false }
    let parts = path.parts
    guard parts.count - 1 <= FileTree.mostDepth else { return false }
    var reader = FolderReader(root)
    var ignores: IgnoreChain?
    var folder = Path.root
    for (depth, part) in parts.enumerated() {
      if part.withUTF8({ SkippedNames.contain($0) || $0.hasControlCharacter }) { return false }
      let isFolder = depth < parts.count - 1
      let next = folder.appending(part)
      if let patterns = try? reader.read(path: folder.appending(FileTree.ignoreName), limit: maximumIgnoreBytes) {
        let prefix = folder.isEmpty ? 0 : folder.utf8.count + 1
        ignores = IgnoreChain(above: ignores, prefixCount: prefix, source: patterns)
      }
      if let ignores, next.withUTF8({ ignores.leavesOut($0, isFolder: isFolder) }) { return false }
      let kind = (try? reader.status(path: next))?.kind
      switch kind {
      case nil: break
      case .folder where isFolder:
        if (try? reader.status(path: next.appending(FileTree.manifestName))) != nil { return false }
      case .regular where !isFolder: break
      case .some: return false
      }
      folder = next
    }
    return true
  }
}
