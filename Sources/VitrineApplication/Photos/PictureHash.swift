// What a picture looks like, in 128 bits.

/// A hash that pictures share which look alike: copies of other sizes, qualities and formats.
///
/// Source: N. Krawetz, "Kind of Like That" (difference hash, 2013), of the lightness of 9 by 8 fields and of 8 by 9: a bit says whether a field is lighter than
/// the next, beside it or below.
package struct PictureHash: Sendable, Hashable {
  /// The size of the pictures that it is made of. Units: pixels.
  package static let side = 64
  /// Pictures whose hashes differ in so many bits look alike.
  package static let farthest = 10

  /// The bits across and down.
  let across: UInt64, down: UInt64
  /// True for a picture that shows next to nothing: all of these look alike.
  package let isPlain: Bool

  /// The hash of a picture.
  package init(_ pixels: Pixels) {
    let wide = Self.fields(pixels, columns: 9, rows: 8)
    let high = Self.fields(pixels, columns: 8, rows: 9)
    var (across, down): (UInt64, UInt64) = (0, 0)
    for row in 0..<8 {
      for column in 0..<8 {
        let bit = UInt64(1) << UInt64(row * 8 + column)
        if wide[row * 9 + column] < wide[row * 9 + column + 1] { across |= bit }
        if high[row * 8 + column] < high[(row + 1) * 8 + column] { down |= bit }
      }
    }
    (self.across, self.down) = (across, down)
    let (least, most) = (wide.min() ?? 0, wide.max() ?? 0)
    isPlain = most - least < 8
  }

  /// In how many bits another hash differs.
  package func distance(to other: PictureHash) -> Int {
    (across ^ other.across).nonzeroBitCount + (down ^ other.down).nonzeroBitCount
  }

  /// The mean lightness of fields, row by row. Units: 0 to 255, as ITU-R BT.709 weighs colours.
  private static func fields(_ pixels: Pixels, columns: Int, rows: Int) -> [Double] {
    var fields: [Double] = []
    for row in 0..<rows {
      let top = min(row * pixels.height / rows, pixels.height - 1)
      let bottom = max(top + 1, (row + 1) * pixels.height / rows)
      for column in 0..<columns {
        let left = min(column * pixels.width / columns, pixels.width - 1)
        let right = max(left + 1, (column + 1) * pixels.width / columns)
        var sum = 0
        for y in top..<bottom {
          for x in left..<right {
            let place = (y * pixels.width + x) * 3
            sum += Int(pixels.bytes[place]) * 54 + Int(pixels.bytes[place + 1]) * 183 + Int(pixels.bytes[place + 2]) * 19
          }
        }
        fields.append(Double(sum) / Double(256 * (bottom - top) * (right - left)))
      }
    }
    return fields
  }
}

/// Hashes of pictures, to find one that is near another.
struct PictureIndex {
  /// The hashes by each of their bytes: of two that differ in few bits, of sixteen bytes at least some are the same.
  private var byByte: [UInt16: [Int]] = [:]
  private var hashes: [Int: PictureHash] = [:]

  /// Adds the hash of a picture with a number.
  mutating func add(_ number: Int, _ hash: PictureHash) {
    hashes[number] = hash
    for key in Self.keys(hash) { byByte[key, default: []].append(number) }
  }

  /// The number of the nearest picture that looks alike, of several the first; nil where there is none.
  func nearest(to hash: PictureHash) -> Int? {
    var seen: Set<Int> = []
    var best: (distance: Int, number: Int)?
    for key in Self.keys(hash) {
      for number in byByte[key] ?? [] where seen.insert(number).inserted {
        guard let other = hashes[number] else { continue }
        let distance = hash.distance(to: other)
        if distance <= PictureHash.farthest, best.map({ (distance, number) < $0 }) ?? true { best = (distance, number) }
      }
    }
    return best?.number
  }

  /// Each byte of a hash with its place.
  private static func keys(_ hash: PictureHash) -> [UInt16] {
    (0..<16).map { place in
      let word = place < 8 ? hash.across : hash.down
      return UInt16(place) << 8 | UInt16(word >> UInt64(place % 8 * 8) & 0xFF)
    }
  }
}
