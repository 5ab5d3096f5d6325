// Metadata from photos made by hand: every container, both byte orders, what values become.

import Testing
import VitrineModel
import VitrinePhotos

/// What is known of a photo, a line each.
func lines(_ bytes: [UInt8]) -> [String] {
  (PhotoMetadata.read(bytes)?.texts ?? []).filter { $0.name != "orientation" }.map { "\($0.name) \($0.text)" }
}

@Suite struct MetadataTests {
  @Test(
    "the same EXIF is read in either byte order from JPEG, PNG, HEIC, TIFF, DNG, ORF, CR3, RAF and WebP",
    arguments: [true, false])
  func containers(isLittle: Bool) {
    let maker = TIFFMaker.photo(isLittle: isLittle)
    var dng = maker
    dng.directories[0].append((50_706, .bytes([1, 4, 0, 0])))
    let exif = maker.bytes
    let all: [(String, ImageFormat, [UInt8])] = [
      ("JPEG", .jpeg, Container.jpeg(exif)), ("PNG", .png, Container.png(before: Container.chunk("eXIf", exif))),
      ("PNG, behind the picture", .png, Container.png(after: Container.chunk("eXIf", exif))),
      ("PNG, with JPEG's prefix", .png, Container.png(before: Container.chunk("eXIf", Array("Exif\0\0".utf8) + exif))),
      ("PNG, as a text", .png, Container.png(before: Container.chunk("tEXt", profile(exif)))),
      ("HEIC", .heic, Container.heic(exif)), ("HEIC, iloc 0", .heic, Container.heic(exif, version: 0)),
      ("HEIC, iloc 2", .heic, Container.heic(exif, version: 2)), ("HEIC, in idat", .heic, Container.heic(exif, inData: true)),
      ("HEIC, with a prefix", .heic, Container.heic(Array("Exif\0\0".utf8) + exif)), ("TIFF", .tiff, exif),
      ("DNG", .dng, dng.bytes),
      ("ORF", .orf, TIFFMaker.photo(isLittle: isLittle, magic: 0x4F52).bytes), ("CR3", .cr3, Container.cr3(maker)),
      ("RAF", .raf, Container.raf(exif)), ("WebP", .webp, Container.webp(exif)),
    ]
    for (name, format, bytes) in all {
      #expect(ImageFormat.sniff(bytes) == format, "\(name)")
      let expected = [TIFFMaker.photoTexts[0], "width 6000", "height 4000"] + TIFFMaker.photoTexts.dropFirst()
      #expect(lines(bytes) == expected, "\(name)")
      // HEIC says itself how it is turned.
      #expect(PhotoMetadata.read(bytes)?.orientation == (format == .heic ? 1 : 6), "\(name)")
    }
  }

  @Test("a large PNG's EXIF behind a picture in many pieces is found without reading each of them")
  func largePNG() {
    let piece = Container.chunk("IDAT", [UInt8](repeating: 0x55, count: 8192))
    let exif = Container.chunk("eXIf", TIFFMaker.photo().bytes)
    let png = Container.png(
      before: (0..<200).flatMap { _ in piece }, after: exif + Container.chunk("tIME", [7, 0xEA, 11, 20, 17, 2, 31]))
    var image = ImageBytes(sample(png)) { start, count in Array(png[start..<start + count]) }
    #expect(PhotoMetadata.read(&image, .png).camera == "NIKON Z 8")
    #expect(image.reads <= 20)
  }

  private func profile(_ exif: [UInt8]) -> [UInt8] {
    var text = "Raw profile type exif\0\nexif\n      \(exif.count + 6)\n"
    for (index, byte) in (Array("Exif\0\0".utf8) + exif).enumerated() {
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16) + (index % 36 == 35 ? "\n" : "")
    }
    return Array((text + "\n").utf8)
  }

  @Test("RW2: the sensor's borders give the size, its JPEG what the first directory does not say")
  func panasonic() {
    var exif = TIFFMaker.photo()
    exif.directories[0].removeAll { $0.tag == 256 || $0.tag == 257 }
    let jpeg = Container.jpeg(exif.bytes, width: 1920, height: 1440)
    let rw2 = TIFFMaker(
      magic: 0x55,
      directories: [
        [
          (2, .short([5488])), (3, .short([3904])), (4, .short([4])), (5, .short([8])), (6, .short([3892])), (7, .short([5192])),
          (0x17, .short([800])), (0x2E, .bytes(jpeg)), (0x10F, .text("Panasonic")), (0x110, .text("DMC-GX8")),
        ]
      ])
    let found = lines(rw2.bytes)
    #expect(found.contains("width 5184") && found.contains("height 3888"))
    #expect(found.contains("camera Panasonic DMC-GX8") && found.contains("iso 400") && found.contains("shutter 1/250"))
  }

  @Test("an early CR2 says its picture's size in EXIF alone; before it stands a smaller JPEG")
  func earlyCanon() throws {
    var maker = TIFFMaker.photo()
    maker.directories[0][0].value = .long([1536])
    maker.directories[0][1].value = .short([1024])
    maker.directories[1] += [(0xA002, .short([3456])), (0xA003, .short([2304]))]
    // Without Canon's mark behind the header it is plain TIFF, where the directory counts.
    #expect(try #require(PhotoMetadata.read(maker.bytes)).width == 1536)
    maker.mark = Array("CR\u{2}\0\0\0\0\0".utf8)
    let found = try #require(PhotoMetadata.read(maker.bytes))
    #expect(found.width == 3456 && found.height == 2304 && found.camera == "NIKON Z 8")
  }

  @Test("a raw file's size is that of its largest picture that is no preview")
  func rawSize() {
    let dng = TIFFMaker(directories: [
      [(254, .long([1])), (256, .long([160])), (257, .long([120])), (330, .long([500, 600])), (50_706, .bytes([1, 4, 0, 0]))]
    ])
    func directory(_ type: Int, _ width: Int, _ height: Int) -> [UInt8] {
      Array(TIFFMaker(directories: [[(254, .long([type])), (256, .long([width])), (257, .short([height]))]]).bytes.dropFirst(8))
    }
    var bytes = dng.bytes
    bytes += [UInt8](repeating: 0, count: 500 - bytes.count) + directory(1, 9000, 6000)
    bytes += [UInt8](repeating: 0, count: 600 - bytes.count) + directory(0, 4032, 3024)
    #expect(lines(bytes) == ["width 4032", "height 3024"])
  }

  @Test(
    "HEIC's rotations and mirrors make the orientation EXIF would have",
    arguments: [
      ("", 1), ("r0", 1), ("r1", 8), ("r2", 3), ("r3", 6), ("m0", 4), ("m1", 2), ("r1m0", 5), ("r1m1", 7), ("r2m0", 2),
      ("r2m1", 4),
      ("r3m0", 7), ("r3m1", 5), ("m1r1", 5), ("r1r3", 1),
    ])
  func turns(words: String, orientation: Int) {
    let letters = Array(words)
    let properties = stride(from: 0, to: letters.count, by: 2).map { index in
      Container.box(letters[index] == "r" ? "irot" : "imir", [UInt8(letters[index + 1].wholeNumberValue ?? 0)])
    }
    let photo = Container.heic(TIFFMaker.photo().bytes, properties: properties)
    #expect(PhotoMetadata.read(photo)?.orientation == orientation)
  }

  @Test("a JPEG's size is its frame's, not what EXIF says; a second EXIF block and one behind other segments change nothing")
  func jpegSize() {
    let exif = TIFFMaker.photo().bytes
    let other = TIFFMaker(directories: [[(0x110, .text("Other"))]]).bytes
    let second = [0xFF, 0xE1] + Container.big(other.count + 8, 2) + Array("Exif\0\0".utf8) + other
    #expect(
      lines(Container.jpeg(exif, between: second, width: 800, height: 600)).prefix(4).dropFirst() == [
        "width 800", "height 600", "camera NIKON Z 8",
      ])
    let table: [UInt8] = [0xFF, 0xFF, 0xFF, 0xC4, 0x00, 0x04, 1, 2]
    #expect(lines(Container.jpeg(nil, between: table, width: 80, height: 60)) == ["width 80", "height 60"])
  }

  @Test("texts lose NULs and blanks; those that are no UTF-8 are ISO 8859-1; a lens of dashes is none")
  func texts() {
    func camera(_ model: [UInt8]) -> [String] { lines(TIFFMaker(directories: [[(0x110, .bytes(model))]]).bytes) }
    #expect(camera(Array("  EOS \t5D \0 junk".utf8)) == ["camera EOS 5D"])
    #expect(camera([0x43, 0xE9, 0x43, 0x41, 0x4D]) == ["camera CéCAM"])
    #expect(camera([UInt8](repeating: 0x20, count: 20)) == [])
    #expect(camera([0, 0, 0, 0, 0, 0]) == [])
    #expect(lines(TIFFMaker(directories: [[(0xA434, .text("----"))]]).bytes) == [])
  }

  @Test("zero, and quotients by zero, are nothing known")
  func zeros() {
    let zeros = TIFFMaker(directories: [
      [
        (0x829A, .quotients([(0, 1)])), (0x829D, .quotients([(0, 0)])), (0x8827, .short([0])), (0x920A, .quotients([(5, 0)])),
        (0x9003, .text("0000:00:00 00:00:00")), (0x8825, .directory(1)),
      ],
      [(1, .text("N")), (2, .quotients([(0, 1), (0, 1), (0, 1)])), (3, .text("E")), (4, .quotients([(0, 1), (0, 1), (0, 1)]))],
    ])
    #expect(lines(zeros.bytes) == [])
  }

  @Test("without an exposure time and an f-number, the shutter's speed and the lens's opening say them [M4.2]")
  func logarithms() {
    func exposure(_ tags: [(tag: Int, value: TIFFMaker.Value)]) -> [String] { lines(TIFFMaker(directories: [tags]).bytes) }
    func speed(_ above: Int, _ below: Int) -> (tag: Int, value: TIFFMaker.Value) { (0x9201, .quotients([(above, below)])) }
    #expect(exposure([speed(6_965_784, 1_000_000), (0x9202, .quotients([(297, 100)]))]) == ["shutter 1/125", "aperture 2.8"])
    #expect(exposure([(0x829A, .quotients([(0, 0)])), speed(8, 1)]) == ["shutter 1/256"])
    #expect(exposure([(0x829A, .quotients([(1, 60)])), speed(8, 1)]) == ["shutter 1/60"])
    for (above, below) in [(0, 1), (1, 0), (21, 1), (Int(UInt32.max), 1)] { #expect(exposure([speed(above, below)]) == []) }
  }

  @Test("a sensitivity above 65535 stands in another tag")
  func highSensitivity() {
    #expect(lines(TIFFMaker(directories: [[(0x8827, .short([65_535])), (0x8832, .long([102_400]))]]).bytes) == ["iso 102400"])
    #expect(lines(TIFFMaker(directories: [[(0x8827, .short([65_535]))]]).bytes) == ["iso 65535"])
  }

  @Test(
    "places need both degrees, their side, and the globe",
    arguments: [
      ("N", [(41, 1), (30, 1), (0, 1)], "E", [(28, 1), (0, 1), (36, 1)], ["location.lat 41.5", "location.lon 28.01"]),
      (
        "S", [(33, 1), (86_882, 1000), (0, 0)], "W", [(151, 1), (0, 1), (0, 1)],
        ["location.lat -34.4480333", "location.lon -151"]
      ),
      ("North", [(41_015_137, 1_000_000)], "e", [(28, 1)], ["location.lat 41.015137", "location.lon 28"]),
      ("", [(41, 1)], "E", [(28, 1)], []), ("N", [(91, 1)], "E", [(28, 1)], []), ("N", [(41, 1)], "E", [(181, 1)], []),
      ("N", [(0, 0)], "E", [(28, 1)], []), ("N", [(0, 1)], "E", [(28, 1)], ["location.lat 0", "location.lon 28"]),
    ] as [(String, [(Int, Int)], String, [(Int, Int)], [String])])
  func places(north: String, latitude: [(Int, Int)], east: String, longitude: [(Int, Int)], expected: [String]) {
    let maker = TIFFMaker(directories: [
      [(0x8825, .directory(1))],
      [(1, .text(north)), (2, .quotients(latitude)), (3, .text(east)), (4, .quotients(longitude))],
    ])
    #expect(lines(maker.bytes) == expected)
  }

  @Test(
    "exposure times are written as cameras show them",
    arguments: [
      (1, 8000, "1/8000"), (10, 2500, "1/250"), (1, 4, "1/4"), (3, 10, "0.3"), (5, 10, "0.5"), (1, 1, "1"), (25, 10, "2.5"),
      (30, 1, "30"),
      (6028, 100_000, "1/17"),
    ])
  func shutters(above: Int, below: Int, text: String) {
    #expect(lines(TIFFMaker(directories: [[(0x829A, .quotients([(above, below)]))]]).bytes) == ["shutter \(text)"])
  }

  @Test(
    "cameras have the names people give them",
    arguments: [
      ("FUJIFILM", "X100F", "FUJIFILM X100F"), ("Canon", "Canon EOS 40D", "Canon EOS 40D"),
      ("NIKON CORPORATION", "NIKON Z 8", "NIKON Z 8"),
      ("NIKON CORPORATION", "COOLPIX P1", "NIKON COOLPIX P1"), ("EASTMAN KODAK COMPANY", "KODAK DC240 ZOOM", "KODAK DC240 ZOOM"),
      ("OLYMPUS OPTICAL CO.,LTD", "C2040Z", "OLYMPUS C2040Z"), ("CASIO COMPUTER CO.,LTD.", "QV-7000SX", "CASIO QV-7000SX"),
      ("RICOH IMAGING COMPANY, LTD.", "PENTAX K-3 II", "RICOH PENTAX K-3 II"), ("LEICA CAMERA AG", "LEICA Q2", "LEICA Q2"),
      ("Minolta Co., Ltd.", "DiMAGE X", "Minolta DiMAGE X"), ("SEIKO EPSON CORP.", "PhotoPC 3000Z", "SEIKO EPSON PhotoPC 3000Z"),
      ("SONY", "ILCE-7RM3", "SONY ILCE-7RM3"), ("", "FinePix", "FinePix"), ("Canon", "", "Canon"), ("Camera", "Camera", "Camera"),
      ("Apple", "iPhone 15 Pro", "Apple iPhone 15 Pro"),
    ])
  func cameras(maker: String, model: String, name: String) {
    #expect(lines(TIFFMaker(directories: [[(0x10F, .text(maker)), (0x110, .text(model))]]).bytes) == ["camera \(name)"])
  }
}
