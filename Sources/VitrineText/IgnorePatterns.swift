// What `.vitrineignore` and `.gitignore` leave out: git's own syntax and meaning.

/// The patterns of one ignore file, for paths relative to its folder.
///
/// Source: gitignore(5), and git's behaviour where that page is silent (its wildcards work on bytes).
package struct IgnorePatterns: Sendable {
  private let lines: [IgnoreLine]

  /// True where there is no pattern.
  package var isEmpty: Bool { lines.isEmpty }

  /// Reads the text of an ignore file. There is no wrong one: a pattern that means nothing matches nothing.
  package init(_ text: [UInt8]) {
    var bytes = text[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    lines = bytes.split(separator: 0x0A).compactMap { IgnoreLine($0) }
  }

  /// The same for a string.
  package init(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// True where a path is ignored, itself or by a folder above it. Shape: the path is relative, with `/` between its parts and none at its ends.
  package func isIgnored(path: UnsafeBufferPointer<UInt8>, isDirectory: Bool) -> Bool {
    guard !lines.isEmpty else { return false }
    for index in path.indices where path[index] == 0x2F {
      if isNamed(UnsafeBufferPointer(rebasing: path[..<index]), isDirectory: true) { return true }
    }
    return isNamed(path, isDirectory: isDirectory)
  }

  /// The same for a string.
  package func isIgnored(path: String, isDirectory: Bool) -> Bool {
    var path = path
    return path.withUTF8 { isIgnored(path: $0, isDirectory: isDirectory) }
  }

  /// True where the path itself is ignored; for a walk that never enters an ignored folder.
  package func isNamed(_ path: UnsafeBufferPointer<UInt8>, isDirectory: Bool) -> Bool {
    verdict(path, isDirectory: isDirectory) ?? false
  }

  /// What the last pattern that matches the path itself says: true to ignore it, false to take it in after all; nil where none matches, so
  /// that the ignore file of a folder above decides.
  package func verdict(_ path: UnsafeBufferPointer<UInt8>, isDirectory: Bool) -> Bool? {
    let slash = path.lastIndex(of: 0x2F)
    let name = UnsafeBufferPointer(rebasing: path[(slash.map { $0 + 1 } ?? 0)...])
    return lines.withUnsafeBufferPointer { lines in
      var index = lines.count
      while index > 0 {
        index -= 1
        if lines[index].needsDirectory && !isDirectory { continue }
        if lines[index].matches(path: path, name: name) { return !lines[index].isNegated }
      }
      return nil
    }
  }
}
