// Names of fields that mean the same: for a field that is not there under the name that was written.

/// Finds the known name that means what a written one does.
package enum SynonymousName {
  /// Names that people and other programs give to one thing. The first two groups are never meant otherwise.
  private static let groups = [
    ["lat", "latitude"], ["lon", "lng", "long", "longitude"], ["title", "name"], ["note", "notes"],
    ["shutter", "exposure", "exposuretime", "exposure_time", "exposure-time", "shutter_speed"],
    ["aperture", "fnumber", "f_number", "f-number", "f-stop"], ["camera", "make", "model"],
    ["caption", "description"], ["creator", "artist", "author"], ["bytes", "size"],
  ]

  /// The name among some that means what a written one does, if that is one only: another word for it, or one of several words of which the written
  /// one is the first or the last, or the first or the last of several written ones. Shape: `isSure` where the name cannot be meant otherwise.
  package static func name(for word: String, among names: [String]) -> (name: String, isSure: Bool)? {
    let folded = String(decoding: Folding.vocabulary(word), as: UTF8.self)
    guard (2...64).contains(folded.utf8.count) else { return nil }
    for (place, group) in groups.enumerated() where group.contains(folded) {
      let others = group.filter { $0 != folded && names.contains($0) }
      if others.count == 1 { return (others[0], place < 2) }
    }
    let longer = names.filter { ends(of: $0).contains(folded[...]) }
    if longer.count == 1 { return (longer[0], false) }
    let written = Self.ends(of: folded)
    let shorter = names.filter { $0.utf8.count > 2 && written.contains($0[...]) }
    return longer.isEmpty && shorter.count == 1 ? (shorter[0], false) : nil
  }

  /// The first and the last word of a name of several words; none of a name of one.
  private static func ends(of name: String) -> [Substring] {
    let words = name.split { "_- ".contains($0) }
    return words.count > 1 ? [words[0], words[words.count - 1]] : []
  }
}
