// No sentence of the engine is forgotten in Turkish: those that rules find, those of queries and of edits.

import Testing
import VitrineCatalog
import VitrineIndex
import VitrinePage
import VitrineRules
import VitrineSource
import VitrineSyntax
import VitrineTesting

/// What the engine says, in Turkish.
@Suite struct TurkishSentenceTests {
  private static let file = "Sources/CPage/languages/said-tr.yaml"
  private static let turkish = SentenceTranslation((try? TestData.own(file)) ?? [])

  /// English words that stand in many sentences, and mean nothing in Turkish.
  private static let english: Set<String> = [
    "the", "is", "are", "not", "of", "and", "or", "to", "with", "that", "this", "which", "there", "it", "its", "has", "have",
    "from", "be",
    "was", "were", "but", "by", "for", "none", "found", "must", "write", "use", "did", "you", "mean", "does", "cannot", "what",
    "here",
    "than", "more", "most", "least", "wanted", "allowed", "missing", "unknown", "field", "value", "values", "file", "record",
    "records",
  ]

  /// The English words of a sentence that are neither quoted nor code.
  private func leftovers(_ sentence: String) -> [String] {
    let outside = sentence.replacing(/'[^']*'|`[^`]*`|"[^"]*"|\{[^}]*\}/, with: "")
    return outside.matches(of: /[A-Za-z]+/).map { String($0.output) }.filter { Self.english.contains($0) }
  }

  private func check(_ sentences: Set<String>, atLeast count: Int, except: Set<String> = []) {
    #expect(sentences.count >= count)
    for sentence in sentences.subtracting(except).sorted() {
      guard let said = Self.turkish.translation(of: sentence) else {
        Issue.record("there is no Turkish for: \(sentence)")
        continue
      }
      #expect(leftovers(said) == [], "\(sentence): \(said)")
    }
  }

  private func entries() throws -> [(english: String, turkish: String)] {
    let tree = YAML.parse(try TestData.own(Self.file)).tree
    return tree.withReader { reader in
      var entries: [(english: String, turkish: String)] = []
      if let root = tree.roots.first {
        reader.forEachEntry(root) { entries.append((reader.text($0.key), reader.text($0.value))) }
      }
      return entries
    }
  }

  @Test("each sentence has the placeholders of the English one, and finds itself; the file is sorted, and names nothing twice")
  func file() throws {
    let entries = try entries()
    #expect(entries.count > 1_500 && Set(entries.map(\.english)).count == entries.count)
    for (english, turkish) in entries {
      let names = { (text: String) in Set(text.matches(of: /\{([1-9a-z])\}/).map { String($0.output.1) }) }
      #expect(names(english) == names(turkish), "\(english)")
      #expect(!turkish.isEmpty && turkish.contains("  ") == english.contains("  "), "\(english)")
      // Filled with values it is a sentence that is known, but for what only joins two phrases.
      guard english.utf8.count > "{a}, or {b}".utf8.count else { continue }
      #expect(Self.turkish.translation(of: english.replacing(/\{[1-9a-z]\}/, with: "x")) != nil, "\(english)")
    }
    let lines = String(decoding: try TestData.own(Self.file), as: UTF8.self).split(separator: "\n").dropFirst()
    #expect(lines.count == entries.count)
    for (line, next) in zip(lines, lines.dropFirst()) { #expect(line.utf8.lexicographicallyPrecedes(next.utf8), "\(next)") }
  }

  @Test("what rules find in the examples of their pages is said in Turkish, with its advice and its fixes")
  func rules() throws {
    var sentences: Set<String> = []
    for name in Stock.names(under: "explain/") {
      let page = ExplainPage(String(decoding: Stock.file(named: Path(name)) ?? [], as: UTF8.self))
      for example in page.examples where !example.files.isEmpty {
        let folder = try TemporaryFolder()
        let manifest = ExplainPage.ExampleFile(path: "vitrine.yaml", bytes: Array(ExplainPage.manifest.utf8))
        for file in page.files(of: example, default: [manifest]) { try folder.write(file) }
        for finding in try CatalogueLoader.load(root: folder.path).snapshot.findings {
          sentences.formUnion([finding.message, finding.help] + finding.fixes.map(\.title))
        }
      }
    }
    check(sentences, atLeast: 200)
  }

  @Test("what rules are about, and what they advise in general, is said in Turkish")
  func summaries() {
    check(Set(RuleBook.all.flatMap { [$0.summary, $0.help] }), atLeast: 130)
  }

  private func lines(_ folder: String, _ pattern: Regex<(Substring, Substring)>) throws -> Set<String> {
    var sentences: Set<String> = []
    for name in try TestData.ownFiles(folder) where name.hasSuffix(".md") {
      let text = String(decoding: try TestData.own(folder + "/" + name), as: UTF8.self)
      for line in text.split(separator: "\n") {
        if let match = line.wholeMatch(of: pattern) { sentences.insert(String(match.output.1)) }
      }
    }
    return sentences
  }

  @Test("errors of queries are said in Turkish")
  func queries() throws { check(try lines("Tests/QueryTests/manual", /\s\serror: (.*)/), atLeast: 60) }

  @Test("refusals of edits are said in Turkish")
  func edits() throws {
    check(try lines("Tests/EditingTests/manual", /> refused, [a-zA-Z]+: (.*?)(?: \([0-9]+:[0-9]+\))?/), atLeast: 13)
  }

  @Test("the advice that transcripts of commands show is said in Turkish")
  func advice() throws { check(try lines("Tests/CommandTests/transcripts", /\s*= help: (.*)/), atLeast: 60) }
}
