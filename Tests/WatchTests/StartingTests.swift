// The start of whoever reads all files: each is asked for its status once, by the reader, and nothing that changes meanwhile is lost.

import FoundationEssentials
import Glibc
import Testing
import VitrineFiles
import VitrineSource
import VitrineTesting
import VitrineWatch

/// A reader of all files of a tree that is watched.
final class StartingReader {
  /// When something happens to the tree.
  enum Moment: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case beforeReading, beforeTaking, afterTaking

    var testDescription: String { rawValue }
  }

  let folder: TemporaryFolder
  /// What was read; nil for what cannot be.
  private(set) var texts: [String: [UInt8]?] = [:]

  init(_ folder: TemporaryFolder) { self.folder = folder }

  /// Watches the tree and reads it, all but files named "2.yaml", while `act` is done at each moment.
  func start(with backend: any WatchBackend = RawInotify(), _ act: (Moment) -> Void) throws -> WatchRun {
    try WatchRun(
      folder, backend,
      leavingFilesTo: { watcher in
        let listing = watcher.listing()
        act(.beforeReading)
        var reader = try FolderReader(root: folder.path)
        reader.snapshots = FileSnapshots()
        for (index, file) in listing.files.enumerated() where listing.name(of: file) != "2.yaml" {
          texts[listing.path(of: file).string] = .some(try? reader.read(fileAt: index, of: listing))
        }
        act(.beforeTaking)
        let snapshots = reader.snapshots ?? FileSnapshots()
        watcher.take([snapshots])
        act(.afterTaking)
      })
  }

  /// Reads again what changed, and says what is not as it is on the disk then.
  func faults(_ run: WatchRun) throws -> [String] {
    for change in run.batches.flatMap(\.changes) { texts[change.path.string] = .some(try? folder.read(change.path.string)) }
    let listing = try FileTree.list(root: folder.path)
    var faults: [String] = []
    for file in listing.files {
      let path = listing.path(of: file)
      guard let text = texts[path.string] else {
        if listing.name(of: file) != "2.yaml" { faults.append("\(path.string) was never read") }
        continue
      }
      if text != (try folder.read(path.string)) { faults.append("\(path.string) is known as \(String(describing: text))") }
    }
    return faults + (try run.differences())
  }
}

/// A source that looks now and then how many folders of a tree are open in this process.
private final class CountingBackend: WatchBackend {
  private(set) var mostOpen = 0
  private let root: String
  private let real = RawInotify()
  private var added = 0

  init(_ root: String) { self.root = root }

  var descriptor: Int32 { real.descriptor }
  let isWorn = false

  func add(folder: Int32, events: WatchEvents) -> Int32 {
    added += 1
    if added % 16 == 0 {
      let links = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      let open = links.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0) }
      mostOpen = max(mostOpen, open.count { $0.hasPrefix(root + "/") })
    }
    return real.add(folder: folder, events: events)
  }

  func add(file: Int32, events: WatchEvents) -> Int32 { real.add(file: file, events: events) }

  func remove(_ watch: Int32) { real.remove(watch) }
  func next(_ event: inout WatchEvent) -> Bool { real.next(&event) }
  func reset() -> Int32 { real.reset() }
}

@Suite struct StartingTests {
  @Test(
    "what happens to a tree while it is read for the first time is in the first batches", arguments: Operation.all,
    StartingReader.Moment.allCases)
  func startMeetsOperation(_ operation: Operation, _ moment: StartingReader.Moment) throws {
    let folder = try TemporaryFolder()
    try Operation.prepare(folder)
    let reader = StartingReader(folder)
    let run = try reader.start { if $0 == moment { operation.act(folder) } }
    run.settle()
    #expect(try reader.faults(run) == [])
  }

  @Test("files that were read for the first time and rest are not looked at again")
  func startWithoutChanges() throws {
    let folder = try TemporaryFolder()
    try Operation.prepare(folder)
    link(folder.path + "/a/1.yaml", folder.path + "/b/hard.yaml")
    symlink("../a/1.yaml", folder.path + "/b/soft.yaml")
    let reader = StartingReader(folder)
    let run = try reader.start { _ in }
    #expect(run.settle() == [])
    #expect(try reader.faults(run) == [])
    // A write through one of several names is a change of all of them.
    folder.put("b/hard.yaml", "new text")
    #expect(run.settle() == ["~ a/1.yaml", "~ b/hard.yaml", "~ b/soft.yaml"])
  }

  @Test("a file that was read in a folder that only passed by is read again")
  func startMeetsPassingFolder() throws {
    let folder = try TemporaryFolder()
    for name in ["a/1.yaml", "b/1.yaml"] { try folder.write(name, to: name) }
    let reader = StartingReader(folder)
    func swap() {
      folder.move("a", "x")
      folder.move("b", "a")
      folder.move("x", "b")
    }
    let run = try reader.start { if $0 != .afterTaking { swap() } }
    run.settle()
    #expect(try reader.faults(run) == [])
  }

  @Test(
    "folders that were watched on all cores bring their events, are moved, removed and made again", arguments: Source.allCases)
  func eventsOfManyFolders(_ source: Source) throws {
    try source.with { backend in
      let folder = try TemporaryFolder()
      for number in 0..<100 { try folder.write("text", to: "many/\(number)/in/1.yaml") }
      let reader = StartingReader(folder)
      let run = try reader.start(with: backend) { _ in }
      #expect(run.watcher.watchCount == run.watcher.folderCount)
      for number in 0..<100 { folder.put("many/\(number)/in/1.yaml", "new text") }
      #expect(run.settle().count == 100)
      folder.move("many/7", "moved")
      folder.put("moved/in/1.yaml", "once more")
      folder.removeTree("many/8")
      let gone = run.settle().filter { !$0.hasPrefix("/ ") }
      #expect(gone == ["- many/7/in/1.yaml", "- many/8/in/1.yaml", "+ moved/in/1.yaml"])
      folder.makeFolders("many/8/in")
      folder.put("many/8/in/1.yaml", "again")
      #expect(run.settle() == ["+ many/8/in/1.yaml"])
      #expect(try reader.faults(run) == [])
    }
  }

  @Test("the library's table has every watched folder, of the first look as of later, and the one of the cookies")
  func startRegisters() throws {
    try Source.tools.with { backend in
      let library = try #require(backend as? InotifyTools)
      let folder = try TemporaryFolder()
      for number in 0..<300 { try folder.write("text", to: "many/\(number)/in/1.yaml") }
      let run = try StartingReader(folder).start(with: library) { _ in }
      #expect(run.watcher.folderCount == 602)
      #expect(library.registeredCount == 603)
      folder.makeFolders("many/new/in")
      run.settle()
      #expect(library.registeredCount == 605)
    }
  }

  @Test("few folders are open at once, however many lie in each other")
  func startOpensFewFolders() throws {
    let folder = try TemporaryFolder()
    for number in 0..<3200 { try folder.write("text", to: "\(number % 40)/\(number / 40 % 40)/\(number / 1600)/in/1.yaml") }
    let source = CountingBackend(folder.path)
    let run = try StartingReader(folder).start(with: source) { _ in }
    #expect(run.watcher.watchCount == 1 + 40 + 1600 + 3200 * 2)
    #expect(source.mostOpen > 30)
    #expect(source.mostOpen < 500)
  }

  @Test("folders by the hundred, in each other and side by side, are watched and listed as one by one")
  func startWithManyFolders() throws {
    let folder = try TemporaryFolder()
    try Operation.prepare(folder)
    for number in 0..<150 {
      try folder.write("text", to: "many/\(number)/1.yaml")
      try folder.write("text", to: "many/\(number % 20)/in/\(number)/2.yaml")
      try folder.write("text", to: "a/b/c/d/e/\(number % 30)/\(number).yaml")
    }
    try folder.write("vitrine: 1\n", to: "many/7/vitrine.yaml")
    try folder.write("in/\n", to: "many/8/.vitrineignore")
    let reader = StartingReader(folder)
    let run = try reader.start { _ in }
    let (kept, fresh) = (run.watcher.listing(), try FileTree.list(root: folder.path))
    #expect(kept.files.map { kept.path(of: $0) } == fresh.files.map { fresh.path(of: $0) })
    #expect(run.watcher.watchCount == run.watcher.folderCount)
    #expect(run.settle() == [])
    #expect(try reader.faults(run) == [])
    folder.put("many/149/1.yaml", "new text")
    #expect(run.settle() == ["~ many/149/1.yaml"])
  }
}
