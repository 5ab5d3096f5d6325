// The colours of what a picture shows, without those of what it lies on.

package import VitrineFormats
import VitrineModel
import VitrineQuery

/// The dominant colours of a picture's subject.
///
/// The colours of the rim are taken for the background where they are much alike; what hangs together with the rim in these colours is left out. The rest is
/// put into clusters by k-means in OKLab, where equal distances look alike; pixels near the middle count more.
package struct DominantColors: Sendable {
  /// One colour.
  package struct Color: Sendable, Hashable {
    /// The colour as `#rrggbb`.
    package let hex: String
    /// How much of the subject has it. Units: of 1.
    package let share: Double
  }

  /// The longest side of the picture that is looked at. Units: pixels.
  package static let side = 128
  /// Two colours of the background are at most so far apart. Units: those of `OKLab.distance`.
  private static let alike = 7.0
  /// Clusters nearer than this become one.
  private static let same = 6.0
  /// Clusters with less of the subject are left out. Units: of 1.
  private static let least = 0.03

  /// The colours, the most frequent first.
  package let colors: [Color]
  /// How much of the picture is the subject. Units: of 1.
  package let subject: Double

  /// The colours of a small picture, at most so many.
  package init(_ pixels: Pixels, most: Int) {
    let points = (0..<pixels.width * pixels.height).map { pixel in
      OKLab(red: pixels.bytes[pixel * 3], green: pixels.bytes[pixel * 3 + 1], blue: pixels.bytes[pixel * 3 + 2])
    }
    let background = Self.background(points, pixels.width, pixels.height)
    let left = points.indices.filter { !background[$0] }
    // A picture that is all background shows something after all.
    let subject = left.count * 25 >= points.count ? left : Array(points.indices)
    self.subject = Double(subject.count) / Double(max(points.count, 1))
    let weighted = subject.map { pixel -> (point: OKLab, weight: Double, pixel: Int) in
      let x = Double(pixel % pixels.width) / Double(pixels.width) - 0.5
      let y = Double(pixel / pixels.width) / Double(pixels.height) - 0.5
      return (points[pixel], 1 - min(0.8, (x * x + y * y) * 2), pixel)
    }
    colors = Self.clusters(weighted, most: most, pixels)
  }

  /// Which pixels hang together with the rim in its colours.
  private static func background(_ points: [OKLab], _ width: Int, _ height: Int) -> [Bool] {
    var isBackground = [Bool](repeating: false, count: points.count)
    let rim = points.indices.filter { pixel in
      let (x, y) = (pixel % width, pixel / width)
      return x == 0 || y == 0 || x == width - 1 || y == height - 1
    }
    // The colour of the rim that most of it is like: of a few of its pixels, the one with the most others near.
    let candidates = stride(from: 0, to: rim.count, by: max(1, rim.count / 32)).map { rim[$0] }
    let counts = candidates.map { candidate in rim.count { points[$0].distance(to: points[candidate]) < alike } }
    guard let best = counts.indices.max(by: { (counts[$0], $1) < (counts[$1], $0) }), counts[best] * 2 >= rim.count else {
      return isBackground
    }
    let color = points[candidates[best]]
    var stack = rim.filter { points[$0].distance(to: color) < alike }
    for pixel in stack { isBackground[pixel] = true }
    while let pixel = stack.popLast() {
      let (x, y) = (pixel % width, pixel / width)
      for (nextX, nextY) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
      where nextX >= 0 && nextY >= 0 && nextX < width && nextY < height {
        let next = nextY * width + nextX
        // Shadows are soft: from pixel to pixel the colour may change a little, as long as it stays near.
        guard !isBackground[next], points[next].distance(to: color) < alike * 2,
          points[next].distance(to: points[pixel]) < alike / 2
        else { continue }
        isBackground[next] = true
        stack.append(next)
      }
    }
    return isBackground
  }

  /// The clusters of points, the heaviest first. Source: S. Lloyd, "Least squares quantization in PCM"; begun with the points farthest from each other.
  private static func clusters(
    _ points: [(point: OKLab, weight: Double, pixel: Int)], most: Int, _ pixels: Pixels
  ) -> [Color] {
    guard !points.isEmpty else { return [] }
    let sum = points.reduce((0.0, 0.0, 0.0, 0.0)) {
      ($0.0 + $1.point.lightness * $1.weight, $0.1 + $1.point.a * $1.weight, $0.2 + $1.point.b * $1.weight, $0.3 + $1.weight)
    }
    var centers = [OKLab(lightness: sum.0 / sum.3, a: sum.1 / sum.3, b: sum.2 / sum.3)]
    var nearest = points.map { $0.point.distance(to: centers[0]) }
    while centers.count < most + 2 {
      let far = nearest.indices.max { nearest[$0] * points[$0].weight < nearest[$1] * points[$1].weight } ?? 0
      guard nearest[far] > same else { break }
      centers.append(points[far].point)
      for index in points.indices { nearest[index] = min(nearest[index], points[index].point.distance(to: points[far].point)) }
    }
    var members = [Int](repeating: 0, count: points.count)
    for _ in 0..<24 {
      var sums = [(Double, Double, Double, Double)](repeating: (0, 0, 0, 0), count: centers.count)
      var isSettled = true
      for (index, entry) in points.enumerated() {
        let distances = centers.map { entry.point.distance(to: $0) }
        let best = distances.indices.min { (distances[$0], $0) < (distances[$1], $1) } ?? 0
        if members[index] != best { (members[index], isSettled) = (best, false) }
        sums[best].0 += entry.point.lightness * entry.weight
        sums[best].1 += entry.point.a * entry.weight
        sums[best].2 += entry.point.b * entry.weight
        sums[best].3 += entry.weight
      }
      for (place, sum) in sums.enumerated() where sum.3 > 0 {
        centers[place] = OKLab(lightness: sum.0 / sum.3, a: sum.1 / sum.3, b: sum.2 / sum.3)
      }
      if isSettled { break }
    }
    // What looks the same is one colour.
    var group = Array(centers.indices)
    for place in centers.indices {
      if let other = centers.indices.first(where: { $0 < place && centers[$0].distance(to: centers[place]) < same }) {
        group[place] = group[other]
      }
    }
    var weights = [Double](repeating: 0, count: centers.count)
    var shades = [(Double, Double, Double)](repeating: (0, 0, 0), count: centers.count)
    for (index, entry) in points.enumerated() {
      let place = group[members[index]]
      weights[place] += entry.weight
      shades[place].0 += Double(pixels.bytes[entry.pixel * 3]) * entry.weight
      shades[place].1 += Double(pixels.bytes[entry.pixel * 3 + 1]) * entry.weight
      shades[place].2 += Double(pixels.bytes[entry.pixel * 3 + 2]) * entry.weight
    }
    let whole = weights.reduce(0, +)
    let order = weights.indices.filter { weights[$0] / whole >= least }.sorted { (weights[$1], $0) < (weights[$0], $1) }
    return order.prefix(most).map { place in
      let parts = [shades[place].0, shades[place].1, shades[place].2].map { UInt8(min(255, ($0 / weights[place]).rounded())) }
      let digits = Array("0123456789abcdef")
      return Color(
        hex: "#" + String(parts.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }), share: weights[place] / whole)
    }
  }

  /// The colours of palettes that are nearest to a colour, one a palette.
  package static func names(of color: Color, in palettes: [Palette]) -> [(name: String, group: String)] {
    palettes.compactMap { palette in palette.nearest(to: color.hex).first.map { ($0.color.name, $0.color.group) } }
  }
}

extension DominantColors {
  /// The table of colours in rows that `rows` made.
  package static func table(_ rows: [Table.Row]) -> Table {
    Table(
      columns: [
        Table.Column("file"), Table.Column("color"), Table.Column("share", .right), Table.Column("nearest"),
        Table.Column("group"),
      ], rows: rows)
  }

  /// The colours of a file as rows, with the colours of palettes that are nearest.
  package func rows(of name: String, _ palettes: [Palette]) -> [Table.Row] {
    colors.map { color in
      let names = Self.names(of: color, in: palettes)
      return Table.Row([
        .text(name), RGB(hex: color.hex).map { .color(color.hex, $0) } ?? .text(color.hex),
        .text("\(Int((color.share * 100).rounded())) %"), .list(names.map { .text($0.name) }),
        .list(names.map { .text($0.group) }),
      ])
    }
  }
}
