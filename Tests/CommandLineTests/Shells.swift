// Runs programs for the tests: shells and typesetters, in a temporary folder.

import FoundationEssentials
import Glibc
import Testing
import VitrineCommandLine

/// A temporary folder that goes when the value does.
final class Workshop {
  /// The folder's path.
  let path: String

  init() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/command-line-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    path = folder
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, and the folders it stands in.
  func write(_ file: String, _ text: String) throws {
    let whole = path + "/" + file
    let folder = whole.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: whole, atomically: true, encoding: .utf8)
  }

  /// Writes a program into the folder that comes first in `$PATH`.
  ///
  /// Another process makes the copy that is run: one that this process had open for writing could be inherited, still open, by a shell
  /// that another test starts at that moment, and the kernel refuses to run such a file.
  func write(program: String, _ text: String) throws {
    try write(program + ".source", text)
    let output = run("sh -c 'mkdir -p bin && cp \(program).source bin/\(program) && chmod +x bin/\(program)'")
    #expect(output == "")
  }

  /// What a command line prints to both streams, run by `sh` in the folder, which is also its `$HOME` and first in its `$PATH`.
  func run(_ command: String) -> String {
    let line =
      "cd '\(path)' && HOME='\(path)' PATH='\(path)/bin':\"$PATH\" LC_ALL=C.UTF-8 MANWIDTH=80 timeout 120 \(command) 2>&1 </dev/null"
    guard let stream = popen(line, "r") else { return "popen failed" }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&buffer, 1, buffer.count, stream)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    pclose(stream)
    return String(decoding: bytes, as: UTF8.self)
  }
}
