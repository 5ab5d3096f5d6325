// The start of whoever reads all files: each is asked for its status once, by the reader, and nothing that changes meanwhile is lost.

import Glibc
import Testing
import VitrineFiles
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
  func start(_ act: (Moment) -> Void) throws -> WatchRun {
    try WatchRun(
      folder,
      leavingFilesTo: { watcher in
        let listing = watcher.listing()
        act(.beforeReading)
        var reader = try FolderReader(root: folder.path)
        reader.sights = FileSights()
        for (index, file) in listing.files.enumerated() where listing.name(of: file) != "2.yaml" {
          texts[listing.path(of: file)] = .some(try? reader.read(fileAt: index, of: listing))
        }
        act(.beforeTaking)
        let sights = reader.sights ?? FileSights()
        watcher.take([sights])
        act(.afterTaking)
      })
  }

  /// Reads again what changed, and says what is not as it is on the disk then.
  func faults(_ run: WatchRun) throws -> [String] {
    for change in run.batches.flatMap(\.changes) { texts[change.path] = .some(try? folder.read(change.path)) }
    let listing = try FileTree.list(root: folder.path)
    var faults: [String] = []
    for file in listing.files {
      let path = listing.path(of: file)
      guard let text = texts[path] else {
        if listing.name(of: file) != "2.yaml" { faults.append("\(path) was never read") }
        continue
      }
      if text != (try folder.read(path)) { faults.append("\(path) is known as \(String(describing: text))") }
    }
    return faults + (try run.differences())
  }
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
