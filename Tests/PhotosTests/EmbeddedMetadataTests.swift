// Metadata where it stands in unusual places: compressed texts, other types of pointers, XMP.

import Testing
import VitrineModel
import VitrinePhotos

@Suite struct EmbeddedMetadataTests {
  /// ImageMagick's text of a block: its name, its size, the bytes in hexadecimal.
  private func profile(_ exif: [UInt8], name: String = "exif") -> [UInt8] {
    var text = "\n\(name)\n      \(exif.count + 6)\n"
    for (index, byte) in (Array("Exif\0\0".utf8) + exif).enumerated() {
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16) + (index % 36 == 35 ? "\n" : "")
    }
    return Array((text + "\n").utf8)
  }

  /// A stream of zlib that stores the bytes as they are. Source: RFC 1950, RFC 1951 3.2.4.
  private func stored(_ bytes: [UInt8]) -> [UInt8] {
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    let count = Array(Container.big(bytes.count, 2).reversed())
    return [0x78, 0x01, 0x01] + count + count.map { ~$0 } + bytes + Container.big(high << 16 | low, 4)
  }

  @Test(
    "EXIF in raw profiles of PNG is read, compressed or not, before the picture and behind it [M4.2]",
    arguments: ["exif", "APP1"])
  func profiles(name: String) {
    let text = profile(TIFFMaker.photo().bytes, name: name)
    let key = Array("Raw profile type \(name)\0".utf8)
    let chunks = [
      Container.chunk("tEXt", key + text), Container.chunk("zTXt", key + [0] + stored(text)),
      Container.chunk("iTXt", key + [0, 0] + Array("\0\0".utf8) + text),
      Container.chunk("iTXt", key + [1, 0] + Array("en\0\0".utf8) + stored(text)),
    ]
    for chunk in chunks {
      for png in [Container.png(before: chunk), Container.png(picture: 100_000, after: chunk + Container.chunk("tIME", [7]))] {
        #expect(lines(png).dropFirst(3) == TIFFMaker.photoTexts.dropFirst()[...])
      }
    }
  }

  @Test("a compressed text that expands without end, is cut or is none, is passed over")
  func brokenProfiles() {
    let key = Array("Raw profile type exif\0".utf8)
    let texts: [[UInt8]] = [
      [], [0], [0, 1, 2, 3], [1] + stored([1]), Array(stored([UInt8](repeating: 0x20, count: 60_000)).prefix(900)),
    ]
    for text in texts {
      #expect(lines(Container.png(before: Container.chunk("zTXt", key + text))) == ["width 6000", "height 4000"])
    }
  }

  @Test("a pointer to the location may be of a signed type [M4.2]")
  func signedPointer() {
    var maker = TIFFMaker.photo()
    // The third directory follows the first with seven entries and the second with eight.
    let offset = 8 + (2 + 7 * 12 + 4) + (2 + 8 * 12 + 4)
    maker.directories[0][6] = (0x8825, .raw(type: 9, count: 1, value: offset))
    for photo in [maker.bytes, Container.jpeg(maker.bytes), Container.heic(maker.bytes)] {
      #expect(lines(photo).contains("location.lat 41.0317"))
    }
  }

  @Test("texts of EXIF 3.0's own type are read; a pointer that leads nowhere does not hide what stands behind it")
  func newerTexts() {
    for isLittle in [true, false] {
      let letters = isLittle ? 0x00A9_C352 : 0x52C3_A900
      let maker = TIFFMaker(
        isLittle: isLittle,
        directories: [
          [(0x8825, .raw(type: 4, count: 1, value: 0x7FFF_FFFF)), (0x110, .raw(type: 129, count: 4, value: letters))]
        ])
      let found = lines(Container.jpeg(maker.bytes))
      #expect(found.contains("camera Ré"), "\(found)")
    }
  }

  private func jpeg(exif: [UInt8]?, xmp: String) -> [UInt8] {
    let packet = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8)
    return Container.jpeg(exif, between: [0xFF, 0xE1] + Container.big(packet.count + 2, 2) + packet)
  }

  private func packet(_ attributes: String, _ elements: String = "") -> String {
    "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF><rdf:Description rdf:about='' \(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta>"
  }

  @Test("XMP says what EXIF does not: place, time, rating, lens [M4.2]")
  func xmp() {
    let asAttributes = packet(
      "exif:GPSLatitude=\"41,1.902N\" exif:GPSLongitude='28,58,30E' xmp:Rating=\"4\" exif:DateTimeOriginal=\"2026-11-20T17:02:31.50+03:00\" aux:Lens='18/1 55/1 0/0 0/0'"
    )
    let asElements = packet(
      "",
      "<exif:GPSLatitude>41,1.902N</exif:GPSLatitude><exif:GPSLongitude>\n28,58,30E\n</exif:GPSLongitude><xmp:Rating>4</xmp:Rating><photoshop:DateCreated>2026-11-20T17:02:31.50+03:00</photoshop:DateCreated><exifEX:LensModel>18-55 mm</exifEX:LensModel>"
    )
    for xmp in [asAttributes, asElements] {
      #expect(
        lines(jpeg(exif: nil, xmp: xmp)) == [
          "taken 2026-11-20T17:02:31.50+03:00", "width 6000", "height 4000", "lens 18-55 mm", "rating 4", "location.lat 41.0317",
          "location.lon 28.975",
        ])
    }
    // EXIF counts first.
    let both = lines(
      jpeg(exif: TIFFMaker.photo().bytes, xmp: packet("exif:GPSLatitude=\"1,0N\" exif:GPSLongitude=\"1,0E\" xmp:Rating=\"-1\"")))
    #expect(both.contains("location.lat 41.0317") && both.contains("rating -1"))
  }

  @Test(
    "XMP that is cut, nested or means nothing is passed over",
    arguments: [
      "exif:GPSLatitude", "exif:GPSLatitude=\"", "<exif:GPSLatitude", "<exif:GPSLatitude><a><b><c><d><e>",
      "exif:GPSLatitude=\"91,0N\" exif:GPSLongitude=\"1,0E\"",
      "exif:GPSLatitude=\"1,x,N\" exif:GPSLongitude=\"1,0E\"", "xmp:Rating=\"12\"", "xmp:Rating=\"\"",
      "exif:DateTimeOriginal=\"2026-11\"",
    ])
  func brokenXMP(_ text: String) {
    #expect(lines(jpeg(exif: nil, xmp: text)) == ["width 6000", "height 4000"])
  }

  @Test("an AVIF file with a 'mini' box is AVIF, and tells its size and orientation [M4.1]")
  func mini() {
    // Version 0, nine flags, 4:2:0, orientation 6, large dimensions, 4032 and 3024 less one.
    var bits: UInt64 = 0
    for (value, width) in [(0, 2), (0, 9), (1, 2), (5, 3), (1, 1), (4031, 15), (3023, 15), (0, 1)] {
      bits = bits << UInt64(width) | UInt64(value)
    }
    let file = Container.box("ftyp", Array("mif3avif".utf8)) + Container.box("mini", Container.big(Int(bits), 6) + [0, 0, 0, 0])
    #expect(ImageFormat.sniff(file) == .avif)
    #expect(lines(file) == ["width 4032", "height 3024"])
    #expect(PhotoMetadata.read(file)?.orientation == 6)
  }

  @Test("MPO is JPEG with another suffix [M4.1]")
  func mpo() {
    #expect(ImageSuffix.format(of: "DSCF0042.MPO") == .jpeg)
  }

  @Test("HEIC without EXIF says by its rotation and mirror how it is turned", arguments: [(0, 1), (1, 8), (2, 3), (3, 6)])
  func turnsWithoutExif(quarters: Int, orientation: Int) {
    let photo = Container.heic([], properties: [Container.box("irot", [UInt8(quarters)])])
    #expect(PhotoMetadata.read(photo)?.orientation == orientation)
  }
}
