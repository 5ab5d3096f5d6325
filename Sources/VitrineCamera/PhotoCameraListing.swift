// What gphoto2 prints of cameras and their settings, read.

/// Reads the output of gphoto2. Any text gives an answer: what is no setting is left out. Source: gphoto2, gphoto2/actions.c and main.c.
enum PhotoCameraListing {
  /// The cameras of `--auto-detect`: a table of two columns, the second of which has no blanks.
  static func cameras(_ text: String) -> [(model: String, port: String)] {
    let lines = text.split(separator: "\n")
    guard let rule = lines.firstIndex(where: { $0.hasPrefix("-----") }) else { return [] }
    return lines[(rule + 1)...].compactMap { line in
      let words = line.split(separator: " ")
      guard words.count > 1, let port = words.last, port.contains(":") else { return nil }
      return (words.dropLast().joined(separator: " "), String(port))
    }
  }

  /// The settings of `--list-all-config`, or of some `--get-config`, whose paths are then the ones asked for, in their order.
  static func settings(_ text: String, asked paths: [String] = []) -> [CameraSetting] {
    var settings: [CameraSetting] = []
    var path = ""
    var block = Block()
    var number = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
      if line == "END" {
        if number < paths.count { path = paths[number] }
        if let setting = block.setting(path) { settings.append(setting) }
        (path, block, number) = ("", Block(), number + 1)
      } else if line.hasPrefix("/"), block.isEmpty {
        path = String(line)
      } else {
        block.read(line)
      }
    }
    return settings
  }

  /// The lines of one setting.
  private struct Block {
    private var label = ""
    private var type = ""
    private var current = ""
    private var isReadOnly = false
    private var choices: [String] = []
    private var numbers: [String: Double] = [:]
    private(set) var isEmpty = true

    mutating func read(_ line: Substring) {
      guard let colon = line.firstIndex(of: ":") else { return }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      switch line[..<colon] {
      case "Label": label = String(value)
      case "Readonly": isReadOnly = value != "0"
      case "Type": type = String(value)
      case "Current": current = String(value)
      case "Choice":
        // The number of a choice, a blank, and the choice.
        if let blank = value.firstIndex(of: " ") { choices.append(String(value[value.index(after: blank)...])) }
      case "Bottom", "Top", "Step": numbers[String(line[..<colon])] = Double(value)
      default: return
      }
      isEmpty = false
    }

    func setting(_ path: String) -> CameraSetting? {
      guard !path.isEmpty else { return nil }
      let form: CameraSetting.Form
      switch type {
      case "RADIO", "MENU": form = .choices(choices)
      case "RANGE":
        form = .range(minimum: numbers["Bottom"] ?? 0, maximum: numbers["Top"] ?? 0, step: numbers["Step"] ?? 0)
      case "TOGGLE": form = .toggle
      case "TEXT": form = .text
      default: return nil
      }
      return CameraSetting(path: path, label: label, isReadOnly: isReadOnly, form: form, current: current)
    }
  }
}
