// Lens and sensitivity from what makers note of their own, for cameras that say them nowhere else.

import VitrineModel

/// What counts of makers' notes, by libexif's names.
enum MakerNotes {
  /// Takes the lens and the sensitivity where they are not known yet.
  static func take(from block: borrowing ExifBlock, into metadata: inout PhotoMetadata) {
    // Others have codes there, which libexif passes on.
    guard let camera = metadata.camera, camera.hasPrefix("NIKON") || camera.hasPrefix("Canon") else { return }
    for (name, words) in block.makerNotes(named: ["ISO", "Lens"]) {
      if metadata.iso == nil, name == "ISO" { metadata.iso = sensitivity(words) }
      if metadata.lens == nil, name == "Lens" { metadata.lens = lens(words) }
    }
  }

  /// The number in words such as `ISO 200`. Zero and 65535 are how cameras say that they do not know.
  private static func sensitivity(_ words: String) -> Int? {
    let digits = words.hasPrefix("ISO ") ? words.dropFirst(4) : Substring(words)
    return Int(digits).flatMap { (1..<65_535).contains($0) ? $0 : nil }
  }

  /// The lens in words such as `18-70mm 1:3.5 - 4.5`; nil in others.
  private static func lens(_ words: String) -> String? {
    let parts = words.split(separator: " ")
    guard let first = parts.first, first.hasSuffix("mm"), first.first?.isNumber == true else { return nil }
    var text = ""
    for part in parts {
      // The aperture's limits are written with blanks around the dash.
      if part != "-", !text.isEmpty, !text.hasSuffix("-") { text += " " }
      text += part.hasPrefix("1:") ? "f/" + part.dropFirst(2) : part
    }
    return text
  }
}
