// One operation, one batch: what a watcher says of everything people do to files.

import Glibc
import Testing
import VitrineSource
import VitrineTesting
import VitrineWatch

/// An operation on a small tree, and the batch it makes.
struct Operation: Sendable, CustomTestStringConvertible {
  let name: String
  let expected: [String]
  let act: @Sendable (TemporaryFolder) -> Void

  init(_ name: String, _ expected: [String], _ act: @escaping @Sendable (TemporaryFolder) -> Void) {
    self.name = name
    self.expected = expected
    self.act = act
  }

  var testDescription: String { name }

  /// The tree: a/1.yaml, a/2.yaml, a/deep/3.yaml, b/4.yaml, 0.yaml, an ignored folder, a nested catalogue.
  static func prepare(_ folder: TemporaryFolder) throws {
    for name in [
      "0.yaml", "a/1.yaml", "a/2.yaml", "a/deep/3.yaml", "b/4.yaml", "ignored/5.yaml", "other/vitrine.yaml", "other/6.yaml",
    ] {
      try folder.write("old", to: name)
    }
    try folder.write("ignored/\n*.tmp\n", to: ".vitrineignore")
    try folder.write("vitrine: 1\n", to: "vitrine.yaml")
  }

  static let all: [Operation] = [
    Operation("nothing", []) { _ in },
    Operation("write in place", ["~ a/1.yaml"]) { folder in
      let file = folder.opened("a/1.yaml", truncating: false)
      file?.write("new")
    },
    Operation("truncate and write", ["~ a/1.yaml"]) { $0.put("a/1.yaml", "longer than before") },
    Operation("write the same bytes", ["~ a/1.yaml"]) { $0.put("a/1.yaml", "old") },
    Operation("empty a file", ["~ a/1.yaml"]) { $0.put("a/1.yaml", "") },
    Operation("make a file", ["+ a/9.yaml"]) { $0.put("a/9.yaml") },
    Operation("make an empty file", ["+ a/9.yaml"]) { $0.put("a/9.yaml", "") },
    Operation("make and remove a file", []) { folder in
      folder.put("a/9.yaml")
      folder.remove("a/9.yaml")
    },
    Operation("rename a temporary file over another", ["~ a/1.yaml"]) { $0.replace("a/1.yaml", "new") },
    Operation("save as vim does", ["~ a/1.yaml"]) { folder in
      folder.put("a/4913", "")
      folder.remove("a/4913")
      folder.move("a/1.yaml", "a/1.yaml~")
      folder.put("a/1.yaml", "new")
      folder.remove("a/1.yaml~")
    },
    Operation("remove a file", ["- a/1.yaml"]) { $0.remove("a/1.yaml") },
    Operation("remove and make a file", ["~ a/1.yaml"]) { folder in
      folder.remove("a/1.yaml")
      folder.put("a/1.yaml", "new")
    },
    Operation("rename a file", ["- a/1.yaml", "+ a/9.yaml"]) { $0.move("a/1.yaml", "a/9.yaml") },
    Operation("move a file to another folder", ["- a/1.yaml", "+ b/1.yaml"]) { $0.move("a/1.yaml", "b/1.yaml") },
    Operation("swap two files", ["~ a/1.yaml", "~ a/2.yaml"]) { folder in
      folder.move("a/1.yaml", "x.yaml")
      folder.move("a/2.yaml", "a/1.yaml")
      folder.move("x.yaml", "a/2.yaml")
    },
    Operation("mkdir -p and write at once", ["+ n/e/w/1.yaml", "+ n/e/w/2.yaml", "+ n/x.yaml"]) { folder in
      folder.makeFolders("n/e/w")
      folder.put("n/e/w/1.yaml")
      folder.put("n/e/w/2.yaml")
      folder.put("n/x.yaml")
    },
    Operation(
      "rename a folder", ["- a/1.yaml", "- a/2.yaml", "- a/deep/3.yaml", "+ z/1.yaml", "+ z/2.yaml", "+ z/deep/3.yaml", "/ a"]
    ) {
      $0.move("a", "z")
    },
    Operation("rename a folder and write in it", ["- b/4.yaml", "+ z/4.yaml", "+ z/9.yaml", "/ b"]) { folder in
      folder.move("b", "z")
      folder.put("z/9.yaml")
    },
    Operation(
      "move a folder into another",
      ["- a/1.yaml", "- a/2.yaml", "- a/deep/3.yaml", "+ b/a/1.yaml", "+ b/a/2.yaml", "+ b/a/deep/3.yaml", "/ a"]
    ) { $0.move("a", "b/a") },
    Operation(
      "turn a folder inside out",
      ["- a/1.yaml", "- a/2.yaml", "- a/deep/3.yaml", "+ z/3.yaml", "+ z/a/1.yaml", "+ z/a/2.yaml", "/ a"]
    ) {
      folder in
      folder.move("a/deep", "z")
      folder.move("a", "z/a")
    },
    Operation(
      "swap two folders",
      [
        "- a/1.yaml", "- a/2.yaml", "+ a/4.yaml", "- a/deep/3.yaml", "+ b/1.yaml", "+ b/2.yaml", "- b/4.yaml", "+ b/deep/3.yaml",
        "/ a/deep",
      ]
    ) {
      folder in
      folder.move("a", "x")
      folder.move("b", "a")
      folder.move("x", "b")
    },
    Operation("move a folder there and back", []) { folder in
      folder.move("a", "z")
      folder.move("z", "a")
    },
    Operation("rm -r", ["- a/1.yaml", "- a/2.yaml", "- a/deep/3.yaml", "/ a"]) { $0.removeTree("a") },
    Operation("rm -r and make it again", ["~ a/1.yaml", "- a/2.yaml", "- a/deep/3.yaml", "/ a/deep"]) { folder in
      folder.removeTree("a")
      folder.makeFolders("a")
      folder.put("a/1.yaml", "new")
    },
    Operation("a file in place of a folder", ["+ b", "- b/4.yaml", "/ b"]) { folder in
      folder.removeTree("b")
      folder.put("b")
    },
    Operation("a folder in place of a file", ["- 0.yaml", "+ 0.yaml/1.yaml"]) { folder in
      folder.remove("0.yaml")
      folder.makeFolders("0.yaml")
      folder.put("0.yaml/1.yaml")
    },
    Operation("chmod", ["~ a/1.yaml"]) { chmod($0.path + "/a/1.yaml", 0o600) },
    Operation("touch", ["~ a/1.yaml"]) { folder in
      var times = [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]
      utimes(folder.path + "/a/1.yaml", &times)
    },
    Operation("a hard link", ["~ a/1.yaml", "+ b/hard.yaml"]) {
      link($0.path + "/a/1.yaml", $0.path + "/b/hard.yaml")
    },
    Operation("writing through a hard link", ["~ a/1.yaml", "+ b/hard.yaml"]) { folder in
      link(folder.path + "/a/1.yaml", folder.path + "/b/hard.yaml")
      folder.put("b/hard.yaml", "new text")
    },
    Operation("a symbolic link", ["+ b/soft.yaml"]) { symlink("../a/1.yaml", $0.path + "/b/soft.yaml") },
    Operation("a link whose target comes later", ["+ b/9.yaml", "+ b/soft.yaml"]) { folder in
      symlink("9.yaml", folder.path + "/b/soft.yaml")
      folder.put("b/9.yaml")
    },
    Operation("a link to a folder", []) { symlink("../a", $0.path + "/b/link") },
    Operation("a link to the outside", []) { symlink("/etc/passwd", $0.path + "/b/link.yaml") },
    Operation("a pipe", []) { mkfifo($0.path + "/b/pipe.yaml", 0o600) },
    Operation("what is ignored", []) { folder in
      folder.put("ignored/7.yaml")
      folder.makeFolders("ignored/more")
      folder.put("a/x.tmp")
      folder.put("a/.hidden.yaml")
      folder.makeFolders(".git/objects")
      folder.put(".git/objects/x")
      folder.put("other/8.yaml")
    },
    Operation("an ignore file that lets a folder in", ["+ ignored/5.yaml"]) { $0.put(".vitrineignore", "*.tmp\n") },
    Operation("an ignore file that goes", ["+ ignored/5.yaml"]) { $0.remove(".vitrineignore") },
    Operation(
      "an ignore file that leaves a folder out", ["- a/1.yaml", "- a/2.yaml", "- a/deep/3.yaml", "+ ignored/5.yaml", "/ a"]
    ) {
      $0.put(".vitrineignore", "a/\n")
    },
    Operation("an ignore file below", ["- a/deep/3.yaml"]) { $0.put("a/.vitrineignore", "3.*\n") },
    Operation("moving into what is ignored", ["- b/4.yaml", "/ b"]) { $0.move("b", "ignored/b") },
    Operation("moving out of what is ignored", ["+ b/5.yaml"]) { $0.move("ignored/5.yaml", "b/5.yaml") },
    Operation("a folder that becomes a catalogue of its own", ["- a/1.yaml", "- a/2.yaml", "- a/deep/3.yaml", "/ a/deep"]) {
      $0.put("a/vitrine.yaml")
    },
    Operation("a catalogue of its own that is none any more", ["+ other/6.yaml"]) { $0.remove("other/vitrine.yaml") },
    Operation("a name with a line feed", ["+ a/1\n2.yaml"]) { $0.put("a/1\n2.yaml") },
    Operation("a folder name with a line feed", ["+ n\nw/1.yaml"]) { folder in
      folder.makeFolders("n\nw")
      folder.put("n\nw/1.yaml")
    },
    Operation("a name that is not UTF-8", []) { folder in
      let name = Array((folder.path + "/a/").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
      close(open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644))
    },
    Operation("a folder deeper than 64", ["+ " + String(repeating: "d/", count: 64) + "1.yaml"]) { folder in
      folder.makeFolders(String(repeating: "d/", count: 70))
      folder.put(String(repeating: "d/", count: 64) + "1.yaml")
      folder.put(String(repeating: "d/", count: 66) + "1.yaml")
    },
  ]
}

/// Every operation by either source of events.
@Suite struct OperationTests {
  @Test("an operation makes one batch, and then all is as a fresh listing says", arguments: Operation.all, Source.allCases)
  func operation(_ operation: Operation, _ source: Source) throws {
    try source.with { backend in
      let folder = try TemporaryFolder(inMemory: true)
      try Operation.prepare(folder)
      let run = try WatchRun(folder, backend)
      #expect(try run.differences() == [])
      let before = run.paths
      operation.act(folder)
      #expect(run.settle() == operation.expected)
      #expect(try run.differences() == [])
      #expect(run.replay(from: before) == run.paths)
      // And the watches are in place: what follows is seen as well.
      for name in run.paths.sorted() { folder.put(name, "after") }
      run.settle()
      #expect(try run.differences() == [])
    }
  }

  @Test("folders that are moved keep their watches; those left out have none")
  func watches() throws {
    let folder = try TemporaryFolder(inMemory: true)
    try Operation.prepare(folder)
    for number in 0..<50 { folder.makeFolders("a/deep/\(number)/x") }
    let run = try WatchRun(folder, RawInotify())
    // The root, a, a/deep, its 100, b, other.
    #expect(run.watcher.watchCount == 105)
    folder.move("a", "b/moved")
    run.settle()
    #expect(run.watcher.watchCount == 105)
    folder.put(".vitrineignore", "moved/\nignored/\n")
    run.settle()
    #expect(run.watcher.watchCount == 3)
    #expect(run.watcher.folderCount == 3)
  }

  @Test("a name that a folder has is looked at; a batch is in the order of the paths")
  func order() throws {
    let folder = try TemporaryFolder(inMemory: true)
    folder.makeFolders("b")
    let run = try WatchRun(folder, RawInotify())
    for name in ["b/x", "b.y", "b-z", "c", "a"] { folder.put(name) }
    #expect(run.settle() == ["+ a", "+ b-z", "+ b.y", "+ b/x", "+ c"])
    var paths: [String] = []
    run.watcher.forEachFile { path, _ in paths.append(path.string) }
    #expect(paths == ["a", "b-z", "b.y", "b/x", "c"])
  }
}
