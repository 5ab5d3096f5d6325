// Queries without quotes, typed into real shells: which arrive as they were typed.

import Testing
import VitrineTesting

@Suite struct QueryWordTests {
  /// The shells, as the commands that run one line.
  static let shells = ["bash -c", "dash -c", "zsh -f -c", "zsh -f -o EXTENDED_GLOB -c", "fish -N -c"]

  /// Whether a shell is here; contrib/setup installs all.
  private static func isHere(_ shell: String) -> Bool {
    Need.program(String(shell.prefix { $0 != " " })).isMet(for: "queries as words in \(shell)")
  }

  /// What needs no quotes in any shell.
  static let plain = [
    "status:wishlist", "release:2020..", "release:..2019", "release:2020..2023", "-status:wishlist", "modified:-30d..",
    "@backlog",
    "developer:nintendo,sega", "platforms.count:3..", "title:starts:the", "title:eq:Zelda", "color:near:1b2a6b,12",
    "color:1b2a6b",
    "location:near:41.01,28.97,2km", "location:bbox:-1,28.8,41.2,29", "has:photo", "no:release", "is:invalid", "on:today",
    "worn:on:today", "opens:19:42", "modified:2026-05-29T19:42", "sort:-release,title", "limit:20", "group:series,year",
    "show:title,release", "not zelda", "zelda or mario", "a and b", "Re:Zero", "C++", "50%", "size:1/250s", "shutter:..1/250s",
    "rating=4", "rating!=4", "url:http://example.org/a", "oyun.adı:türkçe", "東京:駅", "mail:a@b.org",
    "kind:game project.army:ultra",
    "platforms:{system:SNES}",
  ]

  /// What does not arrive, and in which shells: by the first letters of `shells`, `x` for zsh with EXTENDED_GLOB.
  static let quoted: [(String, String)] = [
    ("color:#1b2a6b", "x"), ("title:re:^The", "x"), ("title:*", "zxf"), ("path:games/*.yaml", "zxf"), ("path:wip/?", "zxf"),
    ("url:http://example.org/?q=1", "zxf"), ("tags:[x]", "zx"), ("~home", "zx"), ("title:re:The$", "f"),
    ("platforms:{system:SNES format:digital}", "zx"), ("don't", "bdzxf"), ("rating>4", "bdzxf"), ("zelda | mario", "bdzxf"),
    ("(zelda or mario)", "bdzxf"), ("not (zelda)", "bdzxf"), ("a;b", "bdzxf"), ("\"Re:Zero\"", "bdzxf"),
  ]

  /// The words that a shell hands to a program for a line of arguments, between brackets; what it says where it does not run it.
  private static func words(_ line: String, in shell: String, _ workshop: Workshop) throws -> String {
    try workshop.write("line", "words \(line)")
    return workshop.run("\(shell) \"$(cat line)\"")
  }

  private static func workshop() throws -> Workshop {
    let workshop = try Workshop()
    try workshop.write(program: "words", "#!/bin/sh\nfor word; do printf '<%s>' \"$word\"; done\n")
    return workshop
  }

  @Test("common queries need no quotes: they reach the program byte for byte", arguments: shells)
  func arrives(_ shell: String) throws {
    guard Self.isHere(shell) else { return }
    let workshop = try Self.workshop()
    for query in Self.plain {
      let expected = query.split(separator: " ").map { "<\($0)>" }.joined()
      #expect(try Self.words(query, in: shell, workshop) == expected, "\(shell)")
    }
  }

  @Test("what the manual says to quote does need it, and arrives in single quotes", arguments: shells)
  func needsQuotes(_ shell: String) throws {
    guard Self.isHere(shell) else { return }
    let workshop = try Self.workshop()
    let letter = shell.contains("EXTENDED") ? "x" : shell.prefix(1)
    for (query, letters) in Self.quoted {
      let bare = query.split(separator: " ").map { "<\($0)>" }.joined()
      let found = try Self.words(query, in: shell, workshop)
      // fish keeps braces together, blanks and all, which is the same query.
      let arrives = found == bare || found == "<\(query)>"
      #expect(arrives == !letters.contains(letter), "\(shell): \(query): \(found)")
      if !query.contains("'") { #expect(try Self.words("'\(query)'", in: shell, workshop) == "<\(query)>", "\(shell)") }
    }
    #expect(try Self.words("\"don't\"", in: shell, workshop) == "<don't>")
  }
}
