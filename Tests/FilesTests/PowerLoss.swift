// What may stand on a disk after the power went: a record of all calls of a writer, and the trees that a file system may show afterwards. Decision 0065 says what
// file systems promise.

import Glibc
import Synchronization
import VitrineSystem

/// A call of a writer that changes the disk, by paths relative to the root.
enum DiskCall: Sendable {
  case make(String), write(String, [UInt8]), mode(String, mode_t), modified(String, Int64)
  case rename(String, String), link(String, String), remove(String)
  case makeFolder(String), removeFolder(String)
  case syncFile(String), syncFolder(String), syncAll

  /// True where the writer waits for the disk.
  var isSync: Bool {
    switch self {
    case .syncFile, .syncFolder, .syncAll: true
    default: false
    }
  }
}

/// The calls of a writer, in their order.
final class DiskRecord: Sendable {
  private let root: String
  private let kept = Mutex<[DiskCall]>([])

  /// A record of what is done below a root.
  init(root: String) { self.root = root }

  /// What was done.
  var all: [DiskCall] { kept.withLock(\.self) }

  /// The path of an open file or folder, "" for the root.
  private func path(_ descriptor: Int32, _ name: String = "") -> String {
    var text = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/fd/\(descriptor)", &text, 4095)
    let folder = String(decoding: text.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let below = folder.dropFirst(root.utf8.count + 1)
    return below.isEmpty ? name : name.isEmpty ? String(below) : below + "/" + name
  }

  private func note(_ result: Int32, _ call: @autoclosure () -> DiskCall) -> Int32 {
    if result >= 0 { kept.withLock { $0.append(call()) } }
    return result
  }

  /// The system's calls, each of which is recorded.
  var calls: WriteCalls {
    let system = WriteCalls.system
    var calls = system
    calls.open = { folder, name, flags, mode in
      let result = system.open(folder, name, flags, mode)
      return flags & O_CREAT == 0 ? result : self.note(result, .make(self.path(folder, name)))
    }
    calls.write = { file, bytes in
      let count = system.write(file, bytes)
      _ = self.note(Int32(count), .write(self.path(file), Array(bytes.prefix(max(count, 0)))))
      return count
    }
    calls.sync = { file in
      var status = stat()
      fstat(file, &status)
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      return self.note(0, isFolder ? .syncFolder(self.path(file)) : .syncFile(self.path(file)))
    }
    calls.syncAll = { _ in self.note(0, .syncAll) }
    calls.setMode = { file, mode in self.note(system.setMode(file, mode), .mode(self.path(file), mode)) }
    calls.setModified = { file, time in self.note(system.setModified(file, time), .modified(self.path(file), time)) }
    calls.rename = { fromFolder, from, toFolder, to in
      self.note(system.rename(fromFolder, from, toFolder, to), .rename(self.path(fromFolder, from), self.path(toFolder, to)))
    }
    calls.renameNew = { fromFolder, from, toFolder, to in
      self.note(system.renameNew(fromFolder, from, toFolder, to), .rename(self.path(fromFolder, from), self.path(toFolder, to)))
    }
    calls.link = { fromFolder, from, toFolder, to in
      self.note(system.link(fromFolder, from, toFolder, to), .link(self.path(fromFolder, from), self.path(toFolder, to)))
    }
    calls.remove = { folder, name in self.note(system.remove(folder, name), .remove(self.path(folder, name))) }
    calls.makeFolder = { folder, name, mode in
      self.note(system.makeFolder(folder, name, mode), .makeFolder(self.path(folder, name)))
    }
    calls.removeFolder = { folder, name in
      self.note(system.removeFolder(folder, name), .removeFolder(self.path(folder, name)))
    }
    return calls
  }
}

/// A tree as it stands on a disk.
struct DiskImage: Hashable {
  /// A file, whatever its names.
  struct File: Hashable {
    var bytes: [UInt8] = []
    var mode: mode_t = 0o644
    var modified: Int64?
    /// True where not all of its bytes are sure to be on the disk.
    var isLoose = false
  }

  private(set) var files: [File] = []
  private(set) var names: [String: Int] = [:]
  private(set) var folders: Set<String> = []

  /// What stands below a folder.
  init(_ folder: TemporaryFolder) {
    var numbers: [UInt64: Int] = [:]
    func walk(_ path: String) {
      for name in folder.names(path) {
        let path = path.isEmpty ? name : path + "/" + name
        var status = stat()
        lstat(folder.path + "/" + path, &status)
        if status.st_mode & S_IFMT == S_IFDIR {
          folders.insert(path)
          walk(path)
        } else {
          let found = FileStatus(status)
          let number = numbers[found.inode] ?? files.count
          numbers[found.inode] = number
          if number == files.count {
            files.append(File(bytes: Array((folder.text(path) ?? "").utf8), mode: found.mode, modified: found.modified))
          }
          names[path] = number
        }
      }
    }
    walk("")
  }

  /// Does a call. One whose file is not there does nothing.
  mutating func perform(_ call: DiskCall) {
    switch call {
    case .make(let path):
      if names[path] != nil { return }
      names[path] = files.count
      files.append(File(isLoose: true))
    case .write(let path, let bytes):
      change(path) {
        $0.bytes += bytes
        $0.isLoose = true
      }
    case .mode(let path, let mode): change(path) { $0.mode = mode }
    case .modified(let path, let time): change(path) { $0.modified = time }
    case .rename(let from, let to):
      // Of two names of one file, rename(2) leaves both.
      guard let file = names[from], names[to] != file else { return }
      names[from] = nil
      names[to] = file
    case .link(let from, let to): if names[to] == nil { names[to] = names[from] }
    case .remove(let path): names[path] = nil
    case .makeFolder(let path): folders.insert(path)
    case .removeFolder(let path):
      if !(Array(names.keys) + folders).contains(where: { $0.hasPrefix(path + "/") }) { folders.remove(path) }
    case .syncFile(let path): change(path) { $0.isLoose = false }
    case .syncFolder: break
    case .syncAll: for index in files.indices { files[index].isLoose = false }
    }
  }

  private mutating func change(_ path: String, _ body: (inout File) -> Void) {
    if let file = names[path] { body(&files[file]) }
  }

  /// The image with so much of the bytes that nobody waited for: all, none, or half.
  func losing(_ loss: Loss) -> DiskImage {
    var image = self
    for index in files.indices where files[index].isLoose {
      switch loss {
      case .nothing: break
      case .everything: image.files[index].bytes = []
      case .half: image.files[index].bytes.removeLast(files[index].bytes.count / 2)
      }
      image.files[index].isLoose = false
    }
    return image
  }

  /// What becomes of bytes that nobody waited for.
  enum Loss: CaseIterable { case nothing, everything, half }

  /// Writes the tree into an empty folder.
  func write(into folder: TemporaryFolder) {
    // A name is on the disk with the folders above it.
    var missing = folders
    for name in names.keys {
      var parts = name.split(separator: "/").dropLast()
      while !parts.isEmpty {
        missing.insert(parts.joined(separator: "/"))
        parts = parts.dropLast()
      }
    }
    for name in missing.sorted() { mkdir(folder.path + "/" + name, 0o755) }
    var first: [Int: String] = [:]
    for (name, number) in names.sorted(by: { $0.key < $1.key }) {
      let path = folder.path + "/" + name
      if let other = first[number] {
        link(other, path)
        continue
      }
      first[number] = path
      let file = files[number]
      let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
      _ = file.bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      _ = WriteCalls.system.setMode(descriptor, file.mode)
      if let modified = file.modified { _ = WriteCalls.system.setModified(descriptor, modified) }
      close(descriptor)
    }
  }
}

/// The trees that may stand on the disk after the power went at some moment of a record.
struct PowerLoss {
  let start: DiskImage
  let calls: [DiskCall]

  /// All of them, each once.
  func images() -> Set<DiskImage> {
    var images: Set<DiskImage> = []
    var last = 0
    for end in 0...calls.count {
      add(prefix(end), to: &images)
      if end > 0, case .syncAll = calls[end - 1] { last = end }
      // Whatever is left out of more calls is left out of fewer as well.
      guard end == calls.count || (end > 0 && calls[end - 1].isSync) else { continue }
      for commit in last..<end { add(committed(commit, until: end), to: &images) }
    }
    return images
  }

  private func add(_ image: DiskImage, to images: inout Set<DiskImage>) {
    for loss in DiskImage.Loss.allCases { images.insert(image.losing(loss)) }
  }

  /// Names in the order of the calls, as journals of ext4 and xfs have them.
  private func prefix(_ end: Int) -> DiskImage {
    var image = start
    for call in calls[..<end] { image.perform(call) }
    return image
  }

  /// All calls up to a commit, and of those after it only what somebody waited for, as btrfs has it: files with the names that lead to them, and the names in
  /// folders.
  private func committed(_ commit: Int, until end: Int) -> DiskImage {
    var image = prefix(commit)
    var waiting = Set<Int>()
    for index in commit..<end where isForced(index, until: end) { waiting.insert(index) }
    var done = Set<Int>()
    func perform(_ index: Int) {
      guard done.insert(index).inserted else { return }
      // The file was made, or had got its name, by a call that is needed then as well.
      if let source = calls[index].source, image.names[source] == nil,
        let maker = (commit..<index).last(where: { calls[$0].goal == source })
      {
        perform(maker)
      }
      image.perform(calls[index])
    }
    for index in commit..<end {
      switch calls[index] {
      case .write(let path, _), .mode(let path, _), .modified(let path, _), .syncFile(let path):
        if image.names[path] != nil { image.perform(calls[index]) }
      default: if waiting.contains(index) { perform(index) }
      }
    }
    return image
  }

  /// Whether somebody waited for a call before the end.
  private func isForced(_ index: Int, until end: Int) -> Bool {
    let folders = calls[index].folders
    var name = calls[index].goal
    for later in calls[(index + 1)..<end] {
      switch later {
      case .syncAll: return true
      case .syncFolder(let path): if folders.contains(path) { return true }
      case .syncFile(let path): if path == name { return true }
      case .rename(let from, let to): if from == name { name = to }
      default: break
      }
    }
    return false
  }
}

extension DiskCall {
  /// The name that it needs.
  fileprivate var source: String? {
    switch self {
    case .rename(let from, _), .link(let from, _): from
    default: nil
    }
  }

  /// The name that it makes.
  fileprivate var goal: String? {
    switch self {
    case .make(let path), .rename(_, let path), .link(_, let path): path
    default: nil
    }
  }

  /// The folders whose names it changes.
  fileprivate var folders: Set<String> {
    func above(_ path: String) -> String { path.split(separator: "/").dropLast().joined(separator: "/") }
    return switch self {
    case .make(let path), .remove(let path), .makeFolder(let path), .removeFolder(let path), .link(_, let path): [above(path)]
    case .rename(let from, let to): [above(from), above(to)]
    case .write, .mode, .modified, .syncFile, .syncFolder, .syncAll: []
    }
  }
}
