// Files as URIs. Source: RFC 3986, RFC 8089.

package import VitrineSource

/// The way between the URIs of files and their paths.
package enum DocumentURI {
  /// The absolute path that a URI names; nil for another scheme or host, for bytes that are no UTF-8, and for what is no plain absolute path.
  package static func path(of uri: String) -> Path? {
    var rest = Array(uri.utf8)[...]
    guard rest.count >= 7, String(decoding: rest.prefix(7), as: UTF8.self).lowercased() == "file://" else { return nil }
    rest = rest.dropFirst(7)
    guard let slash = rest.firstIndex(of: 0x2F) else { return nil }
    let host = String(decoding: rest[..<slash], as: UTF8.self)
    guard host.isEmpty || host.lowercased() == "localhost" else { return nil }
    rest = rest[slash...]
    if let end = rest.firstIndex(where: { $0 == 0x3F || $0 == 0x23 }) { rest = rest[..<end] }
    var bytes: [UInt8] = []
    var index = rest.startIndex
    while index < rest.endIndex {
      if rest[index] != 0x25 {
        bytes.append(rest[index])
        index += 1
        continue
      }
      guard index + 2 < rest.endIndex, let high = digit(rest[index + 1]), let low = digit(rest[index + 2]) else { return nil }
      bytes.append(high << 4 | low)
      index += 3
    }
    guard bytes.withUnsafeBufferPointer({ Path.isUTF8($0) }) else { return nil }
    while bytes.count > 1, bytes.last == 0x2F { bytes.removeLast() }
    let path = Path(bytes: bytes)
    return bytes.count == 1 || Path(bytes: bytes.dropFirst()).isBelowRoot ? path : nil
  }

  /// The URI of an absolute path.
  package static func uri(of path: Path) -> String {
    var bytes = Array("file://".utf8)
    for byte in path.utf8 {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes += [0x25, hex(byte >> 4), hex(byte & 15)]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || [0x2D, 0x2E, 0x2F, 0x5F, 0x7E].contains(byte)
  }

  private static func hex(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
