// What readers saw beside what the watcher knows: a file that was read in another state is looked at, and read, once more.

import Glibc
import Testing
import VitrineFiles
import VitrineSource
import VitrineTesting
import VitrineWatch

/// A tree of which no event tells anything, so that only what a reader saw can lead to a look.
@Suite struct ComparingTests {
  private func run() throws -> WatchRun {
    let folder = try TemporaryFolder(inMemory: true)
    for path in ["games/a.yaml", "games/b.yaml", "recipes/a.yaml"] { try folder.write("name: First\n", to: path) }
    let backend = FailingBackend()
    backend.isSilent = true
    let run = try WatchRun(folder, backend)
    run.settle()
    return run
  }

  /// Reads some files of the tree as they are known, and has the watcher compare what the reader saw; gives what a drain at once finds then.
  private func read(_ names: [String], _ run: WatchRun, forFew: Bool = false, _ before: () throws -> Void) throws -> [String] {
    let listing = run.watcher.listing()
    try before()
    var reader = FolderReader(try OpenRoot(Path(run.folder.path)), forFew: forFew)
    reader.snapshots = FileSnapshots()
    for (index, file) in listing.files.enumerated() where names.contains(listing.path(of: file).string) {
      _ = try? reader.read(fileAt: index, of: listing)
    }
    run.watcher.compare([reader.snapshots ?? FileSnapshots()], of: listing)
    return run.drain(at: monotonic())
  }

  @Test("nothing comes of files that were read as they are known", arguments: [false, true])
  func same(forFew: Bool) throws {
    let run = try run()
    #expect(try read(["games/a.yaml", "games/b.yaml"], run, forFew: forFew) {}.isEmpty)
    #expect(
      try read(["games/b.yaml"], run, forFew: forFew) { try run.folder.write("name: Second\n", to: "games/a.yaml") }.isEmpty)
  }

  @Test(
    "a file that was written between the look and the reading is looked at once more, in place and replaced",
    arguments: [false, true])
  func written(forFew: Bool) throws {
    let run = try run()
    let write = { try run.folder.write("name: Other\n", to: "games/a.yaml") }
    #expect(try read(["games/a.yaml"], run, forFew: forFew, write) == ["~ games/a.yaml"])
    let replace = {
      try run.folder.write("name: Third\n", to: "games/c")
      #expect(rename(run.folder.path + "/games/c", run.folder.path + "/games/b.yaml") == 0)
    }
    #expect(try read(["games/b.yaml"], run, forFew: forFew, replace) == ["~ games/b.yaml"])
    #expect(try read(["games/a.yaml", "games/b.yaml"], run, forFew: forFew) {}.isEmpty)
  }

  @Test("a file that was not there for a moment counts as changed, but not for ever where a reader never finds it")
  func away() throws {
    let run = try run()
    let (path, other) = (run.folder.path + "/games", run.folder.path + "/.away")
    let listing = run.watcher.listing()
    var reader = try FolderReader(root: run.folder.path)
    reader.snapshots = FileSnapshots()
    #expect(rename(path, other) == 0)
    for (index, file) in listing.files.enumerated() where listing.path(of: file) == "games/a.yaml" {
      _ = try? reader.read(fileAt: index, of: listing)
    }
    #expect(rename(other, path) == 0)
    let snapshots = [reader.snapshots ?? FileSnapshots()]
    var times = 0
    for _ in 0..<100 {
      run.watcher.compare(snapshots, of: listing)
      if run.drain(at: monotonic()) == ["~ games/a.yaml"] { times += 1 }
    }
    #expect((1...20).contains(times))
    #expect(try run.differences() == [])
  }
}
