// One state of the model: a simulated folder, the watcher on it, and what a catalogue that follows the watcher has read.

import CSimulation
import VitrineFiles
import VitrineSource
import VitrineSystem
import VitrineWatch

/// A step of the model.
enum ModelStep: Sendable, CustomStringConvertible {
  /// Somebody does something.
  case deed(Deed)
  /// The watcher reads all events, looks, and what it reports is read.
  case drain
  /// The same, once something is due.
  case drainWhenDue
  /// The same as `drain`, but what it reports is read no sooner than before the next step of the watcher.
  case drainAndReadLater
  /// The same, but so few events are there that it sees only the first ones.
  case drainFirst(Int32)
  /// The watcher works, and somebody does something just before its so-manieth call of the system. Where no event is there, it is when something is due.
  case drainDuring(Deed, call: Int32)

  var description: String {
    switch self {
    case .deed(let deed): "\(deed)"
    case .drain: "drain"
    case .drainWhenDue: "drain when due"
    case .drainAndReadLater: "drain, read later"
    case .drainFirst(let count): "drain \(count)"
    case .drainDuring(let deed, let call): "drain, at call \(call): \(deed)"
    }
  }
}

/// The model's state.
final class WatchModel {
  let folder: SimulatedFolder
  private let watcher: TreeWatcher
  private var reader = ModelReader()
  private var now: Int64 = 1_000_000_000
  /// The most drains until all is seen.
  private static let mostDrains = 80

  /// A watcher on a folder. Shape: in a thread that uses the folder.
  init(_ folder: SimulatedFolder) throws {
    self.folder = folder
    watcher = try TreeWatcher(root: SimulatedFolder.root, backend: SimulatedEvents(folder), now: now)
    reader.begin(watcher)
  }

  /// A copy that goes its own way.
  init(copying other: WatchModel) {
    let copy = SimulatedFolder(copying: other.folder)
    folder = copy
    watcher = copy.use { TreeWatcher(copying: other.watcher, backend: SimulatedEvents(copy)) }
    (reader, now) = (other.reader, other.now)
  }

  /// Takes a step; answers false where it changes nothing. Shape: in a thread that uses the folder.
  func take(_ step: ModelStep) -> Bool {
    now += 1000
    switch step {
    case .deed(let deed): return folder.perform(deed)
    case .drain:
      drain()
    case .drainWhenDue:
      passToDeadline()
      drain()
    case .drainAndReadLater: drain(readsAtOnce: false)
    case .drainFirst(let count):
      if folder.state.pointee.event_count <= count { return false }
      folder.state.pointee.deliverable = count
      drain()
      folder.state.pointee.deliverable = -1
    case .drainDuring(let deed, let call):
      passToDeadline()
      folder.state.pointee.calls = 0
      folder.state.pointee.hook_call = call
      folder.state.pointee.hook_deed = Int32(deed.kind.rawValue)
      (folder.state.pointee.hook_a, folder.state.pointee.hook_b) = (deed.first, deed.second)
      folder.state.pointee.hook_result = -1
      drain()
      folder.state.pointee.hook_call = -1
      return folder.state.pointee.hook_result == 0
    }
    return true
  }

  /// Gives the cookies that came back.
  @discardableResult
  private func drain(readsAtOnce: Bool = true) -> [WatchCookie] {
    let start = folder.state.pointee.clock
    reader.read(watcher)
    let batch = watcher.drain(now: now)
    reader.take(batch, watcher)
    if readsAtOnce { reader.read(watcher) }
    now += max(0, folder.state.pointee.clock - start)
    return batch.cookies
  }

  /// What is believed beside what is on the disk: once a cookie is back, and then at rest. Empty where both are the same.
  ///
  /// Of a root that is away, or that nobody may list, nothing can be compared: it is brought back first.
  func faults() -> [String] {
    for deed in [Deed.move("../away", "../model"), .chmod("../model", "755")] { _ = folder.perform(deed) }
    let cookie = watcher.placeCookie()
    for round in 0... {
      if round > Self.mostDrains { return ["the cookie does not come back"] }
      now += 1000
      if drain(readsAtOnce: false).contains(cookie) { break }
      passToDeadline()
    }
    reader.read(watcher)
    var faults = differences().map { "after a barrier: " + $0 }
    if folder.isBeingWritten { faults = [] }
    let batches = reader.batches
    faults += rest()
    return reader.batches == batches && !folder.isBeingWritten ? faults : faults + differences().map { "at rest: " + $0 }
  }

  /// Where no event is there, it becomes as late as something is due.
  private func passToDeadline() {
    if !folder.hasEvents, let deadline = watcher.nextDeadline { pass(until: deadline) }
  }

  private func pass(until deadline: Int64) {
    folder.state.pointee.clock += max(0, deadline - now)
    now = max(now, deadline)
  }

  /// Drains until nothing is under way and what is polled was polled twice.
  private func rest() -> [String] {
    var polls = 0
    for _ in 0..<Self.mostDrains {
      drain()
      if folder.hasEvents { continue }
      guard let deadline = watcher.nextDeadline else { return [] }
      if deadline > now + 400_000_000, !folder.isBeingWritten { polls += 1 }
      if polls > 3 { return [] }
      pass(until: deadline)
    }
    return ["the watcher does not come to rest"]
  }

  private func differences() -> [String] {
    do {
      let listing = try FileTree.list(root: SimulatedFolder.root, workers: 1)
      var faults = reader.faults
      var known: Set<String> = []
      watcher.forEachFile { path, _ in known.insert(path.string) }
      let files = Set(listing.files.map { listing.path(of: $0).string })
      for path in known.symmetricDifference(files).sorted() {
        faults.append("\(path) is \(files.contains(path) ? "there and not known" : "known and not there")")
      }
      if Set(watcher.problems) != Set(listing.problems) {
        faults.append("problems: known \(watcher.problems), are \(listing.problems)")
      }
      if watcher.nestedCatalogues != listing.nestedCatalogues { faults.append("nested: known \(watcher.nestedCatalogues)") }
      for path in files.sorted() {
        let (read, text) = (reader.texts[Path(path)] ?? nil, folder.text(at: path))
        if read != text { faults.append("\(path) was read as \(read ?? "nothing"), is \(text ?? "unreadable")") }
      }
      for path in reader.texts.keys.sorted() where !files.contains(path.string) {
        faults.append("\(path.string) was read and is gone")
      }
      return faults
    } catch {
      return ["the folder cannot be listed: \(error)"]
    }
  }
}

/// What follows a watcher as `LiveEngine` does, with texts in place of a catalogue.
private struct ModelReader {
  /// The texts of the files; nil for one that could not be read.
  private(set) var texts: [Path: String?] = [:]
  /// What came of batches that do not fit what was known.
  private(set) var faults: [String] = []
  /// How many batches brought anything.
  private(set) var batches = 0
  private var held: [Path: Bool] = [:]
  private var lastRead: Set<Path> = []
  private var known: Set<Path> = []

  /// Reads everything.
  mutating func begin(_ watcher: TreeWatcher) {
    watcher.forEachFile { path, _ in
      held[path] = true
      known.insert(path)
    }
    read(watcher)
  }

  /// Takes over what a drain reported.
  mutating func take(_ batch: WatchBatch, _ watcher: TreeWatcher) {
    if !batch.isEmpty { batches += 1 }
    for change in batch.changes {
      switch change.kind {
      case .added:
        if !known.insert(change.path).inserted { faults.append("\(change.path.string) was added twice") }
        held[change.path] = true
      case .changed:
        if !known.contains(change.path) { faults.append("\(change.path.string) changed and was not known") }
        held[change.path] = true
      case .removed:
        if known.remove(change.path) == nil { faults.append("\(change.path.string) was removed and not known") }
        held[change.path] = false
      }
    }
    for folder in batch.foldersBack {
      for path in lastRead where folder.string.isEmpty || path.rest(below: folder) != nil {
        held[path] = watcher.hasFile(at: path)
      }
    }
  }

  /// Reads what is held.
  mutating func read(_ watcher: TreeWatcher) {
    let read = Set(held.filter(\.value).keys)
    for path in held.keys where !read.contains(path) { texts[path] = nil }
    held = [:]
    lastRead = watcher.isBehind ? lastRead.union(read) : read
    if read.isEmpty { return }
    let listing = watcher.listing()
    guard var reader = try? FolderReader(root: SimulatedFolder.root) else { return }
    reader.snapshots = FileSnapshots()
    for index in listing.files.indices {
      let path = listing.path(of: listing.files[index])
      guard read.contains(path) else { continue }
      texts[path] = .some((try? reader.read(fileAt: index, of: listing)).map { String(decoding: $0, as: UTF8.self) })
    }
    watcher.compare([reader.snapshots ?? FileSnapshots()], of: listing)
  }
}
