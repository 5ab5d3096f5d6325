// Photos without their metadata, as vitrine and ExifTool see them.

import Glibc
import Testing
import VitrineModel
import VitrinePhotos
import VitrineTesting

@Suite struct StrippingCorpusTests {
  /// Every photo that can be stripped, with its bytes before and after.
  private func stripped(
    _ source: PhotoSource, for test: String, keeping kept: PhotoStripping.Kept = .nothing
  ) throws -> (done: [(name: String, before: [UInt8], after: [UInt8])], refused: [String: String]) {
    var done: [(name: String, before: [UInt8], after: [UInt8])] = []
    var refused: [String: String] = [:]
    for original in try source.photos(for: "\(test): \(source)") {
      let bytes = original.bytes
      do throws(StrippingRefusal) {
        let photo = try PhotoStripping.strip(bytes, keeping: kept)
        let after = photo.bytes(of: bytes)
        #expect(after.count == photo.byteCount)
        done.append((original.name, bytes, after))
      } catch {
        refused[original.name] = error.reason
      }
    }
    return (done, refused)
  }

  @Test(
    "S3.7: a stripped photo says nothing of camera, time and place, and is turned as before", arguments: PhotoSource.known)
  func ownReader(_ source: PhotoSource) throws {
    let (done, refused) = try stripped(source, for: "stripped photos")
    let count = done.count + refused.count
    #expect(count == 0 || count == (source == .corpus ? 266 : 24))
    for (name, before, after) in done {
      let format = try #require(ImageFormat.sniff(after), "\(name)")
      #expect(format == ImageFormat.sniff(before), "\(name)")
      #expect(ImageCheck(ImageSample(after), name: "").faults == [], "\(name)")
      let (old, new) = (try #require(PhotoMetadata.read(before)), try #require(PhotoMetadata.read(after)))
      var expected = PhotoMetadata()
      (expected.width, expected.height) = (old.width, old.height)
      expected.orientation = old.orientation == 1 && new.orientation == nil ? nil : old.orientation
      if format == .webp, new.orientation == nil { expected.orientation = nil }
      #expect(new == expected, "\(name)")
      // Once more takes nothing away.
      #expect(try PhotoStripping.strip(after).bytes(of: after) == after, "\(name)")
    }
  }

  @Test("with its place kept, a photo says where it was taken, exactly, and nothing else", arguments: PhotoSource.known)
  func place(_ source: PhotoSource) throws {
    var places = 0
    let done = try stripped(source, for: "stripped photos with their place", keeping: .location).done
    for (name, before, after) in done {
      let (old, new) = (try #require(PhotoMetadata.read(before)), try #require(PhotoMetadata.read(after)))
      if old.latitude != nil, [.jpeg, .png, .heic, .avif].contains(ImageFormat.sniff(before)) {
        #expect(new.latitude == old.latitude && new.longitude == old.longitude, "\(name)")
        places += 1
      }
      #expect(new.camera == nil && new.taken == nil && new.lens == nil && new.iso == nil, "\(name)")
    }
    #expect(done.isEmpty || places > (source == .corpus ? 20 : 4))
  }

  @Test("the compressed picture of a JPEG, and the pixels of a PNG, are the same bytes", arguments: PhotoSource.allCases)
  func pictures(_ source: PhotoSource) throws {
    for (name, before, after) in try stripped(source, for: "pictures of stripped photos").done {
      switch ImageFormat.sniff(after) {
      case .jpeg: #expect(holds(before, scans(after)), "\(name)")
      case .png: #expect(pixels(before) == pixels(after), "\(name)")
      default: continue
      }
    }
  }

  @Test("only what is cut off, damaged, or of another format is refused", arguments: PhotoSource.known)
  func refusals(_ source: PhotoSource) throws {
    let (done, refused) = try stripped(source, for: "photos that are not stripped")
    let other = refused.filter { name, reason in
      !reason.hasPrefix("metadata cannot be taken out") && !reason.hasPrefix("it is no image") && !name.hasPrefix("corrupt/")
    }
    #expect(other == (source == .corpus && !done.isEmpty ? Self.expected : [:]))
  }

  /// The sound-looking photos that are refused, and why.
  private static let expected = [
    // Segments and a foreign block, but no picture; and segments before a picture that is not there.
    "gps/nomexif__motion_photo_pixel_synth.jpg": "it is cut off", "jpeg-no-camera/nomexif__exif-no-tz.jpg": "it is cut off",
    // Frames of a film without the picture itself; items of metadata without a picture.
    "png/pillow__syntax_num_frames_zero.png": "it holds no picture", "heif/bep__multi-xmp.heic": "it holds no picture",
  ]

  @Test(
    "S3.7: ExifTool finds no metadata in a stripped photo but the way up", .needs(.program("exiftool")),
    arguments: PhotoSource.known)
  func exifTool(_ source: PhotoSource) throws {
    let folder = try TemporaryFolder()
    for (index, photo) in try stripped(source, for: "stripped photos as ExifTool sees them").done.enumerated() {
      let suffix = ImageFormat.sniff(photo.after)?.suffix ?? "jpg"
      try folder.write(photo.after, to: "\(index)-\(photo.name.split(separator: "/").last ?? "").\(suffix)")
    }
    let groups = ["EXIF", "XMP", "IPTC", "GPS", "MakerNotes", "Photoshop", "JFIF:ThumbnailImage", "MPF", "Trailer"]
    let asked = groups.map { $0.contains(":") ? "-\($0)" : "-\($0):all" }.joined(separator: " ")
    let command = "exiftool -q -q -S -r -G1 \(asked) -Comment --IFD0:Orientation '\(folder.path)' 2>&1"
    let told = output(of: command).split(separator: "\n").filter { !$0.hasPrefix("======== ") }
    #expect(told == [])
  }

  @Test(
    "M12.2: ExifTool finds no place in a photo whose location was taken out, nor in what stands behind it",
    .needs(.program("exiftool")),
    arguments: PhotoSource.known)
  func locations(_ source: PhotoSource) throws {
    let folder = try TemporaryFolder()
    var refused: [String] = []
    for (index, photo) in try source.photos(for: "photos without their location: \(source)").enumerated() {
      do throws(StrippingRefusal) {
        let bytes = try LocationRemoval.removed(from: photo.bytes)
        // Compressed texts of PNG are compressed again.
        #expect(bytes.count == photo.bytes.count || ImageFormat.sniff(photo.bytes) == .png, "\(photo.name)")
        try? folder.write(bytes, to: "\(index)-\(photo.name.split(separator: "/").last ?? "")")
      } catch {
        refused.append(photo.name)
      }
    }
    // All that ExifTool counts as location, but for how the camera was held.
    let told = output(of: "exiftool -ee -a -n -q -q -S -r -Location:all '\(folder.path)' 2>&1").split(separator: "\n").filter {
      line in
      !["Gimbal", "Flight", "CamReverse", "======== "].contains { line.hasPrefix($0) }
    }
    // Names of places are blanks now.
    #expect(told.filter { $0.drop { $0 != ":" }.contains { $0 != ":" && $0 != " " } } == [])
    // One whose caption says where, and what is no image.
    #expect(refused.allSatisfy { $0.hasPrefix("gps/mei__Issue_173") || $0.hasPrefix("corrupt/") }, "\(refused)")
  }

  // MARK: looking at bytes

  /// From the first scan on.
  private func scans(_ jpeg: [UInt8]) -> ArraySlice<UInt8> {
    var place = 2
    while place + 4 <= jpeg.count, jpeg[place + 1] != 0xDA { place += 2 + Int(jpeg[place + 2]) << 8 + Int(jpeg[place + 3]) }
    return jpeg[place...]
  }

  private func holds(_ bytes: [UInt8], _ part: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBytes { bytes in
      part.withUnsafeBytes { part in memmem(bytes, part) }
    }
  }

  private func memmem(_ bytes: UnsafeRawBufferPointer, _ part: UnsafeRawBufferPointer) -> Bool {
    guard let base = bytes.baseAddress, let wanted = part.baseAddress, part.count <= bytes.count else { return false }
    return (0...bytes.count - part.count).contains { memcmp(base + $0, wanted, part.count) == 0 }
  }

  /// The contents of all chunks of pixels.
  private func pixels(_ png: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var place = 8
    while place + 12 <= png.count {
      let length = png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= png.count - place - 12 else { return result }
      let type = String(decoding: png[place + 4..<place + 8], as: UTF8.self)
      if type == "IDAT" || type == "fdAT" || type == "PLTE" { result += png[place + 8..<place + 8 + length] }
      if type == "IEND" { return result }
      place += 12 + length
    }
    return result
  }

  private func output(of command: String) -> String {
    guard let pipe = popen(command, "r") else { return "popen failed" }
    defer { pclose(pipe) }
    var text: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&part, 1, part.count, pipe), count > 0 { text += part[..<count] }
    return String(decoding: text, as: UTF8.self)
  }
}
