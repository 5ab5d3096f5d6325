// What is known of a photo, written into it: EXIF for pictures that a browser made, which say nothing of themselves.

package import VitrineModel

/// Writes EXIF. Source: EXIF 2.32; what a JPEG has to say besides is said, too.
package enum ExifWriting {
  /// A JPEG with what is known of it; nil where it has an EXIF block already, is no JPEG, or says too much to hold it.
  package static func written(_ metadata: PhotoMetadata, into jpeg: [UInt8]) -> [UInt8]? {
    let sample = ImageSample(jpeg)
    guard ImageFormat.sniff(sample) == .jpeg, jpeg.count > 4, jpeg[0] == 0xFF, jpeg[1] == 0xD8 else { return nil }
    var image = ImageBytes(sample)
    for case .exif in MetadataPlaces.find(&image, .jpeg) { return nil }
    let size = PhotoMetadata.read(&image, .jpeg)
    let block = block(metadata, width: size.width, height: size.height)
    guard block.count + 8 < 0xFFFF else { return nil }
    var result: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1]
    result.reserveCapacity(jpeg.count + block.count + 10)
    result += MinimalExif.number(block.count + 8, 2) + Array("Exif\0\0".utf8) + block
    // EXIF comes first: where JFIF's own segment stands there, it is left out, since its version of the same facts says nothing more.
    result += jpeg[startBehindJFIF(jpeg)...]
    return result
  }

  private static func startBehindJFIF(_ jpeg: [UInt8]) -> Int {
    guard jpeg.count > 20, jpeg[2] == 0xFF, jpeg[3] == 0xE0 else { return 2 }
    let length = Int(jpeg[4]) << 8 | Int(jpeg[5])
    return length >= 2 && 4 + length < jpeg.count && jpeg[4 + length] == 0xFF ? 4 + length : 2
  }

  private static func block(_ metadata: PhotoMetadata, width: Int?, height: Int?) -> [UInt8] {
    var main = TIFFDraft()
    var exif = directory(metadata)
    main.set(0x11A, .rationals([(72, 1)]))
    main.set(0x11B, .rationals([(72, 1)]))
    main.set(0x128, .shorts([2]))
    main.set(0x213, .shorts([1]))
    exif.set(0x9101, .undefined([1, 2, 3, 0]))
    exif.set(0xA000, .undefined(Array("0100".utf8)))
    exif.set(0xA001, .shorts([1]))
    if let width, let height {
      exif.set(0xA002, .longs([width]))
      exif.set(0xA003, .longs([height]))
    }
    return whole(main, metadata, exif)
  }

  /// A file of a main directory with what belongs into it of a photo, the one of EXIF, and the one of the position. `data` gets the offset behind them, and
  /// says what the main directory has to say of it.
  static func whole(
    _ main: TIFFDraft, _ metadata: PhotoMetadata, _ exif: TIFFDraft,
    data: (_ offset: Int, _ main: inout TIFFDraft) -> Void = { _, _ in }
  ) -> [UInt8] {
    var main = main
    if let camera = words(metadata.camera) { main.set(0x110, .text(camera)) }
    main.set(0x112, .shorts([metadata.orientation ?? 1]))
    main.set(0x131, .text("vitrine"))
    if let taken = ExifTime(metadata.taken) { main.set(0x132, .text(taken.date)) }
    let place = position(metadata)
    main.set(0x8769, .longs([0]))
    if place != nil { main.set(0x8825, .longs([0])) }
    data(0, &main)
    let exifStart = 8 + main.size
    let placeStart = exifStart + exif.size
    let end = placeStart + (place?.size ?? 0)
    main.set(0x8769, .longs([exifStart]))
    if place != nil { main.set(0x8825, .longs([placeStart])) }
    data(end, &main)
    return TIFFDraft.header + main.bytes(at: 8) + exif.bytes(at: exifStart) + (place?.bytes(at: placeStart) ?? [])
  }

  /// The directory of EXIF.
  static func directory(_ metadata: PhotoMetadata) -> TIFFDraft {
    var exif = TIFFDraft()
    exif.set(0x9000, .undefined(Array("0232".utf8)))
    if let shutter = quotient(metadata.shutter) { exif.set(0x829A, .rationals([shutter])) }
    if let aperture = quotient(metadata.aperture) { exif.set(0x829D, .rationals([aperture])) }
    if let length = quotient(metadata.focalLength) { exif.set(0x920A, .rationals([length])) }
    if let iso = metadata.iso, iso > 0 {
      exif.set(0x8827, .shorts([min(iso, 0xFFFF)]))
      if iso > 0xFFFF { exif.set(0x8832, .longs([min(iso, 0x7FFF_FFFF)])) }
    }
    if let taken = ExifTime(metadata.taken) {
      exif.set(0x9003, .text(taken.date))
      exif.set(0x9004, .text(taken.date))
      if let offset = taken.offset {
        for tag in [0x9010, 0x9011, 0x9012] { exif.set(tag, .text(offset)) }
      }
      if !taken.parts.isEmpty { exif.set(0x9291, .text(taken.parts)) }
    }
    if let lens = words(metadata.lens) { exif.set(0xA434, .text(lens)) }
    return exif
  }

  private static func position(_ metadata: PhotoMetadata) -> TIFFDraft? {
    guard let latitude = metadata.latitude.flatMap(MinimalExif.tenths),
      let longitude = metadata.longitude.flatMap(MinimalExif.tenths)
    else { return nil }
    var place = TIFFDraft()
    place.set(0, .bytes([2, 3, 0, 0]))
    place.set(1, .text(latitude < 0 ? "S" : "N"))
    place.set(2, .rationals(MinimalExif.parts(latitude)))
    place.set(3, .text(longitude < 0 ? "W" : "E"))
    place.set(4, .rationals(MinimalExif.parts(longitude)))
    return place
  }

  /// Words without what no reader wants in them, at most 100 bytes; nil where nothing is left.
  private static func words(_ text: String?) -> String? {
    var kept = String(String.UnicodeScalarView((text ?? "").unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    while kept.utf8.count > 100 { kept.removeLast() }
    return kept.isEmpty ? nil : kept
  }

  /// A quotient of a text such as `1/250`, `0.5` or `30`.
  private static func quotient(_ text: String?) -> (Int, Int)? {
    guard let text, text.utf8.count <= 12 else { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2, let first = Int(parts[0]), let second = Int(parts[1]), first > 0, second > 0,
      first <= Int(Int32.max), second <= Int(Int32.max)
    {
      return (first, second)
    }
    guard parts.count == 1, let number = Double(text), number > 0, number < 1_000_000 else { return nil }
    return number == number.rounded() ? (Int(number), 1) : (Int((number * 1000).rounded()), 1000)
  }
}

/// A moment as EXIF writes it: `2026:11:20 17:02:31`, `+03:00`, and the parts of a second.
private struct ExifTime {
  let date: String
  let offset: String?
  let parts: String

  /// The moment of a text as RFC 3339 writes it.
  init?(_ text: String?) {
    guard let text, text.utf8.count >= 19, text.utf8.count <= 40 else { return nil }
    let letters = Array(text)
    guard letters.count >= 19, letters.allSatisfy(\.isASCII), letters[4] == "-", letters[7] == "-", letters[13] == ":",
      letters[16] == ":"
    else { return nil }
    date = "\(String(letters[0..<4])):\(String(letters[5..<7])):\(String(letters[8..<10])) \(String(letters[11..<19]))"
    let rest = letters[19...]
    parts = rest.first == "." ? String(rest.dropFirst().prefix { $0.isNumber }.prefix(9)) : ""
    let zone = String(rest.drop { $0 == "." || $0.isNumber })
    offset = zone == "Z" ? "+00:00" : zone.count == 6 ? zone : nil
  }
}
