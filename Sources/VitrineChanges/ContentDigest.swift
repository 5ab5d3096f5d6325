// The door to nettle: a digest that tells whether bytes are the same without keeping them, SHA-256. Decision 0033 says why.

import CNettle

/// The SHA-256 digest of some bytes.
///
/// Source: FIPS 180-4; sha2.h of nettle.
package struct ContentDigest: Hashable, Sendable {
  /// The digest as eight words, the first one first.
  private let words: SIMD8<UInt32>

  /// The digest of `bytes`.
  package init(_ bytes: [UInt8]) {
    var builder = DigestBuilder()
    bytes.withUnsafeBytes { builder.add($0) }
    self = builder.digest()
  }

  fileprivate init(_ context: inout sha256_ctx) {
    var digest = SIMD8<UInt32>()
    withUnsafeMutableBytes(of: &digest) { digest in
      nettle_sha256_digest(&context, digest.count, digest.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }
    var words = digest
    for index in words.indices { words[index] = UInt32(bigEndian: digest[index]) }
    self.words = words
  }

  /// The digest of 64 lower-case hexadecimal digits; nil for any other text.
  package init?(hexadecimal text: String) {
    guard text.utf8.count == 64 else { return nil }
    var words = SIMD8<UInt32>()
    for (index, byte) in text.utf8.enumerated() {
      let digit: UInt32
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt32(byte) - 0x30
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = UInt32(byte) - 0x61 + 10
      default: return nil
      }
      words[index / 8] = words[index / 8] << 4 | digit
    }
    self.words = words
  }

  /// 64 lower-case hexadecimal digits.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for index in 0..<8 {
      for shift in stride(from: 28, through: 0, by: -4) { text.append(digits[Int(words[index] >> UInt32(shift) & 15)]) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// Makes the digest of bytes that come piece by piece.
package struct DigestBuilder: Sendable {
  private var context = sha256_ctx()

  /// The digest of no bytes yet.
  package init() { nettle_sha256_init(&context) }

  /// Adds the bytes that come next.
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    nettle_sha256_update(&context, bytes.count, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
  }

  /// The digest of all bytes that were added; the next ones begin another.
  package mutating func digest() -> ContentDigest { ContentDigest(&context) }
}
