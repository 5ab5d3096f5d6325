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

  @Test("a location in a compressed text is refused, not left in place without a word")
  func compressed() throws {
    let exif = TIFFMaker.photo().bytes
    var text = "Raw profile type exif\0\nexif\n      \(exif.count)\n"
    for byte in exif { text += (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    let png = Container.png(before: Container.chunk("tEXt", Array(text.utf8)))
    #expect(PhotoMetadata.read(png)?.latitude != nil)
    #expect(throws: StrippingRefusal.self) { try LocationRemoval.removed(from: png) }
  }

  @Test("bytes spoilt anywhere never make the photo longer or end in a crash")
  func spoilt() {
    for (_, bytes) in containers(isLittle: true) {
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

  @Test("a JPEG without EXIF gets the tag; HEIC is refused")
  func withoutTag() throws {
    let turned = try OrientationChange.turned(Container.jpeg(nil), quartersRight: 3)
    #expect(PhotoMetadata.read(turned)?.orientation == 8)
    #expect(throws: StrippingRefusal.self) {
      try OrientationChange.turned(Container.heic(TIFFMaker.photo().bytes), quartersRight: 1)
    }
  }
}
