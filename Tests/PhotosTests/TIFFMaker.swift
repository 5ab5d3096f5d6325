// TIFF structures and the containers around them, made by hand for the tests.

/// Makes a TIFF structure: directories of tags in either byte order.
struct TIFFMaker {
  /// A value of a tag.
  enum Value {
    case text(String)
    case short([Int])
    case long([Int])
    case quotients([(Int, Int)])
    case bytes([UInt8])
    /// The number of a directory.
    case directory(Int)
    /// Any type and count, and what stands in the place of the value.
    case raw(type: Int, count: Int, value: Int)
  }

  var isLittle = true
  var magic = 42
  /// What stands between the header and the first directory.
  var mark: [UInt8] = []
  /// The directories; the first is the first.
  var directories: [[(tag: Int, value: Value)]] = [[]]

  func number(_ value: Int, _ width: Int) -> [UInt8] {
    let bytes = (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    return isLittle ? bytes : bytes.reversed()
  }

  /// The bytes: the header, the directories one after another, then the values that do not fit in them.
  var bytes: [UInt8] {
    var places: [Int] = []
    var next = 8 + mark.count
    for directory in directories {
      places.append(next)
      next += 2 + directory.count * 12 + 4
    }
    var remote: [UInt8] = []
    var result = Array((isLittle ? "II" : "MM").utf8) + number(magic, 2) + number(8 + mark.count, 4) + mark
    for directory in directories {
      result += number(directory.count, 2)
      for (tag, value) in directory {
        let (type, count, bytes) = encoded(value, places)
        result += number(tag, 2) + number(type, 2) + number(count, 4)
        if bytes.count <= 4 {
          result += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
        } else {
          result += number(next + remote.count, 4)
          remote += bytes
        }
      }
      result += number(0, 4)
    }
    return result + remote
  }

  private func encoded(_ value: Value, _ places: [Int]) -> (type: Int, count: Int, bytes: [UInt8]) {
    switch value {
    case .text(let text): (2, text.utf8.count + 1, Array(text.utf8) + [0])
    case .short(let values): (3, values.count, values.flatMap { number($0, 2) })
    case .long(let values): (4, values.count, values.flatMap { number($0, 4) })
    case .quotients(let values): (5, values.count, values.flatMap { number($0.0, 4) + number($0.1, 4) })
    case .bytes(let bytes): (7, bytes.count, bytes)
    case .directory(let index): (4, 1, number(places[index], 4))
    case .raw(let type, let count, let value): (type, count, number(value, 4))
    }
  }
}

extension TIFFMaker {
  /// A photo with a value for every member.
  static func photo(isLittle: Bool = true, magic: Int = 42) -> TIFFMaker {
    TIFFMaker(
      isLittle: isLittle, magic: magic,
      directories: [
        [
          (256, .long([6000])), (257, .short([4000])), (0x10F, .text("NIKON CORPORATION  ")), (0x110, .text("NIKON Z 8")),
          (0x112, .short([6])), (0x8769, .directory(1)), (0x8825, .directory(2)),
        ],
        [
          (0x829A, .quotients([(10, 2500)])), (0x829D, .quotients([(28, 10)])), (0x8827, .short([400])),
          (0x9003, .text("2026:11:20 17:02:31")), (0x9011, .text("+03:00")), (0x9291, .text("53 ")),
          (0x920A, .quotients([(230, 10)])), (0xA434, .text("NIKKOR Z MC 105mm f/2.8 VR S")),
        ],
        [
          (1, .text("N")), (2, .quotients([(41, 1), (1, 1), (5412, 100)])), (3, .text("W")),
          (4, .quotients([(28, 1), (585, 10), (0, 1)])),
        ],
      ])
  }

  /// The lines of `photo`, without the size.
  static let photoTexts = [
    "taken 2026-11-20T17:02:31.53+03:00", "camera NIKON Z 8", "lens NIKKOR Z MC 105mm f/2.8 VR S", "iso 400", "shutter 1/250",
    "aperture 2.8", "focal_length 23", "location.lat 41.0317", "location.lon -28.975",
  ]
}

/// The containers that EXIF stands in.
enum Container {
  static func big(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// A JPEG with EXIF, and what may stand between it and the frame. The picture itself is not there.
  static func jpeg(_ exif: [UInt8]?, between: [UInt8] = [], width: Int = 6000, height: Int = 4000) -> [UInt8] {
    let app1 = exif.map { [0xFF, 0xE1] + big($0.count + 8, 2) + Array("Exif\0\0".utf8) + $0 } ?? []
    let frame: [UInt8] = [0xFF, 0xC0, 0, 17, 8] + big(height, 2) + big(width, 2) + [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
    return [0xFF, 0xD8] + app1 + between + frame + [0xFF, 0xDA, 0, 2, 0xFF, 0xD9]
  }

  static func chunk(_ type: String, _ bytes: [UInt8]) -> [UInt8] {
    big(bytes.count, 4) + Array(type.utf8) + bytes + [0, 0, 0, 0]
  }

  /// A PNG of the given chunks.
  static func png(before: [UInt8] = [], picture: Int = 100, after: [UInt8] = []) -> [UInt8] {
    [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A] + chunk("IHDR", big(6000, 4) + big(4000, 4) + [8, 2, 0, 0, 0]) + before
      + chunk("IDAT", [UInt8](repeating: 0x55, count: picture)) + after + chunk("IEND", [])
  }

  static func box(_ type: String, _ bytes: [UInt8]) -> [UInt8] { big(bytes.count + 8, 4) + Array(type.utf8) + bytes }

  /// A HEIC with an EXIF item and a picture of the given properties beside its size.
  static func heic(
    _ exif: [UInt8], properties: [[UInt8]] = [], version: Int = 1, inData: Bool = false, filling: Int = 0
  ) -> [UInt8] {
    let payload = big(0, 4) + exif
    let ftyp = box("ftyp", Array("heic".utf8) + big(0, 4) + Array("mif1heic".utf8))
    let wide = version == 2
    func id(_ number: Int) -> [UInt8] { big(number, wide ? 4 : 2) }
    func entry(_ item: Int, _ type: String) -> [UInt8] {
      box("infe", big(wide ? 3 << 24 : 2 << 24, 4) + id(item) + big(0, 2) + Array(type.utf8) + [0])
    }
    func meta(_ offset: Int) -> [UInt8] {
      let all = [box("ispe", big(0, 4) + big(6000, 4) + big(4000, 4))] + properties
      let ipma = big(0, 4) + big(1, 4) + big(1, 2) + [UInt8(all.count)] + all.indices.map { UInt8($0 + 1) }
      let method = version == 0 ? [] : big(inData ? 1 : 0, 2)
      let location = id(2) + method + big(0, 2) + big(1, 2) + big(offset, 4) + big(payload.count, 4)
      return box(
        "meta",
        big(0, 4) + box("hdlr", big(0, 8) + Array("pict".utf8) + big(0, 13)) + box("pitm", big(0, 4) + big(1, 2))
          + box("iinf", big(0, 4) + big(2, 2) + entry(1, "hvc1") + entry(2, "Exif"))
          + box("iref", big(0, 4) + box("cdsc", big(2, 2) + big(1, 2) + big(1, 2)))
          + box("iprp", box("ipco", all.flatMap { $0 }) + box("ipma", ipma))
          + box("iloc", big(version << 24, 4) + [0x44, 0x00] + big(1, wide ? 4 : 2) + location)
          + (inData ? box("idat", payload) : []))
    }
    let start = ftyp.count + meta(0).count + 8 + filling
    return ftyp + meta(inData ? 0 : start) + box("mdat", [UInt8](repeating: 0xAA, count: filling) + (inData ? [] : payload))
  }

  /// A RAF with a JPEG preview, and Fujifilm's directory with the picture's size.
  static func raf(_ exif: [UInt8]) -> [UInt8] {
    let jpeg = jpeg(exif, width: 1920, height: 1280)
    let directory =
      big(3, 4) + big(0x100, 2) + big(4, 2) + big(4038, 2) + big(6160, 2) + big(0x130, 2) + big(1, 2) + [0] + big(0x111, 2)
      + big(4, 2)
      + big(4000, 2) + big(6000, 2)
    var head = Array("FUJIFILMCCD-RAW 0201FF129501X100F".utf8)
    head += [UInt8](repeating: 0, count: 84 - head.count) + big(120, 4) + big(jpeg.count, 4) + big(120 + jpeg.count, 4)
    head += big(directory.count, 4)
    return head + [UInt8](repeating: 0, count: 120 - head.count) + jpeg + directory
  }

  /// A CR3: three TIFF structures in Canon's box.
  static func cr3(_ maker: TIFFMaker) -> [UInt8] {
    func part(_ index: Int) -> [UInt8] {
      TIFFMaker(
        isLittle: maker.isLittle,
        directories: [maker.directories[index].filter { if case .directory = $0.value { false } else { true } }]
      ).bytes
    }
    let own =
      [0x85, 0xC0, 0xB6, 0x87, 0x82, 0x0F, 0x11, 0xE0, 0x81, 0x11, 0xF4, 0xCE, 0x46, 0x2B, 0x6A, 0x48] + box("CNCV", [1, 2, 3])
      + box("CMT1", part(0)) + box("CMT2", part(1)) + box("CMT3", part(0)) + box("CMT4", part(2))
    return box("ftyp", Array("crx ".utf8) + big(1, 4) + Array("crx isom".utf8)) + box("moov", box("uuid", own))
  }

  /// A WebP of the extended form.
  static func webp(_ exif: [UInt8]) -> [UInt8] {
    func little(_ value: Int, _ width: Int) -> [UInt8] { big(value, width).reversed() }
    func chunk(_ type: String, _ bytes: [UInt8]) -> [UInt8] {
      Array(type.utf8) + little(bytes.count, 4) + bytes + (bytes.count % 2 == 1 ? [0] : [])
    }
    let body =
      Array("WEBP".utf8) + chunk("VP8X", [8, 0, 0, 0] + little(5999, 3) + little(3999, 3)) + chunk("ALPH", [1, 2, 3])
      + chunk("EXIF", exif)
    return Array("RIFF".utf8) + little(body.count, 4) + body
  }
}
