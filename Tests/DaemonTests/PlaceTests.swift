// One daemon a catalogue, in a folder that nobody else can reach.

import Glibc
import Testing
import VitrineClient
import VitrineTesting

@Suite("Lock, folder and socket")
struct PlaceTests {
  @Test("folder and socket are this user's alone, whatever the mask of the process (G1.3)")
  func modes() throws {
    let house = try Household()
    let daemon = try Running(
      ["sh", "-c", "umask 000; exec \"$0\" run --root \"$1\" --ready-fd 3", Programs.vitrined, house.root],
      environment: house.environment, hasReadyFile: true)
    #expect(daemon.readyLine() == "ready")
    #expect(Household.mode(house.place.folder) == 0o700)
    #expect(Household.mode(house.place.socket) == 0o600)
    #expect(Household.mode(house.place.lock) == 0o600)
    daemon.signal(SIGTERM)
    #expect(daemon.end().status == 0)
  }

  @Test("a second daemon of a catalogue names the first and ends; a daemon of another catalogue runs beside it")
  func second() throws {
    let house = try Household()
    let first = try house.readyDaemon()
    let second = try house.daemon()
    #expect(second.readyLine() == "running \(first.process)")
    let said = second.end()
    #expect(said.status == 3)
    #expect(said.errors == "vitrined: a daemon runs already for '\(house.root)' (pid \(first.process))\n")
    let other = try Household()
    let neighbour = try other.readyDaemon()
    for daemon in [first, neighbour] {
      daemon.signal(SIGTERM)
      #expect(daemon.end().status == 0)
    }
  }

  @Test("of several starts at once one wins, and all say so")
  func starts() throws {
    let house = try Household()
    let all = try (0..<4).map { _ in
      try Running([Programs.vitrine, "daemon", "start"], environment: house.environment, in: house.root)
    }
    let said = all.map { $0.end() }
    let owner = try #require(ServiceLock.owner(of: house.place))
    #expect(said.allSatisfy { $0.status == 0 }, "\(said)")
    #expect(said.filter { $0.errors.hasPrefix("started (pid \(owner.process))") }.count == 1, "\(said)")
    #expect(said.filter { $0.errors.hasPrefix("runs already (pid \(owner.process))") }.count == 3, "\(said)")
  }

  @Test("a start while the one before stops waits for its end")
  func startWhileStopping() throws {
    let house = try Household()
    for _ in 0..<5 {
      let before = try house.readyDaemon()
      before.signal(SIGTERM)
      let next = try house.vitrine("daemon", "start")
      #expect(before.end().status == 0)
      // Where the signal was heeded only after the start had looked, the first one was still the right answer.
      #expect(next.status == 0, "\(next)")
      #expect(try house.vitrine("daemon", "stop").status == 0)
    }
  }

  @Test("a lock file and a socket without a process are no hindrance")
  func stale() throws {
    let house = try Household()
    #expect(mkdir(house.place.folder, 0o700) == 0)
    try house.runtime.write("12345\n", to: "vitrine/\(house.place.key).lock")
    _ = try TestSocket(house.place.socket, isDatagram: false)
    #expect(Household.exists(house.place.socket))
    let daemon = try house.readyDaemon()
    #expect(try house.vitrine("daemon", "status").status == 0)
    daemon.signal(SIGTERM)
    #expect(daemon.end().status == 0)
    #expect(symlink(house.runtime.path + "/nowhere.sock", house.place.socket) == 0)
    let next = try house.readyDaemon()
    next.signal(SIGTERM)
    #expect(next.end().status == 0)
  }

  @Test("the socket of another program, and what is no socket, is left alone and said")
  func otherProgram() throws {
    let house = try Household()
    #expect(mkdir(house.place.folder, 0o700) == 0)
    let other = try TestSocket(house.place.socket, isDatagram: false)
    #expect(listen(other.descriptor, 1) == 0)
    var said = try house.vitrine("daemon", "start")
    #expect(said.status == 3 && said.errors.contains("another program listens on '\(house.place.socket)'"), "\(said)")
    #expect(Household.exists(house.place.socket))
    #expect(unlink(house.place.socket) == 0)
    try house.runtime.write("mine", to: "vitrine/\(house.place.key).sock")
    said = try house.vitrine("daemon", "start")
    #expect(said.status == 3 && said.errors.contains("is in the way of the daemon's socket"), "\(said)")
    #expect(try house.runtime.read("vitrine/\(house.place.key).sock") == Array("mine".utf8))
  }

  @Test("a folder that others can enter, a link, a file and another user's folder are refused")
  func folders() throws {
    let house = try Household()
    let folder = house.place.folder
    func refusal() throws -> String {
      let daemon = try house.daemon()
      let said = daemon.end()
      #expect(said.status == 3)
      #expect(!Household.exists(house.place.socket) && !Household.exists(house.place.lock))
      return said.errors
    }
    #expect(mkdir(folder, 0o700) == 0 && chmod(folder, 0o755) == 0)
    #expect(try refusal().contains("can be entered by others; 'chmod 700 \(folder)' makes it yours alone"))
    if getuid() == 0 {
      #expect(chmod(folder, 0o700) == 0 && chown(folder, 12_345, 12_345) == 0)
      #expect(try refusal().contains("belongs to user 12345, not to you"))
    }
    #expect(rmdir(folder) == 0 && symlink(house.root, folder) == 0)
    #expect(try refusal().contains("is a symbolic link; remove it"))
    #expect(unlink(folder) == 0)
    try house.runtime.write("", to: "vitrine")
    #expect(try refusal().contains("is not a folder; remove it"))
  }

  @Test("a runtime folder that is not there, or whose path is too long for a socket, is passed over on both sides")
  func runtimeFolder() throws {
    let house = try Household()
    let long = house.runtime.path + "/" + String(repeating: "x", count: 90)
    #expect(mkdir(long, 0o700) == 0)
    for runtime in [house.runtime.path + "/none", long, "relative", ""] {
      let place = ServicePlace(root: house.root) { _ in runtime }
      #expect(place.folder == "/tmp/vitrine-\(getuid())")
      let started = try house.vitrine("daemon", "start", adding: ["XDG_RUNTIME_DIR": runtime])
      #expect(started.status == 0, "\(started)")
      #expect(ServiceLock.owner(of: place)?.isReady == true)
      #expect(try house.vitrine("daemon", "stop", adding: ["XDG_RUNTIME_DIR": runtime]).errors.hasPrefix("stopped"))
      unlink(place.lock)
      unlink(place.log)
    }
  }

  @Test("the socket that is there at the end is only removed if it is its own")
  func replacedSocket() throws {
    let house = try Household()
    let daemon = try house.readyDaemon()
    #expect(unlink(house.place.socket) == 0)
    let other = try TestSocket(house.place.socket, isDatagram: false)
    daemon.signal(SIGTERM)
    #expect(daemon.end().status == 0)
    #expect(Household.exists(house.place.socket) && other.descriptor >= 0)
  }
}
