// What the live report shows, whole screens at a time.

import Testing
import VitrineApplication
import VitrineCLI
import VitrineFormats
import VitrineSource

@Suite("The live report as text")
struct ReporterTests {
  private let clock = ScriptedReport.error("things/clock.yaml")
  private let lock = ScriptedReport.warning("things/lock.yaml")

  @Test("a pipe has the time and the generation on every line, and whole lines")
  func pipe() {
    var report = ScriptedReport(width: nil)
    var text = report.beginning()
    text += report.next([clock, lock], after: 22)
    text += report.next(fixed: [clock], after: 40)
    text += report.next(after: 41)
    text += report.next(fixed: [lock], after: 42)
    #expect(
      text == """
        14:03:00 #1   ✓ all well: 83 records, 25 photos
        14:03:22 #2   + things/clock.yaml:1:7: error[enum]: 'Wi' is not a known system
        14:03:22 #2   + things/lock.yaml:2:1: warning[near-duplicate]: much like 'clock'
        14:03:40 #3   ✓ things/clock.yaml:1:7: error[enum]: 'Wi' is not a known system
        14:03:42 #5   ✓ things/lock.yaml:2:1: warning[near-duplicate]: much like 'clock'
        14:03:42 #5   ✓ all well: 83 records, 25 photos

        """)
  }

  @Test("on a terminal a generation is a group, and what is too wide is broken to the right of its sign")
  func terminal() {
    var report = ScriptedReport(width: 80, findings: [lock])
    var text = report.beginning()
    text += report.next([ScriptedReport.error("things/clock.yaml", 6, "'Wi' is not a known system; did you mean 'Wii'?"), clock])
    #expect(
      text == """
        14:03:00 #1   83 records, 25 photos: 1 warning; 'vitrine check' shows them
        14:03:01 #2   + things/clock.yaml:6:7: error[enum]: 'Wi' is not a known system;
                        did you mean 'Wii'?
                      + things/clock.yaml:1:7: error[enum]: 'Wi' is not a known system

        """)
    #expect(report.foot == "2 errors, 1 warning · 83 records · last change 14:03:01 · watching 12 folders")
  }

  @Test("on a narrow terminal the time stands above, and the foot leaves out what matters least")
  func narrow() {
    var report = ScriptedReport(width: 32, isASCII: true)
    var text = report.beginning()
    text += report.next([clock])
    text += report.next(fixed: [clock], after: 2)
    #expect(
      text == """
        14:03:00 #1\u{20}\u{20}\u{20}
        - all well: 83 records, 25
          photos
        14:03:01 #2\u{20}\u{20}\u{20}
        + things/clock.yaml:1:7:
          error[enum]: 'Wi' is not a
          known system
        14:03:02 #3\u{20}\u{20}\u{20}
        - things/clock.yaml:1:7:
          error[enum]: 'Wi' is not a
          known system
        - all well: 83 records, 25
          photos

        """)
    #expect(report.foot == "- all well | 83 records")
    for width in 1...40 {
      report.reporter.dress.look.width = width
      #expect(report.reporter.foot(report.model).width <= max(width - 1, 0))
      #expect(!report.next([ScriptedReport.error("things/a.yaml", width)]).isEmpty)
    }
  }

  @Test("with colours, what is wrong is red or yellow, what is mended green, and every colour ends where it began")
  func colors() {
    var report = ScriptedReport(width: 200, color: true)
    let text = report.next([clock, lock]) + report.next(fixed: [clock])
    #expect(text.contains("\u{1B}[1;31m+ \u{1B}[0m\u{1B}[1mthings/clock.yaml:1:7:\u{1B}[0m \u{1B}[1;31merror[enum]:\u{1B}[0m"))
    #expect(text.contains("\u{1B}[1;33m+ \u{1B}[0m\u{1B}[1mthings/lock.yaml:2:1:"))
    #expect(text.contains("\u{1B}[32m✓ \u{1B}[0m\u{1B}[2mthings/clock.yaml"))
    #expect(text.contains("\u{1B}[2m14:03:01 #2   \u{1B}[0m"))
    for line in text.split(separator: "\n") {
      #expect(line.split(separator: "\u{1B}[", omittingEmptySubsequences: false).count % 2 == 1)
    }
    #expect(report.foot.hasPrefix("\u{1B}[1;33m1 warning\u{1B}[0m"))
  }

  @Test("all findings are told at the beginning where they are asked for, without a sign")
  func all() {
    let report = ScriptedReport(width: nil, findings: [clock, lock])
    #expect(
      report.beginning(all: true) == """
        14:03:00 #1   83 records, 25 photos: 1 error, 1 warning
        14:03:00 #1     things/clock.yaml:1:7: error[enum]: 'Wi' is not a known system
        14:03:00 #1     things/lock.yaml:2:1: warning[near-duplicate]: much like 'clock'

        """)
  }

  @Test("of a storm the first twenty are told, and how many more there are")
  func storm() {
    var report = ScriptedReport(width: nil)
    let many = (1...500).map { ScriptedReport.error("things/a.yaml", $0, "fault \($0)") }
    var lines = report.next(many).split(separator: "\n")
    #expect(lines.count == 21)
    #expect(lines.last == "14:03:01 #2   + and 480 more; 'vitrine check' shows all")
    lines = report.next([clock, lock], fixed: many).split(separator: "\n")
    #expect(lines.count == 21)
    #expect(lines[18] == "14:03:01 #3   ✓ and 482 more are fixed")
    #expect(lines[19].hasPrefix("14:03:01 #3   + things/clock.yaml"))
    lines = report.next(many, fixed: [clock, lock]).split(separator: "\n")
    #expect(lines.count == 21)
    #expect(lines[1].contains("✓ things/lock.yaml"))
    #expect(lines.last == "14:03:01 #4   + and 482 more; 'vitrine check' shows all")
  }

  @Test("nothing from a file reaches the terminal raw")
  func controlCharacters() {
    var report = ScriptedReport(width: 100, color: false)
    let text = report.next([ScriptedReport.error("things/\u{1B}[2Jx\n.yaml", 1, "'\u{9B}31m\u{202E}' is\r not \u{7}known")])
    #expect(
      text.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) && $0.value != 0x202E) })
    #expect(text.contains("␛[2Jx␊.yaml"))
  }

  @Test("a freeze says what happened, what is done about it, and how to end it; and its end is told")
  func freeze() {
    var report = ScriptedReport(width: 300, findings: [clock])
    var text = report.next(changed: []) { $0.freeze = .massLoss(gone: 412, of: 830) }
    #expect(
      text == """
        14:03:01 #2   ! 412 of 830 records went at once; the report stays as it was until they are back; press a or run 'vitrine daemon accept' to take them for deleted

        """)
    #expect(report.foot.hasPrefix("frozen: 412 of 830 records went · 83 records · "))
    #expect(report.foot.contains(" · a accepts · "))
    text = report.next(changed: []) { $0.freeze = .massLoss(gone: 412, of: 830) }
    #expect(text == "")
    text = report.next(changed: []) { $0.freeze = .rootGone }
    #expect(text == "14:03:01 #4   ! the folder of the catalogue is gone; the report stays as it was until the folder is back\n")
    #expect(report.foot.hasPrefix("frozen: the folder is gone · "))
    text = report.next(changed: [])
    #expect(text == "14:03:01 #5   ✓ the files are followed again\n")
    #expect(report.foot.hasPrefix("1 error · "))
  }

  @Test("folders that are polled are told with the reason, when they come and when they go")
  func polling() {
    var report = ScriptedReport(width: nil)
    let polled = WatchWatching.Polled(path: "photos", folders: 3, reason: "the file system reports no changes")
    var text = report.next(changed: []) { $0.watching = WatchWatching(folders: 9, polled: [polled]) }
    #expect(
      text == """
        14:03:01 #2   ! 3 folders at 'photos': changes are seen late, by looking again and again: the file system reports no changes

        """)
    #expect(report.foot.contains("3 polled"))
    text = report.next(changed: []) { $0.watching = WatchWatching(folders: 12) }
    #expect(text == "14:03:01 #3   ✓ all folders are watched by events again\n")
  }

  @Test("that what changed cannot be read for want of files or memory is said, in the status too, and that it was read then")
  func heldBack() {
    var report = ScriptedReport(width: nil)
    var watching = WatchWatching(folders: 12)
    watching.shortage = "too many open files; raise the limit with ulimit -n"
    let sentence = "what changed cannot be read for now, and is tried again: too many open files; raise the limit with ulimit -n"
    #expect(report.next(changed: []) { $0.watching = watching } == "14:03:01 #2   ! \(sentence)\n")
    #expect(report.next(changed: []) { $0.watching = watching } == "")
    #expect(report.next(changed: []) { $0.watching = WatchWatching(folders: 12) } == "14:03:01 #4   ✓ what changed was read\n")
    var outline = StateOutline()
    func status() -> String {
      var json = JSONWriter()
      json.object { outline.write(to: &$0) }
      return DaemonStatus(json.bytes).lines(socket: "s")
    }
    #expect(!status().contains("held back"))
    outline.watching = watching
    #expect(status().contains("held back  \(sentence)\n"))
  }
}
