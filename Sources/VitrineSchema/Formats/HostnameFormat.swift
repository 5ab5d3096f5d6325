// Host names: RFC 1123, section 2.1. Internationalised labels are taken in their `xn--` form without decoding them.

/// The format `hostname`.
enum HostnameFormat {
  /// Labels of letters, digits and inner hyphens, 63 bytes each and 253 in all.
  static func accepts(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !text.isEmpty, text.count <= 253 else { return false }
    var start = 0
    for index in 0...text.count where index == text.count || text[index] == 0x2E {
      guard isLabel(UnsafeBufferPointer(rebasing: text[start..<index])) else { return false }
      start = index + 1
    }
    return true
  }

  private static func isLabel(_ label: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = label.first, let last = label.last, label.count <= 63, first != 0x2D, last != 0x2D else { return false }
    guard label.allSatisfy({ $0.isAlphanumeric || $0 == 0x2D }) else { return false }
    guard label.count >= 4, label[2] == 0x2D, label[3] == 0x2D else { return true }
    // Two hyphens there are reserved for `xn--`, which must have something after it.
    return label[0] | 0x20 == 0x78 && label[1] | 0x20 == 0x6E && label.count > 4
  }
}
