// Pictures as vitrine-decode gives them: every format, upright, in the colours of screens, and nothing of it where the file is hostile.

import Glibc
import Testing
import VitrineApplication
import VitrineModel
import VitrinePhotos
import VitrineTesting

@Suite("Decoded photos")
struct DecodingTests {
  private let program: DecodingProgram

  init() throws {
    program = try #require(
      DecodingProgram(RequestContext(workingFolder: "/", folder: "/") { $0 == "VITRINE_DECODE" ? Programs.decode : nil }))
  }

  /// 32 by 16 pixels, red in the upper left quarter and blue elsewhere.
  private static var flag: Pixels {
    var flag = Pixels(width: 32, height: 16, filledWith: (0, 0, 255))
    for y in 0..<8 {
      for x in 0..<16 {
        (flag.bytes[(y * 32 + x) * 3], flag.bytes[(y * 32 + x) * 3 + 2]) = (255, 0)
      }
    }
    return flag
  }

  /// A JPEG with a segment behind its first two bytes.
  private static func jpeg(_ bytes: [UInt8], with marker: UInt8, _ contents: [UInt8]) -> [UInt8] {
    let count = contents.count + 2
    return bytes[..<2] + [0xFF, marker, UInt8(count >> 8), UInt8(count & 255)] + contents + bytes[2...]
  }

  /// EXIF with an orientation alone.
  private static func exif(orientation: UInt8) -> [UInt8] {
    Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  }

  private static func isRed(_ pixels: Pixels, _ x: Int, _ y: Int) -> Bool {
    let place = (y * pixels.width + x) * 3
    return pixels.bytes[place] > 180 && pixels.bytes[place + 2] < 80
  }

  @Test("every orientation of EXIF is applied, once", arguments: 1...8)
  func orientations(_ orientation: Int) throws {
    let jpeg = Self.jpeg(
      try program.encoded(Self.flag, quality: 95), with: 0xE1, Self.exif(orientation: UInt8(orientation)))
    let pixels = try program.pixels(of: try #require(DecodablePhoto(jpeg)), within: 100)
    #expect((pixels.width, pixels.height) == (orientation < 5 ? (32, 16) : (16, 32)))
    let corners = [(2, 2), (pixels.width - 3, 2), (pixels.width - 3, pixels.height - 3), (2, pixels.height - 3)]
    let red = corners.indices.filter { Self.isRed(pixels, corners[$0].0, corners[$0].1) }
    // Source: EXIF 2.32, tag Orientation: where the first row and the first column of what is stored are seen.
    #expect(red == [[0], [1], [2], [3], [0], [1], [2], [3]][orientation - 1])
    // A copy says nothing of orientations any more, so that nobody turns it again.
    let copy = try program.copy(of: try #require(DecodablePhoto(jpeg)), within: 100)
    let again = try program.pixels(of: try #require(DecodablePhoto(copy)), within: 100)
    #expect((again.width, again.height) == (pixels.width, pixels.height))
  }

  @Test("W1.3: every format comes as a copy of the size that is wanted, and looks the same", .needs(MadePhotos.needs))
  func formats() throws {
    let photos = try MadePhotos.all.get().photos
    let plain = try #require(photos.first { $0.name == "plain.jpg" })
    let wanted = try program.pixels(of: try #require(DecodablePhoto(plain.bytes)), within: 48)
    #expect((wanted.width, wanted.height) == (48, 32))
    for name in ["plain.png", "plain.tiff", "plain.webp", "plain.gif", "plain.heic", "camera.avif", "texts.png"] {
      let photo = try #require(photos.first { $0.name == name })
      let pixels = try program.pixels(of: try #require(DecodablePhoto(photo.bytes), "\(name)"), within: 48)
      #expect((pixels.width, pixels.height) == (48, 32), "\(name)")
      guard pixels.bytes.count == wanted.bytes.count else { continue }
      let difference = zip(pixels.bytes, wanted.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      // The GIF has 64 colours.
      #expect(difference / wanted.bytes.count < (name == "plain.gif" ? 24 : 14), "\(name)")
      #expect(try program.copy(of: try #require(DecodablePhoto(photo.bytes)), within: 48).starts(with: [0xFF, 0xD8]))
    }
  }

  @Test(
    "M12.2, M12.3: a photo without its location has the same pixels, and one that was turned has them turned",
    .needs(MadePhotos.needs))
  func changedInPlace() throws {
    var compared = 0
    for (name, bytes) in try MadePhotos.all.get().photos {
      let before = try program.pixels(of: try #require(DecodablePhoto(bytes), "\(name)"), within: 96)
      let stripped = try LocationRemoval.removed(from: bytes)
      #expect(stripped.count == bytes.count, "\(name)")
      if PhotoMetadata.read(bytes)?.latitude != nil {
        #expect(stripped != bytes && PhotoMetadata.read(stripped)?.latitude == nil, "\(name)")
        compared += 1
      }
      #expect(try program.pixels(of: try #require(DecodablePhoto(stripped)), within: 96).bytes == before.bytes, "\(name)")

      guard let turned = try? OrientationChange.turned(bytes, quartersRight: 1) else { continue }
      let after = try program.pixels(of: try #require(DecodablePhoto(turned)), within: 96)
      #expect((after.width, after.height) == (before.height, before.width), "\(name)")
      guard after.bytes.count == before.bytes.count else { continue }
      // What was in the first column from below is in the first row from the left.
      for x in 0..<after.width {
        let (from, to) = ((before.height - 1 - x) * before.width * 3, x * 3)
        #expect(before.bytes[from..<from + 3] == after.bytes[to..<to + 3], "\(name) \(x)")
      }
    }
    #expect(compared >= 5)
  }

  @Test("a PNG with a chunk that claims to be longer than the file is refused before any memory is taken")
  func longChunk() throws {
    let png = try program.encoded(Self.flag, quality: nil)
    let text: [UInt8] = [0x78, 0, 0, 0] + Array("tEXtComment".utf8)
    for place in [33, png.count - 12] {
      let photo = try #require(DecodablePhoto(png[..<place] + text + png[place...]))
      do throws(DecodingFailure) {
        _ = try program.pixels(of: photo, within: 32)
        // Behind the pixels it is not read.
        #expect(place != 33)
      } catch {
        #expect(place == 33 && error.reason == "the picture is cut off, or damaged before its pixels")
      }
    }
  }

  @Test("the colours of another profile become those of sRGB")
  func profiles() throws {
    let pixels = Pixels(width: 16, height: 16, filledWith: (200, 100, 100))
    let jpeg = Self.jpeg(
      try program.encoded(pixels, quality: 100), with: 0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + Self.displayP3)
    let seen = try program.pixels(of: try #require(DecodablePhoto(jpeg)), within: 16).bytes.prefix(3)
    // By hand: (200, 100, 100) of Display P3 is (215, 94, 97) of sRGB.
    for (value, wanted) in zip(seen, [215, 94, 97]) { #expect(abs(Int(value) - wanted) <= 6, "\(Array(seen))") }
  }

  /// Display P3 as a profile of primaries and a curve. Source: ICC.1:2010, 7.2, 8.3, 10.5 (curv), 10.26 (XYZ).
  private static var displayP3: [UInt8] {
    func number(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
    func xyz(_ x: Double, _ y: Double, _ z: Double) -> [UInt8] {
      Array("XYZ \0\0\0\0".utf8) + [x, y, z].flatMap { number(Int(($0 * 65_536).rounded())) }
    }
    let curve = Array("curv".utf8) + number(0) + number(1) + [2, 0x33, 0, 0]
    let tags: [(name: String, bytes: [UInt8])] = [
      ("wtpt", xyz(0.9642, 1, 0.8249)), ("rXYZ", xyz(0.5151, 0.2412, -0.0011)), ("gXYZ", xyz(0.2919, 0.6922, 0.0419)),
      ("bXYZ", xyz(0.1572, 0.0666, 0.7841)), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
    ]
    var table = number(tags.count)
    var contents: [UInt8] = []
    for tag in tags {
      table += Array(tag.name.utf8) + number(128 + 4 + tags.count * 12 + contents.count) + number(tag.bytes.count)
      contents += tag.bytes
    }
    let head =
      number(0) + number(0) + [2, 0x10, 0, 0] + Array("mntrRGB XYZ ".utf8) + [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
      + [UInt8](repeating: 0, count: 28) + xyz(0.9642, 1, 0.8249).dropFirst(8) + [UInt8](repeating: 0, count: 48)
    let profile = head + table + contents
    return number(profile.count) + profile.dropFirst(4)
  }

  @Test("a decoder can open no file and no socket, and start no process")
  func confined() throws {
    let escapes = try program.escapes()
    #expect(escapes.isDisjoint(with: [.reading, .writing, .sockets, .processes]))
  }

  @Test("a raw file is developed, in its colours and upright", arguments: [1, 6])
  func raw(_ orientation: Int) throws {
    // Light red at the left, dark blue at the right.
    let bytes = DNGMaker.bayer(width: 64, height: 48, orientation: orientation) { x, _ in x < 32 ? (200, 60, 60) : (10, 10, 80) }
    let photo = try #require(DecodablePhoto(bytes))
    #expect(photo.format == .dng)
    let pixels = try program.pixels(of: photo, within: 48)
    #expect((pixels.width, pixels.height) == (orientation == 1 ? (48, 36) : (36, 48)))
    func at(_ x: Int, _ y: Int) -> [UInt8] { Array(pixels.bytes[((y * pixels.width + x) * 3)...].prefix(3)) }
    let (left, right) = orientation == 1 ? (at(8, 18), at(40, 18)) : (at(18, 8), at(18, 40))
    #expect(left[0] > left[1] + 40 && left[0] > left[2] + 40, "\(left)")
    #expect(right[2] > right[0] + 30 && right[0] < 120, "\(right)")
    #expect(try program.copy(of: photo, within: 48).starts(with: [0xFF, 0xD8]))
    // Cut anywhere, it is a picture or a reason, never the end of the program.
    for count in stride(from: 16, to: bytes.count, by: 397) {
      guard let cut = DecodablePhoto(Array(bytes.prefix(count))) else { continue }
      do throws(DecodingFailure) { _ = try program.pixels(of: cut, within: 48) } catch {
        #expect(!error.reason.isEmpty)
      }
    }
  }

  @Test("a picture of 60,000 by 60,000 pixels is refused by its header")
  func enormous() throws {
    let gif = Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0x2C, 0, 0, 0, 0]
    #expect(throws: DecodingFailure.self) { try program.copy(of: try #require(DecodablePhoto(gif)), within: 100) }
    var jpeg = try program.encoded(Self.flag, quality: 90)
    let frame = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    for place in [frame + 5, frame + 7] { (jpeg[place], jpeg[place + 1]) = (0xEA, 0x60) }
    do {
      _ = try program.copy(of: try #require(DecodablePhoto(jpeg)), within: 100)
      Issue.record("it was decoded")
    } catch let failure as DecodingFailure {
      #expect(failure.reason.contains("60000 by 60000"), "\(failure.reason)")
    }
  }

  @Test("damaged pictures of every format give a picture or a reason", .needs(MadePhotos.needs))
  func damaged() throws {
    var random = SplitMix(state: 17)
    for name in [
      "plain.jpg", "progressive.jpg", "plain.png", "plain.tiff", "plain.webp", "plain.gif", "plain.heic", "camera.avif",
    ] {
      let whole = try #require(try MadePhotos.all.get().photos.first { $0.name == name }).bytes
      for _ in 0..<12 {
        var bytes = whole
        for _ in 0...random.below(6) { bytes[8 + random.below(bytes.count - 8)] = UInt8(random.below(256)) }
        if random.below(4) == 0 { bytes.removeLast(random.below(bytes.count - 16)) }
        guard let photo = DecodablePhoto(bytes) else { continue }
        do throws(DecodingFailure) {
          let pixels = try program.pixels(of: photo, within: 48)
          #expect(pixels.bytes.count == pixels.width * pixels.height * 3)
        } catch {
          #expect(!error.reason.isEmpty)
        }
      }
    }
  }

  @Test("what is written as a PNG is read as it was")
  func lossless() throws {
    let png = try program.encoded(Self.flag, quality: nil)
    let pixels = try program.pixels(of: try #require(DecodablePhoto(png)), within: 100)
    #expect(pixels.bytes == Self.flag.bytes)
  }

  @Test("a JPEG with too many bytes loses quality first, then size, and nothing of what it says (S6.3)")
  func fitting() throws {
    var noise = Pixels(width: 640, height: 480, filledWith: (0, 0, 0))
    var random = SplitMix(state: 5)
    for place in noise.bytes.indices { noise.bytes[place] = UInt8(128 + random.below(90) - 45) }
    let photo = Self.jpeg(try program.encoded(noise, quality: 96), with: 0xE1, Self.exif(orientation: 6))
    let some = try #require(try PhotoFitting(photo, within: photo.count * 2 / 3, program))
    #expect(some.bytes.count <= photo.count * 2 / 3 && some.eighths == 8 && (75...94).contains(some.quality))
    let few = try #require(try PhotoFitting(photo, within: photo.count / 12, program))
    #expect(few.bytes.count <= photo.count / 12 && few.eighths < 8)
    for fitted in [some, few] {
      // As it was, it is to be turned once.
      #expect(PhotoMetadata.read(fitted.bytes)?.orientation == 6)
      let pixels = try program.pixels(of: try #require(DecodablePhoto(fitted.bytes)), within: 1_000)
      #expect(pixels.width < pixels.height)
    }
    let none = try PhotoFitting(photo, within: 200, program)
    #expect(none == nil)
  }

  // MARK: copies that are kept

  @Test("a copy is made once, is kept by what the photo is, and goes when there are too many")
  func kept() throws {
    let folder = try TemporaryFolder()
    let photo = try #require(DecodablePhoto(try program.encoded(Self.flag, quality: 90)))
    let thumbnails = ThumbnailFolder(root: folder.path)
    let made = try thumbnails.copy(of: photo, within: 8, program)
    // Nothing is decoded any more.
    #expect(try thumbnails.copy(of: photo, within: 8, nil) == made)
    #expect(try ThumbnailFolder(root: folder.path).copy(of: photo, within: 8, nil) == made)
    #expect(throws: DecodingFailure.self) { try thumbnails.copy(of: photo, within: 4, nil) }
    #expect(try folder.read(".vitrine/.gitignore") == Array("*\n".utf8))

    let few = ThumbnailFolder(root: folder.path, mostBytes: made.count * 6)
    for shade in 0..<12 {
      let pixels = Pixels(width: 32, height: 16, filledWith: (UInt8(shade * 20), 0, 0))
      let other = try #require(DecodablePhoto(try program.encoded(pixels, quality: 90)))
      _ = try few.copy(of: other, within: 8, program)
    }
    // The next one to come counts what is there.
    _ = try ThumbnailFolder(root: folder.path, mostBytes: made.count * 6).copy(of: photo, within: 9, program)
    let left = try folder.names(in: ".vitrine/thumbnails")
    #expect(left.count < 8 && left.count > 1, "\(left)")
  }

  @Test("copies are not written through a symbolic link")
  func links() throws {
    let (folder, outside) = (try TemporaryFolder(), try TemporaryFolder())
    symlink(outside.path, folder.path + "/.vitrine")
    let photo = try #require(DecodablePhoto(try program.encoded(Self.flag, quality: 90)))
    #expect(try ThumbnailFolder(root: folder.path).copy(of: photo, within: 8, program).starts(with: [0xFF, 0xD8]))
    #expect(try outside.names(in: ".") == [])
  }
}
