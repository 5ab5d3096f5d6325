// Path patterns match the paths a person means.

import Testing
import VitrineText

@Suite struct GlobTests {
  @Test(
    "a pattern matches whole paths",
    arguments: [
      ("games/**/*.yaml", "games/a.yaml", true), ("games/**/*.yaml", "games/x/y/a.yaml", true),
      ("games/**/*.yaml", "games/a.yml", false),
      ("games/**/*.yaml", "old/games/a.yaml", false), ("games/**/*.yaml", "games.yaml", false),
      ("games/**/*.yaml", "games/.yaml", true),
      ("minis/**/project.yaml", "minis/project.yaml", true), ("minis/**/project.yaml", "minis/40k/u/project.yaml", true),
      ("minis/**/project.yaml", "minis/40k/myproject.yaml", false), ("minis/**/project.yaml", "minisx/project.yaml", false),
      ("*.yaml", "a.yaml", true), ("*.yaml", "x/a.yaml", false), ("**", "a/b/c", true), ("**", "a", true), ("**/a", "a", true),
      ("**/a", "x/y/a", true),
      ("**/a", "xa", false), ("a/**", "a", false), ("a/**", "a/b", true), ("a/**", "a/b/c", true), ("a/**/**/b", "a/b", true),
      ("a/**/b/**/c", "a/b/b/x/c", true),
      ("a/**/b/**/c", "a/x/c", false), ("?", "é", true), ("?", "日", true), ("?", "ab", false), ("?", "/", false),
      ("*??", "日", false), ("*??", "日本", true),
      ("a?c", "a/c", false), ("[a-c]x", "bx", true), ("[a-c]x", "dx", false), ("[!a-c]x", "dx", true), ("[^a-c]x", "ax", false),
      ("[!a]", "/", false),
      ("[é-ü]", "ö", true), ("[]a]", "]", true), ("[!]a]", "]", false), ("[a-]", "-", true), ("[a\\-c]", "b", false),
      ("[\\]]", "]", true),
      ("{a,b}.yaml", "b.yaml", true), ("{a,b}.yaml", "c.yaml", false), ("{a,b/c}/d", "b/c/d", true), ("{a,{b,c}d}x", "cdx", true),
      ("x{,y}", "x", true),
      ("x{,y}", "xy", true), ("{games,minis}/**/*.{yaml,yml}", "minis/a/b.yml", true), ("{**/,}a", "q/a", true),
      ("[{]a", "{a", true),
      ("\\*", "*", true), ("\\*", "a", false), ("\\{a\\}", "{a}", true), ("a\\?", "a?", true), ("a*b*c", "aXbYc", true),
      ("a*b*c", "aXcYb", false),
      ("*a*a*b", "aaaaaaaaac", false), ("Games/*", "games/a", false), ("日本/*", "日本/ゲーム", true), ("a", "", false),
      ("a,b", "a,b", true),
    ])
  func matching(_ pattern: String, _ path: String, _ expected: Bool) throws {
    #expect(try Glob(pattern).matches(path) == expected)
  }

  @Test(
    "a wrong pattern is an error with its place",
    arguments: [
      ("", 0), ("/a", 0), ("a/", 1), ("a//b", 2), ("./a", 0), ("a/../b", 2), ("a**", 1), ("**.yaml", 0), ("a/**b", 2), ("[a", 0),
      ("x[", 1), ("[z-a]", 1),
      ("[a/b]", 2), ("{a", 0), ("a}", 1), ("x{a,{b}", 1), ("a\\", 1), ("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", 0), ("{,}", 0),
      ("[{]a,b}", 6),
    ])
  func errors(_ pattern: String, _ offset: Int) throws {
    let error = try #require(throws: GlobError.self) { try Glob(pattern) }
    #expect(error.offset == offset, "\(error.message)")
  }

  @Test("the folder of a pattern is what comes before its first wildcard")
  func folders() throws {
    #expect(try Glob("games/**/*.yaml").folder == "games")
    #expect(try Glob("a/b/c*.yaml").folder == "a/b")
    #expect(try Glob("*.yaml").folder == "")
    #expect(try Glob("{games/old,games/new}/*.yaml").folder == "games")
    #expect(try Glob("a/b.yaml").folder == "a")
  }

  @Test("hard patterns and long paths take bounded time")
  func bounds() throws {
    let clock = ContinuousClock()
    let path = String(repeating: "a/", count: 4_000) + String(repeating: "a", count: 4_000)
    for pattern in ["**/*a*a*a*a*a*b", "**/a/**/a/**/a/**/b", "*a*a*a*a*a*a*a*a*a*b", "**/**/**/**/x", "**/?*?*?*?*?*b/**/c"] {
      let glob = try Glob(pattern)
      #expect(clock.measure { _ = glob.matches(path) } < .seconds(10))
    }
  }

  @Test("a pattern of braces from random bytes never traps, and agrees with a slow and simple matcher")
  func fuzz() throws {
    var random = Random(23)
    let signs = Array("aab/*?[]!-{},\\.".utf8)
    var compiled = 0
    for _ in 0..<4_000 {
      let source = (0..<random.below(10)).map { _ in signs[random.below(signs.count)] }
      guard let glob = try? Glob(String(decoding: source, as: UTF8.self)) else { continue }
      compiled += 1
      for _ in 0..<6 {
        let path = (0..<random.below(8)).map { _ in Array("aab/.".utf8)[random.below(5)] }
        let found = path.withUnsafeBufferPointer { glob.matches($0) }
        if !source.contains(where: { "[]{},\\!-".utf8.contains($0) }) {
          #expect(found == slowMatch(source[...], path[...]), "\(glob.source) \(String(decoding: path, as: UTF8.self))")
        }
      }
      _ = random.bytes(20).withUnsafeBufferPointer { glob.matches($0) }
    }
    #expect(compiled > 300)
  }

  /// `*`, `?` and `**/` by plain recursion.
  private func slowMatch(_ pattern: ArraySlice<UInt8>, _ path: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    if pattern.starts(with: "**".utf8) {
      let rest = pattern.dropFirst(2)
      if rest.isEmpty { return path.last.map { $0 != 0x2F } ?? false }
      let after = rest.dropFirst()
      if slowMatch(after, path) { return true }
      return path.indices.contains { path[$0] == 0x2F && slowMatch(after, path[($0 + 1)...]) }
    }
    if first == 0x2A {
      if slowMatch(pattern.dropFirst(), path) { return true }
      guard let next = path.first, next != 0x2F else { return false }
      return slowMatch(pattern, path.dropFirst())
    }
    guard let next = path.first else { return false }
    if first == 0x3F { return next != 0x2F && slowMatch(pattern.dropFirst(), path.dropFirst()) }
    return first == next && slowMatch(pattern.dropFirst(), path.dropFirst())
  }
}
