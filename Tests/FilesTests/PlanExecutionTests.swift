// A plan is executed whole or not at all.

import Glibc
import Testing
import VitrineChanges
import VitrineFiles
import VitrineSource

@Suite struct PlanExecutionTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// Changes two files, leaves one alone, makes one in a new folder.
  private var plan: Plan {
    Plan(
      "test",
      [
        .create("new/d.yaml", bytes("d: 1\n")),
        FileEdit(path: "a.yaml", expected: .bytes(bytes("a: 1\n")), change: .edits([TextEdit(ByteRange(3, 4), "22")])),
        FileEdit(path: "s/b.yaml", expected: .digest(ContentDigest(bytes("b: 1\n"))), change: .replace(bytes("b: 2\n"))),
        FileEdit(path: "c.yaml", expected: .bytes(bytes("c: 1\n")), change: .edits([])),
      ])
  }

  private func folder() throws -> TemporaryFolder {
    try TemporaryFolder([("a.yaml", "a: 1\n"), ("s/b.yaml", "b: 1\n"), ("c.yaml", "c: 1\n")])
  }

  private func state(_ folder: TemporaryFolder) -> [String?] {
    ["a.yaml", "s/b.yaml", "c.yaml", "new/d.yaml"].map { folder.text($0) }
  }

  private let old = ["a: 1\n", "b: 1\n", "c: 1\n", nil]
  private let new = ["a: 22\n", "b: 2\n", "c: 1\n", "d: 1\n"]

  @Test("a plan changes what it says and answers what it changed")
  func works() throws {
    let folder = try folder()
    let changed = try FileWriter(root: folder.path).execute(plan)
    #expect(changed == ["a.yaml", "new/d.yaml", "s/b.yaml"])
    #expect(state(folder) == new)
    #expect(folder.names() == ["a.yaml", "c.yaml", "new", "s"])
  }

  @Test("a mismatch anywhere stops before anything is written", arguments: ["a.yaml", "s/b.yaml", "c.yaml"])
  func mismatch(path: String) throws {
    let folder = try folder()
    try folder.add(path, "theirs")
    let before = state(folder)
    let writer = try FileWriter(root: folder.path)
    #expect(throws: PlanFailure(cause: FileError(.write, path, .changed), remaining: [])) { try writer.execute(plan) }
    #expect(state(folder) == before)
    #expect(folder.names() == ["a.yaml", "c.yaml", "s"])
  }

  @Test("edits that do not fit, two edits of one file and a file reached twice are refused")
  func unsound() throws {
    let folder = try TemporaryFolder([("a.yaml", "a: 1\n"), ("link.yaml -> a.yaml", "")])
    let text = ExpectedContent.bytes(bytes("a: 1\n"))
    let unsound: [(String, [FileEdit])] = [
      ("a.yaml", [FileEdit(path: "a.yaml", expected: text, change: .edits([TextEdit(ByteRange(3, 9), "")]))]),
      (
        "a.yaml",
        [
          FileEdit(
            path: "a.yaml", expected: text, change: .edits([TextEdit(ByteRange(0, 3), ""), TextEdit(ByteRange(2, 4), "")]))
        ]
      ),
      ("a.yaml", [FileEdit](repeating: FileEdit(path: "a.yaml", expected: text, change: .replace([])), count: 2)),
      ("link.yaml", ["a.yaml", "link.yaml"].map { FileEdit(path: $0, expected: text, change: .replace([])) }),
    ]
    let writer = try FileWriter(root: folder.path)
    for (path, edits) in unsound {
      #expect(throws: PlanFailure(cause: FileError(.write, path, .unusableEdits), remaining: [])) {
        try writer.execute(Plan("", edits))
      }
    }
    #expect(folder.text("a.yaml") == "a: 1\n")
  }

  @Test("whichever call fails, all files are old or all are new, and nothing is left behind", arguments: [ENOSPC, EIO])
  func everyFault(number: Int32) throws {
    var step = 0
    var failures = 0
    while true {
      let folder = try folder()
      let count = Counter()
      let writer = try FileWriter(root: folder.path, calls: faulty(number, at: step, count))
      do throws(PlanFailure) {
        _ = try writer.execute(plan)
        #expect(state(folder) == new, "step \(step)")
      } catch {
        failures += 1
        #expect(state(folder) == old, "step \(step): \(error)")
        #expect(error.remaining == [])
        #expect(folder.names() == ["a.yaml", "c.yaml", "s"], "step \(step)")
        #expect(folder.names("s") == ["b.yaml"], "step \(step)")
      }
      if count.value <= step { break }
      step += 1
    }
    #expect(failures > 15)
  }
}
