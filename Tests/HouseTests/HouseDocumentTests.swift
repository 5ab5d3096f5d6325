// The documents about the code: what they name is there, and the picture is that of the manifest.

import Testing
import VitrineTesting

/// What holds for Sources/README.md and contrib/decisions.
@Suite struct HouseDocumentTests {
  @Test("Sources/README.md has at most 200 lines")
  func length() {
    #expect((Checkout.text("Sources/README.md") ?? "").split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
  }

  @Test("the picture of the rooms is that of the manifest: contrib/house draws it")
  func picture() throws {
    let result = try Program.run(TestData.checkout + "/contrib/house", ["--check"])
    #expect(result.status == 0, "\(result.output)")
  }

  /// The code spans of a document, each with its line, counted from 1.
  private func spans(_ path: String) -> [(line: Int, text: String)] {
    var spans: [(Int, String)] = []
    var isFenced = false
    for (index, line) in (Checkout.text(path) ?? "").split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```") { isFenced.toggle() }
      if isFenced { continue }
      for match in line.matches(of: /`([^`]+)`/) { spans.append((index + 1, String(match.output.1))) }
    }
    return spans
  }

  /// The names of all types and shelves, of files and folders, and of targets.
  private static let names: Set<String> = {
    var names = Set(Manifest.current.targets.map(\.name))
    for file in Checkout.sources {
      for part in file.path.split(separator: "/") {
        names.insert(part.hasSuffix(".swift") ? String(part.dropLast(6)) : String(part))
      }
      for line in file.text.code
      where line.holds("enum ") || line.holds("struct ") || line.holds("class ") || line.holds("protocol ")
        || line.holds("typealias ")
      {
        for match in line.matches(of: /\b(?:enum|struct|class|protocol|typealias) (\w+)/) { names.insert(String(match.output.1)) }
      }
    }
    return names
  }()

  @Test("README says what it runs on: which Linux, which browsers (W6.1, C-A3)")
  func platforms() {
    let readme = Checkout.text("README.md") ?? ""
    for word in ["Debian 12", "Linux 5.10", "Chromium", "Firefox", "Safari"] { #expect(readme.contains(word), "\(word)") }
  }

  @Test("types, rooms, files and members that Sources/README.md names are there")
  func namesExist() {
    var faults: [String] = []
    var count = 0
    for (line, text) in spans("Sources/README.md") {
      guard let match = text.wholeMatch(of: /([A-Z]\w*[a-z]\w*)(?:\.([a-z]\w*))?(?:\(.*\))?/) else { continue }
      // A method or header of HTTP; a file.
      guard text != "Allow", !text.hasSuffix(".swift") else { continue }
      count += 1
      let type = String(match.output.1)
      if !Self.names.contains(type) {
        faults.append("Sources/README.md:\(line): there is no '\(type)'")
      } else if let member = match.output.2 {
        let isThere = Checkout.sources.contains { file in
          file.text.allCode.holds(type) && file.text.code.contains { $0.holds(String(member)) }
        }
        if !isThere { faults.append("Sources/README.md:\(line): '\(type)' has no '\(member)'") }
      }
    }
    #expect(count > 80)
    #expect(faults == [])
  }

  @Test("files and folders that documents name are there")
  func paths() {
    var faults: [String] = []
    let tops = ["Sources/", "Tests/", "contrib/", "schemas/", "examples/", ".ci/", "Vitrine"]
    for path in ["README.md", "Sources/README.md", "contrib/README.md", "contrib/CHANGELOG.md"] {
      for (line, text) in spans(path) where text.contains("/") && tops.contains(where: { text.hasPrefix($0) }) {
        let name = text.split(whereSeparator: { " *{".contains($0) }).first.map(String.init) ?? text
        // A name in capitals stands for others.
        guard !name.contains("NAME"), !name.contains("NNNN"), !name.contains("KIND") else { continue }
        let places = [name, "Sources/" + name, "Tests/CommandTests/" + name]
        if !places.contains(where: { Checkout.isFolder($0) || Checkout.text($0) != nil }) {
          faults.append("\(path):\(line): there is no '\(name)'")
        }
      }
    }
    #expect(faults == [])
  }

  @Test("links of documents lead to files that are there")
  func links() {
    var faults: [String] = []
    let documents =
      ["README.md", "Sources/README.md", "contrib/README.md", "schemas/README.md"]
      + Checkout.files(below: "contrib").filter { $0.hasSuffix(".md") }
    for path in documents {
      let folder = path.split(separator: "/").dropLast().joined(separator: "/")
      for match in (Checkout.text(path) ?? "").matches(of: /\]\(([^)#:]+)(?:#[^)]*)?\)/) {
        var parts = folder.split(separator: "/").map(String.init)
        for part in match.output.1.split(separator: "/") where part != "." {
          if part == "..", !parts.isEmpty { parts.removeLast() } else { parts.append(String(part)) }
        }
        let target = parts.joined(separator: "/")
        if !Checkout.isFolder(target), Checkout.text(target) == nil { faults.append("\(path): there is no '\(match.output.1)'") }
      }
    }
    #expect(faults == [])
  }

  @Test("every decision is on the list of contrib/decisions/README.md, and cited in a comment of the code that it explains")
  func decisions() {
    let list = Checkout.text("contrib/decisions/README.md") ?? ""
    var cited: Set<String> = []
    for file in Checkout.sources + Checkout.tests {
      for line in file.text.lines where line.holds("ecision") {
        for match in line.matches(of: /\b0\d{3}\b/) { cited.insert(String(match.output)) }
      }
    }
    var faults: [String] = []
    for name in Checkout.names(in: "contrib/decisions") where name != "README.md" {
      let number = String(name.prefix(4))
      if !list.contains("(\(name))") { faults.append("contrib/decisions/README.md does not list \(name): run contrib/generate") }
      if !cited.contains(number) {
        faults.append("\(name) is cited nowhere; write 'Decision \(number) says why.' where it applies")
      }
    }
    #expect(faults == [])
  }
}
