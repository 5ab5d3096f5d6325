// A digest that tells whether bytes are the same without keeping them: SHA-256.

/// The SHA-256 digest of some bytes.
///
/// Source: FIPS 180-4.
package struct ContentDigest: Hashable, Sendable {
  /// The digest as eight words, the first one first.
  private let words: SIMD8<UInt32>

  /// The digest of `bytes`.
  package init(_ bytes: [UInt8]) {
    var state = SIMD8<UInt32>(
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)
    bytes.withUnsafeBufferPointer { bytes in
      var schedule = [UInt32](repeating: 0, count: 64)
      schedule.withUnsafeMutableBufferPointer { schedule in
        let whole = bytes.count / 64 * 64
        for start in stride(from: 0, to: whole, by: 64) {
          Self.add(UnsafeBufferPointer(rebasing: bytes[start..<start + 64]), to: &state, schedule)
        }
        var rest = Array(bytes[whole...]) + [0x80]
        while rest.count % 64 != 56 { rest.append(0) }
        let bits = UInt64(bytes.count) &* 8
        for shift in stride(from: 56, through: 0, by: -8) { rest.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
        rest.withUnsafeBufferPointer { rest in
          for start in stride(from: 0, to: rest.count, by: 64) {
            Self.add(UnsafeBufferPointer(rebasing: rest[start..<start + 64]), to: &state, schedule)
          }
        }
      }
    }
    words = state
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

  private static func add(
    _ block: UnsafeBufferPointer<UInt8>, to state: inout SIMD8<UInt32>, _ schedule: UnsafeMutableBufferPointer<UInt32>
  ) {
    for index in 0..<16 {
      let start = index * 4
      schedule[index] =
        UInt32(block[start]) << 24 | UInt32(block[start + 1]) << 16 | UInt32(block[start + 2]) << 8 | UInt32(block[start + 3])
    }
    for index in 16..<64 {
      let early = schedule[index - 15]
      let late = schedule[index - 2]
      let first = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let second = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    constants.withUnsafeBufferPointer { constants in
      for index in 0..<64 {
        let choice = (e & f) ^ (~e & g)
        let one = h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ choice &+ constants[index] &+ schedule[index]
        let two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ ((a & b) ^ (a & c) ^ (b & c))
        (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ two)
      }
    }
    state = state &+ SIMD8(a, b, c, d, e, f, g, h)
  }

  @inline(__always)
  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  private static let constants: [UInt32] = [
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  ]
}
