// What an ingest does outside the catalogue: second copies, and names that are left over.

import Glibc
import VitrineChanges
import VitrineFiles
package import VitrineSource
import VitrineSystem

/// Work on files outside the catalogue, which no journal keeps.
package enum IngestFiles {
  /// Removes second names of photos that the catalogue has. One that cannot be removed stays.
  package static func remove(_ files: [InboxFile]) {
    for file in files { _ = unlink(file.path.string) }
  }

  /// Copies files into a folder, which is made if need be: written beside, forced to the disk, read again, compared, then given their names. A file that is
  /// there already with the same bytes is left; another one of its name stays, and a number follows the name of the copy. Gives what could not be copied,
  /// and why.
  package static func copy(_ files: [(path: Path, name: String)], into folder: Path) -> [(name: String, reason: String)] {
    do throws(FileError) {
      try makeFolders(folder)
    } catch {
      return files.map { ($0.name, error.reason) }
    }
    var failures: [(name: String, reason: String)] = []
    for (path, name) in files {
      do throws(FileError) {
        try copy(path, name, into: folder)
      } catch {
        failures.append((name, error.reason))
      }
    }
    return failures
  }

  private static func makeFolders(_ folder: Path) throws(FileError) {
    guard mkdir(folder.string, 0o777) != 0, errno != EEXIST else { return }
    guard errno == ENOENT, !folder.folder.isEmpty else { throw FileError(.create, folder, errno: errno) }
    try makeFolders(Path(folder.folder))
    if mkdir(folder.string, 0o777) != 0, errno != EEXIST { throw FileError(.create, folder, errno: errno) }
  }

  private static func copy(_ path: Path, _ name: String, into folder: Path) throws(FileError) {
    let digest = try KnownPhotos.digest(path)
    var goal = folder.appending(name)
    var number = 1
    while access(goal.string, F_OK) == 0 {
      if (try? KnownPhotos.digest(goal)) == digest { return }
      number += 1
      let dot = name.lastIndex(of: ".") ?? name.endIndex
      goal = folder.appending("\(name[..<dot])-\(number)\(name[dot...])")
    }
    let half = folder.appending(".vitrine-\(getpid())-\(name).tmp")
    defer { unlink(half.string) }
    try FileReader.withFile(path: path) { source throws(FileError) in
      let descriptor = SystemCall.repeated { open(half.string, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o666) }
      guard descriptor >= 0 else { throw FileError(.create, half, errno: -descriptor) }
      defer { close(descriptor) }
      var (start, result): (Int, Int32) = (0, 0)
      while start < source.status.size, result >= 0 {
        let piece = try source.part(from: start, count: OpenFile.mostAtOnce)
        guard !piece.isEmpty else { throw FileError(.read, path, .changed) }
        result = piece.withUnsafeBytes { WriteCalls.system.write(descriptor, all: $0) }
        start += piece.count
      }
      if result >= 0 { result = WriteCalls.system.setModified(descriptor, source.status.modified) }
      if result >= 0 { result = WriteCalls.system.sync(descriptor) }
      if result < 0 { throw FileError(.create, half, errno: -result) }
    }
    guard try KnownPhotos.digest(half) == digest else { throw FileError(.create, goal, .changed) }
    let placed = WriteCalls.system.place(AT_FDCWD, half.string, AT_FDCWD, goal.string)
    if placed < 0 { throw FileError(.create, goal, errno: -placed) }
  }
}
