// A file outside the catalogue that comes to stand in it.

package import VitrineSource

/// A file outside the catalogue whose bytes, as they are, become those of a new file. It is never read whole.
package struct OriginalFile: Sendable, Hashable {
  /// Where it stands. Shape: absolute, without symbolic links.
  package var path: Path
  /// What tells that it is the same.
  package var trace: FileTrace
  /// What its bytes must come to; nil for a file that gets a second name, of which nothing is copied.
  package var digest: ContentDigest?
  /// Whether it leaves where it stands once the change is done.
  package var isMoved: Bool

  /// A file of these values.
  package init(path: Path, trace: FileTrace, digest: ContentDigest?, isMoved: Bool) {
    self.path = path
    self.trace = trace
    self.digest = digest
    self.isMoved = isMoved
  }

  /// What the new file holds.
  package var content: FileContent {
    digest.map { .digest($0) } ?? .trace(FileTrace(size: trace.size, modified: trace.modified))
  }
}
