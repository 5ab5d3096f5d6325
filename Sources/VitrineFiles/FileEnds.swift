// The first and the last bytes of a file: enough to know an image.

package import VitrineSystem

/// The start and the end of a file that need not be read whole.
package struct FileEnds: Hashable, Sendable {
  /// The first bytes: the whole file where it is small.
  package var head: [UInt8]
  /// The last bytes; empty where `head` is the whole file.
  package var tail: [UInt8]
  /// What the system says about the file.
  package var status: FileStatus
}
