// A photo made smaller by a decoder, dressed again with what tells its colours and its way up.

/// Puts smaller photos together.
package enum ReducedPhoto {
  /// A smaller JPEG with the metadata and the colour profile of the photo that it was made of: of a stripped one, what stripping leaves.
  ///
  /// Errors: one of both is no JPEG that can be walked through.
  package static func dressed(_ reduced: [UInt8], like original: [UInt8]) throws(StrippingRefusal) -> [UInt8] {
    let bare = try JPEGStripping.strip(reduced, exif: nil).bytes(of: reduced)
    // Behind JFIF, which the coder writes first.
    let start = bare.count > 5 && bare[3] == 0xE0 ? 4 + Int(bare[4]) << 8 + Int(bare[5]) : 2
    guard start <= bare.count else { throw .cutOff }
    return bare[..<start] + marks(of: original) + bare[start...]
  }

  /// The segments with EXIF, XMP, IPTC, the colour profile and comments, before the picture.
  private static func marks(of jpeg: [UInt8]) -> [UInt8] {
    var marks: [UInt8] = []
    var place = 2
    while place + 4 <= jpeg.count, jpeg[place] == 0xFF, jpeg[place + 1] != 0xDA {
      let end = place + 2 + Int(jpeg[place + 2]) << 8 + Int(jpeg[place + 3])
      guard end > place + 2, end <= jpeg.count else { return marks }
      let said = jpeg[(place + 4)..<end]
      let isKept =
        switch jpeg[place + 1] {
        case 0xE1, 0xFE: true
        // The profile alone: the index of further pictures (MPF) would point at nothing.
        case 0xE2: said.starts(with: "ICC_PROFILE".utf8)
        case 0xED: said.starts(with: "Photoshop 3.0\0".utf8)
        default: false
        }
      if isKept { marks += jpeg[place..<end] }
      place = end
    }
    return marks
  }
}
