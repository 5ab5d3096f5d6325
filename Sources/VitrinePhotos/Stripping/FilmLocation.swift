// Where a film was recorded: alone, beside a photo, or behind the picture in the photo's own file.

/// Takes the location out of films in place, as phones, action cameras and drones write it.
///
/// Source: QuickTime File Format (user data `©xyz`; metadata `keys` and `ilst` with `com.apple.quicktime.location.ISO6709`); 3GPP TS 26.244, 8.10 (`loci`).
enum FilmLocation {
  /// The most films in a file.
  private static let mostFilms = 16

  /// Takes it out of a film, or of the films that follow a picture.
  ///
  /// Errors: it has a track of measurements that does not say where they lie.
  static func remove(from bytes: inout [UInt8], _ format: ImageFormat) throws(StrippingRefusal) {
    switch format {
    case .film, .cr3: try remove(from: &bytes, in: 0..<bytes.count)
    case .jpeg, .heic, .avif: for film in films(in: bytes) { try remove(from: &bytes, in: film) }
    case .png, .gif, .webp, .tiff, .dng, .cr2, .nef, .arw, .raf, .orf, .rw2, .pef, .srw, .bmp,
      .jpegXL, .jpeg2000, .psd, .pdf:
      break
    }
  }

  /// Where films lie behind a picture, by their first box: each up to the next.
  private static func films(in bytes: [UInt8]) -> [Range<Int>] {
    let starts: [Int] = bytes.withUnsafeBytes { all in
      all.indices(of: Array("ftyp".utf8), most: 4_096).lazy.compactMap { name in
        guard name >= 4 else { return nil }
        let size = all[name - 4..<name].reduce(0) { $0 << 8 | Int($1) }
        return (16...1_024).contains(size) && size <= all.count - name + 4 ? name - 4 : nil
      }.prefix(mostFilms).map(\.self)
    }
    return zip(starts, starts.dropFirst() + [bytes.count]).map { $0..<$1 }
  }

  private static func remove(from bytes: inout [UInt8], in film: Range<Int>) throws(StrippingRefusal) {
    for movie in FilmBox.all(bytes, film) where movie.type == Box.code("moov") {
      wipe(&bytes, inside: movie)
      for track in FilmBox.all(bytes, movie.start..<movie.end) where track.type == Box.code("trak") {
        wipe(&bytes, inside: track)
        try FilmMeasurements.remove(from: &bytes, track: track, film: film)
      }
    }
  }

  /// Wipes what the user data and the metadata of a film or a track say.
  private static func wipe(_ bytes: inout [UInt8], inside box: Box) {
    for inner in FilmBox.all(bytes, box.start..<box.end) {
      if inner.type == Box.code("udta") {
        for data in FilmBox.all(bytes, inner.start..<inner.end) {
          switch data.type {
          case Box.code("meta"): wipeKeys(&bytes, data)
          case Box.code("GPMF"): MeasuredLocation.remove(from: &bytes, in: data.start..<data.end)
          // Of cameras by Nikon and Pentax, whose user data has the location at places of its own.
          case xyz, Box.code("@xyz"), Box.code("loci"), Box.code("NCDT"), Box.code("PENT"), Box.code("TAGS"): free(&bytes, data)
          default: break
          }
        }
      } else if inner.type == Box.code("meta") {
        wipeKeys(&bytes, inner)
      } else if inner.type == Box.code("gps ") {
        free(&bytes, inner)
      }
    }
  }

  /// Wipes the values of keys that name a location.
  private static func wipeKeys(_ bytes: inout [UInt8], _ metadata: Box) {
    // QuickTime's box has no version before its contents; ISO's has.
    for start in [metadata.start, metadata.start + 4] where start < metadata.end {
      let inner = FilmBox.all(bytes, start..<metadata.end)
      guard let list = inner.first(where: { $0.type == Box.code("ilst") }) else { continue }
      let items = FilmBox.all(bytes, list.start..<list.end)
      for item in items where item.type == xyz || item.type == Box.code("----") && says(bytes, item, "location") {
        free(&bytes, item)
      }
      guard let keys = inner.first(where: { $0.type == Box.code("keys") }), keys.end - keys.start > 8 else { return }
      var wanted: Set<Int> = []
      for (index, key) in FilmBox.all(bytes, keys.start + 8..<keys.end).enumerated() {
        if ["location", "gps", "GPS", "xyz"].contains(where: { says(bytes, key, $0) }) { wanted.insert(index + 1) }
      }
      for item in items where wanted.contains(item.type) { free(&bytes, item) }
      return
    }
  }

  private static func says(_ bytes: [UInt8], _ box: Box, _ text: String) -> Bool {
    bytes.withUnsafeBytes { all in
      UnsafeRawBufferPointer(rebasing: all[box.start..<box.end]).firstIndex(of: Array(text.utf8), from: 0) != nil
    }
  }

  /// Makes a box one that readers pass over, with nothing in it.
  private static func free(_ bytes: inout [UInt8], _ box: Box) {
    // The type stands right before the contents where the size is a short one; none of these has a long one.
    guard ImageBytes.number(bytes[box.start - 8..<box.start - 4], false) == box.end - box.start + 8 else { return }
    for (index, byte) in "free".utf8.enumerated() { bytes[box.start - 4 + index] = byte }
    for index in box.start..<box.end { bytes[index] = 0 }
  }

  /// `©xyz`, in Mac OS Roman.
  private static let xyz = 0xA978_797A
}

/// The boxes of films, in bytes at hand.
enum FilmBox {
  /// The most boxes within one, and the most keys of metadata.
  private static let most = 4_096

  /// The boxes of a part of a file, as far as they lie within it.
  static func all(_ bytes: [UInt8], _ range: Range<Int>) -> [Box] {
    var boxes: [Box] = []
    var place = range.lowerBound
    while boxes.count < most, place <= range.upperBound - 8, let short = ImageBytes.number(bytes[place..<place + 4], false),
      let type = ImageBytes.number(bytes[place + 4..<place + 8], false)
    {
      var (head, size) = (8, short)
      if short == 0 { size = range.upperBound - place }
      if short == 1, place <= range.upperBound - 16, let long = ImageBytes.number(bytes[place + 8..<place + 16], false) {
        (head, size) = (16, long)
      }
      guard size >= head, size <= range.upperBound - place else { break }
      boxes.append(Box(type: type, start: place + head, end: place + size))
      place += size
    }
    return boxes
  }

  /// The first box along a path of types.
  static func first(_ bytes: [UInt8], in box: Box, _ path: [StaticString]) -> Box? {
    var found = box
    for type in path {
      guard let inner = all(bytes, found.start..<found.end).first(where: { $0.type == Box.code(type) }) else { return nil }
      found = inner
    }
    return found
  }
}
