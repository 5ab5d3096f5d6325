// The root of a catalogue, held open and shared among threads.

import Glibc
package import VitrineSource
package import VitrineSystem

/// An open root folder. It stays open as long as somebody holds it; every thread may have readers of its own on it.
package final class OpenRoot: Sendable {
  /// The path as it was given.
  package let path: Path
  /// The open folder.
  package let descriptor: Int32
  /// What its readers read.
  package let source: FileSource
  /// Whose descriptor it is, where that is another's.
  private let owner: OpenRoot?

  /// The descriptor, for calls relative to the root. It stays the root's to close.
  package var number: Int32 { descriptor }

  /// Opens a folder. It may be a symbolic link itself: a person named it.
  ///
  /// Errors: the root is missing, no folder or not readable.
  package init(_ path: Path, source: FileSource = .folder) throws(FileError) {
    self.path = path
    self.source = source
    owner = nil
    descriptor = SystemCall.open(path.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 { throw FileError(.list, path, errno: -descriptor) }
  }

  /// The same open folder, with another source.
  package init(_ other: OpenRoot, source: FileSource) {
    (path, descriptor, owner) = (other.path, other.descriptor, other)
    self.source = source
  }

  deinit {
    if owner == nil, descriptor >= 0 { close(descriptor) }
  }
}
