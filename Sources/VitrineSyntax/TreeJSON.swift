// The tree as JSON text: `inspect --format json`, and how YAML becomes JSON.

/// Writes trees as JSON.
///
/// - Aliases are followed and merge keys (`<<`) replaced by what they bring.
/// - Numbers are kept digit for digit; what JSON does not know is written as JSON has it: `+1` as 1, `.5` as 0.5, `0x1F` as 31, `007` as 7.
/// - `.inf` and `.nan` have no place in JSON: null, or a string of how they are written.
/// - A key that is no string is written as its text, one that is a collection as it stands in the source. A key given twice is
///   written twice.
/// - Control characters are escaped, also U+007F to U+009F, so that the text can go to a terminal.
///
/// Source: RFC 8259; YAML 1.2.2 chapter 10.3 for the forms of numbers.
package enum TreeJSON {
  /// How the text is laid out.
  package enum Layout: Sendable {
    /// No blanks; a document a line.
    case compact
    /// An entry a line, indented by two spaces for each level.
    case indented
  }

  /// What is written for `.inf` and `.nan`.
  package enum NonFinite: Sendable {
    /// `null`.
    case null
    /// The scalar's text, as a string.
    case string
  }

  /// The text would be larger than allowed: a few aliases can stand for very much.
  package struct TooLarge: Error, Sendable {
    /// How many bytes were allowed.
    package let limit: Int
    /// What to tell a person.
    package var message: String { "the JSON text would be larger than \(limit) bytes" }
  }

  /// All documents of a tree, each with a line feed at its end; nothing for a tree without a document.
  ///
  /// Errors: `TooLarge`.
  package static func text(
    of tree: Tree, layout: Layout = .compact, nonFinite: NonFinite = .null, limit: Int = Limits.writtenBytes
  ) throws(TooLarge) -> [UInt8] {
    let result = tree.withReader { reader -> Result<[UInt8], TooLarge> in
      var writer = TreeJSONWriter(reader, layout: layout, nonFinite: nonFinite, limit: limit)
      do throws(TooLarge) {
        for root in tree.roots {
          try writer.write(root, depth: 0)
          writer.output.append(0x0A)
        }
        return .success(writer.output)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// One node and all below it, without a line feed at the end.
  ///
  /// Errors: `TooLarge`.
  package static func text(
    of id: NodeID, in reader: TreeReader, layout: Layout = .compact, nonFinite: NonFinite = .null,
    limit: Int = Limits.writtenBytes
  ) throws(TooLarge) -> [UInt8] {
    var writer = TreeJSONWriter(reader, layout: layout, nonFinite: nonFinite, limit: limit)
    try writer.write(id, depth: 0)
    return writer.output
  }

  /// A number of YAML's core schema in JSON's form, of the same value and as many digits: `0x1F` as 31, `.5` as 0.5; nil for `.inf`, `.nan` and
  /// what is no number.
  package static func number(_ content: UnsafeBufferPointer<UInt8>) -> [UInt8]? { TreeJSONNumber.json(content) }

  /// A string in double quotes, escaped as JSON wants it.
  ///
  /// Shape: UTF-8 in, UTF-8 out; bytes that are not UTF-8 are handed on as they are.
  package static func append(string bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var run = 0
    var index = 0
    while true {
      index = plainEnd(of: bytes, from: index)
      guard index < bytes.count else { break }
      let byte = bytes[index]
      if byte == 0xC2, index + 1 == bytes.count || !(0x80..<0xA0).contains(bytes[index + 1]) {
        index += 1
        continue
      }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[run..<index]))
      output.append(UInt8(ascii: "\\"))
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): output.append(byte)
      case 0x08: output.append(UInt8(ascii: "b"))
      case 0x09: output.append(UInt8(ascii: "t"))
      case 0x0A: output.append(UInt8(ascii: "n"))
      case 0x0C: output.append(UInt8(ascii: "f"))
      case 0x0D: output.append(UInt8(ascii: "r"))
      case 0xC2:
        index += 1
        appendEscape(of: bytes[index], to: &output)
      default: appendEscape(of: byte, to: &output)
      }
      index += 1
      run = index
    }
    output.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[run...]))
    output.append(UInt8(ascii: "\""))
  }

  /// The offset of the first byte from `start` on that may need an escape: a control character, a quote, a backslash, or 0xC2, which begins
  /// U+0080 to U+00BF; the number of bytes if there is none.
  @inline(__always)
  private static func plainEnd(of bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = UnsafeRawPointer(bytes.baseAddress) else { return 0 }
    let ones: UInt64 = 0x0101_0101_0101_0101
    var index = start
    while index &+ 8 <= bytes.count {
      let word = UInt64(littleEndian: base.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      var hits = (word &- (ones &* 0x20)) & ~word
      hits |=
        zeros(word ^ (ones &* 0x22)) | zeros(word ^ (ones &* 0x5C)) | zeros(word ^ (ones &* 0x7F)) | zeros(word ^ (ones &* 0xC2))
      hits &= ones &* 0x80
      if hits != 0 { return index &+ hits.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2 { break }
      index &+= 1
    }
    return index
  }

  /// The top bit set where a byte is zero; the lowest such bit is exact.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word }

  /// `u00XX`, after the backslash.
  private static func appendEscape(of byte: UInt8, to output: inout [UInt8]) {
    output += [UInt8(ascii: "u"), 0x30, 0x30, hexDigit(byte >> 4), hexDigit(byte & 15)]
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}
