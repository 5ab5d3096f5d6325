// What a watching reporter knows: scopes, missed events, events twice, JSON.

import Testing
import VitrineApplication
import VitrineCLI
import VitrineSource

@Suite("What the live report knows")
struct WatchModelTests {
  private let clock = ScriptedReport.error("things/clock.yaml")
  private let coat = ScriptedReport.error("clothes/coat.yaml")

  @Test("a report on a part tells of that part only, and counts it")
  func scope() {
    var report = ScriptedReport(width: nil, scope: ["things"], findings: [clock, coat])
    #expect(
      report.beginning(all: true) == """
        14:03:00 #1   1 error in 'things'
        14:03:00 #1     things/clock.yaml:1:7: error[enum]: 'Wi' is not a known system

        """)
    #expect(report.foot == "1 error · in 'things' · watching 12 folders")
    #expect(report.model.counts == WatchCounts(errors: 1, warnings: 0, infos: 0))
    #expect(report.next([ScriptedReport.warning("clothes/hat.yaml")], changed: ["clothes/hat.yaml"]) == "")
    #expect(report.model.lastChange == nil)
    #expect(report.next([ScriptedReport.warning("thingsome.yaml")], changed: ["thingsome.yaml"]) == "")
    #expect(report.next([ScriptedReport.warning("things/b.yaml")]).contains("+ things/b.yaml"))
    #expect(report.model.counts == WatchCounts(errors: 1, warnings: 1, infos: 0))
    #expect(report.next(fixed: [clock]).contains("✓ things/clock.yaml"))
    #expect(report.next(fixed: [ScriptedReport.warning("things/b.yaml")]).hasSuffix("✓ all well in 'things'\n"))
  }

  @Test("after missed events the difference is told, and nothing twice")
  func missed() {
    let twice = ScriptedReport.error("things/twice.yaml")
    var report = ScriptedReport(width: nil, findings: [clock, coat, twice, twice])
    var moved = coat
    moved.line = 40
    let text = report.missed([moved, twice, ScriptedReport.warning("things/new.yaml")])
    #expect(
      text == """
        14:03:00 #101 ✓ things/clock.yaml:1:7: error[enum]: 'Wi' is not a known system
        14:03:00 #101 ✓ things/twice.yaml:1:7: error[enum]: 'Wi' is not a known system
        14:03:00 #101 + things/new.yaml:2:1: warning[near-duplicate]: much like 'clock'

        """)
    #expect(report.model.counts == WatchCounts(errors: 2, warnings: 1, infos: 0))
    #expect(report.missed([moved, twice, ScriptedReport.warning("things/new.yaml")]) == "")
  }

  @Test("an event that the report has already is not told again")
  func alreadyReported() {
    var model = WatchModel(scope: WatchScope([]))
    model.begin(WatchEvent(.state, generation: 3), WatchBaseline(generation: 5, findings: [clock]))
    for generation: UInt64 in [2, 3, 4, 5] {
      var event = WatchEvent(.generation, generation: generation)
      event.appeared = [clock]
      #expect(!model.apply(event).hasFindings)
    }
    var event = WatchEvent(.generation, generation: 6)
    event.fixed = [clock]
    #expect(model.apply(event).fixed == [clock])
  }

  private let json = #"""
    {"generation":7,"time":"2026-11-21T14:03:00.250001Z","appeared":[{"code":"V112","rule":"enum","severity":"error","path":"things/a.yaml","start":{"byte":9,"line":2,"column":3,"utf16Column":3},"end":{"byte":9,"line":2,"column":3,"utf16Column":3},"pointer":"/x","record":"A","message":"no","label":"did you mean 'yes'?","help":"h","note":"","related":[],"fixes":[]},{"code":"V1","rule":"r","severity":"warning","path":"clothes/b.yaml","message":"m"}],"fixed":[],"changed":["clothes/b.yaml","things/a.yaml"],"changedCount":2,"records":3,"photos":1,"findings":{"error":1,"warning":1,"info":0},"watching":{"folders":4,"overflows":0,"polled":[{"path":"","folders":4,"reason":"why"}],"links":0,"shortage":null},"freeze":{"reason":"mass-loss","message":"m","gone":2,"of":5},"lastGood":[]}
    """#

  @Test("an event is read from the service's JSON")
  func reading() throws {
    let event = try #require(WatchEvent(.generation, json: Array(json.utf8)))
    #expect(event.generation == 7)
    #expect(event.time == 1_795_269_780_250_001_000)
    #expect(
      event.appeared.first
        == WatchFinding(
          path: "things/a.yaml", line: 2, column: 3, severity: .error, rule: "enum", message: "no; did you mean 'yes'?"))
    #expect(event.counts == WatchCounts(errors: 1, warnings: 1, infos: 0))
    #expect(event.watching == WatchWatching(folders: 4, polled: [WatchWatching.Polled(path: "", folders: 4, reason: "why")]))
    #expect(event.freeze == .massLoss(gone: 2, of: 5))
    #expect(event.changed == ["clothes/b.yaml", "things/a.yaml"])
    #expect(WatchEvent(.state, json: Array("{}".utf8)) == nil)
    #expect(WatchEvent(.state, json: Array("[1".utf8)) == nil)
    let odd =
      #"{"generation":1,"time":"9999-99-99T","appeared":[1,{"path":3}],"fixed":{},"changed":5,"findings":[],"freeze":true,"watching":[]}"#
    let strange = try #require(WatchEvent(.generation, json: Array(odd.utf8)))
    #expect(strange.appeared.isEmpty && strange.changed.isEmpty && strange.freeze == nil && strange.time == nil)
  }

  @Test("as lines of JSON, the whole is passed on as it came, and a part has its findings, files and counts only")
  func lines() throws {
    let event = try #require(WatchEvent(.generation, json: Array(json.utf8)))
    let counts = WatchCounts(errors: 9, warnings: 8, infos: 7)
    #expect(String(decoding: event.line(scope: WatchScope([]), counts: counts), as: UTF8.self) == json + "\n")
    let part = event.line(scope: WatchScope(["clothes"]), counts: counts)
    #expect(
      String(decoding: part, as: UTF8.self)
        == #"{"generation":7,"time":"2026-11-21T14:03:00.250001Z","appeared":[{"code":"V1","rule":"r","severity":"warning","path":"clothes/b.yaml","message":"m"}],"fixed":[],"changed":["clothes/b.yaml"],"changedCount":1,"records":3,"photos":1,"findings":{"error":9,"warning":8,"info":7},"watching":{"folders":4,"overflows":0,"polled":[{"path":"","folders":4,"reason":"why"}],"links":0,"shortage":null},"freeze":{"reason":"mass-loss","message":"m","gone":2,"of":5},"lastGood":[]}"#
        + "\n")
  }
}
