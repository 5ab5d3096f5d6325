// The location in what programs and cameras append to a photo, behind its picture.

/// Takes the location out of trailers.
///
/// Source: AFCP 1.1 (Tocarema); ExifTool's AFCP.pm, PhotoMechanic.pm and Samsung.pm.
enum TrailerLocation {
  /// The most trailers of a kind.
  private static let most = 16

  /// Changes a file.
  static func remove(from bytes: inout [UInt8]) {
    for range in (archives(in: bytes) + mechanics(in: bytes) + stations(in: bytes)).merged {
      IPTCBlock.blankPlaces(in: range, of: &bytes)
    }
    // Samsung's telephones write in which country they are, by its code for telephones, of three digits.
    let codes = bytes.withUnsafeBytes { $0.indices(of: Array("MCC_Data".utf8), most: most) }
    for place in codes {
      for index in (place + 8..<place + 16).clamped(to: 0..<bytes.count) {
        guard (0x30...0x39).contains(bytes[index]) else { break }
        bytes[index] = UInt8(ascii: "0")
      }
    }
  }

  /// The blocks of IPTC that AFCP's lists name: twelve bytes each, a name, a length and an offset in the file. The list begins with the same letters as
  /// the trailer's end.
  private static func archives(in bytes: [UInt8]) -> [Range<Int>] {
    bytes.withUnsafeBytes { all in
      [("AXS!", false), ("AXS*", true)].flatMap { letters, isLittle in
        all.indices(of: Array(letters.utf8), most: most).flatMap { list -> [Range<Int>] in
          func number(_ place: Int, _ width: Int) -> Int {
            let part = all[place..<place + width]
            return isLittle ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
          }
          guard list + 12 <= all.count else { return [] }
          return (0..<min(number(list + 6, 2), 64)).compactMap { index in
            let entry = list + 12 + index * 12
            guard entry + 12 <= all.count, all[entry..<entry + 4].elementsEqual("IPTC".utf8) else { return nil }
            let (count, start) = (number(entry + 4, 4), number(entry + 8, 4))
            return (start..<start + count).clamped(to: 0..<all.count)
          }
        }
      }
    }
  }

  /// What Photo Mechanic appends, which ends with its length and eight letters.
  private static func mechanics(in bytes: [UInt8]) -> [Range<Int>] {
    bytes.withUnsafeBytes { all in
      all.indices(of: Array("cbipcbbl".utf8), most: most).compactMap { end in
        guard end >= 4 else { return nil }
        let count = all[end - 4..<end].reduce(0) { $0 << 8 | Int($1) }
        return max(0, end - 4 - count)..<end - 4
      }
    }
  }

  /// What FotoStation appends: blocks that end with their length, their kind (1 for IPTC) and a mark.
  private static func stations(in bytes: [UInt8]) -> [Range<Int>] {
    bytes.withUnsafeBytes { all in
      all.indices(of: [0xA1, 0xB2, 0xC3, 0xD4], most: most).compactMap { end in
        guard end >= 6, all[end - 2] == 0, all[end - 1] == 1 else { return nil }
        let count = all[end - 6..<end - 2].reduce(0) { $0 << 8 | Int($1) }
        return count < 10 ? nil : max(0, end + 4 - count)..<end - 6
      }
    }
  }
}
