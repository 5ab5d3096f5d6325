// Paths in URIs (RFC 3986).

import VitrineSource

/// A relative path as a URI reference: every byte but letters, digits, `-._~` and `/` percent-encoded, so also the `:` that would make a
/// scheme of the first part.
package func uriReference(_ path: String) -> String {
  var result: [UInt8] = []
  for byte in path.utf8 {
    switch byte {
    case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x2E, 0x5F, 0x7E, 0x2F: result.append(byte)
    default:
      let digits = Array("0123456789ABCDEF".utf8)
      result += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
  }
  return String(decoding: result, as: UTF8.self)
}
