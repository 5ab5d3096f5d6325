// Diffs that git and patch apply to the very bytes.

import Glibc
import Testing
import VitrineChanges
import VitrineSource

/// A generator of the same numbers every time.
struct Random {
  var state: UInt64
  /// A number below `bound`.
  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(bound, 1)))
  }
}

@Suite struct UnifiedDiffTests {
  private func diff(_ old: String?, _ new: String?, path: String = "x.yaml") -> String {
    String(
      decoding: UnifiedDiff.render(path: Path(path), old: old.map { Array($0.utf8) }, new: new.map { Array($0.utf8) }),
      as: UTF8.self)
  }

  @Test("a change has three lines of context on either side")
  func context() {
    let old = (1...20).map { "\($0)\n" }.joined()
    let new = old.replacing("10\n", with: "ten\n")
    #expect(
      diff(old, new) == """
        diff --git a/x.yaml b/x.yaml
        --- a/x.yaml
        +++ b/x.yaml
        @@ -7,7 +7,7 @@
         7
         8
         9
        -10
        +ten
         11
         12
         13

        """)
  }

  @Test("a missing line feed at the end is said, on the side it is missing")
  func noLineFeed() {
    #expect(diff("a\nb", "a\nb\n").hasSuffix("@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n"))
    #expect(diff("a\nb\n", "a\nc").hasSuffix(" a\n-b\n+c\n\\ No newline at end of file\n"))
    #expect(diff("a\nb", "c\nb").hasSuffix("-a\n+c\n b\n\\ No newline at end of file\n"))
  }

  @Test("new, removed, empty, binary and oddly named files have git's headers")
  func headers() {
    #expect(
      diff(nil, "a\n") == "diff --git a/x.yaml b/x.yaml\nnew file mode 100644\n--- /dev/null\n+++ b/x.yaml\n@@ -0,0 +1 @@\n+a\n")
    #expect(diff(nil, "") == "diff --git a/x.yaml b/x.yaml\nnew file mode 100644\n")
    #expect(diff("a\n", nil).contains("deleted file mode 100644\n--- a/x.yaml\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"))
    #expect(diff("a", "a") == "")
    #expect(diff("a", "\0").hasSuffix("Binary files a/x.yaml and b/x.yaml differ\n"))
    #expect(diff("a", "b", path: "a b").contains("--- a/a b\t\n+++ b/a b\t\n"))
    #expect(diff("a", "b", path: "a\"\n\\").contains("--- \"a/a\\\"\\012\\\\\"\n"))
  }

  @Test("a plan's diff stands in the order of paths and leaves out what stays")
  func plan() {
    let plan = Plan(
      "",
      [
        .create("z", Array("z\n".utf8)),
        FileEdit(path: "a", expected: .absent, change: .edits([TextEdit(ByteRange(0, 1), "b")])),
        FileEdit(path: "b", expected: .absent, change: .edits([])),
      ])
    let text = String(decoding: UnifiedDiff.render(plan) { $0 == "z" ? nil : Array("a\n".utf8) }, as: UTF8.self)
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("+") } == ["+++ b/a", "+b", "+++ b/z", "+z"])
  }

  @Test("texts that differ in too many lines are one change, in bounded time")
  func manyDifferences() {
    let old = (0..<20_000).map { "\($0 &* 7919 % 20_011)\n" }.joined()
    let new = (0..<20_000).map { "\($0 &* 104_729 % 20_011)\n" }.joined()
    let text = diff(old, new)
    #expect(text.split(separator: "\n").count > 20_000)
  }

  @Test(
    "git apply and patch make the new bytes of the old ones",
    arguments: ["git apply --whitespace=nowarn", "patch -p1 -s --binary"])
  func applies(tool: String) throws {
    var template = Array("/tmp/vitrine-test-XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&template))
    let root = String(cString: made)
    defer { system("rm -rf '\(root)'") }
    var random = Random(state: 42)
    var diffs: [UInt8] = []
    var wanted: [(String, [UInt8])] = []
    for number in 0..<120 {
      let path = number % 5 == 0 ? "file with space \(number).yaml" : "f\(number).yaml"
      let (old, new) = texts(number, &random)
      if let old { try write(root + "/" + path, old) }
      guard old != new else { continue }
      diffs += UnifiedDiff.render(path: Path(path), old: old, new: new)
      wanted.append((path, new))
    }
    try write(root + "/the.diff", diffs)
    #expect(
      system("cd '\(root)' && GIT_CEILING_DIRECTORIES=/tmp \(tool) < the.diff > the.log 2>&1") == 0,
      "\(read(root + "/the.log") ?? [])")
    for (path, bytes) in wanted { #expect(read(root + "/" + path) == bytes, "\(path)") }
  }

  /// An old and a new text of random lines, some with CR LF, some without an end, some empty or missing.
  private func texts(_ number: Int, _ random: inout Random) -> ([UInt8]?, [UInt8]) {
    let words = ["a: 1", "b:", "", "  - x", "  - ü", "\\ no", "-- ", "+++ x", "key: \"v\"", "lone\rreturn"]
    let end = number % 3 == 0 ? "\r\n" : "\n"
    var lines = (0..<random.below(40)).map { _ in words[random.below(words.count)] }
    func text(_ lines: [String], _ closed: Bool) -> [UInt8] {
      Array((lines.joined(separator: end) + (closed && !lines.isEmpty ? end : "")).utf8)
    }
    let old = number % 11 == 3 ? nil : text(lines, random.below(4) > 0)
    for _ in 0..<random.below(6) {
      let place = random.below(lines.count + 1)
      switch random.below(3) {
      case 0: lines.insert(words[random.below(words.count)], at: place)
      case 1 where place < lines.count: lines.remove(at: place)
      default: if place < lines.count { lines[place] = "changed \(random.below(9))" }
      }
    }
    let new = text(lines, random.below(4) > 0)
    // patch removes a file that becomes empty; that is its own custom, not a fault of the diff.
    return (old, new.isEmpty ? Array("filled\n".utf8) : new)
  }

  private func write(_ path: String, _ bytes: [UInt8]) throws {
    let file = try #require(fopen(path, "w"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  private func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
  }
}
