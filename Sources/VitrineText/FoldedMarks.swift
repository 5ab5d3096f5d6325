// Which characters folding leaves out, and which count as white space. Plain data: ranges of code points.

extension Folding {
  /// True for a mark that only decorates a letter, so that a person may leave it out when searching.
  ///
  /// These go: the combining diacritics U+0300-036F, 1AB0-1AFF, 1DC0-1DFF, 20D0-20FF and FE20-FE2F; Cyrillic U+0483-0489 and A66F-A67D; Hebrew
  /// points and accents; Arabic harakat and Koranic signs; Syriac points. All other marks are parts of their letters and stay: the voiced
  /// sound marks of kana (U+3099, U+309A), vowel signs, viramas and nuktas of the scripts of India and South-East Asia, Thaana vowels.
  static func isDiacritic(_ scalar: UInt32) -> Bool {
    switch scalar {
    case ..<0x300: false
    case 0x300...0x36F, 0x483...0x489: true
    case 0x591...0x5BD, 0x5BF, 0x5C1...0x5C2, 0x5C4...0x5C5, 0x5C7, 0xFB1E: true
    case 0x610...0x61A, 0x64B...0x65F, 0x670, 0x6D6...0x6DC, 0x6DF...0x6E4, 0x6E7...0x6E8, 0x6EA...0x6ED: true
    case 0x711, 0x730...0x74A: true
    case 0x898...0x89F, 0x8CA...0x8E1, 0x8E3...0x8FF: true
    case 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    case 0xA66F...0xA672, 0xA674...0xA67D: true
    default: false
    }
  }

  /// True for a character that is not seen: soft hyphen, joiners, direction marks, variation selectors, byte order mark, fillers, tags.
  static func isInvisible(_ scalar: UInt32) -> Bool {
    switch scalar {
    case ..<0xAD: false
    case 0xAD, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F: true
    case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x3164: true
    case 0xFE00...0xFE0F, 0xFEFF, 0xFFA0, 0xFFF0...0xFFF8: true
    case 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF: true
    default: false
    }
  }

  /// True for white space: Unicode's property `White_Space`.
  static func isWhiteSpace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }
}
