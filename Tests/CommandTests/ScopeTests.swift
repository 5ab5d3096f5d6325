// Reports on parts of a catalogue.

import Testing
import VitrineTesting

@Suite("Reports on parts")
struct ScopeTests {
  private static let scopes = [
    ["games"], ["games/"], ["games/type.yaml"], ["albums", "games/type.yaml"], ["schemas", "views"], ["vitrine.yaml"], ["game"],
    ["."],
    ["recipes", "recipes/40k"], ["games/photo-orphan.png"],
  ]

  @Test("a report on paths is that part of the whole report", arguments: scopes)
  func part(_ paths: [String]) throws {
    let scratch = try TemporaryFolder()
    let folder = TestData.checkout + "/examples/broken"
    let whole = try Shell.run("vitrine check --format ndjson", in: folder, scratch: scratch)
    let part = try Shell.run("vitrine check --format ndjson " + paths.joined(separator: " "), in: folder, scratch: scratch)
    let names = paths.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    let expected = whole.output.split(separator: "\n").filter { line in
      // A finding's own path comes first, those of related places later.
      let path = line.firstRange(of: "\"path\":\"").map { line[$0.upperBound...].prefix { $0 != "\"" } } ?? ""
      return names.contains { path == $0 || path.hasPrefix($0 + "/") || $0 == "." }
    }
    #expect(part.output.split(separator: "\n") == expected)
    #expect(part.errors == whole.errors || paths == ["game"])
    #expect(!expected.isEmpty || paths == ["game"])
  }
}
