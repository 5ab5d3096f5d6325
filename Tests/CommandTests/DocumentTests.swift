// What documents, help and messages say of commands: each one exists, with its options; and the README's tour works.

import FoundationEssentials
import Testing
import VitrineCLI
import VitrineCommandLine
import VitrineTesting

@Suite struct DocumentTests {
  /// A call of `vitrine` that a text shows or advises.
  private struct Mention {
    /// Where it stands.
    var place: String
    /// The words after `vitrine`.
    var words: [String]
    /// True where it is written to be typed as it stands; in a sentence arguments may be left out or stand for others.
    var isWhole: Bool
  }

  private static let program = VitrineProgram.program

  /// Names and plurals of the kinds that documents speak of: those of the stock.
  private static let kinds: Set<String> = {
    let folder = TestData.checkout + "/schemas"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var words: Set<String> = []
    for name in names where name.hasSuffix(".schema.yaml") {
      words.insert(String(name.dropLast(".schema.yaml".utf8.count)))
      let text = FileManager.default.contents(atPath: folder + "/" + name).map { String(decoding: $0, as: UTF8.self) } ?? ""
      for line in text.split(separator: "\n") where line.hasPrefix("  plural: ") { words.insert(String(line.dropFirst(10))) }
    }
    return words
  }()

  private static func files(below folder: String, _ suffix: String) -> [String] {
    let found = (try? FileManager.default.subpathsOfDirectory(atPath: TestData.checkout + "/" + folder)) ?? []
    return found.filter { $0.hasSuffix(suffix) }.map { folder + "/" + $0 }.sorted()
  }

  private static func text(_ path: String) -> String {
    FileManager.default.contents(atPath: TestData.checkout + "/" + path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The documents; of the changelog only what was added, since the rest speaks of what is no more.
  private static let documents: [String] = {
    let folders = files(below: "contrib", ".md") + files(below: "Sources", ".md") + files(below: "examples", ".md")
    return ["README.md", "schemas/README.md"] + folders.filter { $0 != "contrib/CHANGELOG.md" }
  }()

  private static func mentions(inMarkdown path: String) -> [Mention] {
    var mentions: [Mention] = []
    var fence: String?
    var pending = ""
    for (index, line) in text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let place = "\(path):\(index + 1)"
      if line.hasPrefix("```") {
        fence = fence == nil ? String(line.dropFirst(3)) : nil
      } else if let fence {
        let isShell = ["sh", "bash"].contains(fence)
        guard isShell || ["", "console"].contains(fence) else { continue }
        var command = line.drop { $0 == " " }
        if command.hasPrefix("$ ") {
          command = command.dropFirst(2)
        } else if !isShell, command.prefixMatch(of: /vitrine [-@a-z]/) == nil {
          continue
        }
        pending += command
        if pending.hasSuffix("\\") {
          pending.removeLast()
          continue
        }
        mentions += program.calls(in: pending).map { Mention(place: place, words: $0, isWhole: isShell) }
        pending = ""
      } else if line.hasPrefix("    ") {
        mentions += program.calls(in: String(line)).map { Mention(place: place, words: $0, isWhole: false) }
      } else {
        for span in line.matches(of: /`([^`]+)`/) where span.output.1.contains("vitrine ") {
          mentions += alternatives(String(span.output.1)).flatMap { program.calls(in: $0) }.map {
            Mention(place: place, words: $0, isWhole: false)
          }
        }
      }
    }
    return mentions
  }

  /// `log|undo` is both; brackets and dots are no part of a command.
  private static func alternatives(_ text: String) -> [String] {
    let plain = text.replacing(/\ \[[^\]]*\]|…|\.\.\./) { _ in "" }
    guard let match = plain.firstMatch(of: /[^ |]+(?:\|[^ |]+)+/) else { return [plain] }
    return match.output.split(separator: "|").flatMap { alternatives(plain.replacingCharacters(match.range, String($0))) }
  }

  /// The calls in single quotes of a help text or a message.
  private static func mentions(inWords text: String, _ place: String) -> [Mention] {
    text.matches(of: /'(vitrine [^'\\\n]+)'/).flatMap { match in
      alternatives(String(match.output.1)).flatMap { program.calls(in: $0) }.map {
        Mention(place: place, words: $0, isWhole: false)
      }
    }
  }

  private static func fault(_ mention: Mention) -> String? {
    // A sentence may name a command without more.
    if !mention.isWhole, program.command(at: ["vitrine"] + mention.words) != nil { return nil }
    let found = program.fault(of: mention.words) { word in kinds.contains(word) ? ["list", "game"] : nil }
    guard let found, !mention.isWhole else { return found }
    let isName = ["unknown command", "unknown option", "unexpected argument"].contains { found.hasPrefix($0) }
    let isHeldByKind = mention.words.contains { $0.allSatisfy(\.isUppercase) } && found.hasPrefix("unknown command")
    return isName && !isHeldByKind ? found : nil
  }

  private static func faults(_ mentions: [Mention]) -> [String] {
    mentions.compactMap { mention in
      fault(mention).map { "\(mention.place): 'vitrine \(mention.words.joined(separator: " "))': \($0)" }
    }
  }

  @Test("documents and the pages of rules name only commands and options that exist")
  func documents() {
    let mentions = Self.documents.flatMap { Self.mentions(inMarkdown: $0) }
    #expect(mentions.count > 100)
    #expect(Self.faults([Mention(place: "", words: ["photo", "polish"], isWhole: false)]).count == 1)
    #expect(Self.faults(mentions) == [])
  }

  @Test("help, manual pages and messages name only commands and options that exist")
  func words() throws {
    var mentions: [Mention] = []
    func visit(_ command: Command<Session>, _ path: [String]) {
      for text in command.manual.description + command.manual.exitStatuses.map(\.meaning) {
        mentions += Self.mentions(inWords: text, path.joined(separator: " "))
      }
      for next in command.commands { visit(next, path + [next.name]) }
    }
    visit(try #require(Self.program.command(at: ["vitrine"])), ["vitrine"])
    for path in Self.files(below: "Sources", ".swift") {
      mentions += Self.mentions(inWords: Self.text(path), path).filter { !$0.words.contains { $0.contains("(") } }
    }
    #expect(mentions.count > 60)
    #expect(Self.faults(mentions) == [])
  }

  @Test("what the README shows first is what the program says")
  func screen() throws {
    let lines = Self.text("README.md").split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0 == "```" })
    let block = lines[(start + 1)...].prefix { $0 != "```" }
    let scratch = try TemporaryFolder()
    let folder = try TemporaryFolder()
    try folder.copy(TestData.checkout + "/examples/collection")
    let edits =
      "sed -i 's/^release: .*/release: 20180230/' games/celeste.yaml; sed -i 's/system: Nintendo Switch$/system: Nintendo Swich/' games/hades.yaml"
    _ = try Shell.run(edits, in: folder.path, scratch: scratch)
    var count = 0
    for step in block.split(whereSeparator: { $0.hasPrefix("$ ") }) {
      let command = String(block[step.startIndex - 1].dropFirst(2))
      let run = try Shell.run(command, in: folder.path, scratch: scratch)
      let real = (run.output + run.errors).split(separator: "\n", omittingEmptySubsequences: false)
      var expected = step.map { String($0) }
      while expected.last == "" { expected.removeLast() }
      if expected.last == "…" { expected.removeLast() }
      func settled(_ line: some StringProtocol) -> String {
        String(line).replacing(/\([0-9]+\.[0-9]{3} s\)/) { _ in "(0.000 s)" }
      }
      #expect(
        real.prefix(expected.count).map { settled($0) } == expected.map { settled($0) }, "\(command)\n\(run.output)\(run.errors)")
      count += 1
    }
    #expect(count == 3)
  }

  /// What the README has typed, block by block: the lines of its shell blocks that call `vitrine` or prepare for it.
  private static let tour: [[String]] = {
    var blocks: [[String]] = []
    var isShell = false
    for line in text("README.md").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isShell = line == "```sh"
        if isShell { blocks.append([]) }
      } else if isShell, !blocks.isEmpty {
        blocks[blocks.count - 1].append(String(line))
      }
    }
    return blocks.filter { block in !block.contains { $0.hasPrefix("contrib/") || $0.hasPrefix("export PATH") } }
  }()

  @Test("the README's tour works from its first line to its last")
  func readme() throws {
    let folder = try TemporaryFolder()
    let scratch = try TemporaryFolder()
    // What needs a person at a terminal, and what ends otherwise than well, as its comment says.
    let interactive = ["vitrine find", "vitrine watch"]
    let statuses = ["status:wishlst": 2]
    // The page's daemon would go on when the test has ended.
    var script =
      "trap 'cd \"$HOME/examples/collection\" && vitrine daemon stop >/dev/null 2>&1' EXIT\ncd \"$HOME\" && mkdir examples && cp -R '\(TestData.checkout)/examples/collection' examples\ngit init -q . && git add -A && git -c user.name=x -c user.email=x commit -qm x\n"
    for block in Self.tour {
      var isText = false
      for line in block {
        if isText || line.contains("<<'END'") {
          isText = line != "END"
          script += line + "\n"
          continue
        }
        if line.isEmpty || interactive.contains(where: { line.hasPrefix($0) }) { continue }
        let status = statuses.first { line.contains($0.key) }?.value ?? 0
        let command = line.replacing(/\ +# .*$/) { _ in "" }
        // Changing commands ask for a 'yes' where there is a terminal.
        let agreed = command.hasPrefix("vitrine rm ") ? command + " --yes" : command
        script +=
          "\(agreed)\nstatus=$?; [ $status = \(status) ] || { echo \"FAILED $status: $(cat <<'LINE'\n\(command)\nLINE\n)\" >&2; exit 1; }\n"
      }
    }
    let run = try Shell.run(script, in: folder.path, scratch: scratch, variables: ["HOME=" + folder.path, "BROWSER=true"])
    #expect(run.status == 0, "\(run.errors.suffix(2000))")
    #expect(Self.tour.count > 8)
  }
}

extension String {
  /// The text with other characters in a range.
  fileprivate func replacingCharacters(_ range: Range<String.Index>, _ text: String) -> String {
    String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
  }
}
