// Anchors and tags before a node: where they end and the node itself starts.

/// The properties of a node. Source: YAML 1.2, chapter 6.9.
enum YAMLProperties {
  /// The offset of the node after at most one anchor and one tag, in any order, with blanks, breaks and comments between; at most `end`.
  static func skip(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int {
    var index = start
    var seen: UInt8?
    for _ in 0..<2 {
      guard index < end, bytes[index] == UInt8(ascii: "&") || bytes[index] == UInt8(ascii: "!"), bytes[index] != seen else {
        break
      }
      seen = bytes[index]
      let isVerbatim = bytes[index] == UInt8(ascii: "!") && index + 1 < end && bytes[index + 1] == UInt8(ascii: "<")
      while index < end, !isBlank(bytes[index]), isVerbatim || !isFlowIndicator(bytes[index]) {
        index += 1
      }
      index = skipBlanksAndComments(bytes, from: index, to: end)
    }
    return index
  }

  /// True for space, tab, LF and CR.
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  private static func isFlowIndicator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
  }

  private static func skipBlanksAndComments(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int {
    var index = start
    while index < end {
      if isBlank(bytes[index]) {
        index += 1
      } else if bytes[index] == UInt8(ascii: "#"), index > start {
        while index < end, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      } else {
        break
      }
    }
    return index
  }
}
