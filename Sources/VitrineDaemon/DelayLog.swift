// What the daemon reports of answers that had to wait for a file that somebody keeps open for writing.

import Glibc
import Synchronization
import VitrineSource
import VitrineSystem

/// Writes to the journal which file made answers wait, and who has it open; of each file once in a while.
final class DelayLog: Sendable {
  /// Waits shorter than this are usual, and not reported. Units: nanoseconds.
  private static let least: Int64 = 100_000_000
  /// How long a file that was reported is not reported again. Units: nanoseconds.
  private static let pause: Int64 = 60_000_000_000
  /// The most files that are remembered.
  private static let most = 100

  private let root: String
  private let journal: Journal
  private let reported = Mutex<[Path: Int64]>([:])

  /// A log of the catalogue in `root`.
  init(root: String, journal: Journal) {
    self.root = root
    self.journal = journal
  }

  /// Takes a wait for a file. Looking who has it open happens on a thread of its own. Units: nanoseconds.
  func note(_ path: Path, _ nanoseconds: Int64) {
    guard nanoseconds >= Self.least else { return }
    let now = MonotonicClock.now
    let isNew = reported.withLock { reported in
      if let last = reported[path], now - last < Self.pause { return false }
      if reported.count >= Self.most { reported = [:] }
      reported[path] = now
      return true
    }
    guard isNew else { return }
    Thread.start { [root, journal] in
      let openers = Self.openers(of: Path(root).appending(path).string)
      let who = openers.isEmpty ? "" : " by \(openers.joined(separator: ", "))"
      journal.write(
        .warning, "answers waited \(nanoseconds / 1_000_000) ms for '\(path.string)', which is kept open for writing\(who)")
    }
  }

  /// The processes of this user that have a file open: `process 4711 (vim)`. Source: proc(5).
  private static func openers(of path: String) -> [String] {
    names(in: "/proc").filter { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } && $0 != "\(getpid())" }.compactMap { process in
      let open = names(in: "/proc/\(process)/fd").contains { link("/proc/\(process)/fd/\($0)") == path }
      return open ? "process \(process) (\(link("/proc/\(process)/exe").split(separator: "/").last ?? "unknown"))" : nil
    }
  }

  /// The names in a folder; none where it cannot be listed.
  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let start = UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 19)
      let name = String(cString: start.assumingMemoryBound(to: CChar.self))
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  /// Where a symbolic link leads to; "" where that cannot be read.
  private static func link(_ path: String) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      let count = readlink(path, start, buffer.count)
      return String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}
