// E-mail addresses: RFC 5321, section 4.1.2.

/// The format `email`.
enum EmailFormat {
  /// A local part, `@`, and a host name or an address in brackets.
  static func accepts(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let at = text.lastIndex(of: 0x40), at > 0, at + 1 < text.count, text.count <= 320 else { return false }
    let local = UnsafeBufferPointer(rebasing: text[..<at])
    let domain = UnsafeBufferPointer(rebasing: text[(at + 1)...])
    guard local.first == 0x22 ? isQuoted(local) : isDotAtom(local) else { return false }
    guard domain.first == 0x5B else { return HostnameFormat.accepts(domain) }
    guard domain.count > 2, domain.last == 0x5D else { return false }
    let literal = UnsafeBufferPointer(rebasing: domain[1..<domain.count - 1])
    if literal.count > 5, literal.prefix(5).elementsEqual("IPv6:".utf8) {
      return AddressFormat.isVersion6(UnsafeBufferPointer(rebasing: literal[5...]))
    }
    return AddressFormat.isVersion4(literal)
  }

  private static func isDotAtom(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var previous: UInt8 = 0x2E
    for byte in text {
      if byte == 0x2E, previous == 0x2E { return false }
      guard byte == 0x2E || isAtomByte(byte) else { return false }
      previous = byte
    }
    return previous != 0x2E
  }

  private static func isAtomByte(_ byte: UInt8) -> Bool {
    if byte.isAlphanumeric { return true }
    switch byte {
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"), UInt8(ascii: "'"),
      UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "?"),
      UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"),
      UInt8(ascii: "~"):
      return true
    default: return false
    }
  }

  private static func isQuoted(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.count >= 3, text.last == 0x22 else { return false }
    var index = 1
    while index < text.count - 1 {
      if text[index] == 0x5C {
        index += 1
        guard index < text.count - 1 else { return false }
      } else if text[index] == 0x22 {
        return false
      }
      guard (0x20...0x7E).contains(text[index]) else { return false }
      index += 1
    }
    return true
  }
}
