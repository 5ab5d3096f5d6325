// Storms: random operations while the watcher runs, and afterwards it knows what a fresh listing knows.

import Glibc
import Testing
import VitrineTesting
import VitrineWatch

/// Random operations on a folder, as many programs at once would make them.
struct Storm {
  private let folder: TemporaryFolder
  private let outside: TemporaryFolder
  private var random: SplitMix
  private var folders = [""]
  private var open: [OpenedFile] = []
  private var count = 0

  /// A storm of a seed.
  init(_ folder: TemporaryFolder, seed: UInt64) throws {
    self.folder = folder
    outside = try TemporaryFolder()
    random = SplitMix(state: seed)
  }

  /// One operation.
  mutating func blow() {
    count += 1
    let here = anyFolder()
    let file = here + "f\(random.below(40)).yaml"
    switch random.below(110) {
    case 0..<22: folder.put(file, String(repeating: "x", count: random.below(900)))
    case 22..<32: folder.replace(file, String(repeating: "y", count: random.below(900)))
    case 32..<44:
      var path = here
      for _ in 0...random.below(3) { path += "d\(random.below(12))/" }
      guard path.utf8.count(where: { $0 == 0x2F }) < 12 else { return }
      folder.makeFolders(path)
      folder.put(path + "new.yaml", "n")
      folders.append(path)
    case 44..<56: moveFolder(here)
    case 56..<61: if !here.isEmpty { folder.removeTree(String(here.dropLast())) }
    case 61..<65: if !here.isEmpty { rename(folder.path + "/" + here, outside.path + "/o\(count)") }
    case 65..<69:
      if let name = outside.names("").first {
        let target = here + "back\(random.below(20))"
        if rename(outside.path + "/" + name, folder.path + "/" + target) == 0 { folders.append(target + "/") }
      }
    case 69..<76: folder.remove(file)
    case 76..<83: folder.move(file, anyFolder() + "r\(random.below(40)).yaml")
    case 83..<86: symlink("f\(random.below(40)).yaml", folder.path + "/" + here + "l\(random.below(3)).yaml")
    case 86..<89: link(folder.path + "/" + file, folder.path + "/" + anyFolder() + "h\(random.below(20)).yaml")
    case 89..<92: chmod(folder.path + "/" + file, random.below(2) == 0 ? 0o600 : 0o644)
    case 92..<95:
      let other = anyFolder()
      guard !here.isEmpty, !other.isEmpty, !here.hasPrefix(other), !other.hasPrefix(here) else { return }
      folder.move(String(here.dropLast()), "swap")
      folder.move(String(other.dropLast()), String(here.dropLast()))
      folder.move("swap", String(other.dropLast()))
    case 95: folder.put(here + ".vitrineignore", ["d1/\n", "f1*\n!f11.yaml\n", "", "*.yaml\n!f*\n"][random.below(4)])
    case 96: folder.remove(here + ".vitrineignore")
    case 97: if !here.isEmpty { folder.put(here + "vitrine.yaml") }
    case 98: if !here.isEmpty { folder.remove(here + "vitrine.yaml") }
    case 99..<103: if let file = folder.opened(file) { open.append(file) }
    case 103..<106: open.randomElement(using: &random)?.write("more")
    case 106..<109: if !open.isEmpty { open.remove(at: random.below(open.count)) }
    default: symlink("../d\(random.below(12))", folder.path + "/" + here + "k\(random.below(3))")
    }
    if open.count > 20 { open.removeFirst() }
  }

  /// Closes what is open.
  mutating func end() { open = [] }

  private mutating func anyFolder() -> String {
    for _ in 0..<20 {
      let index = random.below(folders.count)
      var status = stat()
      if lstat(folder.path + "/" + folders[index], &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return folders[index] }
      if index > 0 { folders.remove(at: index) }
    }
    return ""
  }

  private mutating func moveFolder(_ here: String) {
    let target = anyFolder()
    guard !here.isEmpty, !target.hasPrefix(here) else { return }
    let name = target + "m\(random.below(20))"
    if folder.move(String(here.dropLast()), name) { folders.append(name + "/") }
  }
}

/// Says what the watcher knows wrongly.
func expectTruth(_ run: WatchRun, _ note: String) throws {
  let differences = try run.differences()
  #expect(differences.isEmpty, "\(note): \(differences.prefix(6).joined(separator: "; "))")
}

/// The promise: after any storm the watcher is right.
@Suite struct StormTests {
  /// How many storms a test makes. `VITRINE_STORMS` sets it.
  static let storms = getenv("VITRINE_STORMS").flatMap { Int(String(cString: $0)) } ?? 3
  /// The first seed. `VITRINE_SEED` sets it.
  static let seed = getenv("VITRINE_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1

  @Test("after a storm between which it reads now and then, it knows what a fresh listing knows", arguments: Source.allCases)
  func interleaved(_ source: Source) throws {
    for number in 0..<Self.storms {
      let seed = Self.seed + UInt64(number)
      try source.with { backend in
        let folder = try TemporaryFolder()
        var storm = try Storm(folder, seed: seed)
        var random = SplitMix(state: seed &* 31)
        for _ in 0..<200 { storm.blow() }
        let run = try WatchRun(folder, backend)
        try expectTruth(run, "seed \(seed), at the start")
        let before = run.paths
        // A clock of the storm's own, so that deadlines fall into it.
        for _ in 0..<1500 {
          storm.blow()
          run.ahead += Int64(random.below(20_000_000))
          if random.below(8) == 0 { _ = run.drain(at: monotonic() + run.ahead) }
        }
        storm.end()
        run.settle()
        try expectTruth(run, "seed \(seed)")
        #expect(run.replay(from: before) == run.paths, "seed \(seed)")
        #expect(run.watcher.state.polled == [], "seed \(seed)")
      }
    }
  }

  @Test("after a storm of another thread, it knows what a fresh listing knows", arguments: Source.allCases)
  func concurrent(_ source: Source) throws {
    for number in 0..<max(Self.storms / 3, 1) {
      let seed = Self.seed + 1000 + UInt64(number)
      try source.with { backend in
        let folder = try TemporaryFolder()
        let run = try WatchRun(folder, backend)
        let before = run.paths
        let storm = BackgroundStorm(folder, seed: seed, operations: 4000)
        while !storm.isOver {
          var event = pollfd(fd: run.watcher.descriptor, events: Int16(POLLIN), revents: 0)
          poll(&event, 1, 1)
          _ = run.drain(at: monotonic())
        }
        storm.join()
        run.settle()
        try expectTruth(run, "seed \(seed)")
        #expect(run.replay(from: before) == run.paths, "seed \(seed)")
      }
    }
  }

  @Test("events that were lost are made up for by reading everything again", arguments: Source.allCases)
  func overflow(_ source: Source) throws {
    for number in 0..<max(Self.storms / 6, 1) {
      let seed = Self.seed + 2000 + UInt64(number)
      try source.with { backend in
        let folder = try TemporaryFolder()
        var storm = try Storm(folder, seed: seed)
        for _ in 0..<300 { storm.blow() }
        let run = try WatchRun(folder, backend)
        let before = run.paths
        for _ in 0..<2 {
          for _ in 0..<400 { storm.blow() }
          folder.flood("one.yaml", "two.yaml")
          for _ in 0..<400 { storm.blow() }
          run.settle()
          try expectTruth(run, "seed \(seed)")
        }
        storm.end()
        run.settle()
        #expect(run.batches.filter(\.overflowed).count == 2)
        try expectTruth(run, "seed \(seed)")
        #expect(run.replay(from: before) == run.paths, "seed \(seed)")
      }
    }
  }
}
