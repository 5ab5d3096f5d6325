// What IPTC's older model says of a photo, where EXIF and XMP say nothing.

import Testing
import VitrineModel
import VitrinePhotos

@Suite struct IPTCTests {
  private func dataset(_ record: UInt8, _ number: UInt8, _ value: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x1C, record, number]
    bytes += Container.big(value.count, 2)
    bytes += value
    return bytes
  }

  /// An image resource of Photoshop.
  private func resource(_ number: Int, name: [UInt8], _ contents: [UInt8]) -> [UInt8] {
    var bytes = Array("8BIM".utf8)
    bytes += Container.big(number, 2)
    bytes += name
    bytes += Container.big(contents.count, 4)
    bytes += contents
    if contents.count % 2 == 1 { bytes.append(0) }
    return bytes
  }

  /// Image resources as Photoshop writes them: one of another sort, with a name, before the one that is meant.
  private func resources(_ block: [UInt8]) -> [UInt8] {
    var bytes = Array("Photoshop 3.0\0".utf8)
    bytes += resource(0x03ED, name: [3, 0x61, 0x62, 0x63], [1, 2, 3])
    bytes += resource(0x0404, name: [0, 0], block)
    return bytes
  }

  private func jpeg(_ segments: [(marker: UInt8, bytes: [UInt8])]) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    for segment in segments {
      bytes += [0xFF, segment.marker] as [UInt8]
      bytes += Container.big(segment.bytes.count + 2, 2)
      bytes += segment.bytes
    }
    bytes += [0xFF, 0xC0, 0, 11, 8, 0, 10, 0, 20, 1, 1, 0x11, 0, 0xFF, 0xD9] as [UInt8]
    return bytes
  }

  private var block: [UInt8] {
    var bytes = dataset(1, 90, [0x1B, 0x25, 0x47])
    let texts: [(number: UInt8, text: String)] = [
      (25, "tower"), (25, "evening"), (120, "Sunset from Galata"), (80, "Ayşe Demir"), (90, "Istanbul"), (101, "Türkiye"),
      (55, "20260529"), (60, "194200+0300"),
    ]
    for (number, text) in texts { bytes += dataset(2, number, Array(text.utf8)) }
    return bytes
  }

  @Test("IPTC's caption, keywords, creator, place and time are read where EXIF and XMP say nothing [M4.2]")
  func read() throws {
    let found = try #require(PhotoMetadata.read(jpeg([(0xED, resources(block))])))
    #expect(found.caption == "Sunset from Galata" && found.keywords == "tower, evening" && found.creator == "Ayşe Demir")
    #expect(found.place == "Istanbul, Türkiye" && found.taken == "2026-05-29T19:42:00+03:00")
    #expect(found.width == 20 && found.height == 10)
  }

  @Test("IPTC that ImageMagick keeps as a text of PNG is read; days and times are listed as ExifTool writes them")
  func profile() throws {
    let digits = resources(block).dropFirst(14).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    let text = Array("Raw profile type iptc\0\niptc\n  \(digits.count / 2)\n\(digits)\n".utf8)
    let png = Container.png(before: Container.chunk("tEXt", text))
    let found = try #require(PhotoMetadata.read(png))
    #expect(found.caption == "Sunset from Galata" && found.creator == "Ayşe Demir" && found.taken == "2026-05-29T19:42:00+03:00")
    var image = ImageBytes(ImageSample(png))
    let tags = Dictionary(uniqueKeysWithValues: PhotoTag.list(&image, .png).map { ($0.key, $0.words) })
    #expect(tags["IPTC:DateCreated"] == "2026:05:29" && tags["IPTC:TimeCreated"] == "19:42:00+03:00")
  }

  @Test("XMP counts before IPTC, lists as a whole")
  func xmp() throws {
    let packet =
      "<x:xmpmeta><rdf:Description photoshop:City=\"Izmir\"><dc:subject><rdf:Bag> <rdf:li>sea</rdf:li>\n <rdf:li>ferry &amp; tea</rdf:li></rdf:Bag></dc:subject>"
      + "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">At sea</rdf:li></rdf:Alt></dc:description></rdf:Description></x:xmpmeta>"
    let xmp = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet.utf8
    let older: (marker: UInt8, bytes: [UInt8]) = (0xED, resources(block))
    let newer: (marker: UInt8, bytes: [UInt8]) = (0xE1, xmp)
    for photo in [jpeg([older, newer]), jpeg([newer, older])] {
      let found = try #require(PhotoMetadata.read(photo))
      #expect(found.caption == "At sea" && found.keywords == "sea, ferry & tea" && found.place == "Izmir")
      // What XMP does not say.
      #expect(found.creator == "Ayşe Demir")
    }
  }

  @Test("texts of Latin 1 are read; blocks that are cut or lie about their lengths are passed over")
  func hostile() throws {
    let latin = dataset(2, 120, [0x63, 0x61, 0x66, 0xE9])
    #expect(PhotoMetadata.read(jpeg([(0xED, resources(latin))]))?.caption == "caf\u{E9}")
    // What stands between its controls in Windows' Latin 1.
    let windows = dataset(2, 120, [0x93, 0x61, 0x94, 0x20, 0x96, 0xE9])
    #expect(PhotoMetadata.read(jpeg([(0xED, resources(windows))]))?.caption == "\u{201C}a\u{201D} \u{2013}\u{E9}")
    let whole = resources(block)
    for count in 0..<whole.count {
      _ = PhotoMetadata.read(jpeg([(0xED, Array(whole.prefix(count)))]))
      var changed = whole
      changed[count] = 0xFF
      _ = PhotoMetadata.read(jpeg([(0xED, changed)]))
    }
  }
}
