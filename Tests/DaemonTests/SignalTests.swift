// What a daemon tells the system's manager of services, and how it heeds signals.

import Glibc
import Testing
import VitrineClient
import VitrineTesting

@Suite("Signals and readiness")
struct SignalTests {
  @Test("SIGTERM and SIGINT end it cleanly, also while it reads", arguments: [SIGTERM, SIGINT], [true, false])
  func end(_ signal: Int32, _ isReady: Bool) throws {
    let house = try Household()
    let daemon = isReady ? try house.readyDaemon() : try house.daemon()
    if !isReady { Waiting.until { ServiceLock.owner(of: house.place) != nil && daemon.errors.contains("reads") } }
    daemon.signal(signal)
    #expect(daemon.end().status == 0)
    #expect(!Household.exists(house.place.socket))
    #expect(ServiceLock.owner(of: house.place) == nil)
  }

  @Test("SIGHUP reads everything again, SIGPIPE is nothing")
  func reload() throws {
    let house = try Household()
    let daemon = try house.readyDaemon()
    daemon.signal(SIGPIPE)
    daemon.signal(SIGHUP)
    #expect(Waiting.until { daemon.errors.contains("read again: 5 records") })
    daemon.signal(SIGTERM)
    #expect(daemon.end().status == 0)
  }

  @Test("SIGHUP reads what no watch can see: a schema written through memory, by a program that had it open before")
  func reloadSchema() throws {
    let house = try Household()
    let outside = try TemporaryFolder()
    let schema = "type: object\nx-vitrine: {plural: games, display: title}\nproperties: {title: {type: string}}\n"
    let text = "$schema: https://json-schema.org/draft/2020-12/schema\ntitle: Game\n" + schema
    try outside.write(text, to: "game.schema.yaml")
    #expect(mkdir(house.root + "/schemas", 0o755) == 0)
    #expect(rename(outside.path + "/game.schema.yaml", house.root + "/schemas/game.schema.yaml") == 0)
    let file = open(house.root + "/schemas/game.schema.yaml", O_RDWR | O_CLOEXEC)
    defer { close(file) }
    let memory = try #require(mmap(nil, text.utf8.count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0))
    #expect(memory != MAP_FAILED)
    let daemon = try house.readyDaemon()
    let kept = try house.vitrine("check", "--format", "short")
    // inotify(7) reports nothing that is written so. One word for another of the same length.
    let word = try #require(text.firstRange(of: "string"))
    let place = text.utf8.distance(from: text.startIndex, to: word.lowerBound)
    for (index, byte) in "number".utf8.enumerated() { memory.storeBytes(of: byte, toByteOffset: place + index, as: UInt8.self) }
    #expect(msync(memory, text.utf8.count, Int32(MS_SYNC)) == 0)
    munmap(memory, text.utf8.count)
    #expect(try house.vitrine("check", "--format", "short") == kept)
    daemon.signal(SIGHUP)
    #expect(Waiting.until { daemon.errors.contains("read again: 5 records, 5 findings") }, "\(daemon.errors)")
    let now = try house.vitrine("check", "--format", "short")
    #expect(now != kept && now.output.split(separator: "\n").count == 5, "\(now)")
    daemon.signal(SIGTERM)
    #expect(daemon.end().status == 0)
  }

  @Test("with --idle-exit it ends by itself, a whole minute after the last request, and leaves nothing behind")
  func idleExit() throws {
    let house = try Household()
    let daemon = try house.readyDaemon("--idle-exit", "1")
    #expect(try house.vitrine("daemon", "status").status == 0)
    let start = ContinuousClock.now
    #expect(try house.vitrine("list").status == 0)
    #expect(Waiting.until(seconds: 180) { daemon.hasEnded })
    // What was asked after the wait had begun counts, too.
    #expect(ContinuousClock.now - start >= .seconds(60))
    let said = daemon.end()
    #expect(said.status == 0 && said.errors.contains("ends: nobody asked for 1 minute\n"), "\(said)")
    #expect(!Household.exists(house.place.socket) && ServiceLock.owner(of: house.place) == nil)
  }

  @Test("systemd is told of READY, RELOADING and STOPPING, by a path and in the abstract space", arguments: [false, true])
  func notify(_ isAbstract: Bool) throws {
    let house = try Household()
    let name = isAbstract ? "@vitrine-test-\(getpid())-\(house.place.key)" : house.runtime.path + "/notify"
    let socket = try TestSocket(name, isDatagram: true)
    let daemon = try house.daemon(adding: ["NOTIFY_SOCKET": name])
    let ready = socket.receive()
    #expect(ready.hasPrefix("READY=1\nSTATUS=5 records, 0 findings, 0 of them errors\nMAINPID=\(daemon.process)"), "\(ready)")
    daemon.signal(SIGHUP)
    #expect(socket.receive().wholeMatch(of: /RELOADING=1\nMONOTONIC_USEC=\d+\nSTATUS=.*/) != nil)
    #expect(socket.receive().hasPrefix("READY=1\n"))
    daemon.signal(SIGTERM)
    #expect(socket.receive().hasPrefix("STOPPING=1\n"))
    #expect(daemon.end().status == 0)
  }

  @Test("a socket that systemd hands over is answered on, found by the catalogue's root, and left where it is")
  func activation() throws {
    let house = try Household()
    let path = house.runtime.path + "/activated.sock"
    let socket = try TestSocket(path, isDatagram: false)
    #expect(listen(socket.descriptor, 8) == 0)
    let daemon = try Running(
      [
        "sh", "-c", "export LISTEN_PID=$$ LISTEN_FDS=1; exec \"$0\" run --root \"$1\"", Programs.vitrined, house.root,
      ], environment: house.environment, descriptor: socket.descriptor)
    Waiting.until { ServiceLock.owner(of: house.place)?.isReady == true || daemon.hasEnded }
    let status = try house.vitrine("daemon", "status")
    #expect(status.status == 0 && status.output.contains("runs (pid \(daemon.process))"), "\(status) \(daemon.errors)")
    daemon.signal(SIGTERM)
    #expect(daemon.end().status == 0)
    #expect(Household.exists(path))
  }

  @Test("where nobody asks and nothing changes, no thread of it wakes")
  func idle() throws {
    let house = try Household()
    let daemon = try house.readyDaemon()
    #expect(try house.vitrine("list").status == 0)
    // What the answer and the load began comes to rest, later on a busy machine; then two seconds go by in which nothing wakes.
    var before = try switches(of: daemon.process)
    #expect(
      Waiting.until {
        _ = poll(nil, 0, 2_000)
        let now = try? switches(of: daemon.process)
        defer { before = now ?? before }
        return now == before
      })
    daemon.signal(SIGTERM)
    #expect(daemon.end().status == 0)
  }

  /// How often the threads of a process gave up the processor, by thread. Source: proc(5).
  private func switches(of process: pid_t) throws -> [String: String] {
    let folder = "/proc/\(process)/task"
    guard let stream = opendir(folder) else { throw TemporaryFolderError(number: errno) }
    defer { closedir(stream) }
    var counts: [String: String] = [:]
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard Int(name) != nil, let file = fopen(folder + "/" + name + "/status", "re") else { continue }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 8_192)
      let count = fread(&bytes, 1, bytes.count, file)
      let lines = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
      counts[name] = lines.first { $0.hasPrefix("voluntary_ctxt_switches") }.map(String.init)
    }
    return counts
  }
}
