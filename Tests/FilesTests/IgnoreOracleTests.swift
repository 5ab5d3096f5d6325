// Listings against git's own, in random trees with ignore files in many folders.

import Glibc
import Testing
import VitrineFiles
import VitrineSource

@Suite struct IgnoreOracleTests {
  @Test("a listing holds what git would call untracked and not ignored", arguments: 0..<8)
  func likeGit(seed: UInt64) throws {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    let names = ["a", "b", "c.yaml", "d.jpg", "ee", "f-g", "a.yaml"]
    let patterns = [
      "a", "b/", "*.jpg", "!d.jpg", "/a", "/c.yaml", "a/b", "**/ee", "ee/**", "!ee/a.yaml", "f-?", "[a-b]", "!a.yaml", "*.yaml",
      "*", "!*/",
      "!*.yaml", "a/**/c.yaml", "# a", "\\a", "b ", "/*/d.jpg",
    ]
    let folder = try TemporaryFolder()
    var folders = [""]
    for _ in 0..<14 {
      let path = folders[below(folders.count)] + names[below(names.count)] + "-dir/"
      if !folders.contains(path) { folders.append(path) }
      let plain = folders[below(folders.count)] + names[below(names.count)] + "/"
      if !folders.contains(plain) { folders.append(plain) }
    }
    for path in folders {
      if !path.isEmpty { try folder.add(path) }
      for name in names where below(3) > 0 && !folders.contains(path + name + "/") { try folder.add(path + name, "x") }
      if path.isEmpty || below(3) == 0 {
        let lines = (0..<1 + below(3)).map { _ in patterns[below(patterns.count)] }
        try folder.add(path + ".vitrineignore", lines.joined(separator: "\n") + "\n")
      }
    }
    let output = "/tmp/\(folder.path.split(separator: "/").last ?? "")-git.txt"
    defer { unlink(output) }
    let command =
      "cd '\(folder.path)' && git init -q . && git -c core.excludesFile= ls-files -o --exclude-per-directory=.vitrineignore > '\(output)'"
    try #require(system(command) == 0)
    let text = String(decoding: try FileReader.read(path: Path(output)), as: UTF8.self)
    let expected = text.split(separator: "\n").map(String.init).filter { !$0.hasSuffix(".vitrineignore") }
    #expect(paths(try FileTree.list(root: folder.path)) == expected.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }
}
