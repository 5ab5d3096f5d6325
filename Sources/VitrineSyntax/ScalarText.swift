// A scalar's content as YAML source: what edits write.

/// Writes YAML scalars so that they read back as exactly what was meant.
///
/// A string that is written plain is a string under YAML 1.2 and under the YAML 1.1 readers people also use, where `no` is false, `12:30` a
/// number and `2024-05-01` a date. Invalid UTF-8 is mended to U+FFFD.
///
/// Source: YAML 1.2.2 chapters 7.3 (flow scalar styles), 8.1 (block scalar styles) and 10.3 (core schema); YAML 1.1's type repository.
package enum ScalarText {
  /// A string in the least quoted form, or in the form it had before where that can hold it.
  ///
  /// - Parameters:
  ///   - bytes: the content, UTF-8.
  ///   - style: how the scalar was written before. Quotes are kept; `.plain` asks for the least quoted form, and so do `.block` and `.flow`.
  ///   - inFlow: true inside of brackets or braces, where commas and brackets end a plain scalar.
  ///   - blockIndent: the number of spaces before the lines of a block scalar, where one may stand: not in flow, not in a key. With it, a text
  ///     of several lines is written as a literal block (`|`) if it can be; a folded block becomes a literal one. The result ends
  ///     without a line feed, as a node's range does.
  ///
  /// Shape: one line, unless a block is asked for.
  package static func yaml(
    for bytes: [UInt8], style: Node.Style = .plain, inFlow: Bool = false, blockIndent: Int? = nil
  ) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    let content = ScalarContent(text)
    if let indent = blockIndent, !inFlow, content.hasLineBreak || style == .literal || style == .folded,
      let block = literalBlock(content, indent: indent)
    {
      return block
    }
    switch style {
    case .doubleQuoted: return doubleQuoted(content)
    case .singleQuoted: return content.needsEscapes ? doubleQuoted(content) : singleQuoted(content)
    case .plain, .literal, .folded, .block, .flow:
      if content.canBePlain(inFlow: inFlow) { return content.bytes }
      if content.needsEscapes || (content.hasSingleQuote && !content.hasDoubleQuoteOrBackslash) { return doubleQuoted(content) }
      return singleQuoted(content)
    }
  }

  /// The same for a string.
  package static func yaml(
    for text: String, style: Node.Style = .plain, inFlow: Bool = false, blockIndent: Int? = nil
  ) -> [UInt8] {
    yaml(for: Array(text.utf8), style: style, inFlow: inFlow, blockIndent: blockIndent)
  }

  /// A value of the wanted kind, as a person types it: `yaml(for: "12", as: .int)` is 12, as a string '12'.
  ///
  /// Nil where the text is no value of that kind in YAML 1.2, or for a collection.
  package static func yaml(for bytes: [UInt8], as kind: Node.Kind, inFlow: Bool = false) -> [UInt8]? {
    switch kind {
    case .string: return yaml(for: bytes, inFlow: inFlow)
    case .null, .bool, .int, .float:
      let found = bytes.withUnsafeBufferPointer { YAMLCoreSchema.kind(of: $0) }
      guard found == kind || (kind == .float && found == .int) else { return nil }
      return bytes.isEmpty ? Array("null".utf8) : bytes
    case .sequence, .mapping, .alias: return nil
    }
  }
}

// The quoted forms.
extension ScalarText {
  private static func singleQuoted(_ content: ScalarContent) -> [UInt8] {
    var result: [UInt8] = [UInt8(ascii: "'")]
    for byte in content.bytes {
      result.append(byte)
      if byte == UInt8(ascii: "'") { result.append(byte) }
    }
    result.append(UInt8(ascii: "'"))
    return result
  }

  private static func doubleQuoted(_ content: ScalarContent) -> [UInt8] {
    var result: [UInt8] = [UInt8(ascii: "\"")]
    for scalar in content.text.unicodeScalars {
      switch scalar.value {
      case 0x22: result += Array("\\\"".utf8)
      case 0x5C: result += Array("\\\\".utf8)
      case 0x00: result += Array("\\0".utf8)
      case 0x07: result += Array("\\a".utf8)
      case 0x08: result += Array("\\b".utf8)
      case 0x09: result += Array("\\t".utf8)
      case 0x0A: result += Array("\\n".utf8)
      case 0x0B: result += Array("\\v".utf8)
      case 0x0C: result += Array("\\f".utf8)
      case 0x0D: result += Array("\\r".utf8)
      case 0x1B: result += Array("\\e".utf8)
      default:
        if ScalarContent.mustEscape(scalar) {
          result += escape(scalar.value)
        } else {
          result += UTF8.encode(scalar).map { Array($0) } ?? []
        }
      }
    }
    result.append(UInt8(ascii: "\""))
    return result
  }

  /// `\xNN`, `\uNNNN` or `\UNNNNNNNN`.
  private static func escape(_ value: UInt32) -> [UInt8] {
    let digits = String(value, radix: 16, uppercase: true)
    let (letter, width) = value < 0x100 ? ("x", 2) : value < 0x1_0000 ? ("u", 4) : ("U", 8)
    return Array(("\\" + letter + String(repeating: "0", count: width - digits.utf8.count) + digits).utf8)
  }

  /// A literal block with its header; nil for what no plain header can hold: text that begins with a blank, or ends with several line feeds.
  private static func literalBlock(_ content: ScalarContent, indent: Int) -> [UInt8]? {
    guard content.fitsBlock, indent >= 1 else { return nil }
    var lines = content.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    var result: [UInt8] = [UInt8(ascii: "|")]
    if lines.last?.isEmpty == true {
      lines.removeLast()
    } else {
      result.append(UInt8(ascii: "-"))
    }
    for line in lines {
      result.append(0x0A)
      guard !line.isEmpty else { continue }
      result += [UInt8](repeating: 0x20, count: indent)
      result += line
    }
    return result
  }
}
