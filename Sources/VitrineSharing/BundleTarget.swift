// Where the files of a bundle go: a folder, or an archive.

package import VitrineSource
package import VitrineSystem

/// What takes the files of a bundle, one after another.
package protocol BundleTarget: AnyObject {
  /// Begins a file of exactly so many bytes. `modified` is when it was last changed, in seconds since 1970; nil hides it.
  func begin(_ path: Path, byteCount: Int, isText: Bool, modified: Int?) throws
  /// Writes bytes of the file that was begun last.
  func write(_ bytes: UnsafeRawBufferPointer) throws
  /// Puts the whole in its place. Let go before that, it leaves nothing behind.
  func finish() throws
}

/// A bundle as an archive.
package final class ArchiveTarget: BundleTarget {
  private let file: OutputFile
  private let writer: ArchiveWriter

  /// An archive that becomes the content of a file.
  ///
  /// Errors: libarchive cannot begin.
  package init(_ form: ArchiveForm, into file: OutputFile) throws {
    self.file = file
    writer = try ArchiveWriter(form) { file.write($0) }
  }

  /// Begins a file.
  package func begin(_ path: Path, byteCount: Int, isText: Bool, modified: Int?) throws {
    try writer.begin(path, byteCount: byteCount, isText: isText, modified: modified)
  }

  /// Writes bytes.
  package func write(_ bytes: UnsafeRawBufferPointer) throws { try writer.write(bytes) }

  /// Ends the archive.
  package func finish() throws {
    try writer.finish()
    try file.finish()
  }
}

/// A bundle as a folder.
package final class FolderTarget: BundleTarget {
  private let folder: OutputFolder
  private var modified: Int?

  /// A folder at a path where nothing stands, or an empty folder.
  ///
  /// Errors: the folder cannot be made.
  package init(at path: String) throws { folder = try OutputFolder(path: path) }

  /// Begins a file.
  package func begin(_ path: Path, byteCount _: Int, isText _: Bool, modified: Int?) throws {
    settle()
    try folder.begin(path.string)
    self.modified = modified
  }

  /// Writes bytes.
  package func write(_ bytes: UnsafeRawBufferPointer) throws { try folder.write(bytes) }

  /// Puts the folder in its place.
  package func finish() throws {
    settle()
    try folder.finish()
  }

  /// A time holds only once nothing more is written.
  private func settle() {
    if let modified { folder.setModified(modified) }
    modified = nil
  }
}
