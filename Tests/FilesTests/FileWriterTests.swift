// Atomic writes: the old text or the new one, never a part, never a leftover.

import Glibc
import Synchronization
import Testing
import VitrineChanges
import VitrineFiles
import VitrineJournal
import VitrineSource
import VitrineSystem

/// The error of an operation that must fail.
func failure(_ body: () throws(FileError) -> Void) -> FileError? {
  do throws(FileError) {
    try body()
    return nil
  } catch {
    return error
  }
}

@Suite struct FileWriterTests {
  @Test("a file is replaced, its mode kept, nothing else left in the folder")
  func replace() throws {
    let folder = try TemporaryFolder([("a/x.yaml", "old")])
    chmod(folder.path + "/a/x.yaml", 0o640)
    let writer = try FileWriter(root: folder.path)
    try writer.write("a/x.yaml", Array("new".utf8), expecting: .bytes(Array("old".utf8)))
    #expect(folder.text("a/x.yaml") == "new")
    #expect(folder.names("a") == ["x.yaml"])
    var reader = try FolderReader(root: folder.path)
    #expect(try reader.status(path: "a/x.yaml").mode == 0o640)
    try writer.write("a/x.yaml", Array("newer".utf8), expecting: .digest(ContentDigest(Array("new".utf8))))
    #expect(folder.text("a/x.yaml") == "newer")
  }

  @Test("a file keeps its owner and group where the writer may give them")
  func owner() throws {
    let folder = try TemporaryFolder([("x.yaml", "old")])
    try #require(geteuid() != 0 || chown(folder.path + "/x.yaml", 12_345, 23_456) == 0)
    var reader = try FolderReader(root: folder.path)
    let before = try reader.status(path: "x.yaml")
    try FileWriter(root: folder.path).write("x.yaml", [], expecting: .bytes(Array("old".utf8)))
    let after = try reader.status(path: "x.yaml")
    #expect((after.owner, after.group, after.mode) == (before.owner, before.group, before.mode))
    #expect(after.inode != before.inode)
  }

  @Test("a new file gets the folders it needs; one that appeared is not replaced")
  func create() throws {
    let folder = try TemporaryFolder([("there.yaml", "theirs")])
    let writer = try FileWriter(root: folder.path)
    try writer.write("a/b/x.yaml", Array("new".utf8), expecting: .absent)
    #expect(folder.text("a/b/x.yaml") == "new")
    #expect(folder.names("a/b") == ["x.yaml"])
    let error = failure { () throws(FileError) in try writer.write("there.yaml", [], expecting: .absent) }
    #expect(error == FileError(.write, "there.yaml", .appeared))
    #expect(error?.isConflict == true)
    #expect(folder.text("there.yaml") == "theirs")
  }

  @Test("a file that changed or went away is a conflict, and left alone")
  func conflicts() throws {
    let folder = try TemporaryFolder([("x.yaml", "theirs")])
    let writer = try FileWriter(root: folder.path)
    let old = ExpectedContent.bytes(Array("old".utf8))
    #expect(
      failure { () throws(FileError) in try writer.write("x.yaml", [], expecting: old) } == FileError(.write, "x.yaml", .changed))
    #expect(
      failure { () throws(FileError) in try writer.write("y.yaml", [], expecting: old) }
        == FileError(.create, "y.yaml", .vanished))
    #expect(folder.names() == ["x.yaml"])
    #expect(folder.text("x.yaml") == "theirs")
  }

  @Test("a change between the first look and the rename is seen", arguments: ["changed", "vanished", "appeared"])
  func lateConflict(what: String) throws {
    let folder = try TemporaryFolder(what == "appeared" ? [] : [("x.yaml", "old")])
    let path = folder.path + "/x.yaml"
    var calls = WriteCalls.system
    let sync = calls.sync
    calls.sync = { file in
      // Everything is staged now.
      unlink(path)
      if what != "vanished" { close(open(path, O_CREAT | O_WRONLY, 0o600)) }
      return sync(file)
    }
    let writer = try FileWriter(root: folder.path, calls: calls)
    let error = failure { () throws(FileError) in
      try writer.write("x.yaml", Array("new".utf8), expecting: what == "appeared" ? .absent : .bytes(Array("old".utf8)))
    }
    #expect(error?.isConflict == true)
    #expect(error?.cause == (what == "changed" ? .changed : what == "vanished" ? .vanished : .appeared))
    #expect(folder.names() == (what == "vanished" ? [] : ["x.yaml"]))
    #expect(folder.text("x.yaml") == (what == "vanished" ? nil : ""))
  }

  @Test("a link inside is written through; one that leads out or nowhere is refused")
  func links() throws {
    let outside = try TemporaryFolder([("x.yaml", "old"), ("d/x.yaml", "old")])
    let folder = try TemporaryFolder([
      ("real/x.yaml", "old"), ("in.yaml -> real/x.yaml", ""), ("out.yaml -> \(outside.path)/x.yaml", ""),
      ("outdir -> \(outside.path)/d", ""), ("loop -> loop", ""), ("dir -> real", ""),
    ])
    let writer = try FileWriter(root: folder.path)
    let old = ExpectedContent.bytes(Array("old".utf8))
    try writer.write("in.yaml", Array("one".utf8), expecting: old)
    #expect(folder.text("real/x.yaml") == "one")
    try writer.write("dir/x.yaml", Array("two".utf8), expecting: .bytes(Array("one".utf8)))
    #expect(folder.text("real/x.yaml") == "two")
    var target = [CChar](repeating: 0, count: 100)
    #expect(readlink(folder.path + "/in.yaml", &target, 99) == 11)
    for path in ["out.yaml", "outdir/x.yaml", "outdir/new.yaml"] {
      #expect(
        failure { () throws(FileError) in try writer.write(Path(path), [], expecting: old) }
          == FileError(.write, Path(path), .outsideRoot))
    }
    #expect(failure { () throws(FileError) in try writer.write("loop", [], expecting: old) }?.cause == .system(ELOOP))
    #expect(outside.text("x.yaml") == "old")
    #expect(outside.names("d") == ["x.yaml"])
  }

  @Test("a write-protected file or folder is left alone")
  func protected() throws {
    let folder = try TemporaryFolder([("x.yaml", "old"), ("d/x.yaml", "old")])
    chmod(folder.path, 0o777)
    chmod(folder.path + "/x.yaml", 0o444)
    chmod(folder.path + "/d", 0o555)
    chmod(folder.path + "/d/x.yaml", 0o666)
    let root = folder.path
    for path in ["x.yaml", "d/x.yaml"] {
      let error = failure { () throws(FileError) in
        let writer = try FileWriter(root: root)
        var thrown: FileError?
        withoutRights {
          do throws(FileError) { try writer.write(Path(path), [], expecting: .bytes(Array("old".utf8))) } catch { thrown = error }
        }
        if let thrown { throw thrown }
      }
      #expect(error == FileError(.write, Path(path), errno: EACCES))
    }
    #expect(folder.names() == ["d", "x.yaml"])
    #expect(folder.text("x.yaml") == "old")
  }

  @Test("a file system without hard links still creates and never replaces")
  func noHardLinks() throws {
    let folder = try TemporaryFolder()
    var calls = WriteCalls.system
    calls.renameNew = { _, _, _, _ in -EINVAL }
    calls.link = { _, _, _, _ in -EPERM }
    let writer = try FileWriter(root: folder.path, calls: calls)
    try writer.write("x.yaml", Array("new".utf8), expecting: .absent)
    #expect(folder.text("x.yaml") == "new")
    #expect(folder.names() == ["x.yaml"])
  }

  @Test("short writes and signals do not cut a file short")
  func shortWrites() throws {
    let folder = try TemporaryFolder()
    var calls = WriteCalls.system
    let write = calls.write
    let count = Counter()
    calls.write = { file, bytes in
      count.next() % 3 == 0 ? -Int(EINTR) : write(file, UnsafeRawBufferPointer(rebasing: bytes.prefix(7)))
    }
    let text = String(repeating: "0123456789\n", count: 50)
    try FileWriter(root: folder.path, calls: calls).write("x.yaml", Array(text.utf8), expecting: .absent)
    #expect(folder.text("x.yaml") == text)
  }

  @Test(
    "whichever call fails, the file is the old one or the new one and nothing is left behind",
    arguments: [ENOSPC, EIO, EROFS, EACCES])
  func everyFault(number: Int32) throws {
    for isNew in [false, true] {
      var step = 0
      var failed = 0
      while true {
        let folder = try TemporaryFolder(isNew ? [] : [("d/x.yaml", "old")])
        let count = Counter()
        let writer = try FileWriter(root: folder.path, calls: faulty(number, at: step, count))
        let error = failure { () throws(FileError) in
          try writer.write("d/x.yaml", Array("new".utf8), expecting: isNew ? .absent : .bytes(Array("old".utf8)))
        }
        let text = folder.text("d/x.yaml")
        #expect(text == (isNew ? nil : "old") || text == "new", "step \(step): \(text ?? "nothing")")
        #expect(folder.names("d") == (text == nil ? [] : ["x.yaml"]), "step \(step)")
        if error == nil { #expect(text == "new") } else { failed += 1 }
        if text == nil { #expect(folder.names() == [], "step \(step)") }
        if count.value <= step { break }
        step += 1
      }
      #expect(failed >= 5)
    }
  }
}

/// Counts calls.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)
  /// The number before this call.
  func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
  /// The calls so far.
  var value: Int { count.load(ordering: .relaxed) }
}

/// The system's calls, of which the one with the given number fails; closing and removing always work, or nothing could be cleaned up.
func faulty(_ number: Int32, at step: Int, _ count: Counter) -> WriteCalls {
  var calls = WriteCalls.system
  let system = calls
  @Sendable func fails() -> Bool { count.next() == step }
  calls.open = { fails() ? -number : system.open($0, $1, $2, $3) }
  calls.write = { fails() ? -Int(number) : system.write($0, UnsafeRawBufferPointer(rebasing: $1.prefix(2))) }
  calls.sync = { fails() ? -number : system.sync($0) }
  calls.setMode = { fails() ? -number : system.setMode($0, $1) }
  calls.setOwner = { fails() ? -number : system.setOwner($0, $1, $2) }
  calls.rename = { fails() ? -number : system.rename($0, $1, $2, $3) }
  calls.renameNew = { fails() ? -number : system.renameNew($0, $1, $2, $3) }
  calls.link = { fails() ? -number : system.link($0, $1, $2, $3) }
  calls.makeFolder = { fails() ? -number : system.makeFolder($0, $1, $2) }
  calls.close = {
    let result = system.close($0)
    return fails() ? -number : result
  }
  return calls
}
