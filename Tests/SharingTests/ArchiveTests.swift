// Archives as other programs read them: entries, names, times, sizes; and what is not finished.

import Glibc
import Testing
import VitrineSharing
import VitrineSource
import VitrineSystem
import VitrineTesting

@Suite struct ArchiveTests {
  /// An archive of files with these texts, as bytes.
  private func archive(_ form: ArchiveForm, _ files: [(path: String, text: String, isText: Bool)]) throws -> [UInt8] {
    let taken = Taken()
    let writer = try ArchiveWriter(form) { taken.bytes.append(contentsOf: $0) }
    for file in files {
      let bytes = Array(file.text.utf8)
      try writer.begin(Path(file.path), byteCount: bytes.count, isText: file.isText, modified: nil)
      try bytes.withUnsafeBytes { try writer.write($0) }
    }
    try writer.finish()
    return taken.bytes
  }

  /// What an archive came to.
  private final class Taken {
    var bytes: [UInt8] = []
  }

  private let files = [
    ("vitrine.yaml", "vitrine: 1\n", true), ("memories/2025/kız-kulesi.jpg", String(repeating: "photo", count: 99), false),
    ("a/" + String(repeating: "long", count: 40) + "/x.yaml", String(repeating: "yes ", count: 500), true),
  ]

  @Test("M8.4: a ZIP stores photos, deflates texts, names files in UTF-8 and tells no time")
  func zip() throws {
    let bytes = try archive(.zip, files)
    let entries = localHeaders(bytes)
    #expect(entries.map(\.name) == files.map(\.0))
    #expect(entries.map(\.method) == [8, 0, 8])
    // The first day that ZIP can tell, and the flag of UTF-8 where there is more than ASCII.
    #expect(entries.allSatisfy { $0.date == 0x21 && $0.time == 0 })
    #expect(entries[1].flags & 0x800 != 0)
  }

  @Test("the same files give the same bytes, tar's in blocks of 512")
  func same() throws {
    for form in [ArchiveForm.tar, .gzippedTar, .zip] { #expect(try archive(form, files) == archive(form, files)) }
    let tar = try archive(.tar, files)
    #expect(tar.count % 512 == 0)
    #expect(Array(tar[257..<262]) == Array("ustar".utf8))
    #expect(Array(try archive(.gzippedTar, files)[..<8]) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
  }

  @Test("a file that is written too long or too short is told, not written wrong")
  func lengths() throws {
    let taken = Taken()
    let writer = try ArchiveWriter(.tar) { taken.bytes.append(contentsOf: $0) }
    try writer.begin("a", byteCount: 3, isText: true, modified: nil)
    #expect(throws: ArchiveFailure.self) { try [UInt8](repeating: 1, count: 9).withUnsafeBytes { try writer.write($0) } }
  }

  @Test("a bundle that is let go leaves nothing behind, neither a file nor a folder")
  func letGo() throws {
    let folder = try TemporaryFolder()
    do {
      let archive = try ArchiveTarget(.zip, into: OutputFile(path: folder.path + "/a.zip"))
      try archive.begin("x", byteCount: 1, isText: true, modified: nil)
      let plain = try FolderTarget(at: folder.path + "/b")
      try plain.begin("deep/er/x", byteCount: 1, isText: true, modified: nil)
      try plain.begin("deep/y", byteCount: 1, isText: true, modified: nil)
      #expect(throws: FileError.self) { try plain.begin("../z", byteCount: 1, isText: true, modified: nil) }
    }
    #expect(names(in: folder.path) == [".", ".."])
  }

  @Test("a folder takes the place of an empty one, and of nothing else")
  func places() throws {
    let folder = try TemporaryFolder()
    try folder.makeParent(of: "empty/x")
    try folder.write("mine", to: "full/letter")
    for (name, isWell) in [("empty", true), ("full", false)] {
      let target = try FolderTarget(at: folder.path + "/" + name)
      try target.begin("a", byteCount: 1, isText: true, modified: 86_400)
      try [UInt8(7)].withUnsafeBytes { try target.write($0) }
      if isWell { try target.finish() } else { #expect(throws: FileError.self) { try target.finish() } }
    }
    #expect(try folder.read("empty/a") == [7])
    #expect(try folder.read("full/letter") == Array("mine".utf8))
  }

  /// The names in a folder, hidden ones too.
  private func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)) }
      )
    }
    return names.sorted()
  }

  private func localHeaders(_ zip: [UInt8]) -> [(name: String, method: Int, date: Int, time: Int, flags: Int)] {
    func number(_ place: Int) -> Int { Int(zip[place]) | Int(zip[place + 1]) << 8 }
    var found: [(name: String, method: Int, date: Int, time: Int, flags: Int)] = []
    for place in zip.indices.dropLast(30) where zip[place...].starts(with: [0x50, 0x4B, 3, 4]) {
      let name = String(decoding: zip[place + 30..<place + 30 + number(place + 26)], as: UTF8.self)
      found.append((name, number(place + 8), number(place + 12), number(place + 10), number(place + 6)))
    }
    return found
  }
}
