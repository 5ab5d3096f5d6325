// The command after changes, and the notices on the desktop: when, how often, with what.

import Glibc
import Testing
import VitrineApplication
import VitrineCLI
import VitrineSystem
import VitrineTesting

@Suite("The command after changes")
struct JobTests {
  private func change(_ generation: UInt64, _ paths: [String], errors: Int = 0) -> WatchChange {
    WatchChange(generation: generation, counts: WatchCounts(errors: errors, warnings: 1, infos: 0), changed: paths)
  }

  @Test("it never runs twice at once, and once more for all that came meanwhile")
  func scheduling() {
    var queue = WatchJobQueue()
    #expect(queue.changed(change(2, ["b"])) == change(2, ["b"]))
    #expect(queue.changed(change(3, ["c", "a"], errors: 4)) == nil)
    #expect(queue.changed(change(4, ["a", "d"], errors: 1)) == nil)
    #expect(queue.ended() == change(4, ["a", "c", "d"], errors: 1))
    #expect(queue.isRunning)
    #expect(queue.ended() == nil)
    #expect(!queue.isRunning)
    #expect(queue.changed(change(5, [])) == change(5, []))
  }

  @Test("its environment tells the generation, the counts and at most 1,000 files, in what the system takes")
  func environment() {
    let few = change(7, ["a b.yaml", "c.yaml"], errors: 3).environment
    #expect(few.map(\.name) == ["VITRINE_GENERATION", "VITRINE_ERRORS", "VITRINE_WARNINGS", "VITRINE_CHANGED"])
    #expect(few.map(\.value) == ["7", "3", "1", "a b.yaml\nc.yaml"])
    let many = change(1, (0..<700).map { "a\($0)" }).followed(by: change(2, (0..<700).map { "b\($0)" }))
    #expect(many.environment[3].value.split(separator: "\n").count == 1_000)
    let long = change(1, (0..<1_000).map { "\($0)" + String(repeating: "x", count: 1_000) })
    #expect(long.environment[3].value.utf8.count < 128 * 1024)
  }

  @Test("a real command has its variables, no input, and ends with all that it started")
  func process() throws {
    let folder = try TemporaryFolder()
    let out = folder.path + "/out"
    let first = WatchProcess.start(
      ["/bin/sh", "-c", "cat; printf '%s %s' \"$VITRINE_ERRORS\" \"$VITRINE_CHANGED\" >'\(out)'; exit 3"],
      more: change(7, ["a", "b"], errors: 3).environment)
    #expect(end(of: try first.get()) == .status(3))
    #expect(String(decoding: try folder.read("out"), as: UTF8.self) == "3 a\nb")

    // Deaf to being asked, and with a child of its own.
    let second = try WatchProcess.start(
      ["/bin/sh", "-c", "trap '' TERM; echo $$ >'\(out)2'; mv '\(out)2' '\(out)3'; sleep 1000 & sleep 1000; sleep 1000"]
    ).get()
    while access(out + "3", F_OK) != 0 { sched_yield() }
    let group = try #require(Int32(String(decoding: try folder.read("out3"), as: UTF8.self).dropLast()))
    #expect(kill(-group, 0) == 0)
    second.stop()
    #expect(kill(group, 0) != 0)
  }

  private func end(of process: WatchProcess) -> WatchProcessEnd {
    while true { if let end = process.end() { return end } else { sched_yield() } }
  }

  @Test("a program that is not there is told by the system's number")
  func absent() {
    guard case .failure(let failure) = WatchProcess.start(["no-such-program-anywhere"]) else {
      Issue.record("it started")
      return
    }
    #expect(failure.number == ENOENT)
  }

  @Test("notices tell new errors only, not more than one in five seconds, and none is lost")
  func notices() {
    var notices = WatchNotices()
    #expect(notices.appeared([ScriptedReport.warning("a.yaml")], now: 1) == nil)
    #expect(notices.delay(now: 1) == nil)
    let one = notices.appeared([ScriptedReport.error("a<b>&.yaml", 2, "\u{1B}no")], now: 1)
    #expect(one == WatchNotices.Notice(title: "1 new error", body: "a&lt;b&gt;&amp;.yaml:2: ␛no"))
    #expect(notices.appeared([ScriptedReport.error("b.yaml", 1, "x"), ScriptedReport.error("c.yaml")], now: 3) == nil)
    #expect(notices.appeared([ScriptedReport.error("d.yaml")], now: 4) == nil)
    #expect(notices.delay(now: 4) == 2)
    #expect(notices.due(now: 5.9) == nil)
    #expect(notices.due(now: 6) == WatchNotices.Notice(title: "3 new errors", body: "b.yaml:1: x\nand 2 more"))
    #expect(notices.due(now: 60) == nil)
    #expect(notices.appeared([], now: 61) == nil)
  }
}
