// What is left of a location where nothing here can take it out.

/// Signs of a location in a file.
enum LocationTraces {
  /// What is known to hold coordinates in a form that is not taken apart here.
  private static let known: [(bytes: [UInt8], words: String)] = [
    (Array("freeGPS ".utf8), "its film has a track of positions in a form that cannot be changed"),
    (Array("8db42d694ccc418790edff439fe026bf".utf8), "measurements of an Insta360 camera follow it, which cannot be changed"),
    ([0x7E, 0x10, 0x04, 0xFE] + Array("0MIE".utf8), "metadata in the format MIE follows it, which is not looked into"),
    (Array("application/rdf+xml\0deflate".utf8), "its XMP is compressed, and cannot be changed in place"),
    (Array("application/rdf+xml\0gzip".utf8), "its XMP is compressed, and cannot be changed in place"),
    (Array("application/rdf+xml\0br".utf8), "its XMP is compressed, and cannot be changed in place"),
  ]

  /// A reason to refuse the file; nil where there is none.
  ///
  /// - Parameter texts: where texts stand, in order; what follows one is none of it, such as the checksum of a PNG's chunk.
  static func first(in bytes: [UInt8], texts: [Range<Int>] = []) -> String? {
    bytes.withUnsafeBytes { all in
      for (bytes, words) in known where all.firstIndex(of: bytes, from: 0) != nil { return words }
      // Of latitude and longitude, with a capital letter or without; also with the zeros of UTF-16 between.
      for word in ["atitude", "ongitude"] {
        let letters = Array(word.utf8)
        let wide = [UInt8](letters.flatMap { letter -> [UInt8] in [0, letter] }.dropFirst())
        for text in [letters, wide]
        where all.indices(of: text, most: most).contains(where: { isNumber(all, from: $0 + text.count, texts) }) {
          return "it says 'l\(word)' with a number where that cannot be changed in place"
        }
      }
      return nil
    }
  }

  /// The most words that are looked at.
  private static let most = 4_096
  /// The most signs between the word and its number. Units: bytes.
  private static let longest = 12

  /// True where digits follow, behind signs alone: `": 41`, `="41`, `>41`.
  private static func isNumber(_ all: UnsafeRawBufferPointer, from start: Int, _ texts: [Range<Int>]) -> Bool {
    let end = texts.first { $0.contains(start - 1) }?.upperBound ?? all.count
    let rest = all[start..<min(start + longest, end)]
    guard
      let index = rest.firstIndex(where: {
        (0x30...0x39).contains($0) || ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 >= 0x80
      })
    else {
      return false
    }
    return (0x30...0x39).contains(all[index]) && index > start
  }
}
