// A file outside the catalogue that comes to stand in it.

package import VitrineSource

/// A file outside the catalogue whose bytes, as they are, become those of a new file. It is never read whole.
package struct OriginalFile: Sendable, Hashable {
  /// Where it stands. Shape: absolute, without symbolic links.
  package var path: Path
  /// What tells that it is the same.
  package var trace: FileTrace
  /// What its bytes must come to; nil where nobody has read them.
  package var digest: ContentDigest?
  /// Whether it gets a second name in place of a copy, where the file system can do that.
  package var isLinked: Bool
  /// Whether it leaves where it stands once the change is done.
  package var isMoved: Bool

  /// A file of these values.
  package init(path: Path, trace: FileTrace, digest: ContentDigest?, isLinked: Bool, isMoved: Bool) {
    self.path = path
    self.trace = trace
    self.digest = digest
    self.isLinked = isLinked
    self.isMoved = isMoved
  }

  /// What the new file holds.
  package var content: FileContent {
    digest.map { .digest($0) } ?? .trace(FileTrace(size: trace.size, modified: trace.modified))
  }
}
