// Many small trees that change between any two steps of the watcher: before events are read, after, and around each watch that is added. Seeds say how, so
// that what fails fails again.

import Glibc
import Testing
import VitrineFiles
import VitrineSource
import VitrineTesting
import VitrineWatch

/// Changes at every point where the disk may run ahead of the events.
@Suite struct InterleavingTests {
  @Test(
    "whatever happens between two steps, names, kinds and permissions among it, what is known in the end is what a fresh listing says"
  )
  func interleaved() async {
    await #expect(processExitsWith: .success) {
      // Root may enter everything.
      setgid(65_534)
      setuid(65_534)
      for seed in 1...400 { try Interleaving(seed: UInt64(seed)).check() }
    }
  }
}

/// One tree and its changes.
private final class Interleaving {
  private let seed: UInt64
  private var random: SplitMix
  private let folder: TemporaryFolder
  private var deeds: [String] = []

  init(seed: UInt64) throws {
    self.seed = seed
    random = SplitMix(state: seed)
    folder = try TemporaryFolder(inMemory: true)
  }

  deinit { restore("") }

  /// Changes the tree around all steps of a watcher, lets it come to rest, and compares.
  func check() throws {
    for _ in 0..<12 { act() }
    let backend = SteppedBackend()
    let watcher = try TreeWatcher(root: folder.path, backend: backend, now: monotonic())
    backend.atStep = { [unowned self] step in
      guard random.below(3) == 0 else { return }
      deeds.append("at \(step):")
      for _ in 0...random.below(3) { act() }
    }
    for _ in 0..<6 {
      deeds.append("drain:")
      for _ in 0...random.below(3) { act() }
      _ = watcher.drain(now: monotonic())
    }
    backend.atStep = nil
    rest(watcher)
    var known: Set<String> = []
    watcher.forEachFile { path, _ in known.insert(path.string) }
    let listing = try FileTree.list(root: folder.path, workers: 1)
    let files = Set(listing.files.map { listing.path(of: $0).string })
    let isSame = known == files && Set(watcher.problems) == Set(listing.problems)
    #expect(isSame, "seed \(seed): known \(known.sorted()), are \(files.sorted())\n\(deeds.joined(separator: "\n"))")
  }

  /// Drains until nothing is under way, at times of its own: nobody waits.
  private func rest(_ watcher: TreeWatcher) {
    var ahead: Int64 = 0
    for _ in 0..<60 {
      _ = watcher.drain(now: monotonic() + ahead)
      var event = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&event, 1, 0) > 0 { continue }
      guard let deadline = watcher.nextDeadline else { return }
      ahead = max(ahead, deadline - monotonic()) + 1_000_000
    }
  }

  private func name() -> String { (0...random.below(3)).map { _ in ["a", "b", "c"][random.below(3)] }.joined(separator: "/") }

  /// Does something to a name, or to two.
  private func act() {
    let (first, second, deed) = (name(), name(), random.below(19))
    deeds.append("\(deed) \(first) \(second)")
    let path = folder.path + "/" + first
    switch deed {
    case 0...3: folder.put(first, "\(random.below(1000))")
    case 4...6: mkdir(path, 0o755)
    case 7: folder.remove(first)
    case 8:
      restore(first)
      folder.removeTree(first)
    case 9...14: folder.move(first, second)
    case 15: chmod(path, 0)
    case 16: chmod(path, 0o444)
    default: chmod(path, 0o755)
    }
  }

  /// Lets everybody enter a folder and all below it again.
  private func restore(_ name: String) {
    chmod(folder.path + "/" + name, 0o755)
    for below in folder.names(name) { restore(name + "/" + below) }
  }
}

/// Events as the system gives them, with steps in between at which something may be done.
private final class SteppedBackend: WatchBackend {
  private let system = RawInotify()
  /// Called at the end of all events, and before and after a watch is added.
  var atStep: ((_ step: String) -> Void)?

  var descriptor: Int32 { system.descriptor }
  var isWorn: Bool { system.isWorn }
  func remove(_ watch: Int32) { system.remove(watch) }
  func reset() -> Int32 { system.reset() }

  func add(folder: Int32, events: WatchEvents) -> Int32 {
    atStep?("adding")
    let result = system.add(folder: folder, events: events)
    atStep?("added")
    return result
  }

  func add(file: Int32, events: WatchEvents) -> Int32 { system.add(file: file, events: events) }

  func next(_ event: inout WatchEvent) -> Bool {
    if system.next(&event) { return true }
    atStep?("read")
    return false
  }
}
