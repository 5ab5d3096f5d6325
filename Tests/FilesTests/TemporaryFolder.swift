// A folder of its own for every test, gone when the test is done.

import Glibc
import Testing

/// A folder with files made from text.
final class TemporaryFolder {
  /// The folder's path, all links resolved.
  let path: String

  /// Makes the folder and the files: a path ending in `/` makes a folder, one with ` -> ` a symbolic link, else a file of the given text.
  /// In memory where that is asked for and the system has a file system for it.
  init(_ files: [(String, String)] = [], inMemory: Bool = false) throws {
    let base = inMemory && access("/dev/shm", R_OK | W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(base)/vitrine-test-XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&template))
    let real = try #require(realpath(made, nil))
    path = String(cString: real)
    free(real)
    for (name, text) in files { try add(name, text) }
  }

  /// Makes one file and the folders above it.
  func add(_ name: String, _ text: String = "") throws {
    let link = name.split(separator: " -> ", maxSplits: 1).map(String.init)
    let target = link.count == 2 ? link[1] : nil
    let name = link.count == 2 ? link[0] : name
    var parent = path
    let parts = name.split(separator: "/", omittingEmptySubsequences: true)
    for part in name.hasSuffix("/") ? parts : parts.dropLast() {
      parent += "/" + part
      mkdir(parent, 0o755)
    }
    if name.hasSuffix("/") { return }
    if let target {
      try #require(symlink(target, path + "/" + name) == 0)
    } else {
      try add(name, bytes: Array(text.utf8))
    }
  }

  /// Writes one file.
  func add(_ name: String, bytes: [UInt8]) throws {
    let descriptor = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    try #require(descriptor >= 0, "cannot make \(name): \(errno)")
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      try #require(count > 0)
      written += count
    }
  }

  /// The text of a file, or nil where there is none.
  func text(_ name: String) -> String? {
    guard let file = fopen(path + "/" + name, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// All names in a folder, dot-files too, sorted.
  func names(_ folder: String = "") -> [String] {
    guard let stream = opendir(path + "/" + folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 19)
      names.append(String(cString: name.assumingMemoryBound(to: CChar.self)))
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }

  deinit {
    removeAll(AT_FDCWD, path)
  }

  /// Removes a folder of any depth.
  private func removeAll(_ parent: Int32, _ name: String) {
    var open: [(descriptor: Int32, name: String)] = []
    let top = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard top >= 0 else { return }
    open.append((top, name))
    while let (descriptor, name) = open.last {
      fchmod(descriptor, 0o700)
      var next: String?
      if let stream = fdopendir(dup(descriptor)) {
        rewinddir(stream)
        while let entry = readdir(stream) {
          let start = UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 19)
          let child = start.assumingMemoryBound(to: CChar.self)
          if strcmp(child, ".") == 0 || strcmp(child, "..") == 0 { continue }
          if unlinkat(descriptor, child, 0) != 0 { next = String(cString: child) }
        }
        closedir(stream)
      }
      let child = next.map { openat(descriptor, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) } ?? -1
      if let next, child >= 0, open.count < 900 {
        open.append((child, next))
      } else {
        open.removeLast()
        close(descriptor)
        if unlinkat(open.last?.descriptor ?? parent, name, AT_REMOVEDIR) != 0 { return open.forEach { close($0.descriptor) } }
      }
    }
  }
}

// Glibc's module does not name it.
@_silgen_name("setfsuid") @discardableResult private func setfsuid(_ user: UInt32) -> Int32

/// Runs `body` as a user without rights on this thread, so that permissions count for root too.
///
/// Source: setfsuid(2), which is per thread.
func withoutRights<Result>(_ body: () throws -> Result) rethrows -> Result {
  guard geteuid() == 0 else { return try body() }
  setfsuid(65_534)
  defer { setfsuid(0) }
  return try body()
}
