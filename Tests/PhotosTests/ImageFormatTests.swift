// Formats by magic bytes, names by suffixes.

import Testing
import VitrineModel
import VitrinePhotos

@Suite struct ImageFormatTests {
  /// A file's first bytes: text between the numbers.
  private func bytes(_ parts: Any...) -> [UInt8] {
    parts.flatMap { part -> [UInt8] in
      if let text = part as? String { return Array(text.utf8) }
      if let numbers = part as? [Int] { return numbers.map { UInt8(truncatingIfNeeded: $0) } }
      return []
    }
  }

  /// A TIFF with one directory at 8: tag, type, count, value.
  private func tiff(_ entries: [(Int, Int, Int, Int)], then rest: String = "") -> [UInt8] {
    func two(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8 & 255)] }
    func four(_ number: Int) -> [UInt8] { two(number & 65_535) + two(number >> 16) }
    let directory = two(entries.count) + entries.flatMap { two($0.0) + two($0.1) + four($0.2) + four($0.3) } + four(0)
    return Array("II*".utf8) + [0] + four(8) + directory + Array(rest.utf8)
  }

  private func ftyp(_ brands: String...) -> [UInt8] {
    let size = 12 + brands.count * 4
    return [0, 0, 0, UInt8(size)] + Array("ftyp".utf8) + Array(brands[0].utf8) + [0, 0, 0, 0]
      + brands.dropFirst().flatMap { Array($0.utf8) }
  }

  /// An empty box of what an image file says of its pictures.
  private let meta: [UInt8] = [0, 0, 0, 8] + Array("meta".utf8)

  @Test("formats are told by their first bytes (M4.2)")
  func magic() {
    let table: [(ImageFormat?, [UInt8])] = [
      (nil, []), (nil, [0xFF]), (nil, [0xFF, 0xD8]), (.jpeg, [0xFF, 0xD8, 0xFF]), (.png, bytes([0x89], "PNG\r\n", [0x1A], "\n")),
      (nil, bytes([0x89], "PNG\n")), (.gif, bytes("GIF89a")), (.gif, bytes("GIF87a")), (nil, bytes("GIF90a")),
      (.webp, bytes("RIFF", [0, 0, 0, 0], "WEBP")), (nil, bytes("RIFF", [0, 0, 0, 0], "WAVE")),
      (.raf, bytes("FUJIFILMCCD-RAW 0201")), (.pdf, bytes("%PDF-1.7")), (.psd, bytes("8BPS")),
      (nil, bytes("BM is how this text begins")),
      (.bmp, bytes("BM", [0, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0])), (.jpegXL, [0xFF, 0x0A]),
      (.jpegXL, bytes([0, 0, 0, 12], "JXL \r\n", [0x87], "\n")), (.jpeg2000, bytes([0, 0, 0, 12], "jP  \r\n", [0x87], "\n")),
      (.heic, ftyp("heic", "mif1")), (.heic, ftyp("heix")), (.heic, ftyp("hevc")), (.heic, ftyp("mif1", "heic")),
      (.heic, ftyp("msf1")),
      (.heic, ftyp("mif1")), (.avif, ftyp("avif", "mif1", "miaf")), (.avif, ftyp("avis")), (.avif, ftyp("mif1", "avif", "miaf")),
      (.cr3, ftyp("crx ", "crx ", "isom")), (.film, ftyp("qt  ")), (.film, ftyp("mp42", "isom")),
      (nil, bytes([0, 0, 0, 4], "ftyp")),
      (.tiff, tiff([])), (.tiff, bytes("MM", [0, 42, 0, 0, 0, 8])), (.tiff, bytes("MM", [0, 43, 0, 8, 0, 0])),
      (nil, bytes("MM", [0, 41])),
      (.cr2, bytes("II*", [0, 16, 0, 0, 0], "CR", [2, 0])), (.orf, bytes("IIRO")), (.orf, bytes("IIRS")), (.orf, bytes("MMOR")),
      (.rw2, bytes("IIU", [0])), (.dng, tiff([(50_706, 1, 4, 0x401)])),
      (.nef, tiff([(254, 4, 1, 1), (271, 2, 18, 50), (330, 4, 1, 0)], then: "NIKON CORPORATION")),
      (.arw, tiff([(254, 4, 1, 1), (271, 2, 5, 62), (330, 4, 1, 0), (50_740, 1, 4, 0)], then: "SONY")),
      (.pef, tiff([(262, 3, 1, 32_803), (271, 2, 7, 38)], then: "PENTAX ")),
      (.pef, tiff([(262, 3, 1, 32_803), (271, 2, 27, 38)], then: "RICOH IMAGING COMPANY, LTD.")),
      (.srw, tiff([(259, 3, 1, 6), (271, 2, 8, 50), (330, 4, 1, 0)], then: "SAMSUNG ")),
      (.tiff, tiff([(262, 3, 1, 2), (271, 2, 7, 38)], then: "PENTAX ")),
      (.tiff, tiff([(259, 3, 1, 1), (271, 2, 8, 38)], then: "SAMSUNG ")),
      // A picture that Nikon's or Sony's programs developed is plain TIFF.
      (.tiff, tiff([(254, 4, 1, 0), (271, 2, 18, 38)], then: "NIKON CORPORATION")), (nil, bytes("<svg xmlns=")),
      (nil, bytes("title: x\n")),
      (nil, [UInt8](repeating: 0, count: 64)),
    ]
    for (format, bytes) in table { #expect(ImageFormat.sniff(bytes) == format, "\(bytes.prefix(20))") }
  }

  @Test(
    "suffixes are known regardless of case, and only at the end of a name",
    arguments: [
      ("a.jpg", .jpeg), ("a.JPEG", .jpeg), ("A.PnG", .png), ("x/y.heic", .heic), ("a.heif", .heic), ("a.hif", .heic),
      ("a.tiff", .tiff),
      ("a.CR3", .cr3), ("a.PEF", .pef), ("a.srw", .srw), ("a.nrw", .nef), ("a.rwl", .rw2), ("a.jxl", .jpegXL), ("a.nef", .nef),
      ("a.webp", .webp), ("a.b.dng", .dng), (".jpg", nil), ("x/.jpg", nil), ("jpg", nil),
      ("a.jpgx", nil),
      ("a.yaml", nil), ("a.", nil), ("", nil), ("a.jpg/b", nil), ("a.mp4", nil),
    ] as [(String, ImageFormat?)])
  func suffixes(name: String, format: ImageFormat?) {
    #expect(ImageSuffix.format(of: name) == format)
    #expect(ImageSuffix.isImage(name) == (format != nil))
  }

  @Test("a wrong suffix is a fault; a raw file that looks like plain TIFF and AVIF named .heif are not (M4.2)")
  func mismatch() {
    let gif = bytes("GIF89a", [1, 0, 1, 0, 0, 0, 0, 0, 0x3B])
    #expect(ImageCheck(ImageSample(gif), name: "a.jpg").faults == [.suffixMismatch(promised: .jpeg, found: .gif)])
    #expect(ImageCheck(ImageSample(gif), name: "a.gif").faults == [])
    #expect(ImageCheck(ImageSample(gif), name: "a.txt").faults == [])
    #expect(ImageCheck(ImageSample(tiff([])), name: "a.NEF").faults == [])
    #expect(
      ImageCheck(ImageSample(tiff([(50_706, 1, 4, 1)])), name: "a.tif").faults == [.suffixMismatch(promised: .tiff, found: .dng)])
    #expect(ImageCheck(ImageSample(ftyp("avif") + meta), name: "a.heif").faults == [])
    #expect(
      ImageCheck(ImageSample(ftyp("avif") + meta), name: "a.heic").faults == [.suffixMismatch(promised: .heic, found: .avif)])
  }

  @Test(
    "an image file without a picture in it says so; where a picture may stand beyond the bytes that were read, nothing is said (M4.2)"
  )
  func noPicture() {
    func png(_ width: UInt8, _ height: UInt8) -> [UInt8] {
      [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + [0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0, width, 0, 0, 0, height, 8, 0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0] + Array("IEND".utf8) + [
          0xAE, 0x42, 0x60, 0x82,
        ]
    }
    func bmp(_ header: [UInt8]) -> [UInt8] { Array("BM".utf8) + [26, 0, 0, 0, 0, 0, 0, 0, 26, 0, 0, 0] + header }
    let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + [UInt8](repeating: 0, count: 14) + [0xFF, 0xD9]
    let farBox: [UInt8] = [0, 0, 0, 100] + Array("mdat".utf8) + [UInt8](repeating: 0, count: 12)
    let table: [(String, ImageSample, [ImageFault])] = [
      ("a.png", ImageSample(png(0, 1)), [.noPicture]), ("a.png", ImageSample(png(1, 0)), [.noPicture]),
      ("a.png", ImageSample(png(1, 1)), []), ("a.jpg", ImageSample(jpeg), [.noPicture]),
      ("a.bmp", ImageSample(bmp([12, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0])), [.noPicture]),
      ("a.bmp", ImageSample(bmp([12, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0])), []),
      ("a.heic", ImageSample(ftyp("heic")), [.noPicture]), ("a.heic", ImageSample(ftyp("heic") + meta), []),
      ("a.avif", ImageSample(ftyp("avif") + [0, 0, 0, 0] + Array("mdat".utf8)), [.noPicture]),
      ("a.cr3", ImageSample(ftyp("crx ") + meta), [.noPicture]),
      ("a.heic", ImageSample(head: ftyp("heic") + farBox, size: 400), []),
      ("b.png", ImageSample(ftyp("heic")), [.noPicture, .suffixMismatch(promised: .png, found: .heic)]),
    ]
    for (name, sample, faults) in table { #expect(ImageCheck(sample, name: name).faults == faults, "\(name) \(sample.head)") }
  }

  @Test("an empty file and one of no known format say so (M4.2)")
  func nothing() {
    #expect(ImageCheck(ImageSample([]), name: "a.jpg").faults == [.empty])
    #expect(ImageCheck(ImageSample(bytes("hello")), name: "a.jpg").faults == [.unknownFormat])
  }

  @Test("a film behind a photo does not make the photo truncated")
  func motionPhoto() {
    let photo: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA, 0, 4, 0, 0] + [UInt8](repeating: 0x55, count: 100_000) + [0xFF, 0xD9]
    var random = Random(state: 1)
    let film = (0..<300_000).map { _ in UInt8(random.below(256)) }
    #expect(ImageCheck(sample(photo + film), name: "a.jpg").faults == [])
    #expect(ImageCheck(sample(Array(photo.dropLast(2))), name: "a.jpg").faults == [.truncated(missing: nil)])
  }

  @Test("the end marker is found where the two ends of the file meet")
  func meeting() {
    for count in 65_520...65_545 {
      let photo: [UInt8] = [0xFF, 0xD8, 0xFF, 0xDA, 0, 4, 0, 0] + [UInt8](repeating: 0x55, count: count - 10) + [0xFF, 0xD9]
      #expect(ImageCheck(sample(photo), name: "a.jpg").faults == [], "\(count)")
    }
  }

  @Test("the suffixes of images are the same wherever they are listed; none is one of a file beside a photo") func suffixes() {
    let letters = "abcdefghijklmnopqrstuvwxyz0123456789".map { String($0) }
    let short = letters.flatMap { first in letters.flatMap { second in letters.map { first + second + $0 } } }
    let long = letters.flatMap { last in short.filter { "jphatw".contains($0.first ?? " ") }.map { $0 + last } }
    let found = (short + long).filter { ImageSuffix.isImage("photo." + $0) }
    #expect(found.sorted() == PhotoCompanion.imageSuffixes)
    #expect(!PhotoCompanion.suffixes.contains { ImageSuffix.isImage("photo." + $0) })
  }
}
