// The order of texts by their bytes: the same on every machine, in every language, and quicker than the order of characters.

extension StringProtocol {
  /// True where the UTF-8 bytes of this text come before those of another.
  @inlinable
  package func isBefore(_ other: some StringProtocol) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

extension Sequence where Element: StringProtocol {
  /// The texts in the order of their bytes.
  @inlinable
  package func sortedByBytes() -> [Element] { sorted { $0.isBefore($1) } }
}

extension Sequence {
  /// The elements in the order of the bytes of a text of each.
  @inlinable
  package func sorted(byBytesOf text: (Element) -> String) -> [Element] { sorted { text($0).isBefore(text($1)) } }
}

extension MutableCollection where Self: RandomAccessCollection {
  /// Puts the elements in the order of the bytes of a text of each.
  @inlinable
  package mutating func sort(byBytesOf text: (Element) -> String) { sort { text($0).isBefore(text($1)) } }
}
