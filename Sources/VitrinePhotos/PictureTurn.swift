// Rotations and reflections, one after another, as one of EXIF's eight orientations.

/// How a picture is turned: where its right and its down come to point.
///
/// Source: EXIF 2.32, tag Orientation; ISO/IEC 23008-12, 6.5.10 (irot: quarters against the clock) and 6.5.12 (imir: 0 swaps top and bottom,
/// 1 left and right).
struct PictureTurn {
  /// Where what was right points: x to the right, y down.
  private var right = (x: 1, y: 0)
  /// Where what was down points.
  private var down = (x: 0, y: 1)

  /// A picture as it is.
  init() {}

  /// Turns it against the clock.
  mutating func rotate(quartersLeft: Int) {
    for _ in 0..<quartersLeft {
      right = (x: right.y, y: -right.x)
      down = (x: down.y, y: -down.x)
    }
  }

  /// Swaps top and bottom, or left and right.
  mutating func mirror(isUpsideDown: Bool) {
    let (x, y) = isUpsideDown ? (1, -1) : (-1, 1)
    right = (x: right.x * x, y: right.y * y)
    down = (x: down.x * x, y: down.y * y)
  }

  /// The orientation a viewer of the stored picture needs to show it like this, 1 to 8.
  var orientation: Int {
    switch (right.x, right.y, down.x, down.y) {
    case (1, 0, 0, 1): 1
    case (-1, 0, 0, 1): 2
    case (-1, 0, 0, -1): 3
    case (1, 0, 0, -1): 4
    case (0, 1, 1, 0): 5
    case (0, 1, -1, 0): 6
    case (0, -1, -1, 0): 7
    default: 8
    }
  }
}
