// How long a text is, in the two units that people and standards count in.

/// Lengths of UTF-8 text. Bytes that are not UTF-8 count as the U+FFFD that replaces them.
package enum TextLength {
  /// The number of code points: what JSON Schema's `minLength` and `maxLength` count.
  package static func codePoints(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    if bytes.isASCII { return bytes.count }
    var count = 0
    var index = 0
    while index < bytes.count {
      index += bytes.scalar(at: index).length
      count += 1
    }
    return count
  }

  /// The same for an array.
  package static func codePoints(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { codePoints($0) }
  }

  /// The number of grapheme clusters, that is of Swift's `Character`s: what a person counts.
  package static func graphemeClusters(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard bytes.isASCII else { return String(decoding: bytes, as: UTF8.self).count }
    var count = bytes.count
    var previous: UInt8 = 0
    for byte in bytes {
      if byte == 0x0A, previous == 0x0D { count -= 1 }
      previous = byte
    }
    return count
  }

  /// The same for an array.
  package static func graphemeClusters(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { graphemeClusters($0) }
  }
}
