// Photos belong by place: which record of a folder owns which image.

/// The rule of place for the images of one folder.
///
/// In a folder with one record, that record owns every image. In a folder with several, an image belongs to the record with the longest stem
/// (its file's name without `.yaml`) that begins the image's name and is followed there by `.`, `-`, `_` or a space. Names are compared by
/// bytes.
package struct PhotoOwnership: Sendable {
  private let count: Int
  /// The stems in the order of their bytes, each with its number.
  private let sorted: [(stem: [UInt8], number: Int)]
  /// For each sorted stem, the longest other one that it begins with.
  private let shorter: [Int?]

  /// The rule for a folder with records of these stems. Where two stems are alike, the first one owns.
  package init(stems: [[UInt8]]) {
    count = stems.count
    let order = stems.indices.sorted { left, right in
      if stems[left] == stems[right] { return left < right }
      return stems[left].lexicographicallyPrecedes(stems[right])
    }
    var sorted: [(stem: [UInt8], number: Int)] = []
    for number in order where sorted.last?.stem != stems[number] { sorted.append((stems[number], number)) }
    // Of sorted stems, all that begin with one follow it at once: those still open form a stack.
    var shorter: [Int?] = []
    var open: [Int] = []
    for index in sorted.indices {
      while let last = open.last, !sorted[index].stem.starts(with: sorted[last].stem) { open.removeLast() }
      shorter.append(open.last)
      open.append(index)
    }
    self.sorted = sorted
    self.shorter = shorter
  }

  /// The same for strings.
  package init(stems: [String]) {
    self.init(stems: stems.map { Array($0.utf8) })
  }

  /// The number of the record that owns an image of this name, or nil where it belongs to nobody.
  package func owner(of image: String) -> Int? {
    var image = image
    return image.withUTF8 { owner(of: $0) }
  }

  /// The same for bytes.
  package func owner(of image: UnsafeBufferPointer<UInt8>) -> Int? {
    if count <= 1 { return count == 1 ? 0 : nil }
    // Every stem the name begins with is the last one not after the name, or one that stem begins with.
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if image.lexicographicallyPrecedes(sorted[middle].stem) { high = middle } else { low = middle + 1 }
    }
    guard low > 0 else { return nil }
    var candidate: Int? = low - 1
    let common = Self.commonPrefix(sorted[low - 1].stem, image)
    while let index = candidate {
      let length = sorted[index].stem.count
      if length <= common, length < image.count, Self.isSeparator(image[length]) { return sorted[index].number }
      candidate = shorter[index]
    }
    return nil
  }

  private static func commonPrefix(_ left: [UInt8], _ right: UnsafeBufferPointer<UInt8>) -> Int {
    var index = 0
    while index < min(left.count, right.count), left[index] == right[index] { index += 1 }
    return index
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: " ")
  }
}
