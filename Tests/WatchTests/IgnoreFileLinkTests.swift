// Ignore files with several names: what is written through another name leaves out other files, and no event of the folder says so.

import Glibc
import Testing
import VitrineTesting
import VitrineWatch

/// Ignore files that are written through other names of theirs.
@Suite struct IgnoreFileLinkTests {
  private func prepared() throws -> TemporaryFolder {
    let folder = try TemporaryFolder(inMemory: true)
    try Operation.prepare(folder)
    try folder.write("2.yaml\n", to: "a/.vitrineignore")
    return folder
  }

  @Test("a name outside of the catalogue, within it, or left out, from before or after the beginning", arguments: [false, true])
  func otherNames(isLater: Bool) throws {
    let (folder, outside) = (try prepared(), try TemporaryFolder(inMemory: true))
    mkdir(folder.path + "/.hidden", 0o755)
    func makeLinks() {
      #expect(link(folder.path + "/.vitrineignore", outside.path + "/patterns") == 0)
      #expect(link(folder.path + "/a/.vitrineignore", folder.path + "/b/patterns.yaml") == 0)
      #expect(link(folder.path + "/a/.vitrineignore", folder.path + "/.hidden/patterns") == 0)
    }
    if !isLater { makeLinks() }
    let run = try WatchRun(folder, RawInotify())
    if isLater { makeLinks() }
    run.settle()
    for _ in 0..<2 {
      outside.put("patterns", "*.tmp\n")
      #expect(run.settle() == ["+ ignored/5.yaml"])
      outside.put("patterns", "ignored/\n*.tmp\n")
      #expect(run.settle() == ["- ignored/5.yaml", "/ ignored"])
      folder.put("b/patterns.yaml", "1.yaml\n")
      #expect(run.settle() == ["- a/1.yaml", "+ a/2.yaml", "~ b/patterns.yaml"])
      folder.put(".hidden/patterns", "2.yaml\n")
      #expect(run.settle() == ["+ a/1.yaml", "- a/2.yaml", "~ b/patterns.yaml"])
      run.watcher.relist()
      run.settle()
    }
    #expect(run.watcher.state.polled.isEmpty)
    #expect(try run.differences() == [])
    #expect(run.watcher.isAtRest)
  }

  @Test("an ignore file that is put in the place of another, with a name elsewhere, and is removed")
  func replaced() throws {
    let (folder, outside) = (try prepared(), try TemporaryFolder(inMemory: true))
    let run = try WatchRun(folder, RawInotify())
    outside.put("patterns", "*.tmp\n")
    #expect(link(outside.path + "/patterns", folder.path + "/.new") == 0)
    folder.move(".new", ".vitrineignore")
    #expect(run.settle() == ["+ ignored/5.yaml"])
    outside.put("patterns", "a/\n")
    #expect(run.settle() == ["- a/1.yaml", "- a/deep/3.yaml", "/ a"])
    folder.remove(".vitrineignore")
    #expect(run.settle() == ["+ a/1.yaml", "+ a/deep/3.yaml"])
    outside.put("patterns", "b/\n")
    #expect(run.settle() == [])
    #expect(try run.differences() == [])
    #expect(run.watcher.isAtRest)
  }

  @Test("an ignore file that cannot be watched is looked at whenever somebody asks")
  func fewWatches() throws {
    let (folder, outside) = (try prepared(), try TemporaryFolder(inMemory: true))
    #expect(link(folder.path + "/.vitrineignore", outside.path + "/patterns") == 0)
    let backend = FailingBackend()
    backend.mostWatches = 1
    let run = try WatchRun(folder, backend)
    run.settle()
    for text in ["*.tmp\n", "ignored/\n"] {
      outside.put("patterns", text)
      let cookie = run.watcher.placeCookie()
      let batch = run.watcher.drain(now: monotonic())
      #expect(batch.cookies == [cookie])
      #expect(try run.differences() == [], "\(text)")
    }
  }
}
