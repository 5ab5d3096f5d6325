// Locations where few look for them: in later directories and pages, in what cameras append, in films, in texts.

import Testing
import VitrineCompression
import VitrineModel
import VitrinePhotos

@Suite struct HiddenLocationTests {
  /// A file, and what must be in none of its bytes afterwards.
  struct Hidden: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let bytes: [UInt8]
    var secrets: [[UInt8]] = [HiddenLocationTests.minutes]
  }

  /// Ten times the minutes of the longitude, in the lower byte's order.
  private static let minutes: [UInt8] = Container.big(585, 4).reversed()
  private static let city = Array("Istanbul".utf8)
  private static let dataset: [UInt8] = [0x1C, 2, 90, 0, 8] + city + [0x1C, 2, 80, 0, 3] + Array("Ali".utf8)
  private static let exif = TIFFMaker.photo().bytes
  private static let gps = TIFFMaker.photo().directories[2]

  private static func segment(_ marker: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    [0xFF, marker] + Container.big(bytes.count + 2, 2) + bytes
  }
  private static func jpeg(_ segments: [UInt8]...) -> [UInt8] { Container.jpeg(nil, between: segments.flatMap(\.self)) }
  private static func little(_ value: Int, _ width: Int) -> [UInt8] { Container.big(value, width).reversed() }

  // MARK: TIFF

  private static var structures: [Hidden] {
    var pages = TIFFMaker(directories: [[(0x110, .text("Camera"))]]).bytes
    // A second page behind the first: its own pointer to the location, in a structure that is moved there.
    let second = TIFFMaker(directories: [[(0x110, .text("Second")), (0x8825, .directory(1))], gps]).bytes
    let place = pages.count
    pages.replaceSubrange(8 + 2 + 12..<8 + 2 + 12 + 4, with: little(place, 4))
    let moved = shifted(second, by: place - 8)
    let twice = TIFFMaker(directories: [[(0x110, .text("Camera")), (0x8825, .directory(1)), (0x8825, .directory(2))], gps, gps])
    let inside = TIFFMaker(directories: [
      [(0x8769, .directory(1))], [(0x9003, .text("2026:11:20 17:02:31")), (0x8825, .directory(2))], gps,
    ])
    let below = TIFFMaker(directories: [
      [(0x110, .text("Camera")), (330, .directory(1))], [(256, .long([64])), (0x8825, .directory(2))], gps,
    ])
    let map = TIFFMaker(directories: [
      [(0x110, .text("Camera")), (33_922, .text("+41.0317+28.9750")), (34_735, .short([1, 1, 0, 1]))]
    ])
    return [
      Hidden(testDescription: "second page of a TIFF", bytes: pages + moved),
      Hidden(testDescription: "two pointers in a directory", bytes: twice.bytes),
      Hidden(testDescription: "directory of the exposure", bytes: Container.jpeg(inside.bytes)),
      Hidden(testDescription: "directory below another", bytes: below.bytes),
      Hidden(testDescription: "GeoTIFF", bytes: map.bytes, secrets: [Array("41.0317".utf8)]),
      Hidden(testDescription: "Nikon Capture's IPTC", bytes: nikon(0x0E01, capture), secrets: [city]),
      Hidden(
        testDescription: "Nikon Capture's earlier versions",
        bytes: nikon(0x0E13, little(2, 4) + [capture, capture].flatMap { little($0.count, 4) + $0 }), secrets: [city]),
      Hidden(testDescription: "CR3", bytes: Container.cr3(.photo())),
      Hidden(testDescription: "preview of a raw file", bytes: Container.raf(exif)),
    ]
  }

  /// What Nikon Capture notes of its work: an entry of something else, one of IPTC, one that is empty.
  private static var capture: [UInt8] {
    func entry(_ tag: Int, _ data: [UInt8]) -> [UInt8] {
      little(tag, 4) + [UInt8](repeating: 0, count: 14) + little(data.count + 4, 4) + data
    }
    let entries = entry(0x3D13_6244, Array("Evening\0".utf8)) + entry(0x9EF5_F6E0, dataset + [0, 0]) + entry(0x008A_E85E, [])
    return entry(0x7A86_A940, entries)
  }

  /// A TIFF file with a tag in Nikon's note.
  private static func nikon(_ tag: Int, _ data: [UInt8]) -> [UInt8] {
    let note = TIFFMaker(directories: [[(1, .bytes(Array("0211".utf8))), (tag, .bytes(data))]]).bytes
    let start: [UInt8] = Array("Nikon\0".utf8) + [2, 0x10, 0, 0]
    return TIFFMaker(directories: [[(0x110, .text("Camera")), (0x8769, .directory(1))], [(0x927C, .bytes(start + note))]]).bytes
  }

  /// A TIFF structure's directories for another offset: all of them begin 8 bytes in, and offsets grow by so much.
  private static func shifted(_ bytes: [UInt8], by count: Int) -> [UInt8] {
    var bytes = bytes
    func number(_ place: Int, _ width: Int) -> Int { bytes[place..<place + width].reversed().reduce(0) { $0 << 8 | Int($1) } }
    var waiting = [8]
    while let directory = waiting.popLast() {
      for entry in 0..<number(directory, 2) {
        let place = directory + 2 + entry * 12
        let (tag, type, many) = (number(place, 2), number(place + 2, 2), number(place + 4, 4))
        let width = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8][type] ?? 1
        if tag == 0x8825 { waiting.append(number(place + 8, 4)) }
        if tag == 0x8825 || many * width > 4 {
          bytes.replaceSubrange(place + 8..<place + 12, with: little(number(place + 8, 4) + count, 4))
        }
      }
    }
    return Array(bytes[8...])
  }

  // MARK: segments and trailers

  private static func measurement(_ name: String, _ type: UInt8, _ size: UInt8, _ count: Int, _ data: [UInt8]) -> [UInt8] {
    Array(name.utf8) + [type, size] + Container.big(count, 2) + data + [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
  }

  private static var measurements: [UInt8] {
    let stream =
      measurement("STNM", 0x63, 3, 1, Array("GPS".utf8))
      + measurement("GPS5", 0x6C, 20, 1, Container.big(410_317_000, 4) + Container.big(289_750_000, 4) + Container.big(0, 12))
    let device = measurement("DVNM", 0x63, 4, 1, Array("Hero".utf8)) + measurement("STRM", 0, 1, stream.count, stream)
    return measurement("DEVC", 0, 1, device.count, device)
  }
  private static let measured = [Container.big(410_317_000, 4), Container.big(289_750_000, 4)]

  private static var segments: [Hidden] {
    let resource = Array("8BIM".utf8) + [4, 4, 0, 0] + Container.big(dataset.count, 4) + dataset
    let first = Array("8BIM".utf8) + [4, 4, 0, 0] + Container.big(8, 4) + [0x1C, 2, 80, 0, 3] + Array("Ali".utf8)
    let xmp =
      "<rdf:Description><exif:GPSLatitude >41,1.902N</exif:GPSLatitude ><e.x:GPSLongitude = \"28,58.5E\"/>"
      + "<a:City>Istanbul</a:City></rdf:Description>"
    let text = Array("<rdf:RDF>\(xmp)</rdf:RDF>".utf8)
    func part(_ range: Range<Int>) -> [UInt8] {
      segment(
        0xE1,
        Array("http://ns.adobe.com/xmp/extension/\0".utf8) + [UInt8](repeating: 0x41, count: 32) + Container.big(text.count, 4)
          + Container.big(range.lowerBound, 4) + text[range])
    }
    // Cut in the name of an element, in its value, and in the name of a place.
    let cuts = [0, 32, 45, 120, text.count]
    let long = zip(cuts, cuts.dropFirst()).flatMap { part($0..<$1) }
    let plain = jpeg()
    let list =
      Array("AXS!".utf8) + Container.big(0x100, 2) + Container.big(1, 2) + Container.big(0, 4) + Array("IPTC".utf8)
      + Container.big(dataset.count, 4) + Container.big(plain.count + 24, 4)
    let archive = plain + list + dataset + Array("AXS!".utf8) + Container.big(plain.count, 4) + Container.big(0, 4)
    let country: [UInt8] = [0, 0, 0xA1, 0x0A] + little(8, 4) + Array("MCC_Data286".utf8)
    let record =
      Array("FFF\0".utf8) + [UInt8](repeating: 0, count: 16) + Container.big(100, 4) + Container.big(64, 4) + Container.big(1, 4)
      + [UInt8](repeating: 0, count: 32) + Container.big(0x2B, 2) + [UInt8](repeating: 0, count: 10) + Container.big(96, 4)
      + Container.big(8, 4) + [UInt8](repeating: 0, count: 12) + city
    return [
      Hidden(
        testDescription: "second block of IPTC",
        bytes: jpeg(
          segment(0xED, Array("Photoshop 3.0\0".utf8) + first), segment(0xED, Array("Photoshop 3.0\0".utf8) + resource)),
        secrets: [city]),
      Hidden(
        testDescription: "XMP over several segments", bytes: jpeg(long),
        secrets: ["41,1", "1.902", "28,58", "Ist", "bul"].map { Array($0.utf8) }),
      Hidden(
        testDescription: "GoPro's segment", bytes: jpeg(segment(0xE6, Array("GoPro\0".utf8) + measurements)), secrets: measured),
      Hidden(
        testDescription: "FLIR's records", bytes: jpeg(segment(0xE1, Array("FLIR\0".utf8) + [1, 0, 0] + record)), secrets: [city]),
      Hidden(testDescription: "AFCP", bytes: archive, secrets: [city]),
      Hidden(
        testDescription: "FotoStation",
        bytes: plain + dataset + Container.big(dataset.count + 10, 4) + [0, 1, 0xA1, 0xB2, 0xC3, 0xD4],
        secrets: [city]),
      Hidden(
        testDescription: "Photo Mechanic", bytes: plain + dataset + Container.big(dataset.count, 4) + Array("cbipcbbl".utf8),
        secrets: [city]),
      Hidden(testDescription: "Samsung's country", bytes: plain + country, secrets: [Array("286".utf8)]),
    ]
  }

  // MARK: films

  /// A film with a track of measurements, its samples in two chunks.
  private static func film(_ format: String, _ samples: [[UInt8]], userData: [UInt8] = []) -> [UInt8] {
    let ftyp = Container.box("ftyp", Array("mp42\0\0\0\0mp42".utf8))
    func table(_ start: Int) -> [UInt8] {
      Container.box("stsd", Container.big(0, 4) + Container.big(1, 4) + Container.box(format, [0, 0, 0, 0, 0, 0, 0, 1]))
        + Container.box("stsc", [0, 1, 1, 1, 1].flatMap { Container.big($0, 4) })
        + Container.box("stsz", ([0, 0, samples.count] + samples.map(\.count)).flatMap { Container.big($0, 4) })
        + Container.box(
          "stco",
          ([0, samples.count] + samples.indices.map { start + samples[..<$0].joined().count }).flatMap { Container.big($0, 4) })
    }
    let track = Container.box("trak", Container.box("mdia", Container.box("minf", Container.box("stbl", table(ftyp.count + 8)))))
    return ftyp + Container.box("mdat", samples.flatMap(\.self)) + Container.box("moov", track + Container.box("udta", userData))
  }

  private static var films: [Hidden] {
    let position = Array("41.0317 28.9750".utf8)
    let camm = film("camm", [position, position])
    let gopro = film("gpmd", [measurements, measurements], userData: Container.box("GPMF", measurements))
    let motion = Container.heic(TIFFMaker(directories: [[(0x110, .text("Camera"))]]).bytes)
    return [
      Hidden(testDescription: "every moment of a film", bytes: camm, secrets: [position]),
      Hidden(testDescription: "GoPro's film", bytes: gopro, secrets: measured),
      Hidden(testDescription: "film behind a JPEG", bytes: jpeg() + gopro, secrets: measured),
      Hidden(testDescription: "film behind a HEIC", bytes: motion + Container.box("mpvd", camm), secrets: [position]),
    ]
  }

  // MARK: PNG

  private static func profile(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    let lines = stride(from: 0, to: digits.count, by: 36).map { digits[$0..<min($0 + 36, digits.count)].joined() }
    return Array("\n\(name)\n\(bytes.count)\n\(lines.joined(separator: "\n"))\n".utf8)
  }

  /// Hexadecimal digits of some bytes, as a text has them.
  private static func digits(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { Array((($0 < 16 ? "0" : "") + String($0, radix: 16)).utf8) }
  }

  private static var texts: [Hidden] {
    [
      Hidden(
        testDescription: "second chunk of EXIF",
        bytes: Container.png(
          before: Container.chunk("eXIf", Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0]) + Container.chunk("eXIf", exif))),
      Hidden(
        testDescription: "profile in hexadecimal",
        bytes: Container.png(before: Container.chunk("tEXt", Array("Raw profile type iptc\0".utf8) + profile("iptc", dataset))),
        secrets: [digits(city)]),
      Hidden(
        testDescription: "property",
        bytes: Container.png(before: Container.chunk("tEXt", Array("exif:GPSLatitude\u{0}41/1, 1/1".utf8))),
        secrets: [Array("41/1".utf8)]),
    ]
  }

  @Test(
    "no location stays where few look for it; the file keeps its size, and a second time nothing changes [M12.2 C-FR15]",
    arguments: structures + segments + films + texts)
  func gone(hidden: Hidden) throws {
    for secret in hidden.secrets where hidden.testDescription != "XMP over several segments" {
      #expect(contains(hidden.bytes, secret))
    }
    let result = try LocationRemoval.removed(from: hidden.bytes)
    #expect(result.count == hidden.bytes.count)
    for secret in hidden.secrets { #expect(!contains(result, secret), "\(String(decoding: secret, as: UTF8.self))") }
    #expect(try LocationRemoval.removed(from: result) == result)
  }

  @Test("a shared copy has none of them either, or the photo is refused [S3.7]", arguments: structures + segments + films + texts)
  func shared(hidden: Hidden) throws {
    guard let stripped = try? PhotoStripping.strip(hidden.bytes).bytes(of: hidden.bytes) else {
      let format = ImageFormat.sniff(hidden.bytes)
      #expect(format == .tiff || format == .cr3 || format == .raf || format == .film || hidden.testDescription.hasSuffix("HEIC"))
      return
    }
    for secret in hidden.secrets { #expect(!contains(stripped, secret)) }
  }

  @Test("a digit in the checksum behind a blanked text of PNG is no number of it", arguments: 0..<40) func checksums(count: Int)
    throws
  {
    // Among so many lengths the checksums begin with a digit now and then.
    let text = Array("exif:GPSLatitude\u{0}41/1".utf8) + [UInt8](repeating: UInt8(ascii: " "), count: count)
    let photo = Container.png(before: Container.chunk("tEXt", text))
    #expect(try !contains(LocationRemoval.removed(from: photo), Array("41/1".utf8)))
    // One key alone, and a checksum of digits behind it.
    let digits = Container.png(
      before: Container.chunk("tEXt", Array("exif:GPSLongitude\u{0}".utf8)).dropLast(4) + Array("1234".utf8))
    #expect(throws: Never.self) { try LocationRemoval.removed(from: digits) }
  }

  @Test("frames of a moving WebP lose what is no picture, and a JPEG within a HEIC that has EXIF is refused [S3.7]")
  func withinPictures() throws {
    func chunk(_ type: String, _ bytes: [UInt8]) -> [UInt8] {
      Array(type.utf8) + Self.little(bytes.count, 4) + bytes + (bytes.count % 2 == 1 ? [0] : [])
    }
    let place = [UInt8](repeating: 7, count: 16)
    func moving(_ extra: [UInt8]) -> [UInt8] {
      let body =
        Array("WEBP".utf8) + chunk("VP8X", [2] + [UInt8](repeating: 0, count: 9)) + chunk("ANIM", [0, 0, 0, 0, 0, 0])
        + chunk("ANMF", place + chunk("VP8 ", [1, 2, 3]) + extra)
      return Array("RIFF".utf8) + Self.little(body.count, 4) + body
    }
    let photo = moving(chunk("EXIF", Self.exif) + chunk("XMP ", Self.city))
    #expect(try PhotoStripping.strip(photo).bytes(of: photo) == moving([]))
    // The item of the EXIF block is declared as a picture.
    var heic = Container.heic(Array("Exif\0\0".utf8) + Self.exif)
    let type = try #require(heic.indices.first { heic[$0...].starts(with: "Exif\0".utf8) })
    heic.replaceSubrange(type..<type + 4, with: Array("jpeg".utf8))
    #expect(throws: StrippingRefusal.self) { try PhotoStripping.strip(heic) }
  }

  @Test("what stands beside a location stays: the artist, the second page, the pictures of a HEIC")
  func kept() throws {
    func result(_ name: String) throws -> [UInt8] {
      let hidden = (Self.structures + Self.segments + Self.films).first { $0.testDescription == name }
      return try LocationRemoval.removed(from: #require(hidden).bytes)
    }
    #expect(try contains(result("second block of IPTC"), Array("Ali".utf8)))
    #expect(try contains(result("second page of a TIFF"), Array("Second".utf8)))
    #expect(try contains(result("GoPro's segment"), Array("Hero".utf8)))
    #expect(try contains(result("Nikon Capture's IPTC"), Array("Evening".utf8)))
    #expect(try contains(result("Nikon Capture's IPTC"), Array("Ali".utf8)))
    let motion = try result("film behind a HEIC")
    let heic = Container.heic(TIFFMaker(directories: [[(0x110, .text("Camera"))]]).bytes)
    #expect(motion.starts(with: heic))
  }

  @Test("compressed texts of PNG are compressed again without it; their checksums are right", arguments: ["zTXt", "iTXt"])
  func compressed(type: String) throws {
    let packet = Array("<rdf:RDF><rdf:Description photoshop:City=\"Istanbul\" xmp:Rating=\"4\"/></rdf:RDF>".utf8)
    let (text, head) =
      type == "zTXt"
      ? (Self.profile("exif", Array("Exif\0\0".utf8) + Self.exif), Array("Raw profile type exif\0\0".utf8))
      : (packet, Array("XML:com.adobe.xmp\u{0}\u{1}\0\0\0".utf8))
    let png = Container.png(before: Container.chunk(type, head + (Compression.zlib(text) ?? [])))
    let before = try #require(PhotoMetadata.read(png))
    #expect(before.latitude != nil || before.place != nil)
    let result = try LocationRemoval.removed(from: png)
    let after = try #require(PhotoMetadata.read(result))
    #expect((after.latitude, after.place) == (nil, nil))
    #expect((after.camera, after.rating) == (before.camera, before.rating))
    #expect(try LocationRemoval.removed(from: result) == result)
    #expect(try PhotoStripping.strip(result).bytes(of: result) == PhotoStripping.strip(png).bytes(of: png))
  }

  @Test("what cannot be taken apart is refused with the reason, not left without a word")
  func refused() {
    let xmp = "<rdf:RDF><rdf:Description exif:GPSLatitude=\"41,1.902N\"/></rdf:RDF>"
    let wide = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp.utf8.flatMap { [$0, 0] }
    let broken = Array("http://ns.adobe.com/xap/1.0/\0<rdf:RDF><exif:GPSLatitude>41,1.902N</rdf:RDF>".utf8)
    for (bytes, reason) in [
      (
        Self.jpeg() + Array("vivo{\"latitude\":41.0317}".utf8),
        "it says 'latitude' with a number where that cannot be changed in place"
      ),
      (Self.jpeg(Self.segment(0xE1, wide)), "its XMP is in UTF-16 or UTF-32, which is not looked into"),
      (Self.jpeg(Self.segment(0xE1, broken)), "its XMP has a location whose end is missing"),
      (
        Self.film("camm", []) + Container.box("free", Array("freeGPS 41".utf8)),
        "its film has a track of positions in a form that cannot be changed"
      ),
    ] {
      #expect(throws: (any Error).self) { try LocationRemoval.removed(from: bytes) }
      do { _ = try LocationRemoval.removed(from: bytes) } catch { #expect(error.reason == reason) }
    }
  }

  @Test("bytes spoilt anywhere never end in a crash, and what is changed in place keeps its size")
  func spoilt() {
    for hidden in Self.structures + Self.segments + Self.films + Self.texts {
      for index in hidden.bytes.indices {
        for value: UInt8 in [0, 0xFF] {
          var changed = hidden.bytes
          changed[index] = value
          if let result = try? LocationRemoval.removed(from: changed) { #expect(result.count == changed.count) }
        }
      }
    }
  }

  @Test("many places, each of which claims all of the file, cost no more than one", .timeLimit(.minutes(1)))
  func hostile() {
    let resources = [UInt8]((0..<2_000).flatMap { _ in Array("8BIM".utf8) + [4, 4, 0, 0, 0x7F, 0xFF, 0xFF, 0xFF] })
    let headers = [UInt8]((0..<4_000).flatMap { _ in Self.exif.prefix(8) })
    let packets = [UInt8]((0..<20_000).flatMap { _ in Array("<rdf:RDF><a:b c=".utf8) })
    for bytes in [resources, headers, packets] { _ = try? LocationRemoval.removed(from: Self.jpeg() + bytes + Self.dataset) }
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.dropLast(part.count - 1).contains { bytes[$0] == part[0] && bytes[$0..<$0 + part.count].elementsEqual(part) }
  }
}
