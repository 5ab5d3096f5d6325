// Files with several names: what is written through a name that is gone before anybody looks at it.

import Glibc
import Testing
import VitrineTesting
import VitrineWatch

/// Names that come, are written through, and go.
@Suite struct HardLinkTests {
  private static let isWritten = ["~ a/1.yaml"]

  private func run(_ body: (WatchRun) throws -> Void) throws {
    let folder = try TemporaryFolder(inMemory: true)
    try Operation.prepare(folder)
    let run = try WatchRun(folder, RawInotify())
    try body(run)
    #expect(try run.differences() == [])
    #expect(run.watcher.isAtRest)
  }

  private func linkAndWrite(_ folder: TemporaryFolder, _ name: String = "b/hard.yaml") {
    link(folder.path + "/a/1.yaml", folder.path + "/" + name)
    folder.put(name, "new text")
  }

  @Test("a known name that is written through and removed at once")
  func knownNameRemoved() throws {
    try run { run in
      link(run.folder.path + "/a/1.yaml", run.folder.path + "/b/hard.yaml")
      run.settle()
      run.folder.put("b/hard.yaml", "new text")
      run.folder.remove("b/hard.yaml")
      #expect(run.settle() == Self.isWritten + ["- b/hard.yaml"])
    }
  }

  @Test("a known name that is written through and has another file put in its place")
  func knownNameReplaced() throws {
    try run { run in
      link(run.folder.path + "/a/1.yaml", run.folder.path + "/b/hard.yaml")
      run.settle()
      run.folder.put("b/hard.yaml", "new text")
      run.folder.replace("b/hard.yaml", "another file")
      #expect(run.settle() == Self.isWritten + ["~ b/hard.yaml"])
    }
  }

  @Test("a known name that is written through and goes with its folder")
  func knownNameGoesWithFolder() throws {
    try run { run in
      link(run.folder.path + "/a/1.yaml", run.folder.path + "/b/hard.yaml")
      run.settle()
      run.folder.put("b/hard.yaml", "new text")
      run.folder.removeTree("b")
      #expect(run.settle() == Self.isWritten + ["- b/4.yaml", "- b/hard.yaml", "/ b"])
    }
  }

  @Test(
    "a name outside of the catalogue, or in a folder that is left out, from before or after the beginning",
    arguments: [false, true])
  func nameOutside(isLater: Bool) throws {
    let outside = try TemporaryFolder(inMemory: true)
    let folder = try TemporaryFolder(inMemory: true)
    try Operation.prepare(folder)
    mkdir(folder.path + "/.hidden", 0o755)
    let names = [outside.path + "/out.yaml", folder.path + "/.hidden/in.yaml"]
    let known = ["/a/1.yaml", "/b/4.yaml"]
    func makeLinks() { for (name, other) in zip(names, known) { #expect(link(folder.path + other, name) == 0) } }
    if !isLater { makeLinks() }
    let run = try WatchRun(folder, RawInotify())
    if isLater { makeLinks() }
    run.settle()
    for round in 0..<3 {
      outside.put("out.yaml", "new text \(round)")
      #expect(run.settle() == ["~ a/1.yaml"])
      folder.put(".hidden/in.yaml", "another text \(round)")
      #expect(run.settle() == ["~ b/4.yaml"])
      // The same size, and a time that says nothing.
      outside.put("out.yaml", "NEW TEXT \(round)")
      #expect(run.settle() == ["~ a/1.yaml"])
      if round == 1 { run.watcher.relist() }
      if round == 1 { run.settle() }
    }
    #expect(run.watcher.state.polled.isEmpty)
    #expect(try run.differences() == [])
    #expect(run.watcher.isAtRest)
  }

  @Test("a name that is made where nobody looks, and written through at once", arguments: [false, true])
  func nameMadeOutside(isAtRest: Bool) throws {
    let outside = try TemporaryFolder(inMemory: true)
    try run { run in
      if isAtRest { run.settle() }
      for (round, file) in ["a/1.yaml", "a/2.yaml"].enumerated() {
        #expect(link(run.folder.path + "/" + file, outside.path + "/\(round).yaml") == 0)
        outside.put("\(round).yaml", "new text \(round)")
        let cookie = run.watcher.placeCookie()
        let batch = run.watcher.drain(now: monotonic())
        #expect(batch.cookies == [cookie])
        #expect(run.lines(batch) == ["~ " + file])
        run.settle()
      }
      run.folder.replace("a/1.yaml", "in its place")
      #expect(run.settle() == ["~ a/1.yaml"])
      #expect(link(run.folder.path + "/a/1.yaml", outside.path + "/again.yaml") == 0)
      outside.put("again.yaml", "written again")
      #expect(run.settle() == ["~ a/1.yaml"])
    }
  }

  @Test("a name that nobody ever looked at")
  func unknownName() throws {
    try run { run in
      linkAndWrite(run.folder)
      run.folder.remove("b/hard.yaml")
      #expect(run.settle() == Self.isWritten)
    }
  }

  @Test("a name that nobody ever looked at, moved and overwritten")
  func unknownNameMoved() throws {
    try run { run in
      linkAndWrite(run.folder)
      run.folder.move("b/hard.yaml", "b/moved.yaml")
      run.folder.replace("b/moved.yaml", "another file")
      #expect(run.settle() == Self.isWritten + ["+ b/moved.yaml"])
    }
  }

  @Test("a name that nobody ever looked at, moved out of the catalogue")
  func unknownNameMovedOut() throws {
    try run { run in
      linkAndWrite(run.folder)
      run.folder.makeFolders(".outside")
      run.folder.move("b/hard.yaml", ".outside/hard.yaml")
      #expect(run.settle() == Self.isWritten)
    }
  }

  @Test("a name that is left out by an ignore file")
  func ignoredName() throws {
    try run { run in
      linkAndWrite(run.folder, "b/hard.tmp")
      #expect(run.settle() == Self.isWritten)
    }
  }

  @Test("a name in a folder that comes and goes")
  func folderThatPasses() throws {
    try run { run in
      run.folder.makeFolders("passing")
      linkAndWrite(run.folder, "passing/hard.yaml")
      run.folder.removeTree("passing")
      #expect(run.settle() == Self.isWritten)
    }
  }

  @Test("a name in a folder that comes and is moved out of the catalogue")
  func folderThatIsMovedOut() throws {
    try run { run in
      run.folder.makeFolders("passing")
      linkAndWrite(run.folder, "passing/hard.yaml")
      run.folder.move("passing", ".outside")
      #expect(run.settle() == Self.isWritten)
    }
  }

  @Test("a name that is written through and removed between its event and the look at it")
  func nameGoneBeforeTheLook() throws {
    let folder = try TemporaryFolder(inMemory: true)
    try Operation.prepare(folder)
    let backend = PausingBackend()
    let run = try WatchRun(folder, backend)
    link(folder.path + "/a/1.yaml", folder.path + "/b/hard.yaml")
    backend.onceAllIsRead = {
      folder.put("b/hard.yaml", "new text")
      folder.remove("b/hard.yaml")
    }
    #expect(run.settle() == Self.isWritten)
    #expect(try run.differences() == [])
    #expect(run.watcher.isAtRest)
  }

  @Test("a barrier waits for no pause: files are compared at once, however often")
  func barrier() throws {
    try run { run in
      for text in ["first text", "another text", "a third text"] {
        link(run.folder.path + "/a/1.yaml", run.folder.path + "/b/hard.yaml")
        run.folder.put("b/hard.yaml", text)
        run.folder.remove("b/hard.yaml")
        let cookie = run.watcher.placeCookie()
        let batch = run.watcher.drain(now: monotonic())
        #expect(batch.cookies == [cookie])
        #expect(run.lines(batch) == Self.isWritten)
      }
    }
  }

  @Test("what editors and programs do brings no comparison of all files")
  func editors() throws {
    try run { run in
      run.folder.put("a/4913", "")
      run.folder.remove("a/4913")
      run.folder.move("a/1.yaml", "a/1.yaml~")
      run.folder.put("a/1.yaml", "new")
      run.folder.remove("a/1.yaml~")
      run.folder.replace("a/2.yaml", "new")
      run.folder.put("a/x.tmp", "left out")
      run.folder.put("a/9.yaml", "new")
      #expect(run.settle() == ["~ a/1.yaml", "~ a/2.yaml", "+ a/9.yaml"])
      #expect(run.watcher.comparisons == 0)
    }
  }
}
