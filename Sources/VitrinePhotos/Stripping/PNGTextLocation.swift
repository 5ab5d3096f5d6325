// The location in texts of PNG: ImageMagick's profiles in hexadecimal, and properties named like EXIF's tags.

import VitrineCompression

/// Takes the location out of texts of PNG.
///
/// Source: PNG 3rd edition, 11.3.3; ImageMagick's coders/png.c.
enum PNGTextLocation {
  /// The most bytes that the compressed texts of a file are expanded to. Units: bytes.
  private static let longest = 16 << 20
  private static let refusal = StrippingRefusal("its compressed texts are too long to be looked into")

  /// Changes a file; a text that was compressed is compressed again, and may have another length. XMP that is not compressed is found as everywhere.
  ///
  /// Errors: XMP that is not well formed; a text that is longer than is looked into.
  static func remove(from bytes: inout [UInt8]) throws(StrippingRefusal) {
    var written: [(body: Range<Int>, text: [UInt8])] = []
    var left = longest
    var place = 8
    while place + 12 <= bytes.count, let count = ImageBytes.number(bytes[place..<place + 4], false),
      count <= bytes.count - place - 12
    {
      let type = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
      let body = place + 8..<place + 8 + count
      place = body.upperBound + 4
      guard ["tEXt", "zTXt", "iTXt"].contains(type), let end = bytes[body].prefix(80).firstIndex(of: 0) else { continue }
      let key = bytes[body.lowerBound..<end]
      let isProfile = key.starts(with: "Raw profile type ".utf8)
      let isPlace = key.contains(UInt8(ascii: ":")) && XMPLocation.tellsPlace(key)
      if type == "tEXt" {
        let text = end + 1..<body.upperBound
        if isPlace { for index in text { bytes[index] = 0x20 } }
        if isProfile { try removeFromProfile(&bytes, in: text) }
      } else if let start = compressedStart(bytes[end + 1..<body.upperBound], isInternational: type == "iTXt") {
        let text = Compression.expanded(Array(bytes[start..<body.upperBound]), limit: left)
        left -= text.count
        guard left > 0 else { throw refusal }
        var changed = isPlace ? [] : text
        if isProfile {
          try removeFromProfile(&changed, in: 0..<text.count)
        } else {
          try LocationRemoval.clear(&changed, places: [])
        }
        guard changed != text else { continue }
        guard let own = Compression.zlib(changed) else { throw refusal }
        written.append((body, bytes[body.lowerBound..<start] + own))
      }
    }
    guard !written.isEmpty else { return }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var end = 0
    for (body, text) in written {
      result +=
        bytes[end..<body.lowerBound - 8] + MinimalExif.number(text.count, 4) + bytes[body.lowerBound - 4..<body.lowerBound] + text
      end = body.upperBound
    }
    bytes = result + bytes[end...]
  }

  /// Where the compressed text behind a key begins; nil where it is not compressed.
  private static func compressedStart(_ rest: ArraySlice<UInt8>, isInternational: Bool) -> Int? {
    guard let flag = rest.first else { return nil }
    if !isInternational { return rest.startIndex + 1 }
    guard flag == 1, let language = rest.dropFirst(2).firstIndex(of: 0), let title = rest[(language + 1)...].firstIndex(of: 0)
    else {
      return nil
    }
    return title + 1
  }

  /// Takes it out of a profile: a line with its name, a line with the count of bytes, and these in hexadecimal.
  private static func removeFromProfile(_ bytes: inout [UInt8], in text: Range<Int>) throws(StrippingRefusal) {
    let lines = bytes[text].split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: true)
    guard lines.count == 3 else { return }
    let places = lines[2].indices.filter { digit(bytes[$0]) != nil }
    var profile = stride(from: 0, to: places.count - 1, by: 2).map { index in
      (digit(bytes[places[index]]) ?? 0) << 4 | (digit(bytes[places[index + 1]]) ?? 0)
    }
    let before = profile
    let isIPTC = profile.first == 0x1C
    try LocationRemoval.clear(&profile, places: isIPTC ? [.iptc(0..<profile.count)] : [])
    for (index, byte) in profile.enumerated() where byte != before[index] {
      bytes[places[2 * index]] = letters[Int(byte >> 4)]
      bytes[places[2 * index + 1]] = letters[Int(byte & 15)]
    }
  }

  private static let letters = Array("0123456789abcdef".utf8)

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
