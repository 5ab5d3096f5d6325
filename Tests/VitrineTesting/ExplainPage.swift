// The explanation of a rule, read as a test: its examples and what must be found in them.
//
// The format is described in Sources/CStock/explain/README.md.

/// A page `CODE-slug.md` of `Sources/CStock/explain`, taken apart.
package struct ExplainPage: Sendable {
  /// The rule's slug, from the title.
  package var slug = ""
  /// The rule's code, from the title.
  package var code = ""
  /// The severity's word, from the line below the title.
  package var severity = ""
  /// The rule's summary, from the same line.
  package var summary = ""
  /// The headings of the sections, in order, with the words after a colon left out.
  package var headings: [String] = []
  /// The files every example starts from; empty where the page has no section `Catalogue`.
  package var catalogue: [ExampleFile] = []
  /// The examples, in order.
  package var examples: [Example] = []
  /// What is wrong with the page itself, each with its line.
  package var faults: [String] = []

  /// A small catalogue that has just the marked findings, or none.
  package struct Example: Sendable {
    /// Where it stands: the heading.
    package var heading: String
    /// Whether something must be found.
    package var isBad: Bool
    /// Its own files.
    package var files: [ExampleFile] = []
    /// What must be found, and nothing else, in the order of the page.
    package var findings: [MarkedFinding] = []
  }

  /// What an example has at a path.
  package enum Form: Sendable {
    /// An ordinary file.
    case file
    /// A symbolic link; its bytes are where it leads.
    case link
    /// A named pipe, without bytes.
    case pipe
  }

  /// A file of an example.
  package struct ExampleFile: Sendable, Hashable {
    /// Its place in the catalogue.
    package var path: String
    /// What it is.
    package var form: Form
    /// Its bytes, the marks taken away.
    package var bytes: [UInt8]

    /// A file of the given bytes.
    package init(path: String, form: Form = .file, bytes: [UInt8]) {
      self.path = path
      self.form = form
      self.bytes = bytes
    }
  }

  /// A finding that an example must have.
  package struct MarkedFinding: Sendable, Hashable {
    /// The file.
    package var path: String
    /// The line it starts on, from 1.
    package var line: Int
    /// The column it starts in, from 1, in characters; nil where any will do.
    package var column: Int?
    /// The rule's slug.
    package var slug: String

    /// A finding of the given rule at the given place.
    package init(path: String, line: Int, column: Int?, slug: String) {
      self.path = path
      self.line = line
      self.column = column
      self.slug = slug
    }
  }

  /// The files of an example as they lie on the disk: the page's catalogue, or else the given one, under the example's own.
  package func files(of example: Example, default manifest: [ExampleFile]) -> [ExampleFile] {
    var files = Dictionary(manifest.map { ($0.path, $0) }) { _, last in last }
    for file in catalogue + example.files { files[file.path] = file }
    return files.values.sorted { $0.path < $1.path }
  }

  /// Reads a page. Never fails: what is wrong is in `faults`.
  package init(_ text: String) {
    var reader = PageReader(lines: text.split(separator: "\n", omittingEmptySubsequences: false))
    reader.read()
    self = reader.page
  }

  fileprivate init() {}
}

/// Goes through the lines of a page.
private struct PageReader {
  let lines: [Substring]
  var at = 0
  var page = ExplainPage()
  /// The heading of the section being read, without the words after a colon.
  var section = ""

  init(lines: [Substring]) { self.lines = lines }

  mutating func fault(_ message: String) { page.faults.append("line \(at + 1): \(message)") }

  mutating func read() {
    while at < lines.count {
      let line = lines[at]
      if line.hasPrefix("# "), page.slug.isEmpty {
        readTitle(line)
      } else if line.hasPrefix("## ") {
        readHeading(line.dropFirst(3))
      } else if line.hasPrefix("```") {
        readBlock(line.dropFirst(3))
      } else if section.isEmpty, page.severity.isEmpty, let match = line.wholeMatch(of: /(error|warning|info): (.+)/) {
        page.severity = String(match.output.1)
        page.summary = String(match.output.2)
      } else if line.contains("# finding:") {
        fault("a mark outside of a block")
      }
      at += 1
    }
  }

  mutating func readTitle(_ line: Substring) {
    guard let match = line.wholeMatch(of: /# ([a-z0-9-]+) \((V[0-9]{3})\)/) else {
      return fault("the title is not 'slug (Vnnn)'")
    }
    page.slug = String(match.output.1)
    page.code = String(match.output.2)
  }

  mutating func readHeading(_ heading: Substring) {
    section = String(heading.prefix { $0 != ":" })
    page.headings.append(section)
    if section == "Bad" || section == "Good" {
      page.examples.append(ExplainPage.Example(heading: String(heading), isBad: section == "Bad"))
    }
  }

  mutating func readBlock(_ info: Substring) {
    var block = PageBlock(words: info.split(separator: " ").map(String.init))
    for problem in block.problems { fault(problem) }
    at += 1
    while at < lines.count, lines[at] != "```" {
      block.add(lines[at])
      at += 1
    }
    if at == lines.count { fault("a block is not closed") }
    guard let path = block.path else { return }
    let file = ExplainPage.ExampleFile(path: path, form: block.form, bytes: block.bytes())
    for problem in block.problems { fault("\(path): \(problem)") }
    switch section {
    case "Catalogue":
      page.catalogue.append(file)
      if !block.findings.isEmpty { fault("a mark in the catalogue's set-up") }
    case "Bad", "Good":
      page.examples[page.examples.count - 1].files.append(file)
      page.examples[page.examples.count - 1].findings += block.findings
    default: fault("a file outside of the sections 'Catalogue', 'Bad' and 'Good'")
    }
  }
}
