// Files that are being written are waited for; nothing else is.

import Glibc
import Testing
import VitrineSource
import VitrineTesting
import VitrineWatch

/// A source that gives so many events and no more.
private final class SlowBackend: WatchBackend {
  var room = Int.max
  private let real = RawInotify()

  var descriptor: Int32 { real.descriptor }
  let isWorn = false

  func add(folder: Int32, events: WatchEvents) -> Int32 { real.add(folder: folder, events: events) }
  func add(file: Int32, events: WatchEvents) -> Int32 { real.add(file: file, events: events) }
  func remove(_ watch: Int32) { real.remove(watch) }
  func reset() -> Int32 { real.reset() }

  func next(_ event: inout WatchEvent) -> Bool {
    guard room > 0, real.next(&event) else { return false }
    room -= 1
    return true
  }
}

/// When a file is told of. The clock is the test's.
@Suite struct SettlingTests {
  private let millisecond: Int64 = 1_000_000

  private func run(_ body: (WatchRun, Int64) throws -> Void) throws {
    let folder = try TemporaryFolder(inMemory: true)
    try folder.write("old", to: "a.yaml")
    let run = try WatchRun(folder, RawInotify())
    run.settle()
    try body(run, monotonic())
  }

  @Test("a file that is open and written is told of when it is closed")
  func closed() throws {
    try run { run, now in
      var file = run.folder.opened("a.yaml")
      #expect(run.drain(at: now) == [])
      #expect(run.watcher.nextDeadline == now + 200 * millisecond)
      file?.write("half")
      #expect(run.drain(at: now + 100 * millisecond) == [])
      #expect(run.watcher.nextDeadline == now + 300 * millisecond)
      file = nil
      #expect(run.drain(at: now + 101 * millisecond) == ["~ a.yaml"])
      #expect(run.watcher.nextDeadline == nil)
    }
  }

  @Test("a file that is open and written goes when an ignore file leaves it out, and does not come back when it is closed")
  func leftOut() throws {
    try run { run, now in
      var file = run.folder.opened("a.yaml")
      file?.write("half")
      #expect(run.drain(at: now) == [])
      try run.folder.write("a.*\n", to: ".vitrineignore")
      #expect(run.drain(at: now + millisecond) == ["- a.yaml"])
      file?.write("the rest")
      file = nil
      #expect(run.drain(at: now + 2 * millisecond) == [])
      #expect(run.drain(at: now + 300 * millisecond) == [])
      #expect(try run.differences() == [])
    }
  }

  @Test("a file that stays open is told of after 200 milliseconds of quiet")
  func quiet() throws {
    try run { run, now in
      let file = run.folder.opened("new.yaml")
      file?.write("all of it")
      #expect(run.drain(at: now) == [])
      #expect(run.drain(at: now + 199 * millisecond) == [])
      #expect(run.drain(at: now + 200 * millisecond) == ["+ new.yaml"])
      // The file is watched itself, a moment later.
      #expect(run.drain(at: now + 210 * millisecond) == [])
      #expect(run.watcher.nextDeadline == nil)
    }
  }

  @Test("a file that is written without end is told of every two seconds, and holds up no other")
  func ceiling() throws {
    try run { run, now in
      let file = run.folder.opened("log.yaml")
      var told: [Int64] = []
      for step in 0..<500 {
        let time = now + Int64(step) * 10 * millisecond
        file?.write("line\n")
        run.folder.put("a.yaml", "version \(step)")
        var lines = run.drain(at: time)
        // A program that another test starts just now has this file open, too, until it runs: only then is it closed.
        for _ in 0..<200 where !lines.contains("~ a.yaml") {
          usleep(1_000)
          lines += run.drain(at: time)
        }
        #expect(lines.contains("~ a.yaml"))
        if lines.contains(where: { $0.hasSuffix("log.yaml") }) { told.append((time - now) / millisecond) }
      }
      #expect(told == [2000, 4010])
    }
  }

  @Test("a file that is renamed while it is written is waited for under its new name")
  func renamed() throws {
    try run { run, now in
      var file = run.folder.opened("x.yaml")
      file?.write("half")
      run.folder.move("x.yaml", "y.yaml")
      #expect(run.drain(at: now) == [])
      file?.write("whole")
      file = nil
      #expect(run.drain(at: now + millisecond) == ["+ y.yaml"])
    }
  }

  @Test("a link is there at once")
  func links() throws {
    try run { run, now in
      run.folder.makeFolders("d")
      _ = run.drain(at: now)
      link(run.folder.path + "/a.yaml", run.folder.path + "/b.yaml")
      symlink("../a.yaml", run.folder.path + "/d/c.yaml")
      #expect(run.drain(at: now) == ["~ a.yaml", "+ b.yaml", "+ d/c.yaml"])
      #expect(run.watcher.target(ofLinkAt: "d/c.yaml") == "a.yaml")
      run.folder.put("a.yaml", "new")
      #expect(run.drain(at: now) == ["~ a.yaml", "~ b.yaml", "~ d/c.yaml"])
    }
  }

  @Test("a file found in a new folder is waited for a moment: it may be growing")
  func found() throws {
    try run { run, now in
      run.folder.makeFolders("n")
      let file = run.folder.opened("n/photo.jpeg")
      file?.write("half")
      #expect(run.drain(at: now) == [])
      file?.write("more")
      #expect(run.drain(at: now + 10 * millisecond) == [])
      #expect(run.drain(at: now + 30 * millisecond) == [])
      #expect(run.drain(at: now + 210 * millisecond) == ["+ n/photo.jpeg"])
    }
  }

  @Test("a file that is removed and made again is waited for, also where only the first is known yet")
  func removedAndMade() throws {
    let folder = try TemporaryFolder(inMemory: true)
    try folder.write("old", to: "a.yaml")
    let source = SlowBackend()
    let run = try WatchRun(folder, source)
    let now = monotonic()
    unlink(folder.path + "/a.yaml")
    var file = folder.opened("a.yaml")
    source.room = 1
    #expect(run.drain(at: now) == [])
    source.room = 100
    #expect(run.drain(at: now + 1) == [])
    file?.write("new")
    #expect(run.drain(at: now + 2) == [])
    file = nil
    #expect(run.drain(at: now + 3) == ["~ a.yaml"])
    unlink(folder.path + "/a.yaml")
    #expect(run.drain(at: now + 4) == ["- a.yaml"])
    #expect(run.drain(at: now + 10 * millisecond) == [])
    #expect(run.watcher.nextDeadline == nil)
  }

  @Test("a file that is removed while it is waited for is not told of")
  func removed() throws {
    try run { run, now in
      var file = run.folder.opened("x.yaml")
      file?.write("half")
      #expect(run.drain(at: now) == [])
      run.folder.remove("x.yaml")
      #expect(run.drain(at: now + millisecond) == [])
      file = nil
      #expect(run.drain(at: now + 300 * millisecond) == [])
      #expect(run.watcher.nextDeadline == nil)
    }
  }
}

/// Cookies: all that was finished before one is told before it.
@Suite struct CookieTests {
  @Test("a cookie comes back with or after all that was finished before it", arguments: Source.allCases)
  func barrier(_ source: Source) throws {
    try source.with { backend in
      let folder = try TemporaryFolder(inMemory: true)
      let run = try WatchRun(folder, backend)
      var random = SplitMix(state: 7)
      for round in 0..<500 {
        let name: String
        switch random.below(5) {
        case 0:
          folder.makeFolders("n\(round)/x")
          name = "n\(round)/x/f.yaml"
          folder.put(name, random.below(2) == 0 ? "" : "text")
        case 1:
          name = "r\(random.below(20)).yaml"
          folder.replace(name, "\(round)")
        case 2:
          name = "h\(round).yaml"
          folder.put("one.yaml", "\(round)")
          link(folder.path + "/one.yaml", folder.path + "/" + name)
        case 3:
          folder.makeFolders("m\(round)")
          folder.put("m\(round)/f.yaml")
          folder.move("m\(round)", "w\(round)")
          name = "w\(round)/f.yaml"
        default:
          name = "f\(random.below(20)).yaml"
          folder.put(name, "\(round)")
        }
        let cookie = run.watcher.placeCookie()
        var seen: [String] = []
        var isBack = false
        let end = monotonic() + 10_000_000_000
        while !isBack, monotonic() < end {
          let batch = run.watcher.drain(now: monotonic())
          seen += batch.changes.map(\.path.string)
          isBack = batch.cookies.contains(cookie)
        }
        #expect(isBack && seen.contains(name), "round \(round): \(name)")
      }
      #expect(folder.names(".vitrine") == [])
    }
  }

  @Test("a cookie waits for a file that is being written until it is closed, so that what was written is in the answer")
  func openFile() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let run = try WatchRun(folder, RawInotify())
    var file = folder.opened("x.yaml")
    file?.write("half")
    let cookie = run.watcher.placeCookie()
    let now = monotonic()
    let early = run.watcher.drain(now: now)
    #expect(early.cookies == [] && early.changes == [])
    #expect(run.watcher.nextDeadline == now + 200_000_000)
    file?.write(" and half")
    file = nil
    let batch = run.watcher.drain(now: now + 1_000_000)
    #expect(batch.cookies == [cookie])
    #expect(batch.changes.map(\.path) == ["x.yaml"])
  }

  @Test("a cookie waits no longer than two seconds for who writes without end, and not for what is begun after it came back")
  func endlessWriter() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let run = try WatchRun(folder, RawInotify())
    let file = folder.opened("log.yaml")
    file?.write("line\n")
    let cookie = run.watcher.placeCookie()
    let start = monotonic()
    var waited: Int64?
    for step in 0..<300 where waited == nil {
      let other = folder.opened("other\(step).yaml")
      other?.write("more")
      file?.write("line\n")
      if run.watcher.drain(now: start + Int64(step) * 10_000_000).cookies == [cookie] { waited = Int64(step) * 10 }
    }
    #expect(waited == 2000)
  }

  @Test("cookies come back though their folder is removed, and though events are lost")
  func lost() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let run = try WatchRun(folder, RawInotify())
    folder.put("a.yaml")
    let first = run.watcher.placeCookie()
    folder.removeTree(".vitrine")
    #expect(run.watcher.drain(now: monotonic()).cookies == [first])
    let second = run.watcher.placeCookie()
    folder.flood("a.yaml", "b.yaml")
    let third = run.watcher.placeCookie()
    let batch = run.watcher.drain(now: monotonic())
    #expect(batch.overflowed)
    #expect(batch.foldersBack == [""])
    #expect(batch.cookies == [second, third])
    #expect(batch.changes.map(\.path) == ["a.yaml", "b.yaml"])
  }
}
