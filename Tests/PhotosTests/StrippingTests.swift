// What goes from a photo and what stays, format by format; and photos that lie.

import Testing
import VitrineModel
import VitrinePhotos

@Suite struct StrippingTests {
  private func segment(_ marker: UInt8, _ bytes: [UInt8]) -> [UInt8] {
    [0xFF, marker] + Container.big(bytes.count + 2, 2) + bytes
  }

  private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// A photo without its metadata, or the reason why not.
  private func strip(_ bytes: [UInt8], keeping kept: PhotoStripping.Kept = .nothing) -> (bytes: [UInt8]?, reason: String) {
    do throws(StrippingRefusal) {
      return (try PhotoStripping.strip(bytes, keeping: kept).bytes(of: bytes), "")
    } catch {
      return (nil, error.reason)
    }
  }

  private func holds(_ bytes: [UInt8]?, _ word: String) -> Bool {
    guard let bytes else { return false }
    let word = Array(word.utf8)
    return bytes.indices.contains { bytes[$0...].starts(with: word) }
  }

  // MARK: JPEG

  private let tables: [UInt8] = [0xFF, 0xDB, 0, 4, 7, 7]
  private let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0]
  private let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xFF, 0, 0x34, 0xFF, 0xD0, 0x56, 0xFF, 0xFF]
  private let end: [UInt8] = [0xFF, 0xD9]

  @Test("a JPEG keeps tables, colours and picture; EXIF, XMP, IPTC, comments, previews and what stands behind it go")
  func jpeg() {
    let jfif = text("JFIF\0") + [1, 2, 0, 0, 72, 0, 72]
    let icc = segment(0xE2, text("ICC_PROFILE\0") + [1, 1] + text("profile"))
    let adobe = text("Adobe") + [0, 100, 0, 0, 0, 0, 1]
    let exif = TIFFMaker.photo().bytes
    let photo =
      [0xFF, 0xD8] + segment(0xE0, jfif + [1, 1, 9, 9, 9]) + segment(0xE1, text("Exif\0\0") + exif)
      + segment(0xE1, text("http://ns.adobe.com/xap/1.0/\0<secret/>"))
      + segment(0xE1, text("http://ns.adobe.com/xmp/extension/\0secret"))
      + segment(0xE2, text("MPF\0secret")) + icc + segment(0xED, text("Photoshop 3.0\0secret")) + segment(0xEB, text("secret"))
      + segment(0xE0, text("JFXX\0secret")) + segment(0xEE, adobe + text("secret")) + text("secret") + tables
      + segment(0xFE, text("secret")) + frame + scan + segment(0xFE, text("secret")) + tables + scan + end + text("secret film")
    let exifLeft = segment(
      0xE1, text("Exif\0\0MM") + [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0])
    let expected =
      [0xFF, 0xD8] + segment(0xE0, jfif + [0, 0]) + exifLeft + icc + segment(0xEE, adobe) + tables + frame + scan + tables + scan
      + end
    #expect(strip(photo).bytes == expected)
    #expect(holds(strip(photo).bytes, "secret") == false)
  }

  @Test("a JPEG that is upright gets no EXIF at all; with its place kept it gets that alone")
  func uprightJPEG() {
    var maker = TIFFMaker.photo()
    maker.directories[0].removeAll { $0.tag == 0x112 }
    let photo = [0xFF, 0xD8] + segment(0xE1, text("Exif\0\0") + maker.bytes) + tables + frame + scan + end
    #expect(strip(photo).bytes == [0xFF, 0xD8] + tables + frame + scan + end)
    let placed = strip(photo, keeping: .location).bytes
    let metadata = placed.flatMap { PhotoMetadata.read($0) }
    #expect(metadata?.latitude == "41.0317" && metadata?.longitude == "-28.975")
    #expect(metadata?.camera == nil && metadata?.taken == nil)
  }

  @Test(
    "a JPEG that cannot be walked through is refused",
    arguments: [
      ([0xFF, 0xD8, 0xFF], "it is cut off"), ([0xFF, 0xD8, 0xFF, 0xD9], "it holds no picture"),
      ([0xFF, 0xD8, 0xFF, 0xE1, 0, 1, 0, 0], "a segment claims to have 1 bytes"),
      ([0xFF, 0xD8, 0xFF, 0xE1, 0xFF, 0xFF, 0, 0], "a segment reaches past the end of the file"),
      ([0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 1, 2, 3], "it is cut off"), ([0xFF, 0xD8, 0xFF, 0xDA, 0, 2, 1, 0xFF], "it is cut off"),
      ([0xFF, 0xD8, 0xFF, 0xF7, 0, 2, 0xFF, 0xD9], "it has a segment of the unknown type F7"),
    ] as [([UInt8], String)])
  func brokenJPEG(bytes: [UInt8], reason: String) { #expect(strip(bytes).reason == reason) }

  // MARK: PNG, WebP, GIF

  @Test("a PNG keeps what its colours and its movement need; texts, times, EXIF and unknown chunks go, and what stands behind it")
  func png() throws {
    let secret = text("Comment\0secret")
    let gone = ["tEXt", "zTXt", "iTXt", "tIME", "caBX", "prVt"].flatMap { Container.chunk($0, secret) }
    let kept = ["iCCP", "gAMA", "pHYs", "acTL", "fcTL"].flatMap { Container.chunk($0, [1, 2, 3]) }
    let photo =
      Container.png(before: gone + kept + Container.chunk("eXIf", TIFFMaker.photo().bytes), after: gone) + text("secret")
    let after = try #require(strip(photo).bytes)
    #expect(!holds(after, "secret"))
    #expect(["iCCP", "gAMA", "pHYs", "acTL", "fcTL", "IDAT", "IEND"].allSatisfy { holds(after, $0) })
    #expect(PhotoMetadata.read(after)?.orientation == 6)
    #expect(PhotoMetadata.read(after)?.camera == nil)
    #expect(strip(Container.png(before: gone + kept, after: gone) + [1]).bytes == Container.png(before: kept))
    #expect(strip(Array(photo.prefix(50))).reason.hasPrefix("the chunk "))
    #expect(strip(Array(Container.png().dropLast(12))).reason == "it is cut off")
  }

  @Test("a WebP keeps its picture and says no more that it has EXIF or XMP")
  func webP() throws {
    func chunk(_ type: String, _ bytes: [UInt8]) -> [UInt8] {
      text(type) + Container.big(bytes.count, 4).reversed() + bytes + (bytes.count % 2 == 1 ? [0] : [])
    }
    func file(_ body: [UInt8]) -> [UInt8] { text("RIFF") + Container.big(body.count + 4, 4).reversed() + text("WEBP") + body }
    let size: [UInt8] = [0, 0, 0, 1, 0, 0, 1, 0, 0]
    let picture = chunk("ICCP", [1, 2, 3]) + chunk("VP8L", [0x2F, 0, 0, 0, 0])
    let photo =
      file(chunk("VP8X", [0x2C] + size) + picture + chunk("EXIF", TIFFMaker.photo().bytes) + chunk("XMP ", text("secret")))
      + text("secret")
    let after = try #require(strip(photo).bytes)
    #expect(!holds(after, "secret"))
    #expect(PhotoMetadata.read(after)?.orientation == 6)
    #expect(PhotoMetadata.read(after)?.camera == nil)
    let upright = file(chunk("VP8X", [0x24] + size) + picture + chunk("XMP ", text("secret")) + chunk("????", text("secret")))
    #expect(strip(upright).bytes == file(chunk("VP8X", [0x20] + size) + picture))
    #expect(strip(Array(photo.prefix(40))).reason == "it is cut off")
    #expect(strip(file(chunk("XMP ", [1, 2]))).reason == "it holds no picture")
  }

  @Test("a GIF keeps its frames and its loop; comments and programs' own blocks go")
  func gif() {
    func blocks(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count)] + bytes + [0] }
    let head = text("GIF89a") + [1, 0, 1, 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6]
    let loop = [0x21, 0xFF] + [11] + text("NETSCAPE2.0") + blocks([1, 0, 0])
    let xmp = [0x21, 0xFF] + [11] + text("XMP DataXMP") + blocks(text("secret"))
    let control = [0x21, 0xF9] + blocks([0, 0, 0, 0])
    let frame = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2] + blocks([0x44, 1])
    let comment = [0x21, 0xFE] + blocks(text("secret"))
    let photo = head + comment + loop + xmp + control + frame + comment + [0x3B] + text("secret")
    #expect(strip(photo).bytes == head + loop + control + frame + [0x3B])
    #expect(strip(Array(photo.prefix(30))).reason == "it is cut off")
    #expect(strip(head + frame).reason == "it is cut off")
    #expect(strip(head + [0x99, 0]).reason == "it has a block of the unknown type 99")
  }

  // MARK: HEIC

  @Test(
    "a HEIC keeps every byte of its picture at its place; its EXIF becomes one without tags, or with the place alone",
    arguments: [0, 1, 2])
  func heic(version: Int) throws {
    let picture: [UInt8] = Array(repeating: 0x5A, count: 500)
    var photo = Self.heic(exif: TIFFMaker.photo().bytes, picture: picture, version: version)
    let size = photo.count
    photo += Container.box("mpvd", text("secret film"))
    let after = try #require(strip(photo).bytes)
    #expect(after.count == size)
    #expect(!holds(after, "secret") && holds(after, "ZZZZ"))
    #expect(PhotoMetadata.read(after) == PhotoMetadata.read(Self.heic(exif: [0, 0, 0, 0], picture: picture, version: version)))
    let placed = try #require(strip(photo, keeping: .location).bytes)
    #expect(PhotoMetadata.read(placed)?.latitude == "41.0317")
    #expect(PhotoMetadata.read(placed)?.camera == nil)
  }

  /// A HEIC with a picture, EXIF, and secrets between them.
  static func heic(exif: [UInt8], picture: [UInt8], version: Int) -> [UInt8] {
    let wide = version == 2
    func id(_ number: Int) -> [UInt8] { Container.big(number, wide ? 4 : 2) }
    func entry(_ item: Int, _ type: String) -> [UInt8] {
      Container.box("infe", Container.big(wide ? 3 << 24 : 2 << 24, 4) + id(item) + Container.big(0, 2) + Array(type.utf8) + [0])
    }
    let secret = Array("secret".utf8)
    let block = Container.big(0, 4) + exif
    func meta(_ start: Int) -> [UInt8] {
      func place(_ item: Int, _ offset: Int, _ count: Int) -> [UInt8] {
        id(item) + (version == 0 ? [] : [0, 0]) + [0, 0] + Container.big(1, 2) + Container.big(start + offset, 4)
          + Container.big(count, 4)
      }
      let places =
        place(1, 0, picture.count) + place(2, picture.count + 6, block.count)
        + place(3, picture.count + 6 + block.count, secret.count)
      return Container.box(
        "meta",
        Container.big(0, 4) + Container.box("pitm", Container.big(0, 4) + Container.big(1, 2)) + Container.box("uuid", secret)
          + Container.box(
            "iinf", Container.big(0, 4) + Container.big(3, 2) + entry(1, "hvc1") + entry(2, "Exif") + entry(3, "mime"))
          + Container.box(
            "iprp",
            Container.box(
              "ipco",
              Container.box("ispe", Container.big(0, 4) + Container.big(600, 4) + Container.big(400, 4))
                + Container.box("udes", secret))
              + Container.box("ipma", Container.big(0, 4) + Container.big(1, 4) + Container.big(1, 2) + [1, 1]))
          + Container.box("iloc", Container.big(version << 24, 4) + [0x44, 0] + Container.big(3, wide ? 4 : 2) + places))
    }
    let ftyp = Container.box("ftyp", Array("heic".utf8) + Container.big(0, 4) + Array("mif1heic".utf8))
    let start = ftyp.count + meta(0).count + 8
    return ftyp + meta(start) + Container.box("mdat", picture + secret + block + secret + secret)
  }

  @Test("a HEIC whose EXIF lies in its picture, that holds a film, or whose boxes lie, is refused")
  func brokenHEIC() {
    let photo = Self.heic(exif: TIFFMaker.photo().bytes, picture: Array(repeating: 0x5A, count: 500), version: 1)
    #expect(
      strip(photo + Container.box("moov", [1, 2, 3])).reason
        == "it holds a film or a sequence, whose metadata cannot be taken out")
    #expect(strip(Array(photo.dropLast(9))).reason == "it is cut off")
    #expect(strip(Container.heic(TIFFMaker.photo().bytes)).reason == "it holds no picture")
  }

  @Test("other formats are refused by name")
  func others() {
    #expect(strip(TIFFMaker.photo().bytes).reason == "metadata cannot be taken out of a file in the format TIFF")
    #expect(strip(text("no image")).reason == "it is no image of a known format")
    #expect(strip([]).reason == "it is no image of a known format")
  }

  @Test(
    "no bytes make it fail: real photos with changed, cut and doubled bytes are refused, or stripped of everything",
    arguments: PhotoSource.allCases)
  func mutations(_ source: PhotoSource) throws {
    let photos = try source.photos(for: "changed bytes of photos to strip: \(source)")
    var random = Random(state: 11)
    var (done, refused) = (0, 0)
    for photo in photos {
      let bytes = photo.bytes
      guard bytes.count < 40_000 else { continue }
      for _ in 0..<8 where !bytes.isEmpty {
        let changed = random.spoiled(bytes, changes: 8, head: 600)
        guard let after = strip(changed, keeping: .nothing).bytes else {
          refused += 1
          continue
        }
        done += 1
        let left = PhotoMetadata.read(after)
        #expect(left?.camera == nil && left?.taken == nil && left?.latitude == nil && left?.lens == nil, "\(photo.name)")
        #expect(strip(after).bytes == after, "\(photo.name)")
      }
    }
    let enough = source == .corpus ? 150 : 15
    #expect(photos.isEmpty || source == .heif || (done > enough && refused > enough), "\(source): \(done) and \(refused)")
  }
}
