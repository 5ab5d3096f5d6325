// Lens and sensitivity from what makers note of their own, for cameras that say them nowhere else.

import VitrineModel

/// What counts of makers' notes, by libexif's names.
enum MakerNotes {
  private static let names: [StaticString] = [
    "ISO", "Lens", "LensModel", "Auto ISO", "Shot ISO", "CCSISOSensitivity", longest, shortest, units,
  ]
  private static let longest: StaticString = "Long Focal Length of Lens"
  private static let shortest: StaticString = "Short Focal Length of Lens"
  private static let units: StaticString = "Focal Units per mm"

  /// Takes the lens and the sensitivity where they are not known yet. Shape: gives the focal lengths of a lens that has no name here, for a photo in
  /// which nothing else names it.
  static func take(from block: borrowing ExifBlock, into metadata: inout PhotoMetadata) -> String? {
    let camera = (metadata.camera ?? "").lowercased().split(separator: " ").map { String($0) }
    guard let maker = ["nikon", "canon", "casio", "pentax", "kodak"].first(where: { camera.contains($0) }) else { return nil }
    var words: [String: String] = [:]
    for note in block.makerNotes(named: names) where words[note.name] == nil { words[note.name] = note.words }
    if metadata.iso == nil {
      switch maker {
      case "pentax":
        metadata.iso =
          words["ISO"].flatMap { pentaxSensitivity(code: $0) } ?? words["CCSISOSensitivity"].flatMap { sensitivity($0) }
      case "casio": metadata.iso = words["CCSISOSensitivity"].flatMap { sensitivity($0) }
      default: metadata.iso = words["ISO"].flatMap { sensitivity($0) } ?? canonSensitivity(words)
      }
    }
    if metadata.iso == nil, maker != "canon",
      let note = block.tags(where: { $0 == .exif && $1 == ExifTags.Number.makerNote }).all.first
    {
      let number = MakerNoteSensitivity.number(in: note.value, maker: maker)
      metadata.iso = maker == "pentax" ? number.flatMap { pentaxSensitivity(code: "\($0)") } : number
    }
    if metadata.lens == nil {
      switch maker {
      case "nikon": metadata.lens = words["Lens"].flatMap { lens($0) }
      case "canon":
        metadata.lens = words["LensModel"].flatMap { $0.split(separator: " ").contains { $0.hasSuffix("mm") } ? $0 : nil }
      default: break
      }
    }
    return maker == "canon" && metadata.lens == nil ? canonFocalLengths(words) : nil
  }

  /// Where Canon's cameras set the sensitivity on their own, it is what they began with times what they took of it.
  /// Source: ExifTool's Canon.pm (ShotInfo, the composite tag ISO).
  private static func canonSensitivity(_ words: [String: String]) -> Int? {
    guard let base = words["Shot ISO"].flatMap({ Double($0) }), let factor = words["Auto ISO"].flatMap({ Double($0) }) else {
      return nil
    }
    let number = (base * factor).rounded()
    return (1...1_000_000).contains(number) ? Int(number) : nil
  }

  /// The focal lengths of a Canon lens, `18-55mm`. They are whole numbers of a unit.
  /// Source: ExifTool's Canon.pm (CameraSettings, the composite tag Lens).
  private static func canonFocalLengths(_ words: [String: String]) -> String? {
    func length(_ name: StaticString, _ units: Double) -> String? {
      words["\(name)"].flatMap { Double($0) }.flatMap {
        (1..<65_535).contains($0) ? ExifNumber.decimal($0 / units, places: 1) : nil
      }
    }
    guard let units = words["\(units)"].flatMap({ Double($0) }), units >= 1, let short = length(shortest, units),
      let long = length(longest, units)
    else { return nil }
    return single("\(short)-\(long)mm")
  }

  /// Pentax's cameras count thirds of a stop from ISO 50, which is 3; some write the number itself. Source: ExifTool's Pentax.pm (tag 0x14).
  private static func pentaxSensitivity(code words: String) -> Int? {
    let steps = [50, 64, 80, 100, 125, 160, 200, 250, 320, 400, 500, 640, 800, 1_000, 1_250, 1_600, 2_000, 2_500, 3_200, 4_000]
    guard let code = Int(words) else { return nil }
    if code >= 3, code < 3 + steps.count { return steps[code - 3] }
    return [50, 100, 200, 400, 800, 1_600, 3_200].contains(code) ? code : nil
  }

  /// The number in words such as `ISO 200`. Zero and 65535 are how cameras say that they do not know.
  private static func sensitivity(_ words: String) -> Int? {
    let digits = words.hasPrefix("ISO ") ? words.dropFirst(4) : Substring(words)
    return Int(digits).flatMap { (1..<65_535).contains($0) ? $0 : nil }
  }

  /// The lens in words such as `18-70mm 1:3.5 - 4.5`; nil in others. Limits that are the same are one: `50-50mm 1:1.8 - 1.8` is `50mm f/1.8`.
  static func lens(_ words: String) -> String? {
    let parts = words.split(separator: " ")
    guard let first = parts.first, first.hasSuffix("mm"), first.first?.isNumber == true else { return nil }
    var text = ""
    for part in parts {
      // The aperture's limits are written with blanks around the dash.
      if part != "-", !text.isEmpty, !text.hasSuffix("-") { text += " " }
      text += part.hasPrefix("1:") ? "f/" + part.dropFirst(2) : part
    }
    return text.split(separator: " ").map { single($0) }.joined(separator: " ")
  }

  /// A range such as `50-50mm` or `f/1.8-1.8`, as one number where its limits are the same.
  private static func single(_ range: Substring) -> String {
    let before = range.prefix { !$0.isNumber }
    let limits = range.dropFirst(before.count).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard limits.count == 2, limits[0] == limits[1].prefix(while: { $0.isNumber || $0 == "." }) else { return String(range) }
    return String(before) + String(limits[1])
  }
}
