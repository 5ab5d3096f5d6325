// EXIF and DNG that vitrine writes, read back by itself and by the programs that others use.

import Foundation
import Testing
import VitrineModel
import VitrinePhotos
import VitrineTesting

@Suite struct WritingTests {
  private static var known: PhotoMetadata {
    var metadata = PhotoMetadata()
    metadata.taken = "2031-02-03T04:05:06.789+03:00"
    metadata.camera = "Somebody's phone, back"
    metadata.iso = 400
    metadata.shutter = "1/250"
    metadata.orientation = 6
    metadata.latitude = "41.031724"
    metadata.longitude = "-28.983701"
    return metadata
  }

  /// A JPEG of one colour that says nothing of itself, as a canvas gives it.
  private static func jpeg(in folder: TemporaryFolder) throws -> [UInt8] {
    try folder.write("P3 16 16 255 " + String(repeating: "200 100 50 ", count: 256), to: "a.ppm")
    #expect(system("cjpeg -quality 92 '\(folder.path)/a.ppm' >'\(folder.path)/a.jpg'") == 0)
    return try folder.read("a.jpg")
  }

  /// What a program prints.
  private static func run(_ command: String, in folder: TemporaryFolder) throws -> String {
    _ = system("cd '\(folder.path)' && { \(command); } >out 2>&1")
    return String(decoding: try folder.read("out"), as: UTF8.self)
  }

  @Test(
    "a JPEG that says nothing gets what is known, which ExifTool finds valid, and vitrine reads as it was (C-FR14, C-FR15)",
    .needs(.program("cjpeg"), .program("exiftool")))
  func exif() throws {
    let folder = try TemporaryFolder()
    let plain = try Self.jpeg(in: folder)
    let written = try #require(ExifWriting.written(Self.known, into: plain))
    try folder.write(written, to: "b.jpg")
    #expect(try Self.run("exiftool -validate -warning -a b.jpg", in: folder) == "Validate                        : OK\n")
    let words = try Self.run(
      "exiftool -n -s3 -DateTimeOriginal -SubSecTimeOriginal -OffsetTimeOriginal -Model -ISO -ExposureTime -Orientation -GPSLatitude -GPSLongitude b.jpg",
      in: folder
    ).split(separator: "\n").map(String.init)
    #expect(
      words == ["2031:02:03 04:05:06", "789", "+03:00", "Somebody's phone, back", "400", "0.004", "6", "41.031724", "-28.983701"])
    let read = try #require(PhotoMetadata.read(written))
    #expect(read.taken == Self.known.taken && read.camera == Self.known.camera && read.iso == 400 && read.shutter == "1/250")
    #expect(read.latitude == "41.031724" && read.longitude == "-28.983701" && read.orientation == 6)
    // The picture is the same, and what says something already is left alone.
    #expect(
      try Self.run("djpeg a.jpg | sha256sum; djpeg b.jpg | sha256sum", in: folder).split(separator: "\n").map { $0.prefix(64) }
        .allSame)
    #expect(ExifWriting.written(Self.known, into: written) == nil)
    #expect(ExifWriting.written(Self.known, into: Array("no image".utf8)) == nil)
    var without = Self.known
    (without.latitude, without.longitude) = (nil, nil)
    try folder.write(try #require(ExifWriting.written(without, into: plain)), to: "c.jpg")
    #expect(try Self.run("exiftool -gps:all -validate c.jpg", in: folder) == "Validate                        : OK\n")
  }

  /// A frame of four colours: a quarter of the picture each.
  private static func frame(_ format: LinearDNG.Frame.Format, full: Bool, matrix: String = "bt709") -> LinearDNG.Frame? {
    let colours: [(Double, Double, Double)] = [(200, 60, 40), (40, 180, 70), (50, 80, 210), (128, 128, 128)]
    let (width, height) = (64, 48)
    func colour(_ x: Int, _ y: Int) -> (Double, Double, Double) { colours[(y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1)] }
    let (red, blue) = matrix == "bt709" ? (0.2126, 0.0722) : (0.299, 0.114)
    func planes(_ x: Int, _ y: Int) -> (UInt8, UInt8, UInt8) {
      let (r, g, b) = colour(x, y)
      let luma = red * r + (1 - red - blue) * g + blue * b
      let (cb, cr) = ((b - luma) / (2 * (1 - blue)), (r - luma) / (2 * (1 - red)))
      return full
        ? (UInt8(luma.rounded()), UInt8((cb + 128).rounded()), UInt8((cr + 128).rounded()))
        : (
          UInt8((luma * 219 / 255 + 16).rounded()), UInt8((cb * 224 / 255 + 128).rounded()),
          UInt8((cr * 224 / 255 + 128).rounded())
        )
    }
    var bytes: [UInt8] = []
    switch format {
    case .i420, .nv12:
      for y in 0..<height { for x in 0..<width { bytes.append(planes(x, y).0) } }
      var halves: [[UInt8]] = [[], []]
      for y in stride(from: 0, to: height, by: 2) {
        for x in stride(from: 0, to: width, by: 2) {
          halves[0].append(planes(x, y).1)
          halves[format == .i420 ? 1 : 0].append(planes(x, y).2)
        }
      }
      bytes += halves[0] + halves[1]
    case .rgba, .rgbx, .bgra, .bgrx:
      for y in 0..<height {
        for x in 0..<width {
          let (r, g, b) = colour(x, y)
          let isBlueFirst = format == .bgra || format == .bgrx
          bytes += [UInt8(isBlueFirst ? b : r), UInt8(g), UInt8(isBlueFirst ? r : b), 255]
        }
      }
    }
    return LinearDNG.Frame(format, width: width, height: height, isFullRange: full, matrix: matrix, bytes: bytes)
  }

  @Test(
    "a frame becomes a linear DNG that ExifTool finds valid, that says it is no sensor's, and that dcraw and LibRaw show in its colours (C-FR12)",
    .needs(.program("exiftool"), .program("dcraw"), .program("dcraw_emu")),
    arguments: [
      (LinearDNG.Frame.Format.i420, true, "bt709"), (.i420, false, "smpte170m"), (.nv12, false, "bt709"), (.rgba, true, ""),
      (.bgrx, true, ""),
    ])
  func dng(format: LinearDNG.Frame.Format, full: Bool, matrix: String) throws {
    let folder = try TemporaryFolder()
    var metadata = Self.known
    metadata.orientation = 1
    let frame = try #require(Self.frame(format, full: full, matrix: matrix))
    try folder.write(LinearDNG.bytes(frame, metadata), to: "a.dng")
    #expect(try Self.run("exiftool -validate -warning -a a.dng", in: folder) == "Validate                        : OK\n")
    #expect(
      try Self.run("exiftool -s3 -UniqueCameraModel -ImageDescription -ISO -ExposureTime -GPSLatitude -n a.dng", in: folder)
        == "vitrine: processed video, not sensor data\nProcessed video, not sensor data\n400\n0.004\n41.031724\n")
    #expect(ImageFormat.sniff(try folder.read("a.dng")) == .dng)
    let read = try #require(PhotoMetadata.read(try folder.read("a.dng")))
    #expect(read.taken == Self.known.taken && read.width == 64 && read.height == 48)
    for (command, name) in [
      ("dcraw -c -r 1 1 1 1 -W -g 2.4 12.92 -o 1 a.dng", "dcraw"),
      ("dcraw_emu -r 1 1 1 1 -W -g 2.4 12.92 -o 1 -Z - a.dng", "LibRaw"),
    ] {
      _ = system("cd '\(folder.path)' && \(command) >a.ppm 2>log")
      let picture = try folder.read("a.ppm")
      try #require(picture.count > 64 * 48 * 3, "\(name)")
      let pixels = picture.suffix(64 * 48 * 3)
      for (x, y, colour) in [
        (10, 8, [200, 60, 40]), (50, 8, [40, 180, 70]), (10, 40, [50, 80, 210]), (50, 40, [128, 128, 128]),
      ] {
        for channel in 0..<3 {
          let value = Int(pixels[pixels.startIndex + (y * 64 + x) * 3 + channel])
          #expect(abs(value - colour[channel]) <= 6, "\(name) at \(x),\(y): \(value) for \(colour[channel])")
        }
      }
    }
  }

  @Test("bytes that are not a frame's are none, of whatever size it is said to be")
  func hostile() {
    for (width, height) in [(0, 0), (-1, 5), (1, 1), (Int.max, Int.max), (8193, 2), (3, 1 << 40)] {
      #expect(LinearDNG.Frame(.i420, width: width, height: height, isFullRange: true, matrix: "", bytes: [1, 2, 3]) == nil)
    }
    var random = SplitMix(state: 3)
    for _ in 0..<300 {
      let (width, height) = (2 + random.below(40), 2 + random.below(40))
      let format: LinearDNG.Frame.Format = [.i420, .nv12, .rgba, .bgrx][random.below(4)]
      let right =
        format == .i420 || format == .nv12 ? width * height + 2 * ((width + 1) / 2) * ((height + 1) / 2) : width * height * 4
      let bytes = (0..<(right + random.below(3) - 1)).map { _ in UInt8(random.below(256)) }
      let frame = LinearDNG.Frame(
        format, width: width, height: height, isFullRange: random.below(2) == 0, matrix: "bt709", bytes: bytes)
      #expect((frame != nil) == (bytes.count == right))
      guard let frame else { continue }
      let file = LinearDNG.bytes(frame, PhotoMetadata())
      #expect(PhotoMetadata.read(file)?.width == width)
      #expect(file.count > width * height * 6)
    }
  }

  @Test("words of any kind become EXIF that is read again, or are left out")
  func hostileWords() throws {
    let folder = try TemporaryFolder()
    guard Need.program("cjpeg").isMet(for: "hostile words in EXIF") else { return }
    let plain = try Self.jpeg(in: folder)
    let words = [
      "", "\u{0}", "é\u{1F4F7}\n\u{1B}[2J", String(repeating: "x", count: 5000), "1/0", "-1", "1e999", "99999999999/1",
      "2031-13-45T99:99:99+99:99", "4:5",
    ]
    var random = SplitMix(state: 11)
    for _ in 0..<400 {
      func word() -> String? { random.below(4) == 0 ? nil : words[random.below(words.count)] }
      var metadata = PhotoMetadata()
      (metadata.taken, metadata.camera, metadata.lens, metadata.shutter) = (word(), word(), word(), word())
      (metadata.aperture, metadata.focalLength, metadata.latitude, metadata.longitude) = (word(), word(), word(), word())
      metadata.iso = [nil, -5, 0, 400, Int.max][random.below(5)]
      let written = try #require(ExifWriting.written(metadata, into: plain))
      #expect(PhotoMetadata.read(written) != nil)
    }
  }
}

extension Collection where Element: Equatable {
  fileprivate var allSame: Bool { allSatisfy { $0 == first } }
}
