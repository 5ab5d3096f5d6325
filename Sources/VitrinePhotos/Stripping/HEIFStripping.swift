// A HEIC or AVIF without its metadata: nothing moves, and what is no picture becomes zeros.

/// Strips HEIF.
///
/// The places of pictures are written as offsets in the file, so that nothing before them may change its length. The bytes that no picture's item
/// refers to are blanked in place, the EXIF item gets a block without tags, and boxes behind the last picture go.
///
/// Source: ISO/IEC 14496-12, 4.2 (boxes), 8.11 (meta); ISO/IEC 23008-12, 6 and annex A.
struct HEIFStripping {
  private let bytes: [UInt8]

  /// The stripping of a file.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The most boxes of data, and the most blocks of EXIF.
  private static let mostStores = 64
  private static let keptAround: Set<Int> = [Box.code("ftyp"), Box.code("meta"), Box.code("mdat")]
  private static let keptInMeta: Set<Int> = [
    Box.code("hdlr"), Box.code("pitm"), Box.code("iinf"), Box.code("iloc"), Box.code("iref"), Box.code("iprp"), Box.code("idat"),
    Box.code("dinf"), Box.code("grpl"), Box.code("ipro"),
  ]
  private static let moving: Set<Int> = [Box.code("moov"), Box.code("moof")]
  /// Properties that say something of the owner, not of the picture.
  private static let personal: Set<Int> = [
    Box.code("udes"), Box.code("uuid"), Box.code("crtt"), Box.code("mdft"), Box.code("altt"), Box.code("free"),
  ]

  /// The file with blanks; `exif` is written in place of its EXIF, if it fits.
  ///
  /// Errors: boxes that do not fit, films, items that are laid out in ways not known here.
  func strip(exif: [UInt8]?) throws(StrippingRefusal) -> StrippedPhoto {
    let around = try boxes(0..<bytes.count, isOuter: true)
    guard !around.contains(where: { Self.moving.contains($0.type) }) else {
      throw StrippingRefusal("it holds a film or a sequence, whose metadata cannot be taken out")
    }
    let metas = around.filter { $0.type == Box.code("meta") }
    guard let meta = metas.first, metas.count == 1, meta.body.count >= 4 else {
      throw StrippingRefusal("it does not say in one place what it holds")
    }
    let inner = try boxes(meta.body.lowerBound + 4..<meta.body.upperBound)
    guard let iinf = inner.first(where: { $0.type == Box.code("iinf") }),
      let iloc = inner.first(where: { $0.type == Box.code("iloc") })
    else { throw StrippingRefusal("it does not say where its picture lies") }
    let data = inner.first { $0.type == Box.code("idat") }
    let items = try HEIFItems(bytes, iinf: iinf, iloc: iloc, idat: data?.body)
    let stores = around.filter { $0.type == Box.code("mdat") }.map(\.body) + [data?.body].compactMap(\.self)
    guard !items.pictures.isEmpty else { throw StrippingRefusal("it holds no picture") }
    guard stores.count <= Self.mostStores, items.exif.count <= Self.mostStores else {
      throw StrippingRefusal("it has too many boxes")
    }
    for picture in items.pictures
    where !stores.contains(where: { $0.lowerBound <= picture.lowerBound && picture.upperBound <= $0.upperBound }) {
      throw StrippingRefusal("a part of its picture lies outside of its data")
    }

    // A picture of the file may be a JPEG, with metadata of its own.
    for picture in items.pictures where MetadataPlaces.beginsMetadata(bytes, in: picture) {
      throw StrippingRefusal("a picture in it has metadata of its own")
    }
    var blank = Blanks(count: bytes.count)
    for store in stores { blank.clear(store) }
    for picture in items.pictures { blank.keep(picture) }
    for box in around where !Self.keptAround.contains(box.type) { blank.free(box) }
    for box in inner where !Self.keptInMeta.contains(box.type) { blank.free(box) }
    for box in inner where box.type == Box.code("iprp") {
      for container in try boxes(box.body) where container.type == Box.code("ipco") {
        for property in try boxes(container.body) where Self.personal.contains(property.type) { blank.free(property) }
      }
    }
    for place in items.exif {
      guard !items.pictures.contains(where: { $0.overlaps(place) }) else {
        throw StrippingRefusal("its metadata and its picture lie in the same place")
      }
      // A block begins with the count of bytes before its own header.
      let blocks = [exif, MinimalExif.empty].compactMap(\.self).map { [0, 0, 0, 0] + $0 }
      if let block = blocks.first(where: { $0.count <= place.count }) { blank.put(block, at: place.lowerBound) }
    }
    let last = around.last { Self.keptAround.contains($0.type) }?.whole.upperBound ?? bytes.count
    return blank.result(upTo: last)
  }

  /// A box, its head included.
  struct Part {
    /// Its four letters.
    var type: Int
    /// All of it.
    var whole: Range<Int>
    /// What is in it.
    var body: Range<Int>
  }

  /// The boxes of a stretch, all of it. Around everything less than a head's bytes may be left over.
  private func boxes(_ range: Range<Int>, isOuter: Bool = false) throws(StrippingRefusal) -> [Part] {
    var found: [Part] = []
    var place = range.lowerBound
    while place < range.upperBound {
      let rest = range.upperBound - place
      guard rest >= 8 else {
        if isOuter { return found }
        throw StrippingRefusal("its boxes do not fit into each other")
      }
      var (head, size) = (8, number(place, 4))
      if size == 0 { size = rest }
      if size == 1 {
        guard rest >= 16, bytes[place + 8] < 0x80 else { throw .tooLong("a box") }
        (head, size) = (16, number(place + 8, 8))
      }
      guard size >= head else { throw StrippingRefusal("a box claims to have \(size) bytes") }
      guard size <= rest else { throw isOuter ? .cutOff : StrippingRefusal("its boxes do not fit into each other") }
      found.append(Part(type: number(place + 4, 4), whole: place..<place + size, body: place + head..<place + size))
      guard found.count <= HEIFItems.most else { throw StrippingRefusal("it has too many boxes") }
      place += size
    }
    return found
  }

  private func number(_ place: Int, _ width: Int) -> Int { bytes[place..<place + width].reduce(0) { $0 << 8 | Int($1) } }
}

/// Which bytes of a file become zeros, and what is written over them.
private struct Blanks {
  private let count: Int
  private var cleared: [Range<Int>] = []
  private var kept: [Range<Int>] = []
  private var written: [(place: Int, bytes: [UInt8])] = []

  init(count: Int) { self.count = count }

  /// Blanks a stretch, but for what is kept.
  mutating func clear(_ range: Range<Int>) { if !range.isEmpty { cleared.append(range) } }

  /// Keeps a stretch whatever is blanked around it.
  mutating func keep(_ range: Range<Int>) { if !range.isEmpty { kept.append(range) } }

  /// Makes a box one that is passed over.
  mutating func free(_ box: HEIFStripping.Part) {
    written.append((box.whole.lowerBound + 4, Array("free".utf8)))
    clear(box.body)
  }

  /// Writes over what is blanked.
  mutating func put(_ bytes: [UInt8], at place: Int) { written.append((place, bytes)) }

  /// The file up to an offset.
  func result(upTo end: Int) -> StrippedPhoto {
    enum Turn { case clear, keep }
    // From one change of what is blanked or kept to the next.
    var turns: [(place: Int, turn: Turn, step: Int)] = []
    for range in cleared { turns += [(range.lowerBound, .clear, 1), (range.upperBound, .clear, -1)] }
    for range in kept { turns += [(range.lowerBound, .keep, 1), (range.upperBound, .keep, -1)] }
    turns.sort { $0.place < $1.place }
    var stretches: [(range: Range<Int>, isBlank: Bool)] = []
    var (clearing, keeping, place) = (0, 0, 0)
    for turn in turns + [(count, .keep, 0)] {
      if turn.place > place { stretches.append((place..<turn.place, clearing > 0 && keeping == 0)) }
      place = turn.place
      if turn.turn == .clear { clearing += turn.step } else { keeping += turn.step }
    }
    var result = StrippedPhoto()
    var over = written.sorted { $0.place < $1.place }[...]
    var skip = 0
    for (range, isBlank) in stretches {
      var at = max(range.lowerBound, skip)
      while at < range.upperBound, at < end {
        let stop = min(range.upperBound, end, over.first?.place ?? Int.max)
        if at < stop {
          if isBlank { result.append(zeros: stop - at) } else { result.append(at..<stop) }
          at = stop
        } else if let next = over.popFirst() {
          guard next.place == at else { continue }
          result.append(next.bytes)
          skip = at + next.bytes.count
          at = skip
        }
      }
    }
    return result
  }
}
