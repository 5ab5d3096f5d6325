// A page of transcripts, taken apart: see transcripts/README.md for its format.

import Testing
import VitrineTesting

/// A page `transcripts/NAME.md`.
struct TranscriptPage: Sendable {
  /// The name of the file.
  private(set) var name: String
  /// The page's text.
  private(set) var text: String
  /// What every section starts from.
  var head = TranscriptSection(page: "", heading: "")
  /// The sections, in order.
  var sections: [TranscriptSection] = []
  /// What is wrong with the page itself, each with its line.
  var faults: [String] = []

  /// Reads a page. Never fails: what is wrong is in `faults`.
  init(name: String, text: String) {
    self.name = name
    self.text = text
    var reader = TranscriptReader(page: self)
    reader.read()
    self = reader.page
  }
}

/// A section of a page: a folder as it is set up, and what happens in it.
struct TranscriptSection: Sendable, CustomTestStringConvertible {
  /// The page's name.
  let page: String
  /// The words after `##`.
  let heading: String
  /// The folders of the checkout that are copied in first.
  var copies: [String] = []
  /// The files written then.
  var files: [ExplainPage.ExampleFile] = []
  /// The blocks of commands, in order.
  var blocks: [TranscriptBlock] = []

  var testDescription: String { "\(page): \(heading)" }

  /// The section on top of the head of its page.
  func on(_ head: TranscriptSection) -> TranscriptSection {
    var section = self
    section.copies = head.copies + copies
    section.files = head.files + files
    return section
  }
}

/// A fenced block of commands.
struct TranscriptBlock: Sendable {
  /// The lines of the page that the block has between its fences, counted from 0.
  var lines: Range<Int>
  /// The commands, in order.
  var steps: [TranscriptStep] = []

  /// The block's text as it would stand in the page.
  var text: String { steps.map(\.text).joined() }
}

/// A command and what comes of it.
struct TranscriptStep: Sendable, Equatable {
  /// The command, for a shell; of several lines where all but the last end with a backslash.
  var command: String
  /// What it writes to standard output.
  var output = ""
  /// What it writes to standard error.
  var errors = ""
  /// What it ends with.
  var status = 0

  /// The step as it stands in a page.
  var text: String {
    var text = "$ \(command)\n" + output.asWholeLines
    if !errors.isEmpty { text += "stderr:\n" + errors.asWholeLines }
    return status == 0 ? text : text + "exit: \(status)\n"
  }
}

extension String {
  /// What stands after an output whose last line has no end.
  static let openEnd = "\\ no line feed at the end"

  /// The lines, without their line feeds. A carriage return stays: to `Character`, the two would be one.
  var lines: [Substring] {
    utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { Substring($0) }
  }

  /// The text with a line feed at its end, and a mark where it had none.
  fileprivate var asWholeLines: String { isEmpty || utf8.last == 0x0A ? self : self + "\n" + .openEnd + "\n" }
}

/// Goes through the lines of a page.
private struct TranscriptReader {
  let lines: [Substring]
  var page: TranscriptPage
  var at = 0

  init(page: TranscriptPage) {
    self.page = page
    lines = page.text.lines
  }

  mutating func fault(_ message: String) { page.faults.append("\(page.name):\(at + 1): \(message)") }

  mutating func read() {
    while at < lines.count {
      let line = lines[at]
      if line.hasPrefix("## ") {
        page.sections.append(TranscriptSection(page: page.name, heading: String(line.dropFirst(3))))
      } else if line.hasPrefix("Copy `"), let folder = line.split(separator: "`").dropFirst().first {
        change { $0.copies.append(String(folder)) }
      } else if line.hasPrefix("```") {
        readBlock(line.dropFirst(3).split(separator: " ").map(String.init))
      }
      at += 1
    }
    page.sections = page.sections.map { $0.on(page.head) }
  }

  private mutating func change(_ body: (inout TranscriptSection) -> Void) {
    if page.sections.isEmpty { body(&page.head) } else { body(&page.sections[page.sections.count - 1]) }
  }

  private mutating func readBlock(_ words: [String]) {
    at += 1
    let start = at
    while at < lines.count, lines[at] != "```" { at += 1 }
    if at == lines.count { fault("a block is not closed") }
    let inside = start..<at
    if words == ["console"] {
      if page.sections.isEmpty { fault("commands before the first section") }
      let block = TranscriptBlock(lines: inside, steps: steps(lines[inside]))
      change { $0.blocks.append(block) }
    } else if words.contains(where: { $0.hasPrefix("path=") }) {
      var block = PageBlock(words: words)
      for line in lines[inside] { block.add(line) }
      let file = ExplainPage.ExampleFile(path: block.path ?? "", form: block.form, bytes: block.bytes())
      for problem in block.problems { fault(problem) }
      change { $0.files.append(file) }
    }
  }

  private mutating func steps(_ lines: ArraySlice<Substring>) -> [TranscriptStep] {
    var steps: [TranscriptStep] = []
    var isError = false
    var isCommandOpen = false
    for line in lines {
      if isCommandOpen, !steps.isEmpty {
        steps[steps.count - 1].command += "\n" + line
        isCommandOpen = line.hasSuffix("\\")
      } else if line.hasPrefix("$ ") {
        steps.append(TranscriptStep(command: String(line.dropFirst(2))))
        isError = false
        isCommandOpen = line.hasSuffix("\\")
      } else if steps.isEmpty {
        fault("output before the first command of a block")
      } else if line == "stderr:" {
        isError = true
      } else if line.hasPrefix("exit: "), let status = Int(line.dropFirst(6)) {
        steps[steps.count - 1].status = status
      } else if line == String.openEnd {
        if isError { steps[steps.count - 1].errors.removeLast() } else { steps[steps.count - 1].output.removeLast() }
      } else if isError {
        steps[steps.count - 1].errors += line + "\n"
      } else {
        steps[steps.count - 1].output += line + "\n"
      }
    }
    return steps
  }
}
