// The ignore files between the root and a folder.

import VitrineText

/// The patterns of one ignore file, and the ignore files above it.
package final class IgnoreChain: Sendable {
  private let above: IgnoreChain?
  /// The bytes of the path of the folder it lies in, with a slash at the end; 0 for the root.
  private let prefixCount: Int
  private let patterns: IgnorePatterns
  /// The bytes of the ignore file.
  package let source: [UInt8]

  /// The patterns of an ignore file with these bytes, in a folder with a path of `prefixCount` bytes.
  init(above: IgnoreChain?, prefixCount: Int, source: [UInt8]) {
    self.above = above
    self.prefixCount = prefixCount
    self.source = source
    patterns = IgnorePatterns(source)
  }

  /// Whether another chain, of the same folder, leaves out the same for certain: the file has the same bytes, and nothing above it is different.
  package func isSame(as other: IgnoreChain) -> Bool {
    self === other || above === other.above && prefixCount == other.prefixCount && source == other.source
  }

  /// True where the deepest ignore file that has a word about the path says to leave it out; never for the catalogue's manifest, without which there is
  /// nothing to leave out of. Shape: the path is relative to the root.
  package func leavesOut(_ path: UnsafeBufferPointer<UInt8>, isFolder: Bool) -> Bool {
    if !isFolder, path.elementsEqual(FileTree.manifestName.utf8) { return false }
    var link: IgnoreChain? = self
    while let current = link {
      let relative = UnsafeBufferPointer(rebasing: path.dropFirst(current.prefixCount))
      if let verdict = current.patterns.verdict(relative, isDirectory: isFolder) { return verdict }
      link = current.above
    }
    return false
  }
}
