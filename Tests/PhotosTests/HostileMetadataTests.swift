// Photos made to trap, hang or lead astray.

import Testing
import VitrineModel
import VitrinePhotos

@Suite struct HostileMetadataTests {
  /// Every container around a TIFF structure.
  private func wrapped(_ exif: [UInt8]) -> [[UInt8]] {
    [
      exif, Container.jpeg(Array(exif.prefix(65_000))), Container.png(before: Container.chunk("eXIf", exif)),
      Container.heic(exif),
      Container.webp(exif), Container.raf(Array(exif.prefix(65_000))),
    ]
  }

  @Test("counts of four billion, and places far past the end, are passed over; the tags beside them are read")
  func counts() {
    for isLittle in [true, false] {
      for type in 0...20 {
        for (count, value) in [
          (0xFFFF_FFFF, 8), (0xFFFF_FFFF, 0xFFFF_FFFF), (0x2000_0001, 0), (1, 0xFFFF_FFFF), (0, 0), (600, 8),
        ] {
          var maker = TIFFMaker(isLittle: isLittle)
          let tags = [0x112, 0x110, 0x8769, 0x8825, 0x8827, 0x829A, 0x9003, 0xA434, 330, 256]
          maker.directories[0] = tags.map { ($0, .raw(type: type, count: count, value: value)) } + [(0x10F, .text("Sound"))]
          for photo in wrapped(maker.bytes) { #expect(lines(photo).contains { $0.contains("Sound") }) }
        }
      }
    }
  }

  @Test("directories that lead to themselves or to each other end")
  func loops() {
    let own: [(tag: Int, value: TIFFMaker.Value)] = [
      (0x110, .text("Loop")), (0x8769, .directory(0)), (0x8825, .directory(0)), (330, .long(Array(repeating: 8, count: 4000))),
    ]
    for photo in wrapped(TIFFMaker(directories: [own]).bytes) { #expect(lines(photo).contains("camera Loop")) }
    let circle: [(tag: Int, value: TIFFMaker.Value)] = [(0x8769, .directory(0)), (0x110, .text("Circle"))]
    let both = TIFFMaker(directories: [[(0x8769, .directory(1)), (330, .directory(1))], circle])
    for photo in wrapped(both.bytes) { #expect(lines(photo).contains("camera Circle")) }
  }

  @Test("a directory that claims 65,535 entries is read as far as it reaches")
  func longDirectory() {
    var bytes = TIFFMaker.photo().bytes
    (bytes[8], bytes[9]) = (0xFF, 0xFF)
    #expect(lines(bytes).contains("camera NIKON Z 8"))
  }

  @Test("a photo cut anywhere gives what is there, and nothing that is not")
  func cuts() {
    for isLittle in [true, false] {
      for photo in wrapped(TIFFMaker.photo(isLittle: isLittle).bytes) {
        let whole = Set(lines(photo))
        for count in 0..<photo.count {
          let known = lines(Array(photo.prefix(count)))
          // A time may lose its offset, a camera its model; and of a RAF, the sensor's size stands before the picture's.
          let plain = known.filter { line in
            ["iso", "width", "height"].contains { line.hasPrefix($0) } && !line.hasSuffix("6160")
              && !line.hasSuffix("4038")
          }
          #expect(known.count <= whole.count && Set(plain).isSubset(of: whole))
        }
      }
    }
  }

  @Test("boxes of HEIC that are huge, tiny, empty or nested without end cost nothing")
  func boxes() {
    let exif = TIFFMaker.photo().bytes
    let photo = Container.heic(exif, properties: [Container.box("irot", [1])])
    for index in 8..<photo.count - exif.count {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var changed = photo
        changed[index] = value
        _ = lines(changed)
        for next in index..<min(index + 8, photo.count) { changed[next] = value }
        _ = lines(changed)
      }
    }
    // A list of places with four billion items of no width.
    var endless = Container.box("iloc", Container.big(2 << 24, 4) + [0, 0] + Container.big(0xFFFF_FFFF, 4))
    endless = Container.box("meta", Container.big(0, 4) + endless)
    #expect(lines(Container.box("ftyp", Array("heic".utf8) + Container.big(0, 4)) + endless) == [])
  }

  @Test(
    "whatever is asked for between the ends, the reads are few and never past the end of the file",
    arguments: PhotoSource.allCases)
  func boundedReads(_ source: PhotoSource) throws {
    var random = Random(state: 11)
    for photo in try source.photos(for: "bounded reads of photos: \(source)") {
      let bytes = photo.bytes
      guard let format = ImageFormat.sniff(bytes) else { continue }
      for _ in 0..<8 {
        var changed = Array(bytes.prefix(20_000))
        for _ in 0..<1 + random.below(20) {
          let place = random.below(random.below(2) == 0 ? changed.count : min(changed.count, 400))
          switch random.below(4) {
          case 0: changed[place] = [0, 1, 0x7F, 0x80, 0xFF][random.below(5)]
          case 1: changed[place] = UInt8(random.below(256))
          case 2: for index in place..<min(place + 4, changed.count) { changed[index] = 0xFF }
          default: changed[place] ^= UInt8(1 << random.below(8))
          }
        }
        let ends = sample(changed, end: [8, 100, 2000][random.below(3)])
        let claimed = random.below(2) == 0 ? changed.count : changed.count + random.below(1 << 40)
        var isInside = true
        var image = ImageBytes(ImageSample(head: ends.head, tail: ends.tail, size: claimed)) { start, count in
          isInside = isInside && start >= 0 && count > 0 && count <= 65_536 && start + count <= claimed
          // A file that is shorter than it was, and a read that gives less than asked.
          return Array(changed.dropFirst(start).prefix(random.below(8) == 0 ? count / 2 : count))
        }
        for wrong in [format, .heic, .tiff, .jpeg, .raf, .cr3] { _ = PhotoMetadata.read(&image, wrong) }
        #expect(isInside && image.reads <= 64, "\(photo.name)")
      }
    }
  }

  @Test("numbers at the edge of what integers hold do not overflow")
  func edges() {
    for value in [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF] {
      for count in [0, 1, 3, 0xFFFF, 0xFFFF_FFFF] {
        let maker = TIFFMaker(directories: [
          [
            (256, .raw(type: 4, count: 1, value: value)), (257, .raw(type: 4, count: count, value: value)),
            (0x2E, .raw(type: 7, count: count, value: value)),
          ]
        ])
        _ = lines(maker.bytes)
        var panasonic = maker
        panasonic.magic = 0x55
        _ = lines(panasonic.bytes)
        var big =
          Array("II".utf8) + [43, 0, 8, 0, 0, 0] + Array(Container.big(16, 8).reversed())
          + Array(Container.big(count, 8).reversed())
        big += [UInt8](repeating: UInt8(truncatingIfNeeded: value), count: 400)
        _ = lines(big)
      }
    }
  }
}
