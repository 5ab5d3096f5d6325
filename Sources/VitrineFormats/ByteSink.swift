// Where every format writes: a buffer that is handed on in pieces, so that a long report never becomes one long string.

/// A stream of bytes on its way out.
///
/// With a drain, what was written is handed on whenever 64 KiB have gathered and at `finish()`; without one it all stays in `bytes`.
package struct ByteSink: ~Copyable {
  /// What was written and not yet handed on.
  package private(set) var bytes: [UInt8] = []
  private let drain: ((UnsafeRawBufferPointer) -> Void)?
  private static let pieceSize = 1 << 16

  /// A sink that hands pieces to `drain`, or keeps everything where that is nil.
  ///
  /// The drain deals with failed writes itself; it is handed at least one byte a call.
  package init(_ drain: ((UnsafeRawBufferPointer) -> Void)? = nil) {
    self.drain = drain
  }

  /// Writes a text as UTF-8.
  package mutating func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    settle()
  }

  /// Writes bytes as they are.
  package mutating func write(_ more: [UInt8]) {
    bytes.append(contentsOf: more)
    settle()
  }

  /// Writes bytes as they are.
  package mutating func write(_ more: ArraySlice<UInt8>) {
    bytes.append(contentsOf: more)
    settle()
  }

  /// Writes bytes as they are.
  package mutating func write(_ more: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: more)
    settle()
  }

  /// Writes one byte.
  package mutating func write(_ byte: UInt8) {
    bytes.append(byte)
  }

  /// Writes a whole number in decimal digits.
  package mutating func write(decimal number: Int) {
    bytes.append(decimal: number)
  }

  /// Writes one byte several times; a count below one writes nothing.
  package mutating func write(_ byte: UInt8, times count: Int) {
    bytes.append(contentsOf: repeatElement(byte, count: max(count, 0)))
    settle()
  }

  /// Hands on what is left.
  package mutating func finish() {
    guard let drain, !bytes.isEmpty else { return }
    bytes.withUnsafeBytes { drain($0) }
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func settle() {
    if bytes.count >= Self.pieceSize { finish() }
  }
}

extension [UInt8] {
  /// Appends a whole number in decimal digits.
  package mutating func append(decimal number: Int) {
    if number < 0 { append(0x2D) }
    var rest = number.magnitude
    let first = count
    repeat {
      append(0x30 + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    self[first...].reverse()
  }
}

extension Double {
  /// The number with a fixed count of decimals (at most 6), as in "0.012"; what is not a number, or is below zero, counts as 0.
  package func fixed(_ decimals: Int) -> String {
    let digits = min(max(decimals, 0), 6)
    let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
    let sane = self > 0 ? min(self, 1e12) : 0
    let scaled = Int(sane * Double(scale) + 0.5)
    guard digits > 0 else { return String(scaled) }
    let fraction = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.utf8.count) + fraction
  }
}
