// Reading files that may be anything.

import Glibc
import Testing
import VitrineFiles
import VitrineSource
import VitrineSystem

@Suite struct FileReaderTests {
  @Test("files of all sizes are read whole", arguments: [0, 1, 4095, 4096, 4097, 70_000, 3_000_000])
  func sizes(count: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try folder.add("f", bytes: bytes)
    var reader = try FolderReader(root: folder.path)
    #expect(try reader.read(path: "f") == bytes)
    #expect(try FileReader.read(path: Path(folder.path + "/f")) == bytes)
    let listing = try FileTree.list(root: folder.path)
    #expect(try reader.read(fileAt: 0, of: listing) == bytes)
    let ends = try reader.ends(ofFileAt: 0, of: listing, most: 4096)
    #expect(ends.head == Array(bytes.prefix(4096)))
    #expect(ends.tail == Array(bytes.dropFirst(4096).suffix(4096)))
    #expect(ends.status.size == count)
  }

  @Test(
    "a file so large that all cores read it is the same to the last byte",
    arguments: [(16 << 20) - 1, 16 << 20, (18 << 20) + 5])
  func large(count: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      for index in 0..<count { buffer.initializeElement(at: index, to: UInt8(truncatingIfNeeded: (index &* 0x9E37_79B1) >> 24)) }
      filled = count
    }
    try folder.add("f", bytes: bytes)
    #expect(try FileReader.read(path: Path(folder.path + "/f")) == bytes)
  }

  @Test("a file over the limit is refused by its size, unread")
  func limit() throws {
    let folder = try TemporaryFolder([("f", "12345")])
    var reader = try FolderReader(root: folder.path)
    #expect(try reader.read(path: "f", limit: 5).count == 5)
    var error: FileError?
    do throws(FileError) { _ = try reader.read(path: "f", limit: 4) } catch let thrown { error = thrown }
    #expect(error == FileError(.read, "f", .tooLarge(size: 5, limit: 4)))
  }

  @Test("a file of the kernel with no size is read to its end")
  func sizeless() throws {
    let text = String(decoding: try FileReader.read(path: "/proc/self/status"), as: UTF8.self)
    #expect(text.hasPrefix("Name:"))
    #expect(text.utf8.count > 100)
  }

  @Test(
    "what became a pipe, a folder, a link or nothing since the listing is an error and never waited for",
    arguments: [false, true])
  func replaced(forFew: Bool) throws {
    let folder = try TemporaryFolder((0..<5).map { ("d/\($0)", "x") })
    let listing = try FileTree.list(root: folder.path)
    for index in 0..<5 { unlink(folder.path + "/d/\(index)") }
    mkfifo(folder.path + "/d/0", 0o600)
    try folder.add("d/1/")
    try folder.add("d/2 -> /etc/passwd")
    try folder.add("d/4", "new")
    var reader = FolderReader(try OpenRoot(Path(folder.path)), forFew: forFew)
    var errors: [FileError?] = []
    for index in 0..<5 {
      do throws(FileError) {
        _ = try reader.read(fileAt: index, of: listing)
        errors.append(nil)
      } catch { errors.append(error) }
    }
    #expect(
      errors == [
        FileError(.read, "d/0", .notRegular(.pipe)), FileError(.read, "d/1", errno: EISDIR),
        FileError(.read, "d/2", errno: ELOOP),
        FileError(.read, "d/3", errno: ENOENT), nil,
      ])
  }

  @Test("a folder that became a link to elsewhere is not entered", arguments: [false, true])
  func replacedFolder(forFew: Bool) throws {
    let outside = try TemporaryFolder([("x.yaml", "secret")])
    let folder = try TemporaryFolder([("d/x.yaml", "")])
    let listing = try FileTree.list(root: folder.path)
    rename(folder.path + "/d", folder.path + "/e")
    try folder.add("d -> \(outside.path)")
    var reader = FolderReader(try OpenRoot(Path(folder.path)), forFew: forFew)
    var error: FileError?
    do throws(FileError) { _ = try reader.read(fileAt: 0, of: listing) } catch let thrown { error = thrown }
    #expect(error == FileError(.read, "d/x.yaml", errno: ENOTDIR))
    do throws(FileError) { _ = try reader.read(path: "d/x.yaml") } catch let thrown { error = thrown }
    #expect(error == FileError(.read, "d/x.yaml", errno: ENOTDIR))
  }

  @Test(
    "paths that do not lead below the root are refused",
    arguments: ["", "/etc/passwd", "../x", "a/../../x", "a//b", ".", "a/.", "x/"])
  func invalidPaths(path: String) throws {
    let folder = try TemporaryFolder()
    var reader = try FolderReader(root: folder.path)
    var error: FileError?
    do throws(FileError) { _ = try reader.read(path: Path(path)) } catch let thrown { error = thrown }
    #expect(error == FileError(.read, Path(path), .invalidPath))
  }

  @Test("a message says what, which, why and what to do, and lets no control character through (M9.2)")
  func messages() {
    #expect(
      FileError(.read, "x", errno: EACCES).description == "cannot read 'x': permission denied; check with ls -l")
    #expect(
      FileError(.write, "a\n\u{1B}[31m\u{202E}ü", .changed).description
        == "cannot write 'a\\n\\x1B[31m\\xE2\\x80\\xAEü': it was changed meanwhile; run the command again to see the change against its present text"
    )
    #expect(FileError(.create, "x", errno: 4242).description.contains("system error 4242"))
  }

  @Test("files are read in any order, whether folders on the way are kept open or not", arguments: [false, true])
  func jumping(forFew: Bool) throws {
    let names = ["a/b/c/1", "a/b/d/2", "a/3", "4", "x/y/z/5"]
    let folder = try TemporaryFolder(names.map { ($0, $0) })
    let listing = try FileTree.list(root: Path(folder.path).string)
    var reader = FolderReader(try OpenRoot(Path(folder.path)), forFew: forFew)
    for index in [0, 4, 1, 3, 2, 0, 4, 0] {
      #expect(try reader.read(fileAt: index, of: listing) == Array(listing.path(of: listing.files[index]).utf8))
    }
  }
}
