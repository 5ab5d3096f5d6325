// Comments that silence a rule: `# vitrine: ignore RULE reason`, `# vitrine: ignore-line RULE reason`.

package import VitrineSource
package import VitrineSyntax

/// One comment that silences one rule, in its whole file or in a line.
package struct Suppression: Sendable, Hashable {
  /// The rule's slug or code as written.
  package var rule: String
  /// Why, in the author's words; may be empty.
  package var reason: String
  /// The rule's name in the comment.
  package var range: ByteRange
  /// The whole comment from `#` to the end of the line, with the blanks before it; what is deleted when it is not needed.
  package var comment: ByteRange
  /// The line in which findings begin that it silences; nil for the whole file.
  package var line: ByteRange?
}

extension Suppression {
  /// All suppressions of a file, in document order. A comment inside a scalar is no comment.
  ///
  /// Shape: `# vitrine: ignore RULE[,RULE…] [reason]`, at the start of a line or after a blank. With `ignore-line` it holds for its line; where nothing but
  /// the comment stands in that, for the next that has something else.
  package static func all(in tree: Tree) -> [Suppression] {
    var position = 0
    var result: [Suppression] = []
    // Marks and scalars are both met in the text's order, so that each scalar is looked at once.
    var scalar = 0
    while let mark = find(in: tree.bytes, from: position) {
      position = lineEnd(tree.bytes, from: mark)
      let isComment = tree.withReader { reader in !isInsideScalar(mark, reader, from: &scalar) }
      if isComment { result += parse(tree.bytes, from: mark, to: position) }
    }
    return result
  }

  /// The next `#` that begins `# vitrine:`.
  private static func find(in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      let word: StaticString = "vitrine:"
      let wanted = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
      var index = start
      while true {
        index = firstHash(in: bytes, from: index)
        guard index < bytes.count else { return nil }
        var next = index + 1
        while next < bytes.count, bytes[next] == 0x20 { next += 1 }
        let isAfterBlank =
          index == 0 || bytes[index - 1] == 0x20 || bytes[index - 1] == 0x09 || bytes[index - 1] == 0x0A
          || bytes[index - 1] == 0x0D
        if isAfterBlank, next + wanted.count <= bytes.count,
          UnsafeBufferPointer(rebasing: bytes[next..<next + wanted.count]).elementsEqual(wanted)
        {
          return index
        }
        index += 1
      }
    }
  }

  /// Where the next `#` stands; the end where there is none.
  private static func firstHash(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    let wanted = SIMD16<UInt8>(repeating: UInt8(ascii: "#"))
    let raw = UnsafeRawBufferPointer(bytes)
    while index + 16 <= bytes.count, !any(raw.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self) .== wanted) {
      index += 16
    }
    while index < bytes.count, bytes[index] != UInt8(ascii: "#") { index += 1 }
    return index
  }

  private static func lineEnd(_ bytes: [UInt8], from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return end
  }

  /// Whether a quoted or block scalar holds a place. `node` is the first that may, and goes on to the first that may hold a later place.
  private static func isInsideScalar(_ offset: Int, _ reader: TreeReader, from node: inout Int) -> Bool {
    while node < reader.nodes.count {
      let candidate = reader.nodes[node]
      if candidate.isScalar, candidate.style != .plain, offset < Int(candidate.end) { return Int(candidate.start) < offset }
      node += 1
    }
    return false
  }

  private static func parse(_ bytes: [UInt8], from start: Int, to end: Int) -> [Suppression] {
    var index = start + 1
    func skipBlanks() { while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 } }
    func word() -> Range<Int> {
      skipBlanks()
      let first = index
      while index < end, bytes[index] != 0x20, bytes[index] != 0x09 { index += 1 }
      return first..<index
    }
    _ = word()
    let order = bytes[word()]
    let isForLine = order.elementsEqual("ignore-line".utf8)
    guard isForLine || order.elementsEqual("ignore".utf8) else { return [] }
    let line = isForLine ? line(of: bytes, commentedFrom: start, to: end) : nil
    let names = word()
    skipBlanks()
    let reason = String(decoding: bytes[index..<end], as: UTF8.self)
    var commentStart = start
    while commentStart > 0, bytes[commentStart - 1] == 0x20 || bytes[commentStart - 1] == 0x09 { commentStart -= 1 }
    var result: [Suppression] = []
    var first = names.lowerBound
    for offset in names.lowerBound...names.upperBound where offset == names.upperBound || bytes[offset] == UInt8(ascii: ",") {
      if offset > first {
        result.append(
          Suppression(
            rule: String(decoding: bytes[first..<offset], as: UTF8.self), reason: reason, range: ByteRange(first, offset),
            comment: ByteRange(commentStart, end), line: line))
      }
      first = offset + 1
    }
    return result
  }

  /// The line that a comment speaks of: its own, or the next that holds more than a comment.
  private static func line(of bytes: [UInt8], commentedFrom start: Int, to end: Int) -> ByteRange {
    var (first, last) = (start, end)
    while first > 0, bytes[first - 1] != 0x0A, bytes[first - 1] != 0x0D { first -= 1 }
    while last < bytes.count {
      let text = bytes[first..<last].first { $0 != 0x20 && $0 != 0x09 }
      if let text, text != UInt8(ascii: "#") { break }
      first = last
      while first < bytes.count, bytes[first] == 0x0A || bytes[first] == 0x0D { first += 1 }
      last = lineEnd(bytes, from: first)
    }
    return ByteRange(first, last)
  }
}
