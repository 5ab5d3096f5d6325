// Texts over the files of a folder: what an editor shows and has not saved.

import Synchronization
package import VitrineSource

/// Texts that are read in place of the bytes of files, by the paths of these relative to the root. Any thread may read and change them.
package final class TextOverlay: Sendable {
  private let texts = Mutex<[Path: [UInt8]]>([:])

  /// No texts.
  package init() {}

  /// The text over a file; nil where the file's own bytes count.
  package func text(at path: Path) -> [UInt8]? { texts.withLock { $0[path] } }

  /// Lays a text over a file, which need not be there, or takes it off again.
  package func set(_ text: [UInt8]?, at path: Path) { texts.withLock { $0[path] = text } }

  /// Whether there is a text over a file.
  package func covers(_ path: Path) -> Bool { texts.withLock { $0[path] != nil } }

  /// The files with a text over them, in byte order.
  package var paths: [Path] { texts.withLock { $0.keys.sorted() } }
}
