// Where a film was recorded: alone, beside a photo, or behind the picture in the photo's own file.

/// Takes the location out of films in place, as phones write it.
///
/// Source: QuickTime File Format (user data `©xyz`; metadata `keys` and `ilst` with `com.apple.quicktime.location.ISO6709`); 3GPP TS 26.244, 8.10 (`loci`).
enum FilmLocation {
  /// The most boxes within one, and the most keys of metadata.
  private static let most = 4_096

  /// Takes it out of a film, or of the films that follow a picture.
  static func remove(from bytes: inout [UInt8], _ format: ImageFormat) {
    switch format {
    case .film: remove(from: &bytes, at: 0)
    case .jpeg, .heic, .avif: for start in films(in: bytes) { remove(from: &bytes, at: start) }
    case .png, .gif, .webp, .tiff, .dng, .cr2, .cr3, .nef, .arw, .raf, .orf, .rw2, .bmp, .jpegXL, .jpeg2000, .psd, .pdf: break
    }
  }

  /// Where films begin behind a picture, by their first box.
  private static func films(in bytes: [UInt8]) -> [Int] {
    var starts: [Int] = []
    bytes.withUnsafeBytes { all in
      // The first box of a HEIF file is of that name as well.
      var place = 16
      while place < all.count, starts.count < 16, let name = all.firstIndex(of: Array("ftyp".utf8), from: place) {
        place = name + 4
        let size = all[name - 4..<name].reduce(0) { $0 << 8 | Int($1) }
        if (16...1_024).contains(size), size <= all.count - name + 4 { starts.append(name - 4) }
      }
    }
    return starts
  }

  private static func remove(from bytes: inout [UInt8], at start: Int) {
    for movie in boxes(bytes, start..<bytes.count) where movie.type == Box.code("moov") {
      wipe(&bytes, inside: movie)
      for track in boxes(bytes, movie.start..<movie.end) where track.type == Box.code("trak") { wipe(&bytes, inside: track) }
    }
  }

  /// Wipes what the user data and the metadata of a film or a track say.
  private static func wipe(_ bytes: inout [UInt8], inside box: Box) {
    for inner in boxes(bytes, box.start..<box.end) {
      if inner.type == Box.code("udta") {
        for data in boxes(bytes, inner.start..<inner.end) where data.type == xyz || data.type == Box.code("loci") {
          free(&bytes, data)
        }
        for metadata in boxes(bytes, inner.start..<inner.end) where metadata.type == Box.code("meta") {
          wipeKeys(&bytes, metadata)
        }
      } else if inner.type == Box.code("meta") {
        wipeKeys(&bytes, inner)
      }
    }
  }

  /// Wipes the values of keys that name a location.
  private static func wipeKeys(_ bytes: inout [UInt8], _ metadata: Box) {
    // QuickTime's box has no version before its contents; ISO's has.
    for start in [metadata.start, metadata.start + 4] where start < metadata.end {
      let inner = boxes(bytes, start..<metadata.end)
      guard let keys = inner.first(where: { $0.type == Box.code("keys") }), keys.end - keys.start > 8,
        let list = inner.first(where: { $0.type == Box.code("ilst") })
      else { continue }
      var wanted: Set<Int> = []
      for (index, key) in boxes(bytes, keys.start + 8..<keys.end).enumerated() {
        let isLocation = bytes.withUnsafeBytes { all in
          UnsafeRawBufferPointer(rebasing: all[key.start..<key.end]).firstIndex(of: Array("location".utf8), from: 0) != nil
        }
        if isLocation { wanted.insert(index + 1) }
      }
      for item in boxes(bytes, list.start..<list.end) where wanted.contains(item.type) { free(&bytes, item) }
      return
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

  /// The boxes of a part of a file, as far as they lie within it.
  private static func boxes(_ bytes: [UInt8], _ range: Range<Int>) -> [Box] {
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
}
