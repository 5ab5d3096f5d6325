// Boxes within boxes of ISO files, and numbers one after another.

/// A box of an ISO file.
struct Box {
  /// Its four letters as one number.
  let type: Int
  /// Where its contents start in the file.
  let start: Int
  /// Where it ends in the file.
  let end: Int

  /// The code of four letters.
  static func code(_ letters: StaticString) -> Int {
    (0..<min(4, letters.utf8CodeUnitCount)).reduce(0) { $0 << 8 | Int(letters.utf8Start[$1]) }
  }

  /// The boxes that stand one after another from `start` to `end`; a box that reaches further ends there. At most so many are looked at.
  static func all(_ image: inout ImageBytes, from start: Int, to end: Int, most: Int = 256) -> [Box] {
    var boxes: [Box] = []
    var place = start
    let end = min(end, image.size)
    while boxes.count < most, place <= end - 8, let short = image.number(place, 4), let type = image.number(place + 4, 4) {
      var (head, size) = (8, short)
      if short == 0 { size = end - place }
      if short == 1 {
        guard let long = image.number(place + 8, 8) else { break }
        (head, size) = (16, long)
      }
      guard size >= head else { break }
      let next = size <= end - place ? place + size : end
      guard place + head <= next else { break }
      boxes.append(Box(type: type, start: place + head, end: next))
      place = next
    }
    return boxes
  }
}

/// Reads numbers of a box one after another.
struct BoxCursor {
  private(set) var place: Int
  private let end: Int
  /// False after a number that was not there; what follows then means nothing.
  private(set) var isSound = true

  /// A cursor at the start of a box's contents.
  init(_ box: Box) {
    place = box.start
    end = box.end
  }

  /// The next number of 0, 1, 2, 4 or 8 bytes; 0 where it is not there.
  mutating func number(_ width: Int, _ image: inout ImageBytes) -> Int {
    if width == 0 { return 0 }
    guard isSound, place <= end - width, let value = image.number(place, width) else {
      isSound = false
      return 0
    }
    place += width
    return value
  }

  /// What is left of the box.
  var rest: (start: Int, end: Int) { (place, end) }
}
