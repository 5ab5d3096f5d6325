// A daemon beside commands that change many files at once, and after one that was killed.

import FoundationEssentials
import Glibc
import Testing
import VitrineClient
import VitrineTesting

@Suite("The daemon and changes")
struct ChangeTests {
  /// A catalogue with so many records more in its trash.
  private func house(trashed: Int) throws -> Household {
    let house = try Household()
    for number in 0..<trashed {
      try house.catalogue.write(
        "title: Old \(number)\nrelease: 20200101\nstatus: library\nproperties: {}\n",
        to: ".vitrine/trash/000001/games/old-\(number).yaml")
    }
    return house
  }

  @Test("a change of vitrine's own that takes most records away does not freeze the daemon; the same by rm does")
  func ownLoss() throws {
    let house = try house(trashed: 60)
    #expect(try house.vitrine("trash", "restore", "1", "-q").status == 0)
    #expect(try house.vitrine("daemon", "start").errors.contains("65 records"))
    let undone = try house.vitrine("undo")
    #expect(undone.status == 0, "\(undone)")
    let status = try house.vitrine("daemon", "status")
    #expect(status.output.contains("records    5, ") && !status.output.contains("frozen"), "\(status)")
    #expect(try house.vitrine("redo").status == 0)
    // So that it sees all of it at once, however slow the deleting is.
    let daemon = try #require(ServiceLock.owner(of: house.place)).process
    #expect(kill(daemon, SIGSTOP) == 0)
    for number in 0..<60 { unlink(house.root + "/games/old-\(number).yaml") }
    #expect(kill(daemon, SIGCONT) == 0)
    let frozen = try house.vitrine("daemon", "status")
    #expect(frozen.output.contains("frozen"), "\(frozen)")
    // What stands still for another reason is not accepted along with ours.
    for number in 0..<12 { try house.write(100 + number) }
    _ = try house.vitrine("check", "--fix", "-q")
    #expect(try house.vitrine("daemon", "status").output.contains("frozen"))
  }

  @Test("a daemon ends what was interrupted when it starts (M9.4)")
  func recovery() throws {
    let house = try Household()
    try house.write(7, title: "'Seven '")
    #expect(try house.vitrine("check", "--fix", "-q").status == 0)
    let entry = house.root + "/.vitrine/journal/000001"
    // As after a kill -9 before the first file got its new name.
    let fixed = try house.catalogue.read("games/game-7.yaml")
    try house.catalogue.write(fixed, to: "games/.vitrine-000001-0.tmp")
    try house.catalogue.write(try house.catalogue.read(".vitrine/journal/000001/0.old"), to: "games/game-7.yaml")
    #expect(rename(entry + "/done", entry + "/pending") == 0)
    #expect(try house.vitrine("daemon", "start").errors.contains("no findings"))
    #expect(try house.catalogue.read("games/game-7.yaml") == fixed)
    #expect(Household.exists(entry + "/done") && !Household.exists(house.root + "/games/.vitrine-000001-0.tmp"))
    let log = String(decoding: try house.runtime.read("vitrine/\(house.place.key).log"), as: UTF8.self)
    #expect(log.contains("warning change 1 (fix 1 finding) was interrupted; it is completed now"), "\(log)")
  }

  @Test("a daemon ends what is interrupted while it runs, and nobody else has to (M9.4)")
  func interruption() throws {
    let house = try Household()
    try house.write(7, title: "'Seven '")
    #expect(try house.vitrine("check", "--fix", "-q").status == 0)
    let entry = house.root + "/.vitrine/journal/000001"
    let fixed = try house.catalogue.read("games/game-7.yaml")
    let old = try house.catalogue.read(".vitrine/journal/000001/0.old")
    #expect(try house.vitrine("daemon", "start").status == 0)
    // As after a kill -9 before the last of its files got its new name: the first ones are changed, which a daemon sees.
    #expect(rename(entry + "/done", entry + "/pending") == 0)
    try house.catalogue.write(fixed, to: "games/.vitrine-000001-0.tmp")
    try house.catalogue.write(old, to: "games/game-7.yaml")
    #expect(Waiting.until { Household.exists(entry + "/done") })
    #expect(try house.catalogue.read("games/game-7.yaml") == fixed)
    #expect(!Household.exists(house.root + "/games/.vitrine-000001-0.tmp"))
  }
}
