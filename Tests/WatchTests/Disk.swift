// What people and programs do to files, as few calls each.

import Glibc
import VitrineTesting

extension TemporaryFolder {
  /// Writes a file anew: open, truncate, write, close. Folders above it are not made.
  @discardableResult func put(_ name: String, _ text: String = "text") -> Bool {
    guard let file = OpenedFile(path + "/" + name) else { return false }
    file.write(text)
    return true
  }

  /// Opens a file for writing and leaves it open for as long as the answer lives.
  func opened(_ name: String, truncating: Bool = true) -> OpenedFile? { OpenedFile(path + "/" + name, truncating: truncating) }

  /// Makes more events than the system keeps: of two files in turn, for equal events one after the other are one.
  func flood(_ first: String, _ second: String) {
    put(first)
    put(second)
    for index in 0..<17_000 { chmod(path + "/" + (index % 2 == 0 ? first : second), index % 4 < 2 ? 0o600 : 0o644) }
  }

  /// mkdir -p.
  func makeFolders(_ name: String) {
    var current = path
    for part in name.split(separator: "/") {
      current += "/" + part
      mkdir(current, 0o755)
    }
  }

  /// rename(2).
  @discardableResult func move(_ from: String, _ to: String) -> Bool { rename(path + "/" + from, path + "/" + to) == 0 }

  /// Writes a temporary file and renames it over another.
  func replace(_ name: String, _ text: String) {
    let slash = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
    let temporary = name[..<slash] + ".new-" + name[slash...]
    if put(String(temporary), text) { move(String(temporary), name) }
  }

  /// unlink(2).
  @discardableResult func remove(_ name: String) -> Bool { unlink(path + "/" + name) == 0 }

  /// rm -r.
  func removeTree(_ name: String) {
    let whole = path + "/" + name
    guard let folder = opendir(whole) else {
      unlink(whole)
      return
    }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    closedir(folder)
    for child in names where child != "." && child != ".." { removeTree(name + "/" + child) }
    rmdir(whole)
  }

  /// The names in a folder.
  func names(_ name: String) -> [String] {
    guard let folder = opendir(path + "/" + name) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let found = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if found != ".", found != ".." { names.append(found) }
    }
    return names.sorted()
  }
}

/// A file that is open for writing.
final class OpenedFile {
  private let descriptor: Int32

  /// Opens a file, or makes it.
  init?(_ path: String, truncating: Bool = true) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (truncating ? O_TRUNC : 0), 0o644)
    if descriptor < 0 { return nil }
  }

  /// Writes a text.
  func write(_ text: String) {
    var text = text
    _ = text.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }

  deinit { close(descriptor) }
}
