// What press photographers and archives write of a photo: IPTC's Information Interchange Model.

import VitrineModel

/// The records of an IPTC block: caption, keywords, where, who.
///
/// Source: IPTC-NAA Information Interchange Model, version 4, sections 1.5 to 1.6 and 6; Adobe's Photoshop File Formats (image resources) for the block
/// that JPEG holds it in.
struct IPTCBlock {
  /// The datasets of record 2 that are listed, by ExifTool's names; a photo may have many of those that repeat.
  private static let names: [UInt8: (name: String, repeats: Bool)] = [
    5: ("ObjectName", false), 15: ("Category", false), 20: ("SupplementalCategories", true), 25: ("Keywords", true),
    40: ("SpecialInstructions", false), 55: ("DateCreated", false), 60: ("TimeCreated", false), 80: ("By-line", true),
    85: ("By-lineTitle", true), 90: ("City", false), 92: ("Sub-location", false), 95: ("Province-State", false),
    100: ("Country-PrimaryLocationCode", false), 101: ("Country-PrimaryLocationName", false),
    103: ("OriginalTransmissionReference", false), 105: ("Headline", false), 110: ("Credit", false), 115: ("Source", false),
    116: ("CopyrightNotice", false), 120: ("Caption-Abstract", false), 122: ("Writer-Editor", true),
  ]
  /// The most datasets that are looked at.
  private static let mostDatasets = 1_024

  /// What is there, by ExifTool's names, in the order of the block; what repeats as one text with commas.
  private(set) var members: [(name: String, text: String)] = []

  /// The block in these bytes; nil where none begins there.
  init?(_ bytes: [UInt8]) {
    guard bytes.first == 0x1C else { return nil }
    var isUTF8 = false
    var place = 0
    for _ in 0..<Self.mostDatasets {
      guard place + 5 <= bytes.count, bytes[place] == 0x1C else { break }
      let (record, dataset) = (bytes[place + 1], bytes[place + 2])
      let count = Int(bytes[place + 3]) << 8 | Int(bytes[place + 4])
      // A length of more than 15 bits is one of a length; nothing that is listed is so long.
      guard count < 0x8000, place + 5 + count <= bytes.count else { break }
      let value = bytes[(place + 5)..<(place + 5 + count)]
      place += 5 + count
      if record == 1, dataset == 90 { isUTF8 = value.elementsEqual([0x1B, 0x25, 0x47]) }
      guard record == 2, let (name, repeats) = Self.names[dataset], let text = Self.text(value, isUTF8: isUTF8) else { continue }
      if let index = members.firstIndex(where: { $0.name == name }) {
        if repeats { members[index].text += ", " + text }
      } else {
        members.append((name, text))
      }
    }
  }

  /// The block in an image resource of Photoshop, as JPEG's thirteenth application segment and a tag of TIFF hold it.
  init?(resources bytes: [UInt8]) {
    var place = bytes.starts(with: Array("Photoshop 3.0\0".utf8)) ? 14 : 0
    while place + 12 <= bytes.count, bytes[place..<place + 4].elementsEqual("8BIM".utf8) {
      let number = Int(bytes[place + 4]) << 8 | Int(bytes[place + 5])
      // A name with its length before it, padded to an even count.
      let start = place + 6 + (Int(bytes[place + 6]) + 2) / 2 * 2
      guard start + 4 <= bytes.count else { return nil }
      let count = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      guard count <= bytes.count - start - 4 else { return nil }
      if number == 0x0404 {
        self.init(Array(bytes[(start + 4)..<(start + 4 + count)]))
        return
      }
      place = start + 4 + (count + 1) / 2 * 2
    }
    return nil
  }

  /// The text of a member.
  subscript(name: String) -> String? { members.first { $0.name == name }?.text }

  /// A text; old programs wrote Windows' Latin 1 and said nothing, new ones UTF-8, and do not always say so either.
  private static func text(_ bytes: ArraySlice<UInt8>, isUTF8: Bool) -> String? {
    let bytes = bytes.prefix { $0 != 0 }
    guard bytes.contains(where: { $0 != 0x20 }) else { return nil }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return isUTF8 ? String(decoding: bytes, as: UTF8.self) : String(String.UnicodeScalarView(bytes.map(character)))
  }
}

extension IPTCBlock {
  /// The characters that Windows has where Latin 1 has controls, from 0x80 on; 0 where it has none either. Source: Unicode's table CP1252.TXT.
  private static let windows: [UInt16] = [
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0, 0, 0x2018,
    0x2019,
    0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
  ]

  /// A character of Windows' Latin 1.
  private static func character(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9F).contains(byte), let scalar = Unicode.Scalar(windows[Int(byte) - 0x80]), scalar != "\0" else {
      return Unicode.Scalar(byte)
    }
    return scalar
  }

  /// What is listed, with days and times as ExifTool writes them: `2026:05:29`, `19:42:00+03:00`.
  var listing: [(name: String, text: String)] {
    members.map { name, text in
      switch (name, text.utf8.count) {
      case ("DateCreated", 8) where text.utf8.allSatisfy { (0x30...0x39).contains($0) }:
        (name, "\(text.prefix(4)):\(text.dropFirst(4).prefix(2)):\(text.suffix(2))")
      case ("TimeCreated", 6), ("TimeCreated", 11):
        (
          name,
          "\(text.prefix(2)):\(text.dropFirst(2).prefix(2)):\(text.dropFirst(4).prefix(5))"
            + (text.utf8.count == 11 ? ":\(text.suffix(2))" : "")
        )
      default: (name, text)
      }
    }
  }
}

extension IPTCBlock {
  /// The datasets of record 2 that say where: city, a part of it, state, the country's code and name, and the codes and names of what is shown.
  private static let places: Set<UInt8> = [26, 27, 90, 92, 95, 100, 101]

  /// Writes blanks over the names of places in the blocks that begin within a range.
  static func blankPlaces(in range: Range<Int>, of bytes: inout [UInt8]) {
    var place = range.lowerBound
    while place + 5 <= range.upperBound {
      guard bytes[place] == 0x1C, bytes[place + 1] == 2 || bytes[place + 1] == 1 else {
        place += 1
        continue
      }
      let count = Int(bytes[place + 3]) << 8 | Int(bytes[place + 4])
      guard count < 0x8000, count <= range.upperBound - place - 5 else {
        place += 1
        continue
      }
      if bytes[place + 1] == 2, places.contains(bytes[place + 2]) {
        for index in place + 5..<place + 5 + count { bytes[index] = 0x20 }
      }
      place += 5 + count
    }
  }
}

extension PhotoMetadata {
  /// Takes what a block says, where nothing is known yet.
  mutating func take(_ block: IPTCBlock) {
    if taken == nil, let day = block["DateCreated"], day.utf8.count == 8, let time = block["TimeCreated"], time.utf8.count >= 6 {
      func part(_ text: String, _ start: Int, _ count: Int) -> Substring { text.dropFirst(start).prefix(count) }
      let date = "\(part(day, 0, 4)):\(part(day, 4, 2)):\(part(day, 6, 2))"
      let clock = "\(part(time, 0, 2)):\(part(time, 2, 2)):\(part(time, 4, 2))"
      let zone = part(time, 6, 5)
      let offset = zone.count == 5 ? "\(zone.prefix(3)):\(zone.suffix(2))" : ""
      taken = ExifMoment.text("\(date) \(clock)", fraction: "", offset: offset)
    }
    if caption == nil { caption = block["Caption-Abstract"] }
    if keywords == nil { keywords = block["Keywords"] }
    if creator == nil { creator = block["By-line"] }
    if place == nil {
      let parts = ["Sub-location", "City", "Province-State", "Country-PrimaryLocationName"].compactMap { block[$0] }
      place = parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
  }
}
