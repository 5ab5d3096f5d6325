// Paths as the file system sees them: bytes.

import VitrineModel

/// A path that is the same as another only where all its bytes are: a key of dictionaries.
package struct PathKey: Hashable, Sendable {
  /// The path.
  package let text: String

  /// The key of a path.
  package init(_ text: some StringProtocol) { self.text = String(text) }

  /// Whether all bytes are the same.
  package static func == (left: PathKey, right: PathKey) -> Bool { left.text.isSamePath(as: right.text) }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension StringProtocol {
  /// Whether another text has the same bytes.
  func isSamePath(as other: some StringProtocol) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// Whether this path comes before another in the order of records and photos.
  func isBefore(_ other: some StringProtocol) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

extension RecordID {
  /// The id of the record in a file, or the name in a reference, without making a new text.
  static func stem(ofPath path: String) -> Substring {
    for suffix in suffixes where path.utf8.count >= suffix.utf8.count {
      let end = path.utf8.index(path.utf8.endIndex, offsetBy: -suffix.utf8.count)
      if path.utf8[end...].elementsEqual(suffix.utf8) { return path[..<end] }
    }
    return path[...]
  }

  /// Whether, of two records of one thing, the one at `left` is the first: `hades.yaml` before `hades-2.yaml`, as they are made.
  static func isFirst(_ left: String, before right: String) -> Bool {
    let (leftStem, rightStem) = (stem(ofPath: left), stem(ofPath: right))
    return leftStem.isSamePath(as: rightStem) ? left.isBefore(right) : leftStem.isBefore(rightStem)
  }

  /// The last part of the id of the record in a file, without making a new text.
  static func lastStem(ofPath path: String) -> Substring {
    let stem = stem(ofPath: path)
    guard let slash = stem.utf8.lastIndex(of: 0x2F) else { return stem }
    return stem[stem.utf8.index(after: slash)...]
  }

  /// The folder above a folder; nil for the root.
  static func folder(above folder: Substring) -> Substring? {
    guard !folder.isEmpty else { return nil }
    guard let slash = folder.utf8.lastIndex(of: 0x2F) else { return "" }
    return folder[..<slash]
  }

  /// The name of a file: what follows its folder.
  static func name(ofPath path: String) -> Substring {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return path[...] }
    return path[path.utf8.index(after: slash)...]
  }
}
