// Journal entries as text, the way out of an interrupted change, and plans with moves as diffs.

import Testing
import VitrineChanges
import VitrineSource

@Suite struct JournalEntryTests {
  private let digest = ContentDigest(Array("x".utf8))

  private var entry: JournalEntry {
    var entry = JournalEntry(
      head: JournalEntry.Head(
        title: "set \"a\" to \u{1F3B2}\n", words: ["set", "q with blanks", ""], time: -1_795_262_400_000_000_001, version: "0.1.0"
      ),
      steps: [
        .move(from: "a.jpg", to: "b/\u{E9}.jpg", content: .trace(FileTrace(size: 3, modified: -5))),
        .create(path: "n.yaml", after: .digest(digest)),
        .replace(path: "r.yaml", before: .digest(digest), after: .digest(digest)),
        .drop(path: "d", before: .digest(digest)), .remove(path: "e\u{301}", before: .trace(FileTrace(size: 0, modified: 0))),
      ], madeFolders: ["x", "x/y"], leftFolders: [JournalEntry.LeftFolder(path: "z", mode: 0o2775)])
    entry.kept = 120
    return entry
  }

  @Test("an entry is read as it was written")
  func roundTrip() {
    let text = entry.json
    let read = JournalEntry(json: text)
    #expect(read == entry)
    #expect(read?.json == text)
    #expect(JournalEntry.kept(inStart: Array(text.prefix(64))) == 120)
    #expect(entry.fileCount == 4)
    let empty = JournalEntry(head: JournalEntry.Head(title: "", words: [], time: 0, version: ""), steps: [])
    #expect(JournalEntry(json: empty.json) == empty)
  }

  @Test("what is cut off, or changed in one byte, is another entry or none, and never ends the program")
  func hostile() {
    let text = entry.json
    for count in 0..<text.count - 1 { #expect(JournalEntry(json: Array(text.prefix(count))) == nil) }
    for index in text.indices {
      var text = text
      text[index] ^= 0x15
      _ = JournalEntry(json: text)
    }
    #expect(JournalEntry.kept(inStart: []) == 0)
    #expect(JournalEntry.kept(inStart: Array("{\"kept\":99999999999999999999".utf8)) == 0)
  }

  @Test(
    "an entry with a path that leads out of the catalogue, to git or to the journal is none",
    arguments: [
      "../v.yaml", "a/../../v", "/etc/v", "a//b", "./a", "", ".git/hooks/pre-commit", "a/.GIT/config", ".vitrine/lock",
      ".vitrine/journal/000001/0.new",
      "a\\u0000b",
    ])
  func outside(path: String) {
    let place = { (text: String) in
      [
        "\"made\":[\"\(text)\"],\"left\":[],\"steps\":[]",
        "\"made\":[],\"left\":[{\"path\":\"\(text)\",\"mode\":493}],\"steps\":[]",
        "\"made\":[],\"left\":[],\"steps\":[{\"create\":\"\(text)\",\"after\":{\"size\":1,\"modified\":1}}]",
        "\"made\":[],\"left\":[],\"steps\":[{\"remove\":\"\(text)\",\"before\":{\"size\":1,\"modified\":1}}]",
        "\"made\":[],\"left\":[],\"steps\":[{\"move\":\"a\",\"to\":\"\(text)\",\"content\":{\"size\":1,\"modified\":1}}]",
      ].map { JournalEntry(json: Array("{\"kept\":0,\"title\":\"\",\"words\":[],\"time\":0,\"version\":\"\",\($0)}".utf8)) }
    }
    for inside in ["a/b.yaml", ".vitrine/trash/000001/a.yaml", ".vitrine"] { #expect(place(inside).allSatisfy { $0 != nil }) }
    #expect(place(path).allSatisfy { $0 == nil })
  }

  @Test("an interrupted change is completed where every step can be, and taken back else")
  func recovery() {
    let (before, after) = (StepObservation(side: .before, canTurn: true), StepObservation(side: .after, canTurn: true))
    let (stuck, foreign) = (StepObservation(side: .before, canTurn: false), StepObservation(side: nil, canTurn: false))
    #expect(Recovery(.staging, []) == .discard)
    #expect(Recovery(.pending, [before, after]) == .settle(.after, as: .done))
    #expect(Recovery(.pending, [after, stuck]) == .settle(.before, as: nil))
    #expect(Recovery(.pending, [after, foreign]) == .settle(.before, as: nil))
    #expect(Recovery(.failing, [before, after]) == .settle(.before, as: nil))
    #expect(Recovery(.undoing, [before, after]) == .settle(.before, as: .undone))
    #expect(Recovery(.undoing, [before, StepObservation(side: .after, canTurn: false)]) == .settle(.after, as: .done))
    #expect(Recovery(.undoing, [foreign]) == .settle(.after, as: .done))
    #expect(Recovery(.redoing, [before, after]) == .settle(.after, as: .done))
    #expect(Recovery(.redoing, [foreign, after]) == .settle(.before, as: .undone))
    #expect(Recovery(.leaving, []) == .remove)
    #expect(Recovery(.done, [foreign]) == .nothing)
    #expect(Recovery(.undone, []) == .nothing)
  }

  @Test("a plan's diff tells of moves and removals as git does, in the order of paths, and of images without reading them")
  func diff() {
    let old = Array("1\n".utf8)
    let plan = Plan(
      "t",
      [
        .remove("b.yaml", expecting: .bytes(old)), .remove("c.jpg", expecting: .file(FileTrace(size: 1, modified: 1))),
        FileEdit(path: "d.yaml", expected: .bytes(old), change: .edits([TextEdit(ByteRange(0, 1), "2")])),
      ],
      moves: [
        FileMove(from: "e", to: "f g", expected: .bytes(old)), FileMove(from: "d.yaml", to: "z", expected: .bytes(old)),
        FileMove(from: "a", to: "y", expected: .bytes(old)),
      ])
    #expect(plan.isDestructive)
    #expect(
      String(decoding: UnifiedDiff.render(plan) { _ in nil }, as: UTF8.self) == """
        diff --git a/a b/y
        similarity index 100%
        rename from a
        rename to y
        diff --git a/b.yaml b/b.yaml
        deleted file mode 100644
        --- a/b.yaml
        +++ /dev/null
        @@ -1 +0,0 @@
        -1
        diff --git a/c.jpg b/c.jpg
        deleted file mode 100644
        Binary files a/c.jpg and /dev/null differ
        diff --git a/d.yaml b/z
        rename from d.yaml
        rename to z
        --- a/d.yaml
        +++ b/z
        @@ -1 +1 @@
        -1
        +2
        diff --git a/e b/f g
        similarity index 100%
        rename from e
        rename to f g

        """)
  }
}
