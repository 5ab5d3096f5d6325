// What the check says of every photo, against what ExifTool says of it.

import Testing
import VitrinePhotos

/// The two ends of a file, as the reader gives them.
func sample(_ bytes: [UInt8], end: Int = ImageSample.endSize) -> ImageSample {
  let head = Array(bytes.prefix(end))
  return ImageSample(head: head, tail: Array(bytes.dropFirst(head.count).suffix(end)), size: bytes.count)
}

/// A generator of the same numbers every time.
struct Random {
  var state: UInt64
  /// A number below `bound`.
  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(bound, 1)))
  }

  /// Some bytes with so many changes at the most, most of them within their head, and now and then without their end.
  mutating func spoiled(_ bytes: [UInt8], changes: Int, head: Int) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<1 + below(changes) {
      let place = below(below(3) == 0 ? bytes.count : min(bytes.count, head))
      switch below(4) {
      case 0: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF][below(5)]
      case 1: bytes[place] = UInt8(below(256))
      case 2: for index in place..<min(place + 4, bytes.count) { bytes[index] = 0xFF }
      default: bytes[place] ^= UInt8(1 << below(8))
      }
    }
    if below(3) == 0 { bytes.removeLast(below(bytes.count)) }
    return bytes
  }
}

@Suite struct CorpusTests {
  /// ExifTool's names of formats in ours. A file it calls HEIF says no more than that it is one, by its main brand.
  private static let formats: [String: ImageFormat] = [
    "JPEG": .jpeg, "PNG": .png, "APNG": .png, "HEIC": .heic, "HEIF": .heic, "AVIF": .avif, "TIFF": .tiff, "BTF": .tiff,
    "DNG": .dng,
    "MP4": .film, "WEBP": .webp, "Extended WEBP": .webp, "GIF": .gif,
  ]

  /// Where we say otherwise than ExifTool, and why.
  private static let otherFormats: [String: ImageFormat] = [
    // Main brand mif1 (any HEIF), compatible brand avif: AV1 pictures, as the suffix says.
    "heif/evano__AVIF.avif": .avif
  ]

  /// The files that lack their end, each looked at by hand.
  private static let truncated: Set<String> = [
    // Only the segments before the picture; the last one is cut.
    "corrupt/goexif__2006-12-21-15-55-26-sep-2006-12-21-15-55-26a.jpg",
    "corrupt/goexif__2007-05-30-14-28-01-sep-2007-05-30-14-28-01a.jpg",
    "corrupt/goexif__2007-11-07-11-40-44-sep-2007-11-07-11-40-44a.jpg",
    "corrupt/goexif__2008-09-02-17-43-48-sep-2008-09-02-17-43-48a.jpg",
    "corrupt/goexif__2009-08-05-08-11-31-sep-2009-08-05-08-11-31a.jpg",
    "corrupt/goexif__2011-01-24-22-06-02-sep-2011-01-24-22-06-02a.jpg",
    "corrupt/goexif__2011-03-07-09-28-03-sep-2011-03-07-09-28-03a.jpg",
    "corrupt/goexif__2216-11-15-11-46-51-sep-2216-11-15-11-46-51a.jpg",
    "jpeg-no-camera/nomexif__exif-no-tz.jpg",
    // Segments and a foreign block, but no picture.
    "gps/nomexif__motion_photo_pixel_synth.jpg",
    // No end marker.
    "corrupt/pillow__truncated_jpeg.jpg",
    // No chunk IEND; ExifTool says truncated or corrupted too.
    "corrupt/mei__4aae896ba900c48c63cffc0cc9f8c4dc.png", "corrupt/mei__c-m1-585dd0ac594e8226c49ae7986b8f47d3.png",
    "corrupt/mei__m2-1f97f040d0b6b26faeb0a1a7f1499590.png", "corrupt/pillow__broken.png",
    "corrupt/pillow__truncated_end_chunk.png",
    // A box reaches past the end; ExifTool says "truncated data" too.
    "corrupt/mei__IllegalArgumentException.HeifReader.processBoxes.heif", "corrupt/pillowheif__corrupted.heic",
    // A directory or a strip lies past the end; ExifTool says so too.
    "corrupt/mei__m9-f0d7bcb90496c323c880a9773dfe93ff.tif", "corrupt/pillow__crash-0e16d3bfb83be87356d026d66919deaefca44dac.tif",
    "corrupt/pillow__crash-1185209cf7655b5aed8ae5e77784dfdd18ab59e9.tif",
    "corrupt/pillow__crash-338516dbd2f0e83caddb8ce256c22db3bd6dc40f.tif",
    "corrupt/pillow__crash-4f085cc12ece8cde18758d42608bed6a2a2cfb1c.tif",
    "corrupt/pillow__crash-f46f5b2f43c370fe65706c11449f567ecc345e74.tif", "corrupt/pillow__tiff_wrong_bits_per_sample.tiff",
    // Cut to its first 50 KiB by those who published it.
    "tiff-dng/bep__sample.dng",
  ]

  /// The files whose names promise what they are not.
  private static let misnamed: Set<String> = [
    // Brands that exist nowhere; ExifTool takes it for MP4.
    "heif/nomexif__compatible-brands-fail.heic"
  ]

  @Test(
    "every photo's format, end and name are judged as ExifTool and a look at its bytes say",
    arguments: PhotoSource.known)
  func everyPhoto(_ source: PhotoSource) throws {
    let photos = try source.photos(for: "formats of the photos: \(source)")
    #expect(photos.isEmpty || photos.count == (source == .corpus ? 266 : 24))
    for photo in photos {
      let check = ImageCheck(sample(photo.bytes), name: photo.name)
      #expect(check.format == Self.otherFormats[photo.name] ?? Self.formats[photo.format], "\(photo.name)")
      let isTruncated = check.faults.contains { if case .truncated = $0 { true } else { false } }
      #expect(isTruncated == Self.truncated.contains(photo.name), "\(photo.name): \(check.faults)")
      let isMisnamed = check.faults.contains { if case .suffixMismatch = $0 { true } else { false } }
      #expect(isMisnamed == Self.misnamed.contains(photo.name), "\(photo.name): \(check.faults)")
      #expect(check.faults.contains(.unknownFormat) == (photo.format == "none"), "\(photo.name)")
    }
  }

  /// Files whose image ends well before the file does (padding of cameras' cards, a second image), so that a cut takes nothing from it.
  private static let padded: Set<String> = [
    "camera-jpeg/mei__FujiFilm_SP-2500.jpg", "camera-jpeg/mei__Olympus_C2040Z.jpg", "camera-jpeg/mei__Olympus_C4040Z.jpg",
    "camera-jpeg/mei__Olympus_C860L.jpg", "camera-jpeg/mei__Olympus_X-2.jpg", "camera-jpeg/mei__Pentax_Optio_S4.jpg",
    "camera-jpeg/mei__Pentax_Optio_S4i.jpg", "camera-jpeg/mei__Ricoh_DC-3Z_(low_res).jpg", "jpeg-no-camera/exiftool__AFCP.jpg",
    "png/pillow__tRNS_null_1x1.png",
  ]

  @Test("a sound JPEG, PNG or HEIC that is cut off anywhere is called truncated (M4.2)", arguments: PhotoSource.known)
  func cutOff(_ source: PhotoSource) throws {
    let photos = try source.photos(for: "photos that are cut off: \(source)")
    var cuts = 0
    var missed: Set<String> = []
    for photo in photos
    where ["JPEG", "PNG", "HEIC"].contains(photo.format) && !photo.name.hasPrefix("corrupt/") && !Self.padded.contains(photo.name)
    {
      let bytes = photo.bytes
      guard ImageCheck(sample(bytes), name: photo.name).faults.isEmpty else { continue }
      for share in [0.3, 0.6, 0.9, 0.99] {
        let cut = Array(bytes.prefix(Int(Double(bytes.count) * share)))
        let faults = ImageCheck(sample(cut), name: photo.name).faults
        cuts += 1
        if !faults.contains(where: { if case .truncated = $0 { true } else { false } }) {
          missed.insert("\(photo.name) \(share)")
        }
      }
    }
    #expect(photos.isEmpty || cuts > (source == .corpus ? 600 : 60))
    // Its segments before the picture are longer than both ends together, and the cut lies in one that starts between them: it cannot be told.
    #expect(missed == (photos.isEmpty || source == .made ? [] : ["camera-jpeg/immich__empty_gps.jpg 0.3"]))
  }

  @Test(
    "no bytes make the check fail: real photos with changed, cut and doubled bytes, looked at through ends of all sizes",
    arguments: PhotoSource.allCases)
  func mutations(_ source: PhotoSource) throws {
    var random = Random(state: 7)
    for photo in try source.photos(for: "changed bytes of photos: \(source)") {
      let bytes = Array(photo.bytes.prefix(8192))
      for _ in 0..<12 where !bytes.isEmpty {
        let changed = random.spoiled(bytes, changes: 12, head: 256)
        let claimed = random.below(2) == 0 ? changed.count : random.below(100_000)
        let end = [1, 7, 64, 1000, 65_536][random.below(5)]
        let ends = sample(changed, end: end)
        _ = ImageCheck(ImageSample(head: ends.head, tail: ends.tail, size: claimed), name: photo.name)
        _ = ImageCheck(ImageSample(head: ends.head, tail: [], size: Int.max), name: photo.name)
      }
    }
  }
}
