// A page of help as a manual page, in the macros of man(7).
//
// Source: groff_man(7), groff_man_style(7) and mandoc's man(7): only macros and escapes that both know.

extension Program {
  /// All manual pages: the complete one, `vitrine.1`, and one a command, `vitrine-check.1`, which also covers the commands it holds.
  package func manualPages() -> [(file: String, text: String)] {
    let pages = root.commands.filter { !$0.isHidden }.map { command in
      (file: "\(name)-\(command.name).1", text: manualPage(of: command))
    }
    return [(file: "\(name).1", text: completeManualPage())] + pages
  }

  /// The complete page: every command with all its options.
  private func completeManualPage() -> String {
    var page = page(at: [name])
    let visible = root.commands.filter { !$0.isHidden }
    let chapters = visible.flatMap { self.chapters(of: $0, path: [name, $0.name]) }
    let place = page.sections.firstIndex { $0.title == "Global options" } ?? page.sections.endIndex
    page.sections.insert(Section(title: "Commands in full", blocks: chapters), at: place)
    var sections = page.sections.filter { $0.title != "See also" }
    let others = root.manual.seeAlso.filter { word in !visible.contains { $0.name == word } }
    sections.append(Section(title: "See also", blocks: [.references(visible.map(\.name) + others)]))
    page.sections = sections
    return roff(page)
  }

  private func manualPage(of command: Command<Context>) -> String {
    let path = [name, command.name]
    var page = page(at: path)
    let chapters = command.commands.filter { !$0.isHidden }.flatMap { self.chapters(of: $0, path: path + [$0.name]) }
    if !chapters.isEmpty {
      let place = page.sections.firstIndex { $0.title == "Options" || $0.title == "Global options" } ?? page.sections.endIndex
      page.sections.insert(Section(title: "Commands in full", blocks: chapters), at: place)
    }
    let others = command.manual.seeAlso
    page.sections.removeAll { $0.title == "See also" }
    page.sections.append(Section(title: "See also", blocks: [.references(["\(name)(1)"] + others)]))
    return roff(page)
  }

  private func roff(_ page: Page) -> String {
    let title = page.name.split(separator: " ").joined(separator: "-")
    var text = RoffText(program: name)
    text.add("TH", [title.uppercased(), "1", date, "\(name) \(version)", "\(name) manual"])
    text.add("SH", ["NAME"])
    text.add(line: escaped(title) + " \\- " + escaped(page.summary))
    text.add("SH", ["SYNOPSIS"])
    text.add(line: text.spans(page.usage))
    for section in page.sections {
      text.add("SH", [section.title.uppercased()])
      for block in section.blocks { text.add(block) }
    }
    return text.text
  }
}

/// Roff source that grows line by line.
private struct RoffText {
  let program: String
  private(set) var text = ""
  private var isBelowHeading = false

  init(program: String) { self.program = program }

  /// Adds a line that is escaped already.
  mutating func add(line: String) {
    isBelowHeading = false
    if line.hasPrefix(".") || line.hasPrefix("'") { text += "\\&" }
    text += line
    text += "\n"
  }

  /// Adds a request with arguments in quotes.
  mutating func add(_ macro: String, _ arguments: [String] = []) {
    isBelowHeading = macro == "SH" || macro == "SS"
    text += "." + macro
    // A date is understood by mandoc only as it is written: YYYY-MM-DD.
    for argument in arguments {
      let isDate = argument.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      text += " \"" + (isDate ? argument : escaped(argument)) + "\""
    }
    text += "\n"
  }

  /// Begins a paragraph, but for the first one below a heading, which has begun already.
  private mutating func addBreak() {
    if !isBelowHeading { add("PP") }
  }

  mutating func add(prose: String) {
    for line in wrapped(prose, width: 78) { add(line: escaped(line)) }
  }

  func spans(_ spans: [Span]) -> String {
    spans.map { span in
      switch span {
      case .plain(let text): escaped(text)
      case .literal(let text): "\\fB" + escaped(text) + "\\fR"
      case .variable(let text): "\\fI" + escaped(text) + "\\fR"
      }
    }.joined()
  }

  mutating func add(_ block: Block) {
    switch block {
    case .heading(let heading): add("SS", [heading])
    case .usage(let usage):
      addBreak()
      add(line: spans(usage))
    case .paragraph(let paragraph):
      addBreak()
      if paragraph.hasPrefix("  ") {
        add("nf")
        for line in paragraph.split(separator: "\n", omittingEmptySubsequences: false) { add(line: escaped(String(line))) }
        add("fi")
      } else {
        add(prose: paragraph)
      }
    case .rows(let rows): add(rows)
    case .references(let names): add(references: names)
    }
  }

  private mutating func add(_ rows: [Row]) {
    for row in rows {
      add("TP")
      add(line: spans(row.term))
      add(prose: row.text.isEmpty ? "-" : row.text)
      guard !row.choices.isEmpty else { continue }
      add("RS")
      for choice in row.choices {
        add("TP")
        add(line: spans([.literal(choice.name)]))
        add(prose: choice.summary.isEmpty ? choice.name : choice.summary)
      }
      add("RE")
    }
  }

  private mutating func add(references names: [String]) {
    let pages = names.map { name in name.contains("(") ? name : "\(program)-\(name)(1)" }
    for (place, page) in pages.enumerated() {
      let end = page.firstIndex(of: "(") ?? page.endIndex
      let comma = place + 1 < pages.count ? "," : ""
      text += ".BR \(escaped(String(page[..<end]))) \(escaped(String(page[end...])))\(comma)\n"
    }
  }
}

/// `text` so that roff prints it as it stands, wherever in a line it is.
///
/// Dashes are minus signs and quotes straight ones, so that what is copied from a page works in a shell.
func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\\": result += "\\(rs"
    case "-": result += "\\-"
    case "'": result += "\\(aq"
    case "\"": result += "\\(dq"
    case "`": result += "\\(ga"
    case "^": result += "\\(ha"
    case "~": result += "\\(ti"
    case ".": result += result.isEmpty ? "\\&." : "."
    case "\n", "\r", "\t": result += " "
    case " "..."}": result.unicodeScalars.append(scalar)
    default:
      if scalar.value < 0xA0 { continue }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
    }
  }
  return result
}
