// The order of files as people count them: `half.jpg`, `half-2.jpg`, `half-10.jpg`.

extension Path {
  /// Whether a file comes before another one by folder, then by name without its suffix: digits count as numbers, ASCII letters in either case. What is the
  /// same by that is in byte order, so that the order is total.
  package func isNaturallyBefore(_ other: Path) -> Bool {
    for (left, right) in [(folder, other.folder), (nameWithoutSuffix, other.nameWithoutSuffix)] {
      let order = Self.naturalOrder(Array(left.utf8), Array(right.utf8))
      if order != 0 { return order < 0 }
    }
    return self < other
  }

  /// What stands before the last dot of the name; all of it where nothing does.
  private var nameWithoutSuffix: Slice {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.utf8.startIndex else { return name }
    return Slice(Substring(name.utf8[..<dot]))
  }

  /// Below zero where the first of two texts comes first, above it where the second does; zero where they are alike.
  private static func naturalOrder(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var (first, second) = (left[...], right[...])
    while let one = first.first, let other = second.first {
      if isDigit(one), isDigit(other) {
        let (one, other) = (number(&first), number(&second))
        // Without their zeros, the longer number is the larger one.
        if one.count != other.count { return one.count - other.count }
        if let place = zip(one, other).first(where: { $0 != $1 }) { return Int(place.0) - Int(place.1) }
      } else {
        let (one, other) = (lowercase(one), lowercase(other))
        if one != other { return Int(one) - Int(other) }
        first.removeFirst()
        second.removeFirst()
      }
    }
    return first.count - second.count
  }

  /// Takes the digits at the start of a text, and gives them without zeros before them.
  private static func number(_ text: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = text.prefix(while: isDigit)
    text = text.dropFirst(digits.count)
    return digits.drop { $0 == UInt8(ascii: "0") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
