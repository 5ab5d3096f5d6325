// A folder that goes with its test.

import FoundationEssentials
import Glibc

/// A fresh folder below the system's temporary one, deleted with the value.
package final class TemporaryFolder: Sendable {
  /// The absolute path.
  package let path: String

  /// Makes the folder; in memory where that is asked for and the system has a file system for it.
  ///
  /// Errors: what the system says.
  package init(inMemory: Bool = false) throws {
    let memory = inMemory && access("/dev/shm", R_OK | W_OK | X_OK) == 0 ? "/dev/shm" : nil
    let base = memory ?? ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
    var template = Array((base + "/vitrine-test-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw TemporaryFolderError(number: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and the folders above it. What begins as a script does can be run at once, where somebody makes it executable.
  package func write(_ bytes: [UInt8], to name: String) throws {
    try makeParent(of: name)
    let place = path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: place))
    if bytes.starts(with: "#!".utf8) { Self.waitForWriters(of: place) }
  }

  /// Writes a text.
  package func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  /// Writes a text outside the folder and moves it to its place, as one change: who watches sees the old file or the new one, never half of it.
  ///
  /// Errors: what the system says.
  package func replace(_ text: String, at name: String) throws {
    try makeParent(of: name)
    let part = path + ".part"
    try Data(text.utf8).write(to: URL(fileURLWithPath: part))
    guard rename(part, path + "/" + name) == 0 else { throw TemporaryFolderError(number: errno) }
  }

  /// `F_SETLEASE`, which Swift does not see. Source: linux/fcntl.h.
  private static let setLease: Int32 = 1024

  /// Writes a script that can be run at once.
  package func write(program text: String, to name: String) throws {
    try makeParent(of: name)
    let place = path + "/" + name
    let file = open(place, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o755)
    let bytes = Array(text.utf8)
    guard file >= 0, Glibc.write(file, bytes, bytes.count) == bytes.count else { throw TemporaryFolderError(number: errno) }
    close(file)
    Self.waitForWriters(of: place)
  }

  /// Waits until nobody has a script open for writing: what another test starts while this process writes it has it open until it runs, and nobody can run the file
  /// so long. A lease for reading is to be had when nobody has. Source: execve(2), ETXTBSY; fcntl(2), F_SETLEASE.
  private static func waitForWriters(of place: String) {
    let reading = open(place, O_RDONLY | O_CLOEXEC)
    defer { close(reading) }
    for _ in 0..<1_000 {
      if fcntl(reading, setLease, F_RDLCK) == 0 || errno != EAGAIN { break }
      usleep(2_000)
    }
    _ = fcntl(reading, setLease, F_UNLCK)
  }

  /// The names of what is in a folder, hidden or not, sorted.
  package func names(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path + "/" + name).sorted()
  }

  /// The bytes of a file.
  package func read(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/" + name))) }

  /// Copies what is in another folder, links as links.
  package func copy(_ source: String) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: source) {
      try FileManager.default.copyItem(atPath: source + "/" + name, toPath: path + "/" + name)
    }
  }

  /// Gives every file of the tree the modification time of the file at the same path below `source`, so that two copies are alike.
  package func takeTimes(of source: String) throws {
    for name in try FileManager.default.subpathsOfDirectory(atPath: source) {
      let attributes = try FileManager.default.attributesOfItem(atPath: source + "/" + name)
      guard attributes[.type] as? FileAttributeType == .typeRegular, let time = attributes[.modificationDate] else { continue }
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path + "/" + name)
    }
  }

  /// Makes the folders above a file.
  package func makeParent(of name: String) throws {
    guard let slash = name.lastIndex(of: "/") else { return }
    try FileManager.default.createDirectory(atPath: path + "/" + name[..<slash], withIntermediateDirectories: true)
  }
}

/// Why no folder could be made.
package struct TemporaryFolderError: Error {
  /// The system's error number.
  package let number: Int32

  /// A failure with the given number.
  package init(number: Int32) { self.number = number }
}
