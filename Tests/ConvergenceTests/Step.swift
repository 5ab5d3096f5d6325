// What programs do to files, in steps that can be printed, played again and left out one by one.

import Glibc
import VitrineTesting

/// One step. Paths are relative to the catalogue's folder; `../outside` and `../photos` lie beside it.
enum Step: Sendable, Hashable {
  /// Opens a file, truncates it, writes a text, closes it.
  case write(String, String)
  /// The same, in pieces with other programs' time between them.
  case pieces(String, [String])
  /// Writes into a file from its beginning without truncating it before; then cuts it to what was written.
  case overwrite(String, String)
  /// Adds a text to a file.
  case append(String, String)
  /// mkdir -p
  case folder(String)
  /// rename(2)
  case move(String, String)
  /// renameat2(2) with RENAME_EXCHANGE
  case exchange(String, String)
  /// unlink(2)
  case remove(String)
  /// rm -r
  case removeTree(String)
  /// cp -r
  case copy(String, String)
  /// symlink(2): the text of the link, and its place
  case symlink(String, String)
  /// link(2)
  case hardlink(String, String)
  /// chmod(2)
  case mode(String, UInt32)
  /// touch(1)
  case touch(String)
  /// mkfifo(3)
  case pipe(String)
  /// So many microseconds, in which others get on.
  case pause(UInt32)
  /// A program in the catalogue's folder, through `sh -c`.
  case run(String)
  /// More events than the system keeps, of two files in turn.
  case flood(String, String)
  /// The catalogue's thread does nothing from here to the next `check`.
  case hold
  /// Everything is compared with what a fresh reading finds.
  case check
}

extension Step {
  /// Does it in a folder. What cannot be done is not done.
  func perform(in root: String) {
    func whole(_ path: String) -> String { root + "/" + path }
    switch self {
    case .write(let path, let text): Disk.write(whole(path), [text])
    case .pieces(let path, let texts): Disk.write(whole(path), texts)
    case .overwrite(let path, let text): Disk.overwrite(whole(path), text)
    case .append(let path, let text): Disk.write(whole(path), [text], flags: O_APPEND)
    case .folder(let path): Disk.makeFolders(root, path)
    case .move(let from, let to): rename(whole(from), whole(to))
    case .exchange(let one, let other): Disk.exchange(whole(one), whole(other))
    case .remove(let path): unlink(whole(path))
    case .removeTree(let path): Disk.removeTree(whole(path))
    case .copy(let from, let to): Disk.copy(whole(from), whole(to))
    case .symlink(let text, let path): Glibc.symlink(text, whole(path))
    case .hardlink(let from, let to): link(whole(from), whole(to))
    case .mode(let path, let mode): chmod(whole(path), mode)
    case .touch(let path): utimes(whole(path), nil)
    case .pipe(let path): mkfifo(whole(path), 0o644)
    case .pause(let microseconds): usleep(microseconds)
    case .run(let words): Disk.run(words, in: root)
    case .flood(let one, let other):
      for number in 0..<17_000 { chmod(whole(number % 2 == 0 ? one : other), number % 4 < 2 ? 0o600 : 0o644) }
    case .hold, .check: break
    }
  }
}

/// The calls behind steps.
enum Disk {
  /// Opens, writes in pieces, closes.
  static func write(_ path: String, _ texts: [String], flags: Int32 = O_TRUNC) {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | flags, 0o644)
    guard file >= 0 else { return }
    for text in texts { put(text, file) }
    close(file)
  }

  /// Writes over what is there, then cuts.
  static func overwrite(_ path: String, _ text: String) {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o644)
    guard file >= 0 else { return }
    put(text, file)
    ftruncate(file, text.utf8.count)
    close(file)
  }

  private static func put(_ text: String, _ file: Int32) {
    var text = text
    _ = text.withUTF8 { Glibc.write(file, $0.baseAddress, $0.count) }
  }

  /// mkdir -p
  static func makeFolders(_ root: String, _ path: String) {
    var current = root
    for part in path.split(separator: "/") {
      current += "/" + part
      mkdir(current, 0o755)
    }
  }

  private typealias RenameAt2 = @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

  /// renameat2(2), which the C library has and its module does not show.
  private static let renameAt2: RenameAt2? = dlsym(dlopen(nil, RTLD_NOW), "renameat2").map {
    unsafeBitCast($0, to: RenameAt2.self)
  }

  /// renameat2(2) with RENAME_EXCHANGE: two places change what stands in them, at once.
  static func exchange(_ one: String, _ other: String) { _ = renameAt2?(AT_FDCWD, one, AT_FDCWD, other, 2) }

  /// rm -r
  static func removeTree(_ path: String) {
    for name in names(path) { removeTree(path + "/" + name) }
    if unlink(path) != 0 { rmdir(path) }
  }

  /// cp -r, links as links.
  static func copy(_ from: String, _ to: String) {
    guard !to.hasPrefix(from + "/") else { return }
    switch kind(from) {
    case S_IFDIR:
      mkdir(to, 0o755)
      for name in names(from) { copy(from + "/" + name, to + "/" + name) }
    case S_IFREG:
      if let bytes = read(from) { write(to, bytes) }
    case S_IFLNK:
      var text = [CChar](repeating: 0, count: 4096)
      let count = readlink(from, &text, text.count - 1)
      if count > 0 { symlink(String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self), to) }
    default: break
    }
  }

  private static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &part, part.count)
      if count <= 0 { return bytes }
      bytes += part[..<count]
    }
  }

  private static func write(_ path: String, _ bytes: [UInt8]) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK, 0o644)
    guard file >= 0 else { return }
    _ = Glibc.write(file, bytes, bytes.count)
    close(file)
  }

  /// What stands at a path, links not followed; 0 for nothing.
  static func kind(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
  }

  /// How many names a file has; 0 where there is none, 1 for what is no file.
  static func links(_ path: String) -> Int {
    var status = stat()
    guard lstat(path, &status) == 0 else { return 0 }
    return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_nlink) : 1
  }

  /// The names in a folder, sorted; none for what is no folder.
  static func names(_ path: String) -> [String] {
    guard kind(path) == S_IFDIR, let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let found = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if found != ".", found != ".." { names.append(found) }
    }
    return names.sorted()
  }

  /// Runs a line of the shell, its output thrown away. Answers its exit status.
  @discardableResult static func run(_ line: String, in root: String) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    for number in [1, 2] as [Int32] { posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_WRONLY, 0) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    let given = ["sh", "-c", "cd '\(root)' && { \(line)\n}"] as [String]
    var words = given.map { strdup($0) } + [nil]
    var process: pid_t = 0
    let failure = posix_spawn(&process, "/bin/sh", &actions, nil, &words, environ)
    for word in words { free(word) }
    posix_spawn_file_actions_destroy(&actions)
    guard failure == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
