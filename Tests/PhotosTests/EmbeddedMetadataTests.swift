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

  @Test("without an exposure time and an f-number, XMP's shutter speed and opening of the lens say them [M4.2]")
  func logarithmsOfXMP() {
    func exposure(_ attributes: String) -> [String] { Array(lines(jpeg(exif: nil, xmp: packet(attributes))).dropFirst(2)) }
    #expect(exposure("exif:ShutterSpeedValue='8/1' exif:ApertureValue='4/1'") == ["shutter 1/256", "aperture 4"])
    #expect(exposure("exif:ShutterSpeedValue='-1/1' exif:ApertureValue='297/100'") == ["shutter 2", "aperture 2.8"])
    #expect(exposure("exif:ExposureTime='1/60' exif:ShutterSpeedValue='8/1'") == ["shutter 1/60"])
    #expect(exposure("exif:ShutterSpeedValue='0/1' exif:ApertureValue='9999/1'") == [])
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
    // But for the rating, which people give afterwards.
    let rated = TIFFMaker(directories: [[(0x4746, .short([2]))]]).bytes
    #expect(lines(jpeg(exif: rated, xmp: packet("xmp:Rating='4'"))).contains("rating 4"))
    #expect(lines(jpeg(exif: rated, xmp: packet("xmp:Rating='12'"))).contains("rating 2"))
    #expect(lines(jpeg(exif: nil, xmp: packet("exifEX:LensModel='----' aux:Lens='----'"))) == ["width 6000", "height 4000"])
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

  @Test("XMP says how a photo was exposed, where nothing else does; longer names are no shorter ones [M4.2]")
  func exposure() {
    let attributes = packet(
      "exif:ExposureTime='1/250' exif:FNumber='28/10' exif:FocalLength='35/1' exif:FocalLengthIn35mmFilm='52' exif:WhiteBalance='1'"
    )
    let elements = packet(
      "",
      "<exif:FocalLengthIn35mmFilm>52</exif:FocalLengthIn35mmFilm><aux:LensInfo>24/1 105/1 0/0 0/0</aux:LensInfo>"
        + "<exif:ExposureTime>1/250</exif:ExposureTime><exif:FNumber>2.8</exif:FNumber><exif:FocalLength>35</exif:FocalLength>"
        + "<exif:WhiteBalance>1</exif:WhiteBalance>")
    for xmp in [attributes, elements] {
      #expect(
        lines(jpeg(exif: nil, xmp: xmp)) == [
          "width 6000", "height 4000", "shutter 1/250", "aperture 2.8", "focal_length 35", "white_balance manual",
        ])
    }
    for nothing in ["0/0", "1/0", "-1/2", "1/2/3", "x", "", "1e300"] {
      #expect(
        lines(jpeg(exif: nil, xmp: packet("exif:ExposureTime='\(nothing)'"))) == ["width 6000", "height 4000"], "\(nothing)")
    }
  }

  @Test("characters that XMP writes as numbers are read; controls and what is none stay as they are")
  func numberedCharacters() {
    let texts = lines(
      jpeg(
        exif: nil,
        xmp: packet(
          "",
          "<dc:description><rdf:Alt><rdf:li xml:lang='x-default'>D&#252;&#x11F;&#252;n &#1; &#x; &#99999999;</rdf:li></rdf:Alt></dc:description>"
        )))
    #expect(texts.contains("caption Düğün &#1; &#x; &#99999999;"), "\(texts)")
  }

  private func segment(_ marker: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    [0xFF, marker] + Container.big(bytes.count + 2, 2) + bytes
  }

  @Test(
    "EXIF is read wherever it stands before the scan: behind the frame, behind an empty one, behind megabytes of others [M4.2]")
  func exifAnywhere() {
    let exif = segment(0xE1, Array("Exif\0\0".utf8) + TIFFMaker.photo().bytes)
    let empty = segment(0xE1, Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    let depth = segment(0xE1, Array("http://ns.adobe.com/xmp/extension/\0".utf8) + [UInt8](repeating: 0x41, count: 65_000))
    let resources = segment(0xED, Array("Photoshop 3.0\0".utf8) + [UInt8](repeating: 0, count: 60_000))
    let plain = Container.jpeg(nil)
    let scan = plain.lastIndex(of: 0xDA)! - 1
    let behindFrame = plain[..<scan] + exif + plain[scan...]
    let photos = [
      Array(behindFrame), Container.jpeg(nil, between: empty + exif),
      Container.jpeg(nil, between: (0..<200).flatMap { _ in depth } + exif),
      Container.jpeg(nil, between: (0..<100).flatMap { _ in resources } + exif),
    ]
    for (index, photo) in photos.enumerated() {
      // As files are read: their ends, and what is asked for.
      let whole = ImageSample(photo)
      let ends = ImageSample(head: Array(photo.prefix(4096)), tail: Array(photo.suffix(4096)), size: photo.count)
      var image = ImageBytes(ends) { start, count in Array(photo[start..<min(start + count, photo.count)]) }
      let found = PhotoMetadata.read(&image, .jpeg).texts.filter { $0.name != "orientation" }.map { "\($0.name) \($0.text)" }
      #expect(found.contains("camera NIKON Z 8") && found.contains("width 6000"), "\(index): \(found)")
      #expect(image.reads <= 512 && ImageFormat.sniff(whole) == .jpeg)
    }
  }

  @Test("XMP in a GIF is read: it stands before the first picture [M4.2]")
  func gif() {
    let packet = Array(packet("exif:GPSLatitude=\"41,1.902N\" exif:GPSLongitude='28,58,30E' xmp:Rating='4'").utf8)
    let trailer = [1] + (0...255).reversed().map { UInt8($0) } + [0]
    let head = Array("GIF89a".utf8) + [0x70, 0x17, 0xA0, 0x0F, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    let loop: [UInt8] = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    let xmp = [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + packet + trailer
    let picture: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
    let photo = head + loop + xmp + picture
    #expect(lines(photo) == ["width 6000", "height 4000", "rating 4", "location.lat 41.0317", "location.lon 28.975"])
    for end in head.count..<photo.count { _ = PhotoMetadata.read(Array(photo[..<end])) }
  }

  @Test("JPEG XL and JPEG 2000 say their size, EXIF and XMP [M4.2]")
  func boxes() {
    let exif = TIFFMaker.photo().bytes
    let expected = ["width 6000", "height 4000"]
    // Not small; 3999 in 13 bits; ratio 3:2; image metadata with more fields, orientation 6. Lowest bits first.
    var bits: UInt64 = 0
    var place: UInt64 = 0
    for (value, width) in [(0, 1), (1, 2), (3999, 13), (4, 3), (0, 1), (1, 1), (5, 3)] {
      bits |= UInt64(value) << place
      place += UInt64(width)
    }
    let codestream: [UInt8] = [0xFF, 0x0A] + (0..<8).map { UInt8(truncatingIfNeeded: bits >> ($0 * 8)) }
    #expect(lines(codestream) == expected)
    #expect(PhotoMetadata.read(codestream)?.orientation == 6)
    let signature = Container.box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + Container.box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
    let metadata = Container.box("Exif", Container.big(0, 4) + exif)
    for picture in [Container.box("jxlc", codestream), Container.box("jxlp", Container.big(0, 4) + codestream)] {
      let file = signature + metadata + picture
      #expect(Set(lines(file)) == Set(TIFFMaker.photoTexts + expected))
      #expect(PhotoMetadata.read(file)?.orientation == 6)
      for end in 12..<file.count { _ = PhotoMetadata.read(Array(file[..<end])) }
    }

    let uuid: [UInt8] = [0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC]
    let jp2 =
      Container.box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + Container.box("ftyp", Array("jp2 \0\0\0\0jp2 ".utf8))
      + Container.box("jp2h", Container.box("ihdr", Container.big(4000, 4) + Container.big(6000, 4) + [0, 3, 7, 7, 0, 0]))
      + Container.box("uuid", Array("JpgTiffExif->JP2".utf8) + exif)
      + Container.box("uuid", uuid + Array(packet("xmp:Rating='4'").utf8))
    #expect(Set(lines(jp2)) == Set(TIFFMaker.photoTexts + expected + ["rating 4"]))
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
