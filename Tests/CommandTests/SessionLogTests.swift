// Sessions with a camera: how many ended as they should.

import Glibc
import Testing
import VitrineApplication
import VitrineTesting

@Suite("The log of sessions")
struct SessionLogTests {
  private static func log(in folder: TemporaryFolder) throws -> SessionLog {
    try #require(SessionLog { $0 == "XDG_STATE_HOME" ? folder.path + "/deep/state" : nil })
  }

  @Test("a session is over when somebody says so; else it is open for twelve hours, or as long as its program runs (C-NFR6)")
  func counting() throws {
    let folder = try TemporaryFolder()
    let log = try Self.log(in: folder)
    #expect(log.count(at: 0) == SessionLog.Count() && log.count(at: 0).share == 1000)
    for number in 0..<400 {
      log.begin("page-\(number)", "page", at: 1000)
      if number != 7, number != 9 { log.end("page-\(number)", at: 1010) }
    }
    #expect(log.count(at: 2000).begun == 400)
    #expect(log.count(at: 2000).open == 2 && log.count(at: 2000).broken == 0 && log.count(at: 2000).share == 1000)
    #expect(log.count(at: 1000 + 13 * 3600).broken == 2)
    #expect(log.count(at: 1000 + 13 * 3600).share == 995)
    // Its program is gone.
    var lines = String(decoding: try folder.read("deep/state/vitrine/sessions"), as: UTF8.self)
    lines += "begin gone 2000 2147483646 page\nnonsense\nbegin x\nend\nend nobody 3\n\u{0}\n"
    try folder.write(lines, to: "deep/state/vitrine/sessions")
    #expect(log.count(at: 2001).broken == 1 && log.count(at: 2001).open == 2 && log.count(at: 2001).begun == 401)
  }

  @Test("the end of a short session may be noted before its beginning (C-NFR6)")
  func order() throws {
    let folder = try TemporaryFolder()
    let log = try Self.log(in: folder)
    log.end("short", at: 10)
    log.begin("short", "page", at: 10)
    #expect(log.count(at: 11).begun == 1 && log.count(at: 11).open == 0 && log.count(at: 11).broken == 0)
  }

  @Test("the log does not grow without bound, and a folder that cannot be written keeps nobody from taking photos")
  func bounds() throws {
    let folder = try TemporaryFolder()
    let log = try Self.log(in: folder)
    log.begin("first", "page", at: 1)
    let line = "begin a-long-name-of-a-session-that-fills-the-file 1 1 page\n"
    try folder.write(String(repeating: line, count: 20_000), to: "deep/state/vitrine/sessions")
    log.begin("last", "page", at: 2)
    #expect(try folder.read("deep/state/vitrine/sessions").count < 700_000)
    #expect(log.count(at: 3).begun == 2)
    let other = try #require(SessionLog { $0 == "HOME" ? "/dev/null" : nil })
    other.begin("a", "page", at: 1)
    #expect(other.count(at: 1).begun == 0)
    let relative: String? = "relative"
    let isThere = SessionLog(environment: { $0 == "HOME" ? relative : nil }) != nil
    #expect(!isThere)
    #expect(
      SessionLog.isID("0a-Z9") && !SessionLog.isID("") && !SessionLog.isID("a b")
        && !SessionLog.isID(String(repeating: "a", count: 65)))
  }
}
