// A text within a text, without the library of regular expressions.

extension StringProtocol {
  /// Whether another text stands in this one, byte for byte.
  func holds(_ part: String) -> Bool { offset(of: part) != nil }

  /// What stands before another text; all of it where that is not there.
  func before(_ part: String) -> String {
    guard let offset = offset(of: part) else { return String(self) }
    return String(decoding: utf8.prefix(offset), as: UTF8.self)
  }

  /// Units: bytes.
  private func offset(of part: String) -> Int? {
    let (whole, part) = (Array(utf8), Array(part.utf8))
    guard let first = part.first, whole.count >= part.count else { return part.isEmpty ? 0 : nil }
    for start in 0...(whole.count - part.count)
    where whole[start] == first && whole[start..<(start + part.count)].elementsEqual(part) { return start }
    return nil
  }
}
