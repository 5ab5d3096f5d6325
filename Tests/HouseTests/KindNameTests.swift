// Kinds are data: the program must not know any of them by name.

import Testing

/// No Swift file names a kind.
@Suite struct KindNameTests {
  /// Kinds whose name is an ordinary word too, so that an identifier may be called that. As literals they are refused all the same.
  private let ordinaryWords: Set<String> = ["memory", "memories", "project", "projects", "shot", "shots"]

  /// Literals that are a word of their own where they stand: the daemon's status tells how much memory it has.
  private let ordinaryLiterals: [String: Set<String>] = [
    "Sources/VitrineApplication/Service/DaemonStatus.swift": ["memory"], "Sources/VitrineService/ServiceJSON.swift": ["memory"],
  ]

  /// The stock kinds and their plurals: the schemas whose `x-vitrine` has a `plural`, by the names of their files.
  private var kinds: Set<String> {
    var names: Set<String> = []
    for path in Checkout.files(below: "schemas") where path.hasSuffix(".schema.yaml") {
      guard let plural = Checkout.text(path)?.firstMatch(of: /(?m)^  plural: *([a-z]+)/) else { continue }
      names.insert(String(plural.output.1))
      names.insert(String(path.split(separator: "/").last?.dropLast(".schema.yaml".count) ?? ""))
    }
    return names
  }

  @Test("the kinds are found")
  func kindsAreFound() {
    #expect(kinds.count >= 16)
    #expect(kinds.isSuperset(of: ["game", "games", "memories"]))
  }

  @Test("no string literal of the program is the name of a kind or of its schema")
  func literals() {
    let names = kinds
    var faults: [String] = []
    for file in Checkout.sources {
      for literal in file.text.literals {
        let word = literal.text.lowercased()
        let stem =
          word.hasSuffix(".schema.yaml") ? String(word.dropLast(".schema.yaml".count).split(separator: "/").last ?? "") : word
        if ordinaryLiterals[file.path]?.contains(literal.text) == true { continue }
        if names.contains(stem) { faults.append("\(file.path):\(literal.line): \"\(literal.text)\"") }
      }
    }
    #expect(faults == [])
  }

  @Test("no identifier of the program begins with the name of a kind")
  func identifiers() {
    let names = kinds.subtracting(ordinaryWords)
    var faults: [String] = []
    for file in Checkout.sources {
      for name in names {
        let capital = name.prefix(1).uppercased() + name.dropFirst()
        for index in Set(file.text.linesOfCode(holding: name) + file.text.linesOfCode(holding: capital)).sorted() {
          for match in file.text.code[index].matches(of: /[A-Za-z_][A-Za-z0-9_]*/) where firstWord(match.output) == name {
            faults.append("\(file.path):\(index + 1): \(match.output)")
          }
        }
      }
    }
    #expect(faults == [])
  }

  /// The first word of a name in camel case: `gameRecord` and `GameRecord` give `game`.
  private func firstWord(_ name: Substring) -> String {
    let rest = name.dropFirst().prefix { !$0.isUppercase && $0 != "_" }
    return (name.prefix(1) + rest).lowercased()
  }
}
