// The coordinates and the names of places in packets of XMP.

/// Takes the location out of XMP by writing blanks over it.
///
/// Shape: a value stands as an attribute, `exif:GPSLatitude="41,0.5N"`, or in an element with all that is in it. Prefixes are what programs choose, so that
/// names count by what follows them. Source: XMP specification, parts 1 and 2; IPTC Photo Metadata Standard 2023.1; Darwin Core.
enum XMPLocation {
  /// Clears a part of a file.
  ///
  /// Errors: an element or an attribute of a location has no end; the text has 16 or 32 bits a character.
  static func remove(from bytes: inout [UInt8], in range: Range<Int>) throws(StrippingRefusal) {
    let text = bytes[range]
    if text.prefix(4).contains(0), text.contains(UInt8(ascii: "<")) {
      throw StrippingRefusal("its XMP is in UTF-16 or UTF-32, which is not looked into")
    }
    for blank in try blanks(bytes[range]) { for index in blank { bytes[index] = 0x20 } }
  }

  /// True for the names in small letters that tell a place, whatever their prefix: `gpslatitude`, `city`.
  static func tellsPlace(_ name: some Collection<UInt8>) -> Bool {
    var prefix: [UInt8] = []
    var local: [UInt8] = []
    for byte in name {
      if byte == UInt8(ascii: ":") {
        (prefix, local) = (local, [])
      } else {
        local.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
      }
    }
    if prefix.elementsEqual("xmlns".utf8) { return false }
    if prefix.elementsEqual("geo".utf8) || prefix.elementsEqual("cell".utf8) { return true }
    return beginnings.contains { local.starts(with: $0) } || names.contains(local)
      || parts.contains { part in local.indices.contains { local[$0...].starts(with: part) } }
  }

  private static let beginnings = ["gps", "location", "absolutealtitude", "relativealtitude", "earthpos", "footprint"].map {
    Array($0.utf8)
  }
  private static let parts = ["latitude", "longitude", "longtitude", "coordinates"].map { Array($0.utf8) }
  private static let names: Set<[UInt8]> = Set(
    [
      "city", "city2", "continent", "country", "countrycode", "countryname", "county", "dctermslocation", "landmark", "locality",
      "municipality",
      "provincestate", "shotlocation", "state", "stateprovince", "sublocation", "waterbody", "worldregion",
    ].map { Array($0.utf8) })

  /// Where names of places and what they say stand.
  private static func blanks(_ text: ArraySlice<UInt8>) throws(StrippingRefusal) -> [Range<Int>] {
    var blanks: [Range<Int>] = []
    var place = text.startIndex
    while place < text.endIndex {
      guard isName(text[place]) else {
        place += 1
        continue
      }
      var end = place
      while end < text.endIndex, isName(text[end]) { end += 1 }
      defer { place = end }
      guard place > text.startIndex, end - place <= 256, tellsPlace(text[place..<end]) else { continue }
      if text[place - 1] == UInt8(ascii: "<") {
        end = try elementEnd(of: text[place..<end], text)
        blanks.append(place - 1..<end)
      } else if let stop = try attributeEnd(from: end, text) {
        blanks.append(place..<stop)
        end = stop
      }
    }
    return blanks
  }

  private static func isName(_ byte: UInt8) -> Bool {
    (0x30...0x3A).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x5F || byte == 0x2D
      || byte == 0x2E || byte >= 0x80
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  /// Where an attribute ends whose name ends at an offset; nil where none stands there.
  private static func attributeEnd(from start: Int, _ text: ArraySlice<UInt8>) throws(StrippingRefusal) -> Int? {
    let rest = text[start...].drop(while: isBlank)
    guard rest.first == UInt8(ascii: "=") else { return nil }
    let value = rest.dropFirst().drop(while: isBlank)
    guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
    guard let stop = value.dropFirst().firstIndex(of: quote) else { throw unfinished }
    return stop + 1
  }

  /// Where an element ends: behind its closing tag, or behind its own where that closes it.
  private static func elementEnd(of name: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) throws(StrippingRefusal) -> Int {
    guard let open = text[name.endIndex...].firstIndex(of: UInt8(ascii: ">")) else { throw unfinished }
    if text[open - 1] == UInt8(ascii: "/") { return open + 1 }
    let closing = Array("</".utf8) + name
    var place = open + 1
    while place + closing.count < text.endIndex {
      if text[place] == closing[0], text[place..<place + closing.count].elementsEqual(closing) {
        let rest = text[(place + closing.count)...].drop(while: isBlank)
        if rest.first == UInt8(ascii: ">") { return rest.startIndex + 1 }
      }
      place += 1
    }
    throw unfinished
  }

  private static let unfinished = StrippingRefusal("its XMP has a location whose end is missing")
}
