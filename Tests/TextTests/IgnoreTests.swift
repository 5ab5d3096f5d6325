// Ignore files mean what git says they mean.

import FoundationEssentials
import Glibc
import Testing
import VitrineTesting
import VitrineText

@Suite struct IgnoreTests {
  @Test(
    "a pattern ignores what gitignore(5) says",
    arguments: [
      ("*.log", "a.log", false, true), ("*.log", "x/y/a.log", false, true), ("*.log", "a.logs", false, false),
      ("/a", "a", false, true),
      ("/a", "x/a", false, false), ("a/", "a", false, false), ("a/", "a", true, true), ("a/", "a/b/c", false, true),
      ("a/", "x/a/b", false, true),
      ("x/a", "x/a", false, true), ("x/a", "y/x/a", false, false), ("**/a", "y/x/a", false, true), ("a/**", "a", true, false),
      ("a/**", "a/b", false, true),
      ("a/**/b", "a/b", false, true), ("a/**/b", "a/x/y/b", false, true), ("a**b", "axxb", false, true),
      ("a**b", "a/b", false, false),
      ("a*/b", "ax/b", false, true), ("a/*", "a/b/c", false, true), ("*", "a", false, true), ("*\n!a", "a", false, false),
      ("*\n!a", "b", false, true),
      ("a\n!a/b", "a/b", false, true), ("/*\n!/a\n/a/*\n!/a/b", "a/b", false, false),
      ("/*\n!/a\n/a/*\n!/a/b", "a/c", false, true),
      ("#a", "#a", false, false), ("\\#a", "#a", false, true), ("\\!a", "!a", false, true), ("!a", "a", false, false),
      ("a  ", "a", false, true),
      ("a\\ ", "a ", false, true), ("a\\  ", "a ", false, true), ("a\t", "a\t", false, true), (" a", " a", false, true),
      ("a\r\nb\r\n", "a", false, true),
      ("\u{feff}a", "a", false, true), ("[ab]", "b", false, true), ("[!ab]", "b", false, false), ("[^ab]", "c", false, true),
      ("[a", "[a", false, false),
      ("[[:digit:]]x", "1x", false, true), ("[[:foo:]]", "f", false, false), ("[]]", "]", false, true),
      ("a\\", "a\\", false, false), ("a\\*", "a*", false, true),
      ("a\\*", "ab", false, false), ("?", "é", false, false), ("??", "é", false, true), ("", "a", false, false),
      ("/", "a", true, false), ("!", "a", false, false),
      ("a//", "a", true, false), ("foo/**/", "foo/x", true, true), ("foo/**/", "foo/x", false, false),
      ("foo**/bar", "foobar", false, true),
      ("a", "A", false, false), ("a\0b", "a", false, true),
    ])
  func table(_ text: String, _ path: String, _ isDirectory: Bool, _ expected: Bool) {
    #expect(IgnorePatterns(text).isIgnored(path: path, isDirectory: isDirectory) == expected)
  }

  @Test("an empty file and an empty path ignore nothing")
  func nothing() {
    #expect(IgnorePatterns("").isEmpty)
    #expect(IgnorePatterns("\n\n# only words\n").isEmpty)
    #expect(!IgnorePatterns("a").isIgnored(path: "", isDirectory: false))
  }

  @Test("git's own answers are the same, for random patterns on a small tree", .needs(.program("git")))
  func agreesWithGit() throws {
    let root = try temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: root) }
    let paths = try makeTree(root)
    #expect(
      run("cd '\(root)' && git init -q . && git config core.excludesFile /dev/null && git config core.ignoreCase false") == 0)
    let listing = paths.map { Array($0.path.utf8) + [0] }.joined()
    try write(Array(listing), root + "/.git/asked")
    var random = Random(29)
    var count = 0
    for round in 0..<120 {
      let text = randomIgnoreFile(&random)
      try write(text, root + "/.gitignore")
      let status = run("cd '\(root)' && git check-ignore --no-index -z --stdin <.git/asked >.git/answer 2>.git/said")
      #expect(status == 0 || status == 1)
      let answer = [UInt8](try Data(contentsOf: URL(fileURLWithPath: root + "/.git/answer")))
      let ignored = Set(answer.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
      let patterns = IgnorePatterns(text)
      count += ignored.count
      for (path, isDirectory) in paths {
        let found = patterns.isIgnored(path: path, isDirectory: isDirectory)
        #expect(
          found == ignored.contains(path),
          "round \(round): \(String(decoding: text, as: UTF8.self).debugDescription) on \(path) (\(isDirectory ? "folder" : "file"))"
        )
      }
    }
    #expect(count > 1_000, "the patterns say something")
  }

  @Test("random bytes as patterns and paths never trap, and hard ones take bounded time")
  func fuzz() {
    var random = Random(31)
    let signs = Array("ab/*?[]!\\-: \n".utf8)
    for _ in 0..<2_000 {
      let text =
        random.below(2) == 0
        ? random.bytes(random.below(40)) : (0..<random.below(30)).map { _ in signs[random.below(signs.count)] }
      let patterns = IgnorePatterns(text)
      _ = random.bytes(random.below(30)).withUnsafeBufferPointer {
        patterns.isIgnored(path: $0, isDirectory: random.below(2) == 0)
      }
    }
    let path = String(repeating: "a/", count: 500) + String(repeating: "a", count: 500)
    let clock = ContinuousClock()
    #expect(
      clock.measure { _ = IgnorePatterns("**/*a*a*a*b\n/**/a/**/a/**/b\n*a*a*a*a*b").isIgnored(path: path, isDirectory: false) }
        < .seconds(10))
  }
}

extension IgnoreTests {
  private func randomIgnoreFile(_ random: inout Random) -> [UInt8] {
    let pieces = [
      "a", "b", "ab", "c", "*", "**", "?", "/", "/", "[ab]", "[!a]", "[^b]", "[a-c]", "\\a", "\\*", "[[:alpha:]]", "[]", "[", "]",
      " ", "\\ ", "!", "#", ".x", "é",
      "-", "\\", "**/", "/**", "/**/", "[a-", "[\\]]", "[:a]", "*.x", "[[:x", "[--a]", "[b-a]", "\t", "\\/",
    ]
    var text = random.below(8) == 0 ? "\u{feff}" : ""
    for _ in 0..<(1 + random.below(3)) {
      if random.below(4) == 0 { text += "!" }
      if random.below(5) == 0 { text += "/" }
      for _ in 0..<(1 + random.below(4)) { text += pieces[random.below(pieces.count)] }
      if random.below(5) == 0 { text += "/" }
      if random.below(6) == 0 { text += "  " }
      text += random.below(6) == 0 ? "\r\n" : "\n"
    }
    return Array(text.utf8)
  }

  /// Makes folders and empty files, and says what there is.
  private func makeTree(_ root: String) throws -> [(path: String, isDirectory: Bool)] {
    let folders = ["a", "b", "ab", "a/b", "a/b/c", "a/ab", "b/a", "é", "a a"]
    let names = ["a", "b", "c", "ab", "abc", "a.x", ".x", "é", "a ", "#a", "!b", "*", "[a", "a]", "-", "a\\b"]
    var result: [(path: String, isDirectory: Bool)] = []
    for folder in folders {
      try FileManager.default.createDirectory(atPath: root + "/" + folder, withIntermediateDirectories: true)
      result.append((folder, true))
    }
    for folder in [""] + folders.map({ $0 + "/" }) {
      for name in names where !folders.contains(folder + name) {
        try write([], root + "/" + folder + name)
        result.append((folder + name, false))
      }
    }
    return result
  }

  private func temporaryFolder() throws -> String {
    let path = FileManager.default.temporaryDirectory.path + "/vitrine-ignore-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  private func write(_ bytes: [UInt8], _ path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  /// Runs a shell command and answers its exit status.
  private func run(_ command: String) -> Int32 {
    let status = system(command)
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }
}
