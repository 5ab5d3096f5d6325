// The ignore files between the root and a folder.

/// The test of one ignore file, and the ignore files above it.
final class IgnoreChain: Sendable {
  private let above: IgnoreChain?
  /// The bytes of the path of the folder it lies in, with a slash at the end; 0 for the root.
  private let prefixCount: Int
  private let test: IgnoreTest

  /// The test of an ignore file in a folder with a path of `prefixCount` bytes.
  init(above: IgnoreChain?, prefixCount: Int, test: @escaping IgnoreTest) {
    self.above = above
    self.prefixCount = prefixCount
    self.test = test
  }

  /// True where the deepest ignore file that has a word about the path says to leave it out.
  func leavesOut(_ path: String, isFolder: Bool) -> Bool {
    var link: IgnoreChain? = self
    while let current = link {
      if let verdict = current.test(String(decoding: path.utf8.dropFirst(current.prefixCount), as: UTF8.self), isFolder) {
        return verdict
      }
      link = current.above
    }
    return false
  }
}
