// One slip in a text: what a person does to a line by accident, in some thirty ways.

/// A line of YAML in parts, as far as slips need them.
struct SlipLine {
  /// The blanks and the dash before the key.
  let start: String
  /// The key; "" where there is none.
  let key: String
  /// The value; "" where there is none.
  let value: String

  /// The parts of a line; nil for one that is blank or a comment.
  init?(_ line: Substring) {
    var rest = line.drop { $0 == " " }
    guard let first = rest.first, first != "#", line != "---" else { return nil }
    var start = String(line.prefix(line.count - rest.count))
    while rest.hasPrefix("- ") {
      start += "- "
      rest = rest.dropFirst(2)
    }
    self.start = start
    let name = rest.prefix { $0.isLetter && $0.isASCII || $0.isNumber || $0 == "_" || $0 == "-" }
    if !name.isEmpty, rest.dropFirst(name.count).first == ":" {
      let value = rest.dropFirst(name.count + 1)
      guard value.isEmpty || value.first == " " else { return nil }
      key = String(name)
      self.value = String(value.drop { $0 == " " })
    } else {
      key = ""
      value = String(rest)
    }
  }

  /// Whether the value is a text without quotes, brackets or a comment.
  var isPlain: Bool {
    guard let first = value.first else { return false }
    return !"\"'[{|>&*!#-@`%".contains(first) && !value.contains(" #") && !value.contains(": ")
  }

  private func isWrapped(_ open: Character, _ close: Character) -> Bool {
    value.count > 2 && value.first == open && value.last == close
  }

  /// The slips that can happen to the line, each with its name and the lines that stand there then.
  func slips(_ line: String) -> [(name: String, lines: [String])] {
    var all: [(String, [String])] = []
    func add(_ name: String, _ lines: String...) { all.append((name, lines)) }
    if !key.isEmpty, !value.isEmpty {
      add("no blank after the colon", "\(start)\(key):\(value)")
      add("no colon", "\(start)\(key) \(value)")
      add("a quote before the key", "\(start)\"\(key): \(value)")
      for mark in ["：", ";", ",", " |"] { add("'\(mark)' for a colon", "\(start)\(key)\(mark) \(value)") }
      add("a no-break space after the colon", "\(start)\(key):\u{A0}\(value)")
      add("a byte order mark before the key", "\(start)\u{FEFF}\(key): \(value)")
      add("two colons", "\(start)\(key): : \(value)")
      if isPlain {
        add("a double quote opened", "\(start)\(key): \"\(value)")
        add("a single quote opened", "\(start)\(key): '\(value)")
        add("text after a quote", "\(start)\(key): \"\(value)\" more")
        add("a colon in a value", "\(start)\(key): \(value): more")
        add("an equals sign", "\(start)\(key) = \(value)")
        add("text after a bar", "\(start)\(key): | \(value)")
        add("a bracket opened", "\(start)\(key): [\(value)")
        add("a brace opened", "\(start)\(key): {\(value)")
        add("quotes inside quotes", "\(start)\(key): \"\(value) \"so\" more\"")
        add("a comma after a value", "\(start)\(key): \"\(value)\",")
        add("two values", "\(start)\(key): \"\(value)\", \"more\"")
        add("a quote closed by another", "\(start)\(key): \"\(value)'")
        add("a bracket too much", "\(start)\(key): [\(value)]]")
        add("a second key", "\(start)\(key): \(value), more: 1")
        for mark in ["@", "`", "%", "*"] { add("'\(mark)' before a value", "\(start)\(key): \(mark)\(value)") }
      }
      if isWrapped("\"", "\"") || isWrapped("'", "'") { add("a quote not closed", "\(start)\(key): \(value.dropLast())") }
      if isWrapped("[", "]") {
        add("a bracket not closed", "\(start)\(key): \(value.dropLast())")
        add("a bracket closed by a brace", "\(start)\(key): \(value.dropLast())}")
      }
      if isWrapped("{", "}") { add("a brace not closed", "\(start)\(key): \(value.dropLast())") }
      if isWrapped("{", "}") { add("a brace not opened", "\(start)\(key): \(value.dropFirst())") }
    }
    if !key.isEmpty, value.isEmpty {
      add("no colon, nothing after it", "\(start)\(key)")
      add("a quote before the key, nothing after it", "\(start)\"\(key):")
    }
    for mark in ["`", "@", "!"] where !key.isEmpty { add("'\(mark)' before the line", mark + line) }
    for mark in ["```", "]", "}"] { add("a line of \(mark)", mark, line) }
    if !line.contains("["), !line.contains("{") { add("a blank too much", " " + line) }
    if line.first == " " {
      add("a blank too few", String(line.dropFirst()))
      add("a tab", "\t" + line.drop { $0 == " " })
    }
    if start.hasSuffix("- ") { add("a dash lost", start.dropLast(2) + (key.isEmpty ? value : "\(key): \(value)")) }
    if line.first == " " { add("no indentation", String(line.drop { $0 == " " })) }
    if !line.contains("["), !line.contains("{") { add("two blanks too much", "  " + line) }
    if start.hasSuffix("- ") { add("no blank after a dash", start.dropLast() + (key.isEmpty ? value : "\(key): \(value)")) }
    if start.hasSuffix("- ") {
      for mark in ["•", "–", "*", "--"] {
        add("'\(mark)' for a dash", start.dropLast(2) + mark + " " + (key.isEmpty ? value : "\(key): \(value)"))
      }
    }
    add("a word alone", "oops", line)
    if !key.isEmpty {
      add("a line of a merge conflict", "=======", line)
      add("the last line of a merge conflict", ">>>>>>> theirs", line)
      add("a comment of another language", "// oops", line)
      add("the end of a document", "...", line)
    }
    return all
  }
}

/// A text with one slip.
struct SlipText {
  /// What happened.
  let name: String
  /// The line that it happened to. Counted from 1.
  let line: Int
  /// The lines of the text without it.
  private let sound: [Substring]
  /// The lines that stand there in place of one.
  private let written: [String]

  /// The text with it: joined when it is asked for, since of a hundred slips one is looked at.
  var text: String {
    var lines = sound
    lines.replaceSubrange(line - 1..<line, with: written.map { $0[...] })
    return lines.joined(separator: "\n")
  }

  /// Every slip in every line of a text that is written in blocks; lines of block scalars and of brackets over several lines are left alone.
  static func all(in text: String) -> [SlipText] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var slips: [SlipText] = []
    var index = 0
    while index < lines.count {
      let line = lines[index]
      guard let parts = SlipLine(line) else {
        index += 1
        continue
      }
      let indent = line.prefix { $0 == " " }.count
      var next = index + 1
      if let first = parts.value.first, "|>".contains(first) {
        while next < lines.count, lines[next].allSatisfy({ $0 == " " }) || lines[next].prefix(while: { $0 == " " }).count > indent
        {
          next += 1
        }
      } else if let first = parts.value.first, "[{".contains(first), !"]}".contains(parts.value.last ?? " ") {
        return slips
      } else {
        for slip in parts.slips(String(line)) {
          slips.append(SlipText(name: slip.name, line: index + 1, sound: lines, written: slip.lines))
        }
      }
      index = next
    }
    return slips
  }
}
