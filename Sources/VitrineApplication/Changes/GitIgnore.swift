// What git is to ignore of a catalogue's own folder.

package import VitrineChanges
import VitrineFiles
import VitrineSource
import VitrineText

/// The line of `.gitignore` that keeps `.vitrine/` (journal, trash, thumbnails) out of git.
package enum GitIgnore {
  /// The file that git reads.
  package static let file = ".gitignore"
  private static let line = ".vitrine/"

  /// The file's text with the line, and what it has to be for that; nil where git does not look, or knows it already. Asks the disk.
  ///
  /// Errors: a `.gitignore` that cannot be read.
  package static func text(in folder: String) throws -> (text: [UInt8], expected: ExpectedContent)? {
    guard isInGit(folder) else { return nil }
    guard Path.exists(folder + "/" + file) else { return (Array((line + "\n").utf8), .absent) }
    let bytes = try FileReader.read(path: Path(folder + "/" + file))
    if IgnorePatterns(bytes).isIgnored(path: ".vitrine", isDirectory: true) { return nil }
    let start = bytes.isEmpty || bytes.last == 0x0A ? "" : "\n"
    return (bytes + (start + line + "\n").utf8, .bytes(bytes))
  }

  /// Whether the folder, or one above it, is a git checkout.
  private static func isInGit(_ folder: String) -> Bool {
    var folder = Path.real(folder)
    while !Path.exists(folder + "/.git") {
      guard folder != "/" else { return false }
      folder = Path.parent(of: folder)
    }
    return true
  }
}
