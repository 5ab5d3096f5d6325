// The few things of XMP that tell what EXIF does not.

import Glibc

/// A packet of XMP, searched for a few names; it is not read as XML.
///
/// Shape: a value stands as an attribute, `exif:GPSLatitude="41,0.5N"`, or in an element, `<xmp:Rating>5</xmp:Rating>`, also as the first item
/// of a list. Prefixes are those that every program writes. Source: XMP specification, parts 1 and 2; Exif 2.32 metadata for XMP (CIPA DC-010).
struct XMPPacket {
  /// The names looked for, and what they are called in listings.
  private static let names: [(key: String, name: String)] = [
    ("exif:DateTimeOriginal", "DateTimeOriginal"), ("photoshop:DateCreated", "DateCreated"),
    ("exif:GPSLatitude", "GPSLatitude"), ("exif:GPSLongitude", "GPSLongitude"), ("xmp:Rating", "Rating"),
    ("aux:Lens", "Lens"), ("exifEX:LensModel", "LensModel"), ("exif:ISOSpeedRatings", "ISO"),
    ("exifEX:PhotographicSensitivity", "PhotographicSensitivity"), ("exif:ExposureTime", "ExposureTime"),
    ("exif:FNumber", "FNumber"), ("exif:ShutterSpeedValue", "ShutterSpeedValue"), ("exif:ApertureValue", "ApertureValue"),
    ("exif:FocalLength", "FocalLength"), ("exif:WhiteBalance", "WhiteBalance"),
    ("tiff:Make", "Make"), ("tiff:Model", "Model"),
    ("dc:description", "Description"), ("dc:subject", "Subject"), ("dc:creator", "Creator"),
    ("tiff:Orientation", "Orientation"), ("exif:DateTimeDigitized", "DateTimeDigitized"), ("xmp:CreateDate", "CreateDate"),
    ("Iptc4xmpCore:Location", "Location"),
    ("photoshop:City", "City"), ("photoshop:State", "State"), ("photoshop:Country", "Country"),
  ]
  /// The most bytes of a value. Units: bytes.
  private static let maximum = 2_048
  /// The most items of a list.
  private static let mostItems = 64

  /// What is there, by the names of listings, in their order.
  let members: [(name: String, text: String)]

  /// Searches the packet in these bytes.
  init(_ bytes: [UInt8]) {
    var values = [String?](repeating: nil, count: Self.names.count)
    bytes.withUnsafeBytes { all in
      guard let base = all.baseAddress else { return }
      var start = 0
      while start < all.count, let found = memchr(base + start, Int32(UInt8(ascii: ":")), all.count - start) {
        let colon = base.distance(to: UnsafeRawPointer(found))
        start = colon + 1
        for (index, name) in Self.keys.enumerated() where values[index] == nil {
          let place = colon - name.prefix
          guard place >= 0, place + name.bytes.count < all.count, all[place + name.prefix + 1] == name.bytes[name.prefix + 1],
            all[place..<place + name.bytes.count].elementsEqual(name.bytes),
            Self.endsName(all[place + name.bytes.count])
          else { continue }
          values[index] = Self.text(
            all, from: place + name.bytes.count, isElement: place > 0 && all[place - 1] == UInt8(ascii: "<"))
        }
      }
    }
    members = zip(Self.names, values).compactMap { name, value in value.map { (name.name, $0) } }
  }

  private init(members: [(name: String, text: String)]) { self.members = members }

  /// The same with what only another packet says.
  func filled(by other: XMPPacket) -> XMPPacket {
    XMPPacket(
      members: Self.names.compactMap { name in
        (self[name.name] ?? other[name.name]).map { (name.name, $0) }
      })
  }

  /// The names in bytes, and where each has its colon.
  private static let keys = names.map { name in
    (bytes: Array(name.key.utf8), prefix: name.key.utf8.prefix { $0 != UInt8(ascii: ":") }.count)
  }

  /// The text of a member.
  subscript(name: String) -> String? { members.first { $0.name == name }?.text }

  /// True for what may stand behind a name: `aux:LensInfo` is not `aux:Lens`.
  private static func endsName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "/"): true
    default: false
    }
  }

  /// The value behind a name.
  private static func text(_ all: UnsafeRawBufferPointer, from start: Int, isElement: Bool) -> String? {
    var place = start
    func skipBlanks() {
      while place < all.count, [0x20, 0x09, 0x0A, 0x0D].contains(all[place]) { place += 1 }
    }
    let end: UInt8
    if isElement {
      // Opening tags of lists may stand before the text.
      var tags = 0
      while true {
        while place < all.count, all[place] != UInt8(ascii: ">") {
          if all[place] == UInt8(ascii: "/") || place - start > maximum { return nil }
          place += 1
        }
        place += 1
        skipBlanks()
        tags += 1
        guard place < all.count, tags <= 4 else { return nil }
        if all[place] != UInt8(ascii: "<") { break }
      }
      end = UInt8(ascii: "<")
    } else {
      skipBlanks()
      guard place < all.count, all[place] == UInt8(ascii: "=") else { return nil }
      place += 1
      skipBlanks()
      guard place < all.count, all[place] == UInt8(ascii: "\"") || all[place] == UInt8(ascii: "'") else { return nil }
      end = all[place]
      place += 1
    }
    let rest = all[place..<min(all.count, place + maximum)]
    guard let stop = rest.firstIndex(of: end) else { return nil }
    let first = ExifValue.text(Array(rest[place..<stop])).map { plain($0) }
    guard isElement, let first else { return first }
    // More items of the list that it may be in. Of texts in several languages the first counts.
    let (ending, beginning) = (Array("</rdf:li>".utf8), Array("<rdf:li>".utf8))
    var items = [first]
    place = stop
    while items.count < mostItems, all[place...].starts(with: ending) {
      place += ending.count
      skipBlanks()
      guard all[min(place, all.count)...].starts(with: beginning) else { break }
      place += beginning.count
      let rest = all[min(place, all.count)..<min(all.count, place + maximum)]
      guard let stop = rest.firstIndex(of: end), let item = ExifValue.text(Array(rest[place..<stop])) else { break }
      items.append(plain(item))
      place = stop
    }
    return items.joined(separator: ", ")
  }

  /// A text in place of XML's five named characters, and of those written as numbers.
  private static func plain(_ text: String) -> String {
    let names = ["lt;": "<", "gt;": ">", "quot;": "\"", "apos;": "'", "amp;": "&"]
    let parts = text.split(separator: "&", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(parts.first.map { String($0) } ?? "") { text, part in
      if let scalar = numbered(part) { return text + String(scalar) + part.drop { $0 != ";" }.dropFirst() }
      guard let name = names.keys.first(where: { part.hasPrefix($0) }), let character = names[name] else {
        return text + "&" + part
      }
      return text + character + part.dropFirst(name.count)
    }
  }

  /// The character that a text begins with as `#252;` or `#xFC;`; nil for another text, and for controls.
  private static func numbered(_ text: Substring) -> Unicode.Scalar? {
    guard text.first == "#", let end = text.prefix(10).firstIndex(of: ";") else { return nil }
    let digits = text[..<end].dropFirst()
    let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number, number >= 0x20, !(0x7F...0x9F).contains(number) else { return nil }
    return Unicode.Scalar(number)
  }
}
