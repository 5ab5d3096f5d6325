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
  /// The texts that its readers give in place of files.
  package let overlay: TextOverlay?
  /// What git keeps of the folder, where that is meant in place of what lies in it.
  package let version: VersionedFiles?
  /// Whose descriptor it is, where that is another's.
  private let owner: OpenRoot?

  /// The descriptor, for calls relative to the root. It stays the root's to close.
  package var number: Int32 { descriptor }

  /// Opens a folder. It may be a symbolic link itself: a person named it.
  ///
  /// Errors: the root is missing, no folder or not readable.
  package init(_ path: Path, overlay: TextOverlay? = nil, version: VersionedFiles? = nil) throws(FileError) {
    self.path = path
    self.overlay = overlay
    self.version = version
    owner = nil
    descriptor = SystemCall.open(path.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if descriptor < 0 { throw FileError(.list, path, errno: -descriptor) }
  }

  /// The same open folder, with other texts in place of files.
  package init(_ other: OpenRoot, overlay: TextOverlay?) {
    (path, descriptor, version, owner) = (other.path, other.descriptor, other.version, other)
    self.overlay = overlay
  }

  deinit {
    if owner == nil, descriptor >= 0 { close(descriptor) }
  }
}
