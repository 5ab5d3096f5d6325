// Metadata that is long, in parts, or compressed.

import Testing
import VitrineCompression
import VitrineModel
import VitrinePhotos

@Suite struct LongMetadataTests {
  /// A packet of XMP whose last members stand behind so much else.
  private func packet(filling: Int, _ attributes: String = "xmp:Rating='4' exif:FocalLength='85/1'") -> [UInt8] {
    var text = "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF><rdf:Description rdf:about='' photoshop:History='"
    text += String(repeating: "x", count: filling)
    text += "' \(attributes)/></rdf:RDF></x:xmpmeta>"
    return Array(text.utf8)
  }

  private func webp(xmp: [UInt8]) -> [UInt8] {
    let exif = TIFFMaker.photo().bytes
    var bytes = Container.webp(exif)
    bytes += Array("XMP ".utf8)
    bytes += Container.big(xmp.count, 4).reversed()
    bytes += xmp
    return bytes
  }

  private func tiff(xmp: [UInt8]) -> [UInt8] {
    TIFFMaker(directories: [[(256, .long([6000])), (257, .short([4000])), (700, .bytes(xmp))]]).bytes
  }

  @Test("XMP longer than 64 KiB is read to its end, as far as a megabyte [M4.2]", arguments: [100, 70_000, 700_000])
  func longPackets(filling: Int) throws {
    let xmp = packet(filling: filling)
    let text = Container.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + xmp)
    for photo in [Container.png(before: text), webp(xmp: xmp), tiff(xmp: xmp), cr3(xmp: xmp), jpegXL([("xml ", xmp)])] {
      #expect(PhotoMetadata.read(photo)?.rating == 4)
    }
    #expect(PhotoMetadata.read(tiff(xmp: packet(filling: 2_000_000)))?.rating == nil)
  }

  private func segment(_ marker: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    var segment: [UInt8] = [0xFF, marker]
    segment += Container.big(bytes.count + 2, 2)
    segment += bytes
    return segment
  }

  private func extended(_ whole: [UInt8], digest: String, from start: Int, count: Int) -> [UInt8] {
    var bytes = Array("http://ns.adobe.com/xmp/extension/\0\(digest)".utf8)
    bytes += Container.big(whole.count, 4)
    bytes += Container.big(start, 4)
    bytes += whole[start..<start + count]
    return segment(0xE1, bytes)
  }

  @Test("XMP that goes on in further segments of JPEG is put together; the first packet counts where both say something [M4.2]")
  func extendedPackets() throws {
    let digest = String(repeating: "A1", count: 16)
    let main =
      Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet(filling: 10, "xmpNote:HasExtendedXMP='\(digest)' xmp:Rating='2'")
    let whole = packet(filling: 61_000)
    let parts = [(0, 60_000), (60_000, whole.count - 60_000)].map {
      extended(whole, digest: digest, from: $0.0, count: $0.1)
    }
    let found = try #require(PhotoMetadata.read(Container.jpeg(nil, between: segment(0xE1, main) + parts[0] + parts[1])))
    #expect(found.rating == 2 && found.focalLength == "85")
    // A part that is missing, or is another packet's, ends it.
    let other = extended(whole, digest: String(repeating: "B2", count: 16), from: 60_000, count: whole.count - 60_000)
    for rest in [[], parts[1], parts[0] + other] {
      let cut = try #require(PhotoMetadata.read(Container.jpeg(nil, between: segment(0xE1, main) + rest)))
      #expect(cut.rating == 2 && cut.focalLength == nil)
    }
  }

  private func cr3(xmp: [UInt8]) -> [UInt8] {
    let name: [UInt8] = [
      0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]
    return Container.cr3(TIFFMaker.photo()) + Container.box("uuid", name + xmp)
  }

  @Test("the stars that a CR3's XMP has are read [M4.2]")
  func canonStars() {
    #expect(PhotoMetadata.read(cr3(xmp: packet(filling: 1)))?.rating == 4)
  }

  private func jpegXL(_ boxes: [(type: String, bytes: [UInt8])]) -> [UInt8] {
    var bytes = Container.box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + Container.box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
    for box in boxes { bytes += Container.box(box.type, box.bytes) }
    // 8 by 8 pixels.
    return bytes + Container.box("jxlc", [0xFF, 0x0A, 0x41, 0x00, 0x00])
  }

  /// A stream of Brotli that stores the bytes as they are. Source: RFC 7932, 9.1 and 9.2.
  private func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = []
    var start = 0
    while start < bytes.count {
      let count = min(60_000, bytes.count - start)
      // Four digits for the length, less 1, and the bit that says that what follows is stored; a window of 64 KiB before the first.
      let isFirst = start == 0
      let head = (count - 1) << 3 | 1 << 19
      let bits = isFirst ? head << 1 : head
      for byte in 0..<3 { stream.append(UInt8(truncatingIfNeeded: bits >> (byte * 8))) }
      stream += bytes[start..<start + count]
      start += count
    }
    return stream + [0x03]
  }

  @Test("compressed metadata of JPEG XL is read [M4.2]")
  func compressed() throws {
    let exif = Container.big(0, 4) + TIFFMaker.photo().bytes
    let boxes = [
      ("brob", Array("Exif".utf8) + stored(exif)), ("brob", Array("xml ".utf8) + stored(packet(filling: 100_000))),
    ]
    let found = try #require(PhotoMetadata.read(jpegXL(boxes)))
    #expect(found.taken == "2026-11-20T17:02:31.53+03:00" && found.lens == "NIKKOR Z MC 105mm f/2.8 VR S" && found.rating == 4)
    for broken in [
      [], Array("Exif".utf8), Array("Exif".utf8) + stored(exif).dropLast(), Array("xml ".utf8) + [0xFF, 0xFF, 0xFF],
    ] {
      #expect(PhotoMetadata.read(jpegXL([("brob", broken)]))?.taken == nil)
    }
  }

  @Test("thousands of compressed texts and boxes cost no more than a few of them", .timeLimit(.minutes(1)))
  func manyExpansions() throws {
    let zeros = try #require(Compression.zlib([UInt8](repeating: 0x30, count: 1 << 20)))
    let packet = try #require(Compression.zlib(packet(filling: 10)))
    func text(_ key: String, _ compressed: [UInt8]) -> [UInt8] { Container.chunk("zTXt", Array("\(key)\0\0".utf8) + compressed) }
    let bombs = (0..<2_000).flatMap { _ in text("Raw profile type exif", zeros) }
    // Without a bound of their number, a debug build takes some minutes for them.
    #expect(PhotoMetadata.read(Container.png(before: bombs + text("XML:com.adobe.xmp", packet)))?.rating == nil)
    let first = (0..<4).flatMap { _ in text("Raw profile type exif", zeros) } + text("XML:com.adobe.xmp", packet)
    #expect(PhotoMetadata.read(Container.png(before: first + bombs))?.rating == 4)
  }

  @Test("the location is taken out of compressed metadata of JPEG XL; other such metadata stays as it is")
  func compressedLocation() throws {
    let exif = Container.big(0, 4) + TIFFMaker.photo().bytes
    let xmp = packet(filling: 10, "exif:GPSLatitude='41,1.902N' exif:GPSLongitude='28,58,30E' xmp:Rating='4'")
    let photo = jpegXL([("brob", Array("Exif".utf8) + stored(exif)), ("brob", Array("xml ".utf8) + stored(xmp))])
    #expect(PhotoMetadata.read(photo)?.latitude == "41.0317")
    let removed = try LocationRemoval.removed(from: photo)
    let found = try #require(PhotoMetadata.read(removed))
    #expect(found.latitude == nil && found.taken == "2026-11-20T17:02:31.53+03:00" && found.rating == 4)
    #expect(removed.suffix(13) == photo.suffix(13))
    let harmless = jpegXL([("brob", Array("xml ".utf8) + stored(packet(filling: 10)))])
    #expect(try LocationRemoval.removed(from: harmless) == harmless)
    for broken in [Array("xml ".utf8) + [0xFF, 0xFF, 0xFF], Array("brob".utf8) + stored(exif), []] {
      #expect(throws: StrippingRefusal.self) { try LocationRemoval.removed(from: jpegXL([("brob", broken)])) }
    }
  }

  @Test("the coordinates of GeoJP2, a TIFF in a box of JPEG 2000, are taken out")
  func geographic() throws {
    let name: [UInt8] = [
      0xB1, 0x4B, 0xF8, 0xBD, 0x08, 0x3D, 0x4B, 0x43, 0xA5, 0xAE, 0x8C, 0xD7, 0xD5, 0xA6, 0xCE, 0x03,
    ]
    let tie = [41.0317, 28.975].flatMap { Container.big(Int(bitPattern: UInt($0.bitPattern)), 8).reversed() }
    var maker = TIFFMaker(directories: [[(256, .short([1])), (257, .short([1])), (0x8482, .bytes(tie))]])
    maker.directories[0].append((0x87AF, .short([1, 1, 0, 0])))
    let header = Container.box("ihdr", Container.big(4000, 4) + Container.big(6000, 4) + [0, 3, 7, 7, 0, 0])
    var photo = Container.box("jP  ", [0x0D, 0x0A, 0x87, 0x0A])
    photo += Container.box("ftyp", Array("jp2 \0\0\0\0jp2 ".utf8))
    photo += Container.box("jp2h", header)
    photo += Container.box("uuid", name + maker.bytes)
    let removed = try LocationRemoval.removed(from: photo)
    #expect(removed.count == photo.count)
    #expect(photo.withUnsafeBytes { bytes in (0..<bytes.count - 8).contains { bytes[$0..<$0 + 8].elementsEqual(tie[..<8]) } })
    #expect(!removed.withUnsafeBytes { bytes in (0..<bytes.count - 8).contains { bytes[$0..<$0 + 8].elementsEqual(tie[..<8]) } })
    #expect(PhotoMetadata.read(removed)?.width == 6000)
  }

  /// A NEF whose lens only Nikon's own notes say. Source: ExifTool's Nikon.pm; libexif's mnote-olympus for the header.
  @Test("the lens that only makers' notes say is read of raw files, too [M4.2]", arguments: [true, false])
  func rawNotes(isLittle: Bool) throws {
    let own = TIFFMaker(isLittle: isLittle, directories: [[(0x84, .quotients([(180, 10), (700, 10), (35, 10), (45, 10)]))]])
    let notes = Array("Nikon\0".utf8) + [2, 0x10, 0, 0] + own.bytes
    let maker = TIFFMaker(
      isLittle: isLittle,
      directories: [
        [
          (254, .long([0])), (256, .long([6000])), (257, .short([4000])), (0x10F, .text("NIKON CORPORATION")),
          (0x110, .text("NIKON D70")),
          (0x8769, .directory(1)),
        ],
        [(0x8827, .short([200])), (0x927C, .bytes(notes))],
      ])
    #expect(PhotoMetadata.read(maker.bytes)?.lens == "18-70mm f/3.5-4.5")
    #expect(PhotoMetadata.read(Container.jpeg(maker.bytes))?.lens == "18-70mm f/3.5-4.5")
    var fixed = TIFFMaker(isLittle: isLittle, directories: [[(0x84, .quotients([(50, 1), (50, 1), (18, 10), (18, 10)]))]])
    let head: [UInt8] = Array("Nikon\0".utf8) + [2, 0x10, 0, 0]
    fixed = TIFFMaker(isLittle: isLittle, directories: [maker.directories[0], [(0x927C, .bytes(head + fixed.bytes))]])
    #expect(PhotoMetadata.read(fixed.bytes)?.lens == "50mm f/1.8")
  }

  /// Canon's notes: directories whose offsets count from the start of the block.
  @Test("Canon's own notes say lens and sensitivity where the tags do not; so do Pentax's and Casio's [M4.2]")
  func otherNotes() throws {
    func photo(_ maker: String, _ model: String, head: [UInt8], _ entries: [(tag: Int, value: TIFFMaker.Value)]) -> [UInt8] {
      var photo = TIFFMaker(
        isLittle: false, directories: [[(0x10F, .text(maker)), (0x110, .text(model)), (0x8769, .directory(1))]])
      // The notes stand behind the last directory's values; offsets in them count from the start of the block.
      photo.directories.append([(0x927C, .bytes(head + [UInt8](repeating: 0, count: 200)))])
      let whole = photo.bytes
      let start = whole.count - 200
      var body = photo.number(entries.count, 2)
      var remote: [UInt8] = []
      for (tag, value) in entries {
        let (type, count, bytes): (Int, Int, [UInt8]) =
          switch value {
          case .short(let values): (3, values.count, values.flatMap { photo.number($0, 2) })
          case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
          default: (0, 0, [])
          }
        body += photo.number(tag, 2) + photo.number(type, 2) + photo.number(count, 4)
        if bytes.count <= 4 {
          body += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
        } else {
          body += photo.number(start + 2 + entries.count * 12 + 4 + remote.count, 4)
          remote += bytes
        }
      }
      body += [0, 0, 0, 0] + remote
      return Array(whole.prefix(start)) + body + [UInt8](repeating: 0, count: 200 - body.count)
    }
    var shot = [Int](repeating: 0, count: 34)
    // Bytes in all; what the camera took of its sensitivity, in 32nds of a stop above 100; that sensitivity, 50 as 128.
    (shot[0], shot[1], shot[2]) = (68, 32, 128)
    let canon = photo("Canon", "Canon EOS 6D", head: [], [(4, .short(shot)), (0x95, .text("EF35mm f/2 IS USM"))])
    let found = try #require(PhotoMetadata.read(Container.jpeg(canon)))
    #expect(found.lens == "EF35mm f/2 IS USM" && found.iso == 100, "\(found.iso ?? 0)")
    // An older one: settings of the camera with the longest and the shortest focal length in parts of a millimetre, no name.
    func settings(_ longest: Int, _ shortest: Int, _ units: Int) -> [UInt8] {
      var settings = [Int](repeating: 0, count: 26)
      (settings[0], settings[22], settings[23], settings[24], settings[25]) = (52, 65_535, longest, shortest, units)
      return Container.jpeg(photo("Canon", "Canon PowerShot S40", head: [], [(1, .short(settings))]))
    }
    #expect(PhotoMetadata.read(settings(682, 227, 32))?.lens == "7.1-21.3mm")
    #expect(PhotoMetadata.read(settings(50, 50, 1))?.lens == "50mm")
    for (longest, shortest, units) in [(0, 0, 1), (65_535, 18, 1), (55, 18, 0)] {
      #expect(PhotoMetadata.read(settings(longest, shortest, units))?.lens == nil)
    }
    // Listed in ExifTool's words; what libexif cannot read is left out.
    var image = ImageBytes(ImageSample(settings(682, 227, 32)))
    let tags = PhotoTag.list(&image, .jpeg).map { "\($0.key) \($0.words)" }
    for line in ["MaxFocalLength 682", "MinFocalLength 227", "LensType n/a", "MacroMode 0"] {
      #expect(tags.contains("MakerNotes:" + line), "\(tags)")
    }
    var cut = ImageBytes(ImageSample(Container.jpeg(photo("Canon", "Canon EOS 6D", head: [], [(4, .text("short"))]))))
    #expect(!PhotoTag.list(&cut, .jpeg).contains { $0.words.hasPrefix("Invalid") })
    let pentax = photo("Asahi", "PENTAX Optio 230", head: Array("AOC\0".utf8) + [0, 0], [(0x14, .short([6]))])
    #expect(PhotoMetadata.read(Container.jpeg(pentax))?.iso == 100)
    let casio = photo("CASIO", "EX-Z3", head: Array("QVC\0\0\0".utf8), [(0x3014, .short([50]))])
    #expect(PhotoMetadata.read(Container.jpeg(casio))?.iso == 50)
  }

  @Test("hundreds of empty chunks before EXIF of WebP keep nothing from being read") func emptyChunks() throws {
    let photo = Container.webp(TIFFMaker.photo().bytes)
    let place = try #require(photo.indices.first { photo[$0...].starts(with: "EXIF".utf8) })
    func padded(_ count: Int) -> PhotoMetadata? {
      PhotoMetadata.read(Array(photo[..<place]) + [UInt8](repeating: 0, count: 8 * count) + photo[place...])
    }
    #expect(padded(0)?.camera == "NIKON Z 8")
    #expect(padded(3_000)?.camera == "NIKON Z 8")
    #expect(padded(70_000)?.camera == nil)
  }

  @Test("sensitivities that libexif does not read are read from the bytes of the notes") func sensitivities() {
    func iso(_ maker: String, _ model: String, _ note: [UInt8], isLittle: Bool = true) -> Int? {
      let maker = TIFFMaker(
        isLittle: isLittle,
        directories: [[(0x10F, .text(maker)), (0x110, .text(model)), (0x8769, .directory(1))], [(0x927C, .bytes(note))]])
      return PhotoMetadata.read(Container.jpeg(maker.bytes))?.iso
    }
    let kodak = Array("KDK INFO".utf8) + [UInt8](repeating: 0, count: 0x60) + [0, 108, 0, 0]
    #expect(iso("EASTMAN KODAK COMPANY", "KODAK DX4900", kodak) == 108)
    let other = Array("KDK0100\u{0}".utf8) + [UInt8](repeating: 0, count: 0x60) + [100, 0, 0, 0]
    #expect(iso("EASTMAN KODAK COMPANY", "KODAK DX3600", other) == 100)
    #expect(iso("EASTMAN KODAK COMPANY", "KODAK DC240", Array("KDK".utf8)) == nil)
    func entry(_ tag: UInt8, _ numbers: [UInt8]) -> [UInt8] {
      [0, 1, 0, tag, 0, 3, 0, 0, 0, UInt8(numbers.count)] + numbers.flatMap { [0, $0] }
        + [UInt8](repeating: 0, count: 4 - 2 * numbers.count) + [0, 0, 0, 0]
    }
    #expect(iso("CASIO", "QV-3000EX", entry(0x14, [64]), isLittle: false) == 64)
    #expect(iso("NIKON CORPORATION", "NIKON D1X", entry(2, [0, 250]), isLittle: false) == 250)
    #expect(iso("NIKON CORPORATION", "NIKON D1X", entry(2, [0]), isLittle: false) == nil)
    // EXIF written anew in the other byte order; the note stayed as it was.
    #expect(iso("NIKON CORPORATION", "NIKON D1X", entry(2, [0, 250])) == 250)
    #expect(iso("Asahi Optical Co.,Ltd.", "PENTAX Optio 230", Array("AOC\0  ".utf8) + entry(0x14, [9])) == 200)
    // A note that says to be longer than the block that it ends.
    let camera = TIFFMaker(
      isLittle: false,
      directories: [
        [(0x10F, .text("NIKON CORPORATION")), (0x110, .text("NIKON D1X")), (0x8769, .directory(1))],
        [(0x927C, .raw(type: 7, count: 29_366, value: 8 + 2 + 3 * 12 + 4 + 2 + 12 + 4 + 18 + 10))],
      ])
    #expect(PhotoMetadata.read(Container.jpeg(camera.bytes + entry(2, [3, 32])))?.iso == 32)
  }
}
