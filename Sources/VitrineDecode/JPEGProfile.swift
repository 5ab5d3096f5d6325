// The colour profile of a JPEG.

/// Finds the profile of a JPEG's colours.
enum JPEGProfile {
  /// The profile, put together of its segments; nil where there is none. Source: ICC.1:2010, B.4.
  static func find(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var profile: [UInt8] = []
    var place = 2
    while place + 4 <= bytes.count, bytes[place] == 0xFF, bytes[place + 1] != 0xDA {
      if bytes[place + 1] == 0xFF {
        place += 1
        continue
      }
      let end = place + 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
      guard end > place + 3, end <= bytes.count else { break }
      // The segments stand in their order in every file that programs write.
      if bytes[place + 1] == 0xE2, end - place > 18, bytes.has("ICC_PROFILE", at: place + 4) {
        profile += bytes[(place + 18)..<end]
        guard profile.count <= ColorProfile.largest else { return nil }
      }
      place = end
    }
    return profile.isEmpty ? nil : profile
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// True where these ASCII bytes stand at an offset.
  func has(_ text: StaticString, at place: Int) -> Bool {
    guard place >= 0, place + text.utf8CodeUnitCount <= count else { return false }
    for index in 0..<text.utf8CodeUnitCount where self[place + index] != text.utf8Start[index] { return false }
    return true
  }

  /// A number of 32 bits at an offset, which must be there.
  func number32(_ place: Int, isLittleEndian: Bool = false) -> Int {
    var number = 0
    for index in 0..<4 { number = number << 8 | Int(self[place + (isLittleEndian ? 3 - index : index)]) }
    return number
  }
}
