// Whether a text stands in another, by bytes: the standard library's own search brings half a megabyte of regular expressions along.

extension StringProtocol {
  /// Whether the bytes of another text stand somewhere in this one; those of an empty one always do.
  package func contains(_ other: some StringProtocol) -> Bool {
    var rest = utf8[...]
    while true {
      if rest.starts(with: other.utf8) { return true }
      if rest.popFirst() == nil { return false }
    }
  }
}
