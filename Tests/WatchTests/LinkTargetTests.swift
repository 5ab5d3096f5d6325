// Symbolic links, while what they lead to becomes something else.

import Glibc
import Testing
import VitrineTesting
import VitrineWatch

/// A change of what a link leads to, in another folder than the link's.
private struct TargetChange: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let before: @Sendable (TemporaryFolder) -> Void
  let after: @Sendable (TemporaryFolder) -> Void

  init(
    _ name: String, from before: @escaping @Sendable (TemporaryFolder) -> Void,
    to after: @escaping @Sendable (TemporaryFolder) -> Void
  ) {
    testDescription = name
    self.before = before
    self.after = after
  }

  private static func makePipe(_ folder: TemporaryFolder) { mkfifo(folder.path + "/there/1.yaml", 0o644) }
  private static func makeFile(_ folder: TemporaryFolder) { folder.put("there/1.yaml") }
  private static func remove(_ folder: TemporaryFolder) { folder.remove("there/1.yaml") }

  /// The bytes of a name that is not UTF-8, in a folder of its own.
  private static func oddName(_ folder: TemporaryFolder) -> [CChar] {
    Array((folder.path + "/there/").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
  }

  static let all = [
    TargetChange("a pipe becomes a file", from: makePipe) { folder in
      remove(folder)
      makeFile(folder)
    },
    TargetChange("a file becomes a pipe", from: makeFile) { folder in
      remove(folder)
      makePipe(folder)
    },
    TargetChange("a pipe goes", from: makePipe, to: remove),
    TargetChange("a file that is left out is written") { folder in
      folder.makeFolders("left")
      folder.put("left/2.yaml")
      symlink("../left/2.yaml", folder.path + "/here/left.yaml")
    } to: { folder in
      folder.put("left/2.yaml", "longer than before")
    },
    TargetChange("a file that is left out comes") { folder in
      folder.makeFolders("left")
      symlink("../left/2.yaml", folder.path + "/here/left.yaml")
    } to: { folder in
      folder.put("left/2.yaml")
    },
    TargetChange("a file that is left out goes") { folder in
      folder.makeFolders("left")
      folder.put("left/2.yaml")
      symlink("../left/2.yaml", folder.path + "/here/left.yaml")
    } to: { folder in
      folder.remove("left/2.yaml")
    },
    TargetChange("what leads to nothing leads to a file whose name is not UTF-8") { folder in
      symlink(oddName(folder), folder.path + "/here/odd.yaml")
    } to: { folder in
      close(open(oddName(folder), O_WRONLY | O_CREAT | O_CLOEXEC, 0o644))
    },
    TargetChange("a file whose name is not UTF-8 goes") { folder in
      close(open(oddName(folder), O_WRONLY | O_CREAT | O_CLOEXEC, 0o644))
      symlink(oddName(folder), folder.path + "/here/odd.yaml")
    } to: { folder in
      unlink(oddName(folder))
    },
  ]
}

/// Links whose folder does not change.
@Suite struct LinkTargetTests {
  @Test("a link is what it leads to, also where only that changes", arguments: TargetChange.all, Source.allCases)
  fileprivate func target(_ change: TargetChange, _ source: Source) throws {
    try source.with { backend in
      let folder = try TemporaryFolder(inMemory: true)
      try folder.write("vitrine: 1\n", to: "vitrine.yaml")
      try folder.write("left/\n", to: ".vitrineignore")
      folder.makeFolders("here")
      folder.makeFolders("there")
      symlink("../there/1.yaml", folder.path + "/here/link.yaml")
      change.before(folder)
      let run = try WatchRun(folder, backend)
      #expect(try run.differences() == [])
      change.after(folder)
      run.settle(pollingOnce: true)
      #expect(try run.differences() == [])
    }
  }
}
