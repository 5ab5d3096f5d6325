// Photos changed in place: without their location, turned.

import Testing
import VitrineModel
import VitrinePhotos

@Suite struct InPlaceTests {
  private func containers(isLittle: Bool) -> [(name: String, bytes: [UInt8])] {
    let exif = TIFFMaker.photo(isLittle: isLittle).bytes
    return [
      ("TIFF", exif), ("JPEG", Container.jpeg(exif)), ("PNG", Container.png(before: Container.chunk("eXIf", exif))),
      ("HEIC", Container.heic(exif)), ("WebP", Container.webp(exif)), ("RAF", Container.raf(exif)),
    ]
  }

  @Test("the location goes, the size and all else that a photo says stays [M12.2]", arguments: [true, false])
  func location(isLittle: Bool) throws {
    for (name, bytes) in containers(isLittle: isLittle) {
      let result = try LocationRemoval.removed(from: bytes)
      #expect(result.count == bytes.count, "\(name)")
      #expect(lines(result) == lines(bytes).filter { !$0.hasPrefix("location") }, "\(name)")
      #expect(PhotoMetadata.read(result)?.orientation == PhotoMetadata.read(bytes)?.orientation)
      #expect(try LocationRemoval.removed(from: result) == result, "\(name)")
    }
  }

  @Test("names of places and coordinates go out of XMP, whatever their prefix; other names stay [M12.2]")
  func xmp() throws {
    let xmp =
      "<rdf:Description exif:GPSLatitude=\"41,1.902N\" exif:GPSLongitude='28,58,30E' drone-dji:GpsLatitude=\"41.03\" xmp:Rating=\"4\">"
      + "<photoshop:City>Istanbul</photoshop:City><Iptc4xmpExt:LocationShown><a>x</a></Iptc4xmpExt:LocationShown>"
      + "<photoshop:Credit>GPS</photoshop:Credit></rdf:Description>"
    let packet = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(xmp.utf8)
    let bytes = Container.jpeg(nil, between: [0xFF, 0xE1] + Container.big(packet.count + 2, 2) + packet)
    let result = try LocationRemoval.removed(from: bytes)
    #expect(result.count == bytes.count)
    #expect(lines(result) == ["width 6000", "height 4000", "rating 4"])
    let text = String(decoding: result, as: UTF8.self)
    for gone in ["Istanbul", "LocationShown", "GpsLatitude", "41.03"] { #expect(!text.contains(gone)) }
    #expect(text.contains("<photoshop:Credit>GPS</photoshop:Credit></rdf:Description>"))
  }

  private func segment(_ marker: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    [0xFF, marker] + Container.big(bytes.count + 2, 2) + bytes
  }

  /// A JPEG 2000 file with a block of IPTC in a box of its own, and another in an older one's.
  private func jpeg2000(_ block: [UInt8], _ older: [UInt8]) -> [UInt8] {
    let uuids: [[UInt8]] = [
      [0x33, 0xC7, 0xA4, 0xD2, 0xB8, 0x1D, 0x47, 0x23, 0xA0, 0xBA, 0xF1, 0xA3, 0xE0, 0x97, 0xAD, 0x38],
      [0x09, 0xA1, 0x4E, 0x97, 0xC0, 0xB4, 0x42, 0xE0, 0xBE, 0xBF, 0x36, 0xDF, 0x6F, 0x0C, 0xE3, 0x6F],
    ]
    let header = Container.box("jp2h", Container.box("ihdr", Container.big(4, 4) + Container.big(6, 4) + [0, 3, 7, 7, 0, 0]))
    return Container.box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + Container.box("ftyp", Array("jp2 \0\0\0\0jp2 ".utf8)) + header
      + Container.box("uuid", uuids[0] + block) + Container.box("uuid", uuids[1] + older)
  }

  /// A photo without a location, and the same with one at a place of its own.
  private func hidden() -> [(name: String, bytes: [UInt8], secrets: [[UInt8]])] {
    let exif = TIFFMaker.photo().bytes
    let app1 = segment(0xE1, Array("Exif\0\0".utf8) + exif)
    // Ten times the minutes of the longitude, as the directory holds them.
    let minutes = Container.big(585, 4)
    let plain = Container.jpeg(nil)
    let extended = segment(
      0xE1,
      Array("http://ns.adobe.com/xmp/extension/\0".utf8) + [UInt8](repeating: 0x41, count: 32) + Container.big(60, 4)
        + Container.big(0, 4)
        + Array("<exif:GPSLatitude>41,1.902N</exif:GPSLatitude>".utf8))
    let dataset: [UInt8] = [0x1C, 2, 90, 0, 8] + Array("Istanbul".utf8) + [0x1C, 2, 80, 0, 3] + Array("Ali".utf8)
    let resource = Array("8BIM".utf8) + [4, 4, 0, 0] + Container.big(dataset.count, 4) + dataset
    let iptc = segment(0xED, Array("Photoshop 3.0\0".utf8) + resource)
    func box(_ type: [UInt8], _ bytes: [UInt8]) -> [UInt8] { Container.big(bytes.count + 8, 4) + type + bytes }
    let place = Array("+41.0317+028.9750/".utf8)
    let keys =
      Container.big(0, 4) + Container.big(2, 4) + Container.box("mdta", Array("com.apple.quicktime.make".utf8))
      + Container.box("mdta", Array("com.apple.quicktime.location.ISO6709".utf8))
    let values =
      box([0, 0, 0, 1], Container.box("data", Container.big(1, 4) + Container.big(0, 4) + Array("Apple".utf8)))
      + box([0, 0, 0, 2], Container.box("data", Container.big(1, 4) + Container.big(0, 4) + place))
    let film =
      Container.box("ftyp", Array("qt  \0\0\0\0qt  ".utf8)) + Container.box("mdat", [1, 2, 3, 4])
      + Container.box(
        "moov",
        Container.box("udta", box([0xA9] + Array("xyz".utf8), Container.big(place.count, 2) + [0x15, 0xC7] + place))
          + Container.box("meta", Container.box("keys", keys) + Container.box("ilst", values)))
    return [
      ("second picture", Container.jpeg(exif) + Container.jpeg(exif), [minutes]),
      (
        "second EXIF",
        Container.jpeg(nil, between: segment(0xE1, Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0]) + app1),
        [minutes]
      ),
      ("long XMP", Container.jpeg(nil, between: extended), [Array("41,1.902".utf8)]),
      ("IPTC", Container.jpeg(nil, between: iptc), [Array("Istanbul".utf8)]),
      ("IPTC of JPEG 2000", jpeg2000(dataset, dataset + dataset), [Array("Istanbul".utf8)]),
      ("film", film, [place]), ("film behind a photo", plain + film, [place]),
    ]
  }

  @Test("no location stays in later segments, pictures behind the first, IPTC or films; all else stays [M12.2]")
  func hiddenPlaces() throws {
    for (name, bytes, secrets) in hidden() {
      let result = try LocationRemoval.removed(from: bytes)
      #expect(result.count == bytes.count, "\(name)")
      for secret in secrets {
        // In either order of bytes.
        for secret in [secret, secret.reversed()] { #expect(!contains(result, secret), "\(name)") }
        #expect(contains(bytes, secret) || contains(bytes, secret.reversed()), "\(name)")
      }
      #expect(lines(result) == lines(bytes).filter { !$0.hasPrefix("location") && !$0.hasPrefix("place") }, "\(name)")
      #expect(try LocationRemoval.removed(from: result) == result, "\(name)")
    }
    let film = try LocationRemoval.removed(from: try #require(hidden().first { $0.name == "film" }).bytes)
    #expect(contains(film, Array("Apple".utf8)) && contains(film, Array("free".utf8)))
  }

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.dropLast(part.count - 1).contains { bytes[$0] == part[0] && bytes[$0..<$0 + part.count].elementsEqual(part) }
  }

  @Test("a format whose metadata is not read, and one that is compressed, are refused, not left without a word")
  func unread() {
    let signature = Container.box("JXL ", [0x0D, 0x0A, 0x87, 0x0A]) + Container.box("ftyp", Array("jxl \0\0\0\0jxl ".utf8))
    for bytes in [
      Array("8BPS".utf8) + [UInt8](repeating: 0, count: 40), signature + Container.box("brob", Array("Exif1234".utf8)),
    ] {
      #expect(throws: StrippingRefusal.self) { try LocationRemoval.removed(from: bytes) }
    }
  }

  @Test("bytes spoilt anywhere never make the photo longer or end in a crash")
  func spoilt() {
    for bytes in containers(isLittle: true).map(\.bytes) + hidden().map(\.bytes) {
      for index in bytes.indices {
        for value: UInt8 in [0, 1, 0x7F, 0xFF] {
          var changed = bytes
          changed[index] = value
          if let result = try? LocationRemoval.removed(from: changed) { #expect(result.count == changed.count) }
          _ = try? OrientationChange.turned(changed, quartersRight: 1)
        }
      }
    }
  }

  @Test("four quarters come back to where they began, and nothing but the tag is different [M12.3]", arguments: 1...8)
  func turns(orientation: Int) throws {
    let exif = TIFFMaker(directories: [[(0x110, .text("Camera")), (0x112, .short([orientation]))]]).bytes
    let photo = Container.jpeg(exif)
    var turned = photo
    for _ in 0..<4 {
      turned = try OrientationChange.turned(turned, quartersRight: 1)
      #expect(zip(turned, photo).filter { $0 != $1 }.count <= 1)
    }
    #expect(turned == photo)
    #expect(
      try OrientationChange.turned(photo, quartersRight: 2)
        == OrientationChange.turned(OrientationChange.turned(photo, quartersRight: 3), quartersRight: 3))
  }

  @Test(
    "a quarter with the clock is what viewers show: 1, 6, 3, 8; a mirrored one 2, 7, 4, 5",
    arguments: [[1, 6, 3, 8], [2, 7, 4, 5]])
  func order(_ orientations: [Int]) throws {
    var photo = Container.jpeg(TIFFMaker(directories: [[(0x110, .text("Camera")), (0x112, .short([orientations[0]]))]]).bytes)
    for orientation in orientations.dropFirst() + orientations.prefix(1) {
      photo = try OrientationChange.turned(photo, quartersRight: 1)
      #expect(PhotoMetadata.read(photo)?.orientation == orientation)
    }
  }

  @Test(
    "what XMP says of the orientation changes with it; what cannot be changed there is refused",
    arguments: [
      ("tiff:Orientation=\"1\"/>", "tiff:Orientation=\"6\"/>"),
      ("><tiff:Orientation>1</tiff:Orientation></rdf:Description>", "<tiff:Orientation>6</tiff:Orientation>"),
      ("tiff:Orientation=\"none\"/>", ""),
    ])
  func turnsXMP(_ said: String, _ wanted: String) throws {
    let packet =
      "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description \(said)</rdf:RDF></x:xmpmeta>"
    let count = packet.utf8.count + 2
    var photo = Container.jpeg(TIFFMaker(directories: [[(0x110, .text("Camera")), (0x112, .short([1]))]]).bytes)
    photo.insert(contentsOf: [0xFF, 0xE1, UInt8(count >> 8), UInt8(count & 0xFF)] + Array(packet.utf8), at: 2)
    guard !wanted.isEmpty else {
      #expect(throws: StrippingRefusal.self) { try OrientationChange.turned(photo, quartersRight: 1) }
      return
    }
    let turned = try OrientationChange.turned(photo, quartersRight: 1)
    #expect(turned.count == photo.count && PhotoMetadata.read(turned)?.orientation == 6)
    #expect(String(decoding: turned, as: UTF8.self).contains(wanted))
  }

  /// A simple WebP: 16 by 8 pixels, and an odd count of bytes.
  private static let webp: [UInt8] = {
    let picture: [UInt8] = [0x30, 1, 0, 0x9D, 1, 0x2A, 16, 0, 8, 0, 7]
    let chunk = Array("VP8 ".utf8) + [UInt8(picture.count), 0, 0, 0] + picture + [0]
    return Array("RIFF".utf8) + [UInt8(chunk.count + 4), 0, 0, 0] + Array("WEBP".utf8) + chunk
  }()

  @Test("a JPEG, PNG, WebP or TIFF without the tag gets it, and keeps all else [M12.3]", arguments: [true, false])
  func withoutTag(isLittle: Bool) throws {
    let maker = TIFFMaker(isLittle: isLittle, directories: [[(0x110, .text("Camera")), (0x131, .text("Program"))]])
    let exif = maker.bytes
    for photo in [
      Container.jpeg(nil), Container.jpeg(exif), Container.jpeg(exif + [7]), Container.png(),
      Container.png(before: Container.chunk("eXIf", exif)), Container.png(after: Container.chunk("eXIf", exif)), Self.webp, exif,
    ] {
      let before = try #require(PhotoMetadata.read(photo))
      let turned = try OrientationChange.turned(photo, quartersRight: 3)
      let after = try #require(PhotoMetadata.read(turned))
      #expect(before.orientation == nil && after.orientation == 8)
      #expect((after.camera, after.width, after.height) == (before.camera, before.width, before.height))
      // Turned again it keeps its size, and three more turns bring it back.
      let again = try OrientationChange.turned(turned, quartersRight: 1)
      #expect(again.count == turned.count && PhotoMetadata.read(again)?.orientation == 1)
    }
    // A block whose tag has another type, and one that cannot be read, are left alone.
    let long = TIFFMaker(isLittle: isLittle, directories: [[(0x110, .text("Camera")), (0x112, .long([1]))]]).bytes
    #expect(throws: StrippingRefusal.self) { try OrientationChange.turned(Container.jpeg(long), quartersRight: 1) }
    var broken = exif
    broken[2] ^= 0xFF
    #expect(throws: StrippingRefusal.self) { try OrientationChange.turned(Container.jpeg(broken), quartersRight: 1) }
  }

  @Test("a version of TIFF that is none, and XMP of wide characters, hide no location")
  func disguised() throws {
    for header in [TIFFMaker.photo(isLittle: true).bytes, TIFFMaker.photo(isLittle: false).bytes] {
      var exif = header
      (exif[2], exif[3]) = (0x12, 0x34)
      for photo in [Container.jpeg(exif), Container.png(before: Container.chunk("eXIf", exif))] {
        let stripped = try LocationRemoval.removed(from: photo)
        #expect(stripped != photo && stripped.count == photo.count)
        // With the version that it should have, readers find nothing.
        let isLittle = exif[0] == 0x49
        let place = try #require(stripped.indices.first { stripped[$0...].starts(with: [exif[0], exif[0], 0x12, 0x34]) })
        var right = stripped
        (right[place + 2], right[place + 3]) = isLittle ? (42, 0) : (0, 42)
        let read = PhotoMetadata.read(right)
        #expect(read?.camera != nil && read?.latitude == nil)
      }
    }
    let text = "<x:xmpmeta><rdf:Description photoshop:City=\"Galata\"/></x:xmpmeta>"
    for width in [2, 4] {
      for isLittle in [true, false] {
        let packet = text.utf8.flatMap { letter in
          let rest = [UInt8](repeating: 0, count: width - 1)
          return isLittle ? [letter] + rest : rest + [letter]
        }
        #expect(throws: StrippingRefusal.self) { try LocationRemoval.removed(fromCompanion: packet) }
        let segment = Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet
        let photo = Container.jpeg(nil, between: [0xFF, 0xE1] + Container.big(segment.count + 2, 2) + segment)
        #expect(throws: StrippingRefusal.self) { try LocationRemoval.removed(from: photo) }
      }
    }
  }

  @Test("HEIC is refused")
  func withProperties() throws {
    #expect(throws: StrippingRefusal.self) {
      try OrientationChange.turned(Container.heic(TIFFMaker.photo().bytes), quartersRight: 1)
    }
  }
}
