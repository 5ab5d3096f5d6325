// The names of a camera and its lens, as people write them.

/// Makers, models and lenses.
enum CameraName {
  /// Words of companies that nobody says of a camera.
  private static let companyWords: Set<String> = [
    "ag", "camera", "co", "company", "computer", "corp", "corporation", "electric", "electronics", "gmbh", "imaging", "inc", "kg",
    "limited", "ltd", "optical", "techwin",
  ]

  /// Maker and model: `FUJIFILM` and `X100F` make `FUJIFILM X100F`. A model that begins with a word of its maker stands alone:
  /// `NIKON CORPORATION` and `NIKON Z 8` make `NIKON Z 8`. Nil where neither is known.
  static func name(maker: String?, model: String?) -> String? {
    let maker = words(maker)
    let model = words(model)
    guard let first = model.first else { return maker.isEmpty ? nil : short(maker).joined(separator: " ") }
    if maker.contains(where: { isSame($0, first) }) { return model.joined(separator: " ") }
    return (short(maker) + model).joined(separator: " ")
  }

  /// The name of a lens; nil for one of dashes, which cameras write for a lens that they do not know.
  static func lens(_ text: String) -> String? { text.contains { $0.isLetter || $0.isNumber } ? text : nil }

  /// False for what cameras write as the caption of every photo: `OLYMPUS DIGITAL CAMERA`, `SONY DSC`.
  static func isCaption(_ text: String) -> Bool {
    let words = text.uppercased()
    return lens(text) != nil && !words.hasSuffix("DIGITAL CAMERA") && !words.hasSuffix("DIGITAL STILL CAMERA")
      && !["SONY DSC", "SAMSUNG", "DSC", "DCIM", "DEFAULT", "EXIF_JPEG_PICTURE", "EXIF JPEG", "JPEG"].contains(words)
  }

  /// A maker without what makes a company of it; its first word always stays.
  private static func short(_ maker: [String]) -> [String] {
    var maker = maker
    while maker.count > 1, let last = maker.last,
      last.lowercased().split(whereSeparator: { !$0.isLetter }).allSatisfy({ companyWords.contains(String($0)) })
    {
      maker.removeLast()
    }
    while let last = maker.last, let end = last.last, end == "," || end == ";" {
      maker[maker.count - 1] = String(last.dropLast())
    }
    return maker.filter { !$0.isEmpty }
  }

  private static func isSame(_ left: String, _ right: String) -> Bool {
    left.count > 1 && left.lowercased().filter(\.isLetter) == right.lowercased().filter(\.isLetter)
      && left.contains(where: \.isLetter)
  }

  private static func words(_ text: String?) -> [String] { (text ?? "").split(separator: " ").map(String.init) }
}
