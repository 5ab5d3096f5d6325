// What v4l2-ctl prints of webcams and their controls, read.

/// Reads the output of v4l2-ctl. Any text gives an answer: what is no control is left out. Source: v4l-utils, utils/v4l2-ctl/v4l2-ctl-common.cpp.
enum WebcamListing {
  /// The devices of `--list-devices`: a name with a colon, then its files, indented; the first of which takes the pictures.
  static func cameras(_ text: String) -> [(model: String, port: String)] {
    var cameras: [(String, String)] = []
    var name = ""
    for line in text.split(separator: "\n") {
      if line.first == "\t" || line.first == " " {
        let file = line.drop { $0 == "\t" || $0 == " " }
        guard !name.isEmpty, file.hasPrefix("/dev/video") else { continue }
        cameras.append((name, String(file)))
        name = ""
      } else if line.hasSuffix(":") {
        name = String(line.dropLast())
        // Where it is plugged in stands in brackets behind its name.
        name = name.before(" (")
      }
    }
    return cameras
  }

  /// The controls of `--list-ctrls-menus`. Shape: times are in units of 100 µs; a choice is its words.
  static func settings(_ text: String) -> [WebcamControl] {
    var controls: [WebcamControl] = []
    for line in text.split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "\t" }
      if let control = WebcamControl(words) {
        controls.append(control)
      } else if let first = words.first, first.hasSuffix(":"), let index = Int(first.dropLast()), !controls.isEmpty,
        line.first == "\t"
      {
        controls[controls.count - 1].choices.append((index, words.dropFirst().joined(separator: " ")))
      }
    }
    return controls
  }
}

/// A control of a webcam.
struct WebcamControl {
  let name: String
  let type: String
  private let values: [Substring: Substring]
  /// What its numbers mean, where it is a menu.
  var choices: [(index: Int, words: String)] = []

  /// A line such as `brightness 0x00980900 (int) : min=-64 max=64 step=1 default=0 value=0 flags=inactive`.
  fileprivate init?(_ words: [Substring]) {
    guard words.count > 3, words[1].hasPrefix("0x"), words[2].hasPrefix("("), words[2].hasSuffix(")"), words[3] == ":" else {
      return nil
    }
    name = String(words[0])
    type = String(words[2].dropFirst().dropLast())
    var values: [Substring: Substring] = [:]
    for word in words[4...] {
      guard let equals = word.firstIndex(of: "=") else { continue }
      values[word[..<equals]] = word[word.index(after: equals)...]
    }
    self.values = values
  }

  private func number(_ key: Substring) -> Double? { values[key].flatMap { Double($0) } }
  private var value: String { values["value"].map(String.init) ?? "" }
  /// What it is by default.
  var standard: String { values["default"].map(String.init) ?? "" }
  /// True where another control rules it now: the exposure time while exposure is automatic.
  var isInactive: Bool { values["flags"]?.holds("inactive") ?? false }
  /// True where it is a time.
  var isTime: Bool { CameraControl.shutter.names.contains(name) }

  /// As a setting; nil for what is none, such as a button.
  var setting: CameraSetting? {
    let isReadOnly = values["flags"]?.holds("read-only") ?? false
    func made(_ form: CameraSetting.Form, _ current: String) -> CameraSetting {
      CameraSetting(
        path: name, label: name.split(separator: "_").joined(separator: " "), isReadOnly: isReadOnly, form: form, current: current
      )
    }
    switch type {
    case "bool": return made(.toggle, value)
    case "menu", "intmenu":
      return made(.choices(choices.map(\.words)), choices.first { String($0.index) == value }?.words ?? value)
    case "int", "int64":
      guard let minimum = number("min"), let maximum = number("max") else { return nil }
      if isTime {
        let current = number("value").map { CameraNumber.time($0 / 10_000) } ?? value
        return made(.range(minimum: minimum / 10_000, maximum: maximum / 10_000, step: 0), current)
      }
      return made(.range(minimum: minimum, maximum: maximum, step: number("step") ?? 0), value)
    default: return nil
    }
  }

  /// A value of the setting as v4l2-ctl takes it.
  func written(_ value: String) -> String {
    if isTime, let seconds = CameraNumber(value)?.value { return String(max(1, Int((seconds * 10_000).rounded()))) }
    return choices.first { $0.words == value }.map { String($0.index) } ?? value
  }
}
