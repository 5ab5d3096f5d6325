// Whether a text stands in another, by bytes: the standard library's own search brings half a megabyte of regular expressions along.

extension StringProtocol {
  /// Whether the bytes of another text stand somewhere in this one; those of an empty one always do.
  package func contains(_ other: some StringProtocol) -> Bool {
    // Strings and pieces of them have their bytes in one piece.
    let found = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { bytes.holds($0) }
    }
    return found.flatMap { $0 }
      ?? Array(utf8).withUnsafeBufferPointer { bytes in
        Array(other.utf8).withUnsafeBufferPointer { bytes.holds($0) }
      }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether other bytes stand somewhere in these.
  fileprivate func holds(_ part: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = part.first else { return true }
    guard part.count <= count else { return false }
    return (0...count - part.count).contains { start in
      self[start] == first && (1..<part.count).allSatisfy { self[start + $0] == part[$0] }
    }
  }
}
