// Paths as they are written from where a person stands.

import Testing
import VitrineFormats

@Suite struct PathBaseTests {
  static let cases: [(folder: String, path: String, written: String)] = [
    ("/c", "games/hades.yaml", "games/hades.yaml"), ("/c/games", "games/hades.yaml", "hades.yaml"),
    ("/c/games/old", "games/hades.yaml", "../hades.yaml"), ("/c/minis/40k", "games/hades.yaml", "../../games/hades.yaml"),
    ("/c/games", "games", "."), ("/c/games/old", "games", ".."), ("/", "games/hades.yaml", "c/games/hades.yaml"),
    ("/d", "games/hades.yaml", "../c/games/hades.yaml"), ("/d/e", "vitrine.yaml", "../../c/vitrine.yaml"),
    ("/cc", "x.yaml", "../c/x.yaml"), ("/c", "-x.yaml", "./-x.yaml"), ("/c/games", "games/-x.yaml", "./-x.yaml"),
    ("/c/games", "", ""),
    // Two folders whose names differ only in their Unicode form.
    ("/c/e\u{301}", "\u{E9}/x.yaml", "../\u{E9}/x.yaml"), ("/c/e\u{301}", "e\u{301}/x.yaml", "x.yaml"),
  ]

  @Test("a path is written from the folder, through '..' where it lies elsewhere, and never like an option", arguments: cases)
  func written(_ folder: String, _ path: String, _ expected: String) {
    let written = PathBase(root: "/c", folder: folder).written(path)
    #expect(written.utf8.elementsEqual(expected.utf8), "\(written)")
  }

  @Test("from the root itself a path is what the catalogue knows, byte for byte")
  func root() {
    #expect(PathBase.root.written("-x.yaml") == "-x.yaml")
    #expect(PathBase(root: "/", folder: "/").written("a/b") == "a/b")
  }
}
