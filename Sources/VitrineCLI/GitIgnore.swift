// What git is told about a catalogue's own folder.

import VitrineChanges
import VitrineFiles
import VitrineText

/// The line of `.gitignore` that keeps `.vitrine/` (journal, trash, thumbnails) out of git.
enum GitIgnore {
  private static let file = ".gitignore"
  private static let line = ".vitrine/"

  /// The edits that add the line; none where git does not look, or knows it already. Asks the disk.
  ///
  /// Errors: a `.gitignore` that cannot be read.
  static func edits(in folder: String) throws -> [FileEdit] {
    guard isInGit(folder) else { return [] }
    guard Path.exists(folder + "/" + file) else { return [FileEdit.create(file, Array((line + "\n").utf8))] }
    let bytes = try FileReader.read(path: folder + "/" + file)
    if IgnorePatterns(bytes).isIgnored(path: ".vitrine", isDirectory: true) { return [] }
    let start = bytes.isEmpty || bytes.last == 0x0A ? "" : "\n"
    return [FileEdit(path: file, expected: .bytes(bytes), change: .replace(bytes + (start + line + "\n").utf8))]
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
