// IP addresses: RFC 2673 (version 4) and RFC 4291 (version 6).

/// The formats `ipv4` and `ipv6`.
enum AddressFormat {
  /// Four decimal numbers to 255, without leading zeros.
  static func isVersion4(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var parts = 0
    var index = 0
    while true {
      let start = index
      while index < text.count, index - start < 4, text[index].isDigit { index += 1 }
      guard index > start, let value = digits(text, start, index - start), value <= 255, index - start == 1 || text[start] != 0x30
      else { return false }
      parts += 1
      if index == text.count { return parts == 4 }
      guard text[index] == 0x2E, parts < 4 else { return false }
      index += 1
    }
  }

  /// Eight groups of hexadecimal digits, one run of zeros perhaps written `::`, the last two perhaps as version 4.
  static func isVersion6(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var groups = 0
    var isShortened = false
    var index = 0
    if text.count >= 2, text[0] == 0x3A {
      guard text[1] == 0x3A else { return false }
      isShortened = true
      index = 2
    }
    while index < text.count {
      let start = index
      while index < text.count, index - start < 5, hexadecimalValue(text[index]) != nil { index += 1 }
      if index < text.count, text[index] == 0x2E {
        guard isVersion4(UnsafeBufferPointer(rebasing: text[start...])) else { return false }
        groups += 2
        index = text.count
        break
      }
      guard (1...4).contains(index - start) else { return false }
      groups += 1
      if index == text.count { break }
      guard text[index] == 0x3A else { return false }
      index += 1
      if index < text.count, text[index] == 0x3A {
        if isShortened { return false }
        isShortened = true
        index += 1
      } else if index == text.count {
        return false
      }
    }
    return isShortened ? groups <= 7 : groups == 8
  }
}
