// The location in JPEG's application segments that go on from one to the next: long XMP, GoPro's measurements, FLIR's records.

/// Takes the location out of data that several segments of JPEG hold together.
///
/// Source: XMP specification, part 3, 1.1.3.1 (extended XMP); GPMF introduction (github.com/gopro/gpmf-parser); ExifTool's FLIR.pm.
enum SegmentLocation {
  /// The most segments of a kind that are put together.
  private static let most = 65_536

  /// Changes a JPEG file, and those behind its picture.
  ///
  /// Errors: its XMP is not well formed.
  static func remove(from bytes: inout [UInt8]) throws(StrippingRefusal) {
    // Names and values may be cut by the end of a segment. A digest of 32 characters says what belongs together; two numbers follow it.
    let extended = segments(of: bytes, marker: 0xE1, "http://ns.adobe.com/xmp/extension/\0", skipped: 40)
    for own in Dictionary(grouping: extended, by: { Array(bytes[$0.lowerBound - 40..<$0.lowerBound - 8]) }).values {
      var text = own.flatMap { bytes[$0] }
      try XMPLocation.remove(from: &text, in: 0..<text.count)
      write(text, to: own, of: &bytes)
    }
    let gopro = segments(of: bytes, marker: 0xE6, "GoPro\0", skipped: 0)
    if !gopro.isEmpty {
      var data = gopro.flatMap { bytes[$0] }
      MeasuredLocation.remove(from: &data, in: 0..<data.count)
      write(data, to: gopro, of: &bytes)
    }
    let flir = segments(of: bytes, marker: 0xE1, "FLIR\0", skipped: 3)
    if !flir.isEmpty {
      var data = flir.flatMap { bytes[$0] }
      removeRecords(from: &data)
      write(data, to: flir, of: &bytes)
    }
  }

  /// What stands behind the beginnings of segments, wherever these stand.
  private static func segments(of bytes: [UInt8], marker: UInt8, _ beginning: String, skipped: Int) -> [Range<Int>] {
    let text = Array(beginning.utf8)
    return bytes.withUnsafeBytes { all in
      all.indices(of: text, most: most).compactMap { place in
        guard place >= 4, all[place - 4] == 0xFF, all[place - 3] == marker else { return nil }
        let end = min(place - 2 + (Int(all[place - 2]) << 8 | Int(all[place - 1])), all.count)
        let start = place + text.count + skipped
        return start < end ? start..<end : nil
      }
    }
  }

  private static func write(_ data: [UInt8], to ranges: [Range<Int>], of bytes: inout [UInt8]) {
    var place = 0
    for range in ranges {
      bytes.replaceSubrange(range, with: data[place..<place + range.count])
      place += range.count
    }
  }

  /// Wipes the records of the location in FLIR's file within a file. Its numbers are in either order; its version, some 100, tells which.
  private static func removeRecords(from data: inout [UInt8]) {
    guard data.starts(with: "FFF\0".utf8) || data.starts(with: "AFF\0".utf8), data.count >= 64 else { return }
    let isLittle = ImageBytes.number(data[20..<24], true).map { $0 < 1_000 } ?? false
    guard let index = ImageBytes.number(data[24..<28], isLittle), let count = ImageBytes.number(data[28..<32], isLittle) else {
      return
    }
    for record in 0..<min(count, 1_024) {
      let place = index + record * 32
      guard place <= data.count - 32, let type = ImageBytes.number(data[place..<place + 2], isLittle) else { return }
      guard type == 0x2B, let start = ImageBytes.number(data[place + 12..<place + 16], isLittle),
        let length = ImageBytes.number(data[place + 16..<place + 20], isLittle)
      else { continue }
      for byte in (start..<start + length).clamped(to: 0..<data.count) { data[byte] = 0 }
    }
  }
}

/// The measurements of GoPro's cameras: names of four letters with values, in one another.
enum MeasuredLocation {
  /// Wipes those of the location, and names them as what is empty.
  static func remove(from bytes: inout [UInt8], in range: Range<Int>) {
    var place = range.lowerBound
    while place <= range.upperBound - 8 {
      let name = bytes[place..<place + 4]
      let count = Int(bytes[place + 5]) * (Int(bytes[place + 6]) << 8 | Int(bytes[place + 7]))
      let (isContainer, start) = (bytes[place + 4] == 0, place + 8)
      place = start
      if isContainer { continue }
      let isLocation = name.starts(with: "GPS".utf8) || name.elementsEqual("GPRI".utf8) || name.elementsEqual("GLPI".utf8)
      if isLocation {
        for (index, letter) in "EMPT".utf8.enumerated() { bytes[start - 8 + index] = letter }
        for index in start..<min(start + count, range.upperBound) { bytes[index] = 0 }
      }
      place += (count + 3) / 4 * 4
    }
  }
}
