// A directory of a TIFF file on its way to bytes.

/// Tags and their values, which become one directory. Source: TIFF 6.0, section 2; the lowest byte of a number comes first.
struct TIFFDraft {
  /// The value of a tag.
  enum Value {
    case bytes([UInt8])
    case text(String)
    case shorts([Int])
    case longs([Int])
    /// Quotients.
    case rationals([(Int, Int)])
    /// Quotients with a sign.
    case signedRationals([(Int, Int)])
    /// Bytes that only the tag's reader understands.
    case undefined([UInt8])
  }

  private var tags: [(number: Int, value: Value)] = []

  /// Puts a value at a tag.
  mutating func set(_ number: Int, _ value: Value) {
    tags.removeAll { $0.number == number }
    tags.append((number, value))
  }

  /// How many bytes it takes. Whatever offsets its values hold, it stays the same.
  var size: Int { bytes(at: 0).count }

  /// The directory as it stands at an offset of the file, with the values that do not fit into it behind it. Shape: of an even number of bytes.
  func bytes(at offset: Int) -> [UInt8] {
    var head = Self.number(tags.count, 2)
    var tail: [UInt8] = []
    let behind = offset + 2 + tags.count * 12 + 4
    for (number, value) in tags.sorted(by: { $0.number < $1.number }) {
      let (type, count, bytes) = value.encoded
      head += Self.number(number, 2) + Self.number(type, 2) + Self.number(count, 4)
      if bytes.count <= 4 {
        head += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
      } else {
        head += Self.number(behind + tail.count, 4)
        tail += bytes
        if tail.count % 2 == 1 { tail.append(0) }
      }
    }
    return head + Self.number(0, 4) + tail
  }

  /// The start of a file whose first directory stands right behind it.
  static let header: [UInt8] = Array("II".utf8) + number(42, 2) + number(8, 4)

  /// A number in so many bytes.
  static func number(_ value: Int, _ width: Int) -> [UInt8] { (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
}

extension TIFFDraft.Value {
  /// The type's number, how many values there are, and their bytes.
  fileprivate var encoded: (type: Int, count: Int, bytes: [UInt8]) {
    func pairs(_ values: [(Int, Int)]) -> [UInt8] { values.flatMap { TIFFDraft.number($0.0, 4) + TIFFDraft.number($0.1, 4) } }
    switch self {
    case .bytes(let bytes): return (1, bytes.count, bytes)
    case .text(let text):
      let bytes = Array(text.utf8) + [0]
      return (2, bytes.count, bytes)
    case .shorts(let values): return (3, values.count, values.flatMap { TIFFDraft.number($0, 2) })
    case .longs(let values): return (4, values.count, values.flatMap { TIFFDraft.number($0, 4) })
    case .rationals(let values): return (5, values.count, pairs(values))
    case .undefined(let bytes): return (7, bytes.count, bytes)
    case .signedRationals(let values): return (10, values.count, pairs(values))
    }
  }
}
