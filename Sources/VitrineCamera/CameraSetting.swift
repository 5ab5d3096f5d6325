// A setting of a camera as the camera tells it: its name, its value, what it may be.

import VitrineText

/// A setting.
package struct CameraSetting: Sendable, Hashable {
  /// What a value may be.
  package enum Form: Sendable, Hashable {
    /// One of these words, in the camera's order.
    case choices([String])
    /// A number of a range. Units: the camera's.
    case range(minimum: Double, maximum: Double, step: Double)
    /// On or off.
    case toggle
    /// Any text.
    case text
  }

  /// How the camera's program calls it: `/main/imgsettings/iso`, `exposure_time_absolute`.
  package let path: String
  /// The camera's words for it.
  package let label: String
  /// True where a computer cannot change it now.
  package let isReadOnly: Bool
  /// What it may be.
  package let form: Form
  /// What it is, as the camera writes it.
  package let current: String

  /// A setting of these values.
  package init(path: String, label: String, isReadOnly: Bool, form: Form, current: String) {
    (self.path, self.label, self.isReadOnly, self.form, self.current) = (path, label, isReadOnly, form, current)
  }

  /// The last part of the path.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// The words it may be; none where it is no choice.
  package var choices: [String] {
    switch form {
    case .choices(let choices): choices
    case .toggle: ["off", "on"]
    case .range, .text: []
    }
  }

  /// The value as a person reads it.
  package var shown: String {
    if case .toggle = form { return current == "0" ? "off" : "on" }
    return current
  }

  /// What it may be, in words.
  package var offer: String {
    switch form {
    case .choices(let choices): Self.joined(choices)
    case .range(let minimum, let maximum, let step):
      "\(CameraNumber.text(minimum)) to \(CameraNumber.text(maximum))"
        + (step > 0 && step != 1 ? " in steps of \(CameraNumber.text(step))" : "")
    case .toggle: "on, off"
    case .text: "any text"
    }
  }

  /// The most choices that are named one by one.
  private static let mostNamed = 40

  private static func joined(_ choices: [String]) -> String {
    guard choices.count > mostNamed else { return choices.joined(separator: ", ") }
    return choices.prefix(mostNamed / 2).joined(separator: ", ") + " … " + choices.suffix(mostNamed / 4).joined(separator: ", ")
      + " (\(choices.count) values)"
  }
}

extension CameraSetting {
  /// The value that a person means by a word, as the camera writes it; nil where it has none. A number is meant as a number: `f/5.6`, `5.6` and `F5.6` are one
  /// aperture, `1/250` and `0.0040s` one time. Of words a beginning will do where only one begins so.
  package func value(for word: String) -> String? {
    switch form {
    case .text: return word
    case .toggle:
      switch word.lowercased() {
      case "on", "yes", "1", "true": return "1"
      case "off", "no", "0", "false": return "0"
      default: return nil
      }
    case .range(let minimum, let maximum, let step):
      guard let number = CameraNumber(word)?.value, number >= minimum, number <= maximum else { return nil }
      guard step > 0 else { return CameraNumber.text(number) }
      return CameraNumber.text(min(minimum + ((number - minimum) / step).rounded() * step, maximum))
    case .choices(let choices):
      if choices.contains(word) { return word }
      if let number = CameraNumber(word) { return Self.nearest(to: number, in: choices) }
      let folded = Self.folded(word)
      if let choice = choices.first(where: { Self.folded($0) == folded }) { return choice }
      for words in Self.synonyms where words.contains(where: { $0 == folded }) {
        // What stands in brackets says where else it is set: "MF (selection)".
        if let choice = choices.first(where: { words.contains(Self.folded($0.before(" ("))) }) { return choice }
      }
      let begun = choices.filter { Self.folded($0).hasPrefix(folded) }
      return begun.count == 1 && !folded.isEmpty ? begun[0] : nil
    }
  }

  /// The known word that is nearest to one that is none; nil where none is near.
  package func suggestion(for word: String) -> String? {
    if let number = CameraNumber(word)?.value {
      let known = choices.compactMap { choice in CameraNumber(choice).map { (choice, $0.value) } }.filter { $0.1 > 0 }
      return known.min { abs(number - $0.1) < abs(number - $1.1) }?.0
    }
    return NearestWord.nearest(to: word, in: choices)
  }

  /// What several makers call differently. Shape: folded.
  private static let synonyms: [[String]] = [
    ["auto", "automatic", "awb", "autowhitebalance", "isoauto", "afa", "aifocus"],
    ["daylight", "sunny", "directsunlight", "sunlight", "fine"],
    ["tungsten", "incandescent"],
    ["fluorescent", "whitefluorescent", "fluorescentlamp1"],
    ["kelvin", "colortemperature", "colourtemperature", "choosecolortemperature"],
    ["single", "oneshot", "afs", "singleaf", "singleservo"],
    ["continuous", "aiservo", "afc", "continuousaf"],
    ["manual", "mf", "m"],
    ["card", "memorycard", "sdcard"],
    ["ram", "internalram", "sdram"],
  ]

  /// Letters and digits alone, small.
  private static func folded(_ word: String) -> String { word.lowercased().filter { $0.isLetter || $0.isNumber } }

  private static func nearest(to number: CameraNumber, in choices: [String]) -> String? {
    let close = choices.compactMap { choice -> (choice: String, gap: Double)? in
      guard let known = CameraNumber(choice), known.isSame(as: number) else { return nil }
      return (choice, abs(known.value - number.value))
    }
    return close.min { $0.gap < $1.gap }?.choice
  }
}
