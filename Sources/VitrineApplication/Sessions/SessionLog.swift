// Which sessions with a camera ended as they should: what `vitrine doctor --sessions` counts.

import Glibc
import VitrineSystem

/// A file of lines in the state folder of the person (`$XDG_STATE_HOME/vitrine/sessions`), never in a catalogue: a line when a session begins, one when it ends.
///
/// Shape: `begin ID SECONDS PROCESS WHAT` and `end ID SECONDS`; seconds since 1970; the process is the one that keeps the session, such as the one that
/// serves the page. Source: XDG Base Directory Specification 0.8.
package struct SessionLog {
  private let folder: String
  private var path: String { folder + "/sessions" }

  /// The longest that a session is taken to last. Units: seconds.
  private static let longest: Int64 = 12 * 3600
  /// Where the file has more, its older half goes. Units: bytes.
  private static let largest = 1 << 20

  /// The log of a person; nil where no folder is named.
  package init?(environment: (String) -> String?) {
    guard let folder = StateFolder.path(environment) else { return nil }
    self.folder = folder
  }

  /// Notes that a session begins. `what` is a word on it. Where nothing can be written, nothing is: a camera comes first.
  package func begin(_ id: String, _ what: String, at seconds: Int64) {
    add("begin \(id) \(seconds) \(getpid()) \(what)\n")
  }

  /// Notes that a session ends.
  package func end(_ id: String, at seconds: Int64) { add("end \(id) \(seconds)\n") }

  /// Whether a text may be the name of a session: letters, digits and dashes, at most 64.
  package static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "-") }
  }

  /// What the log comes to.
  package struct Count: Hashable, Sendable {
    /// How many began.
    package var begun = 0
    /// How many of them go on.
    package var open = 0
    /// How many of them did not end as they should: nobody said so within twelve hours, or the process that keeps them is gone.
    package var broken = 0

    /// No session.
    package init() {}

    /// The share of those that are over which ended as they should. Units: tenths of a per cent, rounded down.
    package var share: Int { begun == open ? 1000 : (begun - open - broken) * 1000 / (begun - open) }
  }

  /// Counts the sessions. Lines that are none are passed over.
  package func count(at now: Int64) -> Count {
    var open: [Substring: (begun: Int64, process: Int32)] = [:]
    // A browser sends both words on connections of their own: of a short session the end may come first.
    var ended: Set<Substring> = []
    var count = Count()
    let text = Self.text(of: path)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count >= 3, let seconds = Int64(words[2]) else { continue }
      switch words[0] {
      case "begin":
        guard words.count >= 4, let process = Int32(words[3]), open.updateValue((seconds, process), forKey: words[1]) == nil
        else { continue }
        count.begun += 1
        if ended.remove(words[1]) != nil { open[words[1]] = nil }
      case "end": if open.removeValue(forKey: words[1]) == nil { ended.insert(words[1]) }
      default: continue
      }
    }
    for session in open.values {
      let isOver = now - session.begun > Self.longest || (kill(session.process, 0) != 0 && errno == ESRCH)
      if isOver { count.broken += 1 } else { count.open += 1 }
    }
    return count
  }

  private func add(_ line: String) {
    makeFolders(folder)
    var status = stat()
    if stat(path, &status) == 0, status.st_size > Self.largest { shorten() }
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    defer { close(file) }
    var line = line
    _ = line.withUTF8 { write(file, $0.baseAddress, $0.count) }
  }

  /// Keeps the newer half of the lines.
  private func shorten() {
    let lines = Self.text(of: path).split(separator: "\n")
    var kept = lines[(lines.count / 2)...].joined(separator: "\n") + "\n"
    let half = path + ".tmp"
    let file = open(half, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    let isWritten = kept.withUTF8 { write(file, $0.baseAddress, $0.count) == $0.count }
    close(file)
    if isWritten { rename(half, path) } else { unlink(half) }
  }

  private func makeFolders(_ path: String) {
    guard mkdir(path, 0o700) != 0, errno == ENOENT, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
      slash > path.startIndex
    else { return }
    makeFolders(String(path[..<slash]))
    mkdir(path, 0o700)
  }

  private static func text(of path: String) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes: [UInt8] = []
    while bytes.count <= 4 * largest {
      let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = max(read(file, buffer.baseAddress, buffer.count), 0)
      }
      if piece.isEmpty { break }
      bytes += piece
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
