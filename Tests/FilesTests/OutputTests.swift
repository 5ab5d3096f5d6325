// Results written to where a person wants them: whole or not at all, and nothing left behind, however the program ends.

import Glibc
import Testing
import VitrineSystem

@Suite struct OutputTests {
  /// Writes a text.
  private static func write(_ text: String, to file: OutputFile) {
    Array(text.utf8).withUnsafeBytes { file.write($0) }
  }

  /// What is kept back from new files' modes, as Linux tells it without changing it.
  private static let mask: mode_t = {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.hasPrefix("Umask:\t") { return mode_t(text.dropFirst(7), radix: 8) ?? 0 }
    }
    return 0
  }()

  /// All names in a folder, hidden ones among them.
  private static func names(_ path: String) -> [String] {
    guard let folder = opendir(path) else { return ["cannot be listed"] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)) }
      )
    }
    return names.filter { $0 != "." && $0 != ".." }.sorted()
  }

  @Test(
    "a file is written with a name or without one, new or over another, and stands alone in its folder", arguments: [true, false])
  func file(unnamed: Bool) throws {
    let folder = try TemporaryFolder()
    for text in ["one", "two"] {
      let file = try OutputFile(path: folder.path + "/out", unnamed: unnamed)
      Self.write(text, to: file)
      #expect(Self.names(folder.path).filter { !$0.hasPrefix(".vitrine-out-") } == (text == "one" ? [] : ["out"]))
      try file.finish()
      #expect(folder.text("out") == text)
      #expect(Self.names(folder.path) == ["out"])
    }
    do { Self.write("three", to: try OutputFile(path: folder.path + "/out", unnamed: unnamed)) }
    #expect(folder.text("out") == "two")
    #expect(Self.names(folder.path) == ["out"])
    var status = stat()
    #expect(stat(folder.path + "/out", &status) == 0 && status.st_mode & 0o777 == 0o666 & ~Self.mask)
  }

  @Test("two runs write to the same place beside each other; the later one stays", arguments: [true, false])
  func beside(unnamed: Bool) throws {
    let folder = try TemporaryFolder()
    let (one, two) = (
      try OutputFile(path: folder.path + "/out", unnamed: unnamed), try OutputFile(path: folder.path + "/out", unnamed: unnamed)
    )
    Self.write("one", to: one)
    Self.write("two", to: two)
    try two.finish()
    try one.finish()
    #expect(folder.text("out") == "one")
    #expect(Self.names(folder.path) == ["out"])
  }

  @Test("a name as long as the system allows leaves room for what is beside it")
  func longName() throws {
    let folder = try TemporaryFolder()
    let name = String(repeating: "é", count: 127)
    for unnamed in [true, false] {
      let file = try OutputFile(path: folder.path + "/" + name, unnamed: unnamed)
      try file.finish()
      #expect(Self.names(folder.path) == [name])
    }
  }

  @Test("a signal ends the program, and nothing is left behind", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(signal: Int32) async throws {
    let folder = try TemporaryFolder([("out", "old")])
    let path = folder.path
    await #expect(processExitsWith: .signal(signal)) { [path = path as String, signal = signal as Int32] in
      // Under nohup(1) a signal is ignored, and stays so.
      Glibc.signal(signal, SIG_DFL)
      let files = try [OutputFile(path: path + "/out"), OutputFile(path: path + "/other", unnamed: false)]
      for file in files { OutputTests.write("new", to: file) }
      let target = try OutputFolder(path: path + "/bundle")
      for name in ["a/b/c.yaml", "a/d.yaml", "e.yaml"] {
        try target.begin(name)
        try [UInt8](repeating: 1, count: 100_000).withUnsafeBytes { try target.write($0) }
      }
      kill(getpid(), signal)
      while true { pause() }
    }
    #expect(folder.text("out") == "old")
    #expect(Self.names(folder.path) == ["out"])
  }

  @Test("a signal that comes while the result is put in its place finds it whole, or as it was")
  func finishing() async throws {
    for unnamed in [true, false] {
      let folder = try TemporaryFolder([("out", "old")])
      let path = folder.path
      await #expect(processExitsWith: .signal(SIGTERM)) { [path = path as String, unnamed = unnamed as Bool] in
        Glibc.signal(SIGTERM, SIG_DFL)
        let file = try OutputFile(path: path + "/out", unnamed: unnamed)
        OutputTests.write("new", to: file)
        Thread.start { kill(getpid(), SIGTERM) }
        try file.finish()
        while true { pause() }
      }
      #expect(["old", "new"].contains(folder.text("out")))
      #expect(Self.names(folder.path) == ["out"])
    }
  }

  @Test("a folder that is moved away while something is written in it keeps nothing of it, and gets nothing at its old place")
  func movedAway() throws {
    let folder = try TemporaryFolder([("here/", ""), ("other/", "")])
    do {
      let file = try OutputFile(path: folder.path + "/here/out", unnamed: false)
      Self.write("new", to: file)
      let target = try OutputFolder(path: folder.path + "/here/bundle")
      try target.begin("a/b.yaml")
      rename(folder.path + "/here", folder.path + "/there")
      rename(folder.path + "/other", folder.path + "/here")
      #expect(throws: FileError.self) { try target.begin("a/c.yaml") }
      #expect(throws: FileError.self) { try target.finish() }
      #expect(throws: FileError.self) { try file.finish() }
    }
    #expect(Self.names(folder.path + "/there") == [])
    #expect(Self.names(folder.path + "/here") == [])
  }

  @Test("once nothing is being written, a signal does what it did before")
  func handlersAreGivenBack() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    await #expect(processExitsWith: .exitCode(7)) { [path = path as String] in
      Glibc.signal(SIGTERM) { _ in _exit(7) }
      let file = try OutputFile(path: path + "/out")
      try file.finish()
      kill(getpid(), SIGTERM)
      while true { pause() }
    }
    #expect(Self.names(folder.path) == ["out"])
  }

  @Test("what a kill -9 leaves beside a place is taken away by the next run for that place, and nothing else is")
  func killed() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let file = try OutputFile(path: path + "/out", unnamed: false)
      OutputTests.write("new", to: file)
      let unnamed = try OutputFile(path: path + "/gone")
      OutputTests.write("new", to: unnamed)
      let target = try OutputFolder(path: path + "/bundle")
      try target.begin("a/b/c.yaml")
      kill(getpid(), SIGKILL)
      // Kept up to here.
      try file.finish()
      try unnamed.finish()
      try target.finish()
    }
    #expect(Self.names(path) == [".vitrine-bundle-1.tmp", ".vitrine-out-1.tmp"])
    // A link, and a folder of another run, which holds its lock.
    try folder.add(".vitrine-linked-1.tmp -> .vitrine-out-1.tmp")
    let running = try OutputFolder(path: path + "/running")
    let again = try OutputFolder(path: path + "/running")
    #expect(Self.names(path).count { $0.hasPrefix(".vitrine-running-") } == 2)
    try OutputFile(path: path + "/linked", unnamed: false).finish()
    try OutputFile(path: path + "/out", unnamed: false).finish()
    try OutputFolder(path: path + "/bundle").finish()
    try running.begin("y")
    try running.finish()
    #expect(throws: FileError.self) { try again.finish() }
    #expect(folder.text("out")?.isEmpty == true)
    #expect(Set(Self.names(path)).isSuperset(of: ["bundle", "linked", "out", "running", ".vitrine-linked-1.tmp"]))
    #expect(!Self.names(path).contains(".vitrine-out-1.tmp") && !Self.names(path).contains(".vitrine-bundle-1.tmp"))
    #expect(Self.names(path + "/bundle") == [])
  }
}
