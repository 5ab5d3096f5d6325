// Addresses: RFC 3986, appendix A.

/// The formats `uri` and `uri-reference`.
enum URIFormat {
  /// Whether a text is a URI, or a reference where no scheme is needed.
  static func accepts(_ text: UnsafeBufferPointer<UInt8>, needsScheme: Bool) -> Bool {
    guard hasOnlyURIBytes(text) else { return false }
    var index = 0
    let scheme = schemeEnd(text)
    if let scheme { index = scheme + 1 } else if needsScheme { return false }
    if index + 1 < text.count, text[index] == 0x2F, text[index + 1] == 0x2F {
      let start = index + 2
      index = start
      while index < text.count, text[index] != 0x2F, text[index] != 0x3F, text[index] != 0x23 { index += 1 }
      guard isAuthority(UnsafeBufferPointer(rebasing: text[start..<index])) else { return false }
    } else if scheme == nil, firstSegmentHasColon(text) {
      return false
    }
    var inFragment = false
    var inQuery = false
    while index < text.count {
      switch text[index] {
      case 0x23:
        if inFragment { return false }
        inFragment = true
      case 0x3F: inQuery = true
      case 0x5B, 0x5D: return false
      default: break
      }
      index += 1
    }
    _ = inQuery
    return true
  }

  /// Unreserved, reserved and percent-encoded bytes.
  private static func hasOnlyURIBytes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < text.count {
      let byte = text[index]
      switch byte {
      case 0x25:
        guard index + 2 < text.count, hexadecimalValue(text[index + 1]) != nil, hexadecimalValue(text[index + 2]) != nil else {
          return false
        }
      case 0x00...0x20, 0x7F...0xFF, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B, 0x7C, 0x7D: return false
      default: break
      }
      index += 1
    }
    return true
  }

  /// The index of the colon after a scheme.
  private static func schemeEnd(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let first = text.first, first.isLetter else { return nil }
    for index in text.indices {
      if text[index] == 0x3A { return index }
      if !text[index].isSchemeByte { return nil }
    }
    return nil
  }

  private static func firstSegmentHasColon(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in text {
      if byte == 0x3A { return true }
      if byte == 0x2F || byte == 0x3F || byte == 0x23 { return false }
    }
    return false
  }

  /// `[user@]host[:port]`
  private static func isAuthority(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var host = text[...]
    if let at = host.lastIndex(of: 0x40) {
      guard host[..<at].allSatisfy({ $0 != 0x40 && $0 != 0x5B && $0 != 0x5D }) else { return false }
      host = host[(at + 1)...]
    }
    if host.first == 0x5B {
      guard let close = host.firstIndex(of: 0x5D) else { return false }
      let literal = UnsafeBufferPointer(rebasing: host[(host.startIndex + 1)..<close])
      let isFuture = literal.count > 3 && literal[0] | 0x20 == 0x76 && literal.contains(0x2E)
      guard isFuture || AddressFormat.isVersion6(literal) else { return false }
      host = host[(close + 1)...]
      guard let colon = host.first else { return true }
      return colon == 0x3A && host.dropFirst().allSatisfy(\.isDigit)
    }
    guard !host.contains(0x5B), !host.contains(0x5D) else { return false }
    guard let colon = host.firstIndex(of: 0x3A) else { return true }
    return host[(colon + 1)...].allSatisfy(\.isDigit)
  }
}
