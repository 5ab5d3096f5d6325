// The life of a daemon as a person orders it: start, ask, end.

import FoundationEssentials
import Glibc
import Testing
import VitrineClient
import VitrineTesting

@Suite("The daemon's life")
struct LifeTests {
  @Test("start waits until it is ready and says what there is; a second start says that it runs; stop waits for the end (M7.4)")
  func startAndStop() throws {
    let house = try Household()
    let started = try house.vitrine("daemon", "start")
    let owner = try #require(ServiceLock.owner(of: house.place))
    #expect(started == Said(output: "", errors: "started (pid \(owner.process)): 5 records, no findings\n", status: 0))
    #expect(owner.isReady && !owner.isStopping)
    let again = try house.vitrine("daemon", "start")
    let folders = try house.vitrine("daemon", "status", "--folders")
    #expect(folders.output.contains("games") && folders.output.contains("events") && folders.status == 0, "\(folders)")
    #expect(
      try house.vitrine("daemon", "status", "--folders", "--format", "json").output.contains(
        #""path":"games","watching":"events","reason":null,"files":5,"#))
    #expect(again == Said(output: "", errors: "runs already (pid \(owner.process)): 5 records, no findings\n", status: 0))
    let stopped = try house.vitrine("daemon", "stop")
    #expect(stopped == Said(output: "", errors: "stopped (pid \(owner.process))\n", status: 0))
    #expect(ServiceLock.owner(of: house.place) == nil)
    #expect(!Household.exists(house.place.socket))
    let log = String(decoding: try house.runtime.read("vitrine/\(house.place.key).log"), as: UTF8.self)
    let line = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z info .+/
    #expect(log.split(separator: "\n").allSatisfy { $0.wholeMatch(of: line) != nil }, "\(log)")
    #expect(log.hasSuffix("ended\n"))
  }

  @Test("the daemon leaves the terminal: a session of its own, the root folder, no descriptor of the one who started it")
  func detached() throws {
    let house = try Household()
    #expect(try house.vitrine("daemon", "start").status == 0)
    let process = try #require(ServiceLock.owner(of: house.place)).process
    #expect(getsid(process) == process)
    var target = [CChar](repeating: 0, count: 4_096)
    #expect(readlink("/proc/\(process)/cwd", &target, target.count) == 1)
    let log = house.place.log
    for (number, path) in [(0, "/dev/null"), (1, log), (2, log)] {
      let count = readlink("/proc/\(process)/fd/\(number)", &target, target.count)
      #expect(String(decoding: target.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self) == path)
    }
    #expect(Household.mode(log) == 0o600)
  }

  @Test("there is room for the open files of a large catalogue before there are threads")
  func roomForFiles() throws {
    let house = try Household()
    #expect(try house.vitrine("daemon", "start").status == 0)
    let process = try #require(ServiceLock.owner(of: house.place)).process
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let room = try #require(status.firstMatch(of: /FDSize:\s*(\d+)/)?.output.1)
    #expect(try #require(Int(room)) >= 512)
  }

  @Test("where few files may be open, all folders are read all the same")
  func fewFiles() throws {
    let house = try Household()
    for number in 0..<400 {
      try house.catalogue.write(
        "title: Game in \(number)\nrelease: 20200101\nstatus: library\nproperties: {}\n", to: "games/\(number)/game.yaml")
    }
    let line = "ulimit -n 128 && exec '\(Programs.vitrine)' daemon start"
    let started = try Running(["/bin/sh", "-c", line], environment: house.environment, in: house.root).end()
    #expect(started.errors.hasSuffix("405 records, no findings\n"), "\(started)")
  }

  @Test("what is asked of a daemon that does not run is said; stop has nothing to do then")
  func absent() throws {
    let house = try Household()
    let none = "no daemon runs for '\(house.root)'"
    for word in ["status", "reload", "accept"] {
      let said = try house.vitrine("daemon", word)
      #expect(said == Said(output: "", errors: "vitrine: \(none); 'vitrine daemon start' starts one\n", status: 3))
    }
    #expect(try house.vitrine("daemon", "stop") == Said(output: "", errors: none + "\n", status: 0))
  }

  @Test("status tells people and programs; reload reads again; restart replaces the process (M7.4)")
  func status() throws {
    let house = try Household()
    #expect(try house.vitrine("daemon", "restart").status == 0)
    let first = try #require(ServiceLock.owner(of: house.place)).process
    let human = try house.vitrine("daemon", "status")
    #expect(human.status == 0 && human.errors.isEmpty)
    #expect(human.output.contains("runs (pid \(first))") && human.output.contains("catalogue  \(house.root)\n"))
    #expect(human.output.contains("\nsocket     /") && human.output.contains(".sock\n"))
    #expect(human.output.contains("records    5, with 0 photos\n") && human.output.contains("report     no findings\n"))
    let json = try house.vitrine("daemon", "status", "--format", "json").output
    #expect(json.hasPrefix("{\"version\":") && json.contains("\"pid\":\(first),") && json.hasSuffix("}\n"))
    try house.write(9, title: "\"\"")
    let reloaded = try house.vitrine("daemon", "reload")
    #expect(reloaded.status == 0 && reloaded.errors.hasPrefix("read again: 6 records, 1 error"), "\(reloaded)")
    #expect(try house.vitrine("daemon", "restart").errors.hasPrefix("stopped (pid \(first))\nstarted (pid "))
    #expect(try #require(ServiceLock.owner(of: house.place)).process != first)
  }

  @Test("run is vitrined itself, in the foreground")
  func run() throws {
    let house = try Household()
    let running = try Running([Programs.vitrine, "daemon", "run"], environment: house.environment, in: house.root)
    Waiting.until { ServiceLock.owner(of: house.place)?.isReady == true || running.hasEnded }
    #expect(ServiceLock.owner(of: house.place)?.process == running.process)
    running.signal(SIGINT)
    let said = running.end()
    #expect(said.status == 0)
    #expect(said.errors.hasSuffix("ended\n"))
  }

  @Test("a daemon that cannot start says why, and leaves nothing behind")
  func failure() throws {
    let house = try Household()
    try house.catalogue.write("", to: "vitrine.yaml")
    #expect(unlink(house.root + "/vitrine.yaml") == 0 && mkdir(house.root + "/vitrine.yaml", 0o700) == 0)
    let said = try house.vitrine("daemon", "start")
    #expect(said.status == 3)
    #expect(said.errors.hasPrefix("vitrine: the daemon cannot start: cannot read "), "\(said)")
    #expect(!Household.exists(house.place.socket))
    // It said so before it ended.
    Waiting.until { ServiceLock.owner(of: house.place) == nil }
    #expect(ServiceLock.owner(of: house.place) == nil)
    #expect(try house.vitrine("daemon", "start", adding: ["VITRINE_DAEMON": "/bin/false"]).errors.contains("ended with status 1"))
    #expect(
      try house.vitrine("daemon", "start", adding: ["VITRINE_DAEMON": "/none"]).errors.contains("VITRINE_DAEMON names '/none'"))
  }

  @Test("the log begins anew when it is long")
  func log() throws {
    let house = try Household()
    #expect(mkdir(house.place.folder, 0o700) == 0)
    try house.runtime.write([UInt8](repeating: 0x2D, count: 2 << 20), to: "vitrine/\(house.place.key).log")
    #expect(try house.vitrine("daemon", "start").status == 0)
    let log = try house.runtime.read("vitrine/\(house.place.key).log")
    #expect(log.count < 10_000 && log.starts(with: "20".utf8))
  }
}
