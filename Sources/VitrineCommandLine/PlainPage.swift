// A page of help as text for a terminal or a pipe.

/// How help looks.
package struct HelpStyle: Sendable, Hashable {
  /// The widest line, in characters; less than 40 counts as 40.
  package var width: Int
  /// True where headings are bold, by escape sequences.
  package var isBold: Bool

  /// Lines of at most `width` characters.
  package init(width: Int = 80, isBold: Bool = false) {
    self.width = max(40, width)
    self.isBold = isBold
  }
}

extension Program {
  /// The help of the command at a path, as in `Request.help`. Ends with a line feed.
  ///
  /// Shape: the summary, examples, the usage, then everything else.
  package func help(at path: [String], style: HelpStyle = HelpStyle()) -> String {
    let page = page(at: path)
    var text = PlainText(program: name, style: style)
    text.add(line: "\(page.name): \(page.summary)")
    var sections = page.sections[...]
    if sections.first?.title == "Examples", let examples = sections.popFirst() { text.add(examples) }
    text.add(usage: page.usage)
    for section in sections { text.add(section) }
    return text.text
  }

  /// A page for somebody who typed nothing but the program's name: what to do next, some commands by their names, and where more is. Ends with
  /// a line feed.
  package func overview(
    daily: [String], next: [(command: String, meaning: String)], style: HelpStyle = HelpStyle()
  ) -> String {
    var text = PlainText(program: name, style: style)
    text.add(line: "\(name): \(root.summary)")
    func row(_ command: String, _ meaning: String) -> Row { Row(term: [.literal(command)], text: meaning) }
    let commands = daily.compactMap { word in root.commands.first { $0.isCalled(word) } }
    let more = [
      row("\(name) help", "all commands and options"), row("\(name) help COMMAND", "one command, with examples"),
      row("man \(name)", "all of it as a manual page, once it is installed"),
    ]
    text.add(Section(title: "What to do next", blocks: [.rows(next.map { row($0.command, $0.meaning) })]))
    text.add(Section(title: "Every day", blocks: [.rows(commands.map { row("\(name) \($0.name)", $0.summary) })]))
    text.add(Section(title: "More", blocks: [.rows(more)]))
    return text.text
  }

  /// The version, as `--version` prints it. Ends with a line feed.
  package var versionText: String { "\(name) \(version)\n" }
}

/// Text that grows line by line.
private struct PlainText {
  let program: String
  let style: HelpStyle
  var text = ""

  mutating func add(line: String) {
    text += line
    text += "\n"
  }

  mutating func add(heading: String) {
    add(line: style.isBold ? "\u{1B}[1m\(heading):\u{1B}[0m" : heading + ":")
  }

  mutating func add(usage: [Span]) {
    add(line: "")
    add(heading: "Usage")
    for line in wrapped(usage.map(\.text).joined(), width: style.width - 2) { add(line: "  " + line) }
  }

  mutating func add(_ section: Section) {
    add(line: "")
    add(heading: section.title)
    for (place, block) in section.blocks.enumerated() {
      switch block {
      case .heading(let heading): add(heading: heading)
      case .usage(let usage): add(usage: usage)
      case .paragraph(let paragraph):
        if place > 0 { add(line: "") }
        if paragraph.hasPrefix("  ") {
          for line in paragraph.split(separator: "\n", omittingEmptySubsequences: false) { add(line: "  " + line) }
        } else {
          for line in wrapped(paragraph, width: style.width - 2) { add(line: "  " + line) }
        }
      case .rows(let rows): add(rows, areExamples: section.title == "Examples")
      case .references(let names):
        let words = names.map { $0.contains("(") ? $0 : "\(program) \($0)" }
        for line in wrapped(words.joined(separator: ", "), width: style.width - 2) { add(line: "  " + line) }
      }
    }
  }

  /// Terms on the left, meanings on the right; a term too wide for its column has a line of its own.
  ///
  /// Examples, which are seldom short, are all set that way as soon as one of them is too wide.
  mutating func add(_ rows: [Row], areExamples: Bool) {
    // Options without a short name leave room for one, so that the long names stand below each other.
    let hasShort = rows.contains { row in row.term.first?.text.count == 2 && row.term.first?.text.first == "-" }
    let terms = rows.map { row in
      (hasShort && row.term.first?.text.hasPrefix("--") == true ? "    " : "") + row.term.map(\.text).joined()
    }
    let most = max(16, style.width * 2 / 5)
    let isStacked = areExamples && terms.contains { $0.count > most }
    let column = isStacked ? 2 : terms.map(\.count).filter { $0 <= most }.max() ?? 4
    for (row, term) in zip(rows, terms) {
      let lines = wrapped(row.text, width: style.width - column - 4)
      if term.count <= column {
        add(line: "  " + padded(term, to: column) + "  " + (lines.first ?? ""))
        for line in lines.dropFirst() { add(line: padded("", to: column + 4) + line) }
      } else {
        add(line: "  " + term)
        for line in lines { add(line: padded("", to: column + 4) + line) }
      }
      let width = row.choices.map(\.name.count).max() ?? 0
      // Where little room is left, the choices move to the left.
      let indent = style.width - column - width - 8 < 24 ? 6 : column + 6
      for choice in row.choices {
        let lines = wrapped(choice.summary, width: style.width - indent - width - 2)
        add(line: padded("", to: indent) + padded(choice.name, to: width) + "  " + (lines.first ?? ""))
        for line in lines.dropFirst() { add(line: padded("", to: indent + width + 2) + line) }
      }
    }
  }
}

private func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}

/// The lines of a paragraph, broken between words; a word wider than a line has one of its own.
///
/// `width` is in characters; less than 20 counts as 20.
func wrapped(_ text: String, width: Int) -> [String] {
  let width = max(20, width)
  var lines: [String] = []
  var line = ""
  var length = 0
  for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
    let count = word.count
    if length > 0, length + 1 + count > width {
      lines.append(line)
      line = ""
      length = 0
    }
    if length > 0 { line += " " }
    length += count + (length > 0 ? 1 : 0)
    line += word
  }
  return line.isEmpty ? lines : lines + [line]
}
