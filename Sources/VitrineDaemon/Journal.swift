// What the daemon tells while it runs: a line at a time, to standard error or to a file of its own.

import Glibc
import VitrineApplication
import VitrineModel
import VitrineText

/// Writes lines with their time and level. A line that cannot be written is lost, and nothing else happens.
///
/// Shape: `2026-11-21T20:33:36.123Z info ready`; to systemd's journal, which knows the time, `<6>ready`.
struct Journal: Sendable {
  /// How much a line matters. Source: the numbers are those of syslog(3).
  enum Level: Int {
    case error = 3
    case warning = 4
    case info = 6

    /// The word for it.
    fileprivate var word: String {
      switch self {
      case .error: "error"
      case .warning: "warning"
      case .info: "info"
      }
    }
  }

  /// Where the log begins anew. Units: bytes.
  static let longest = 1 << 20

  private let isSystemd: Bool
  private let isFile: Bool
  private let clock: @Sendable () -> Int64

  /// A journal on standard error; `isFile` where that is a file of our own, which may begin anew. `stream` is the value of `JOURNAL_STREAM`.
  init(stream: String?, isFile: Bool = false, clock: @escaping @Sendable () -> Int64 = WallClock.system.now) {
    self.isFile = isFile
    self.clock = clock
    var status = stat()
    isSystemd = !isFile && fstat(STDERR_FILENO, &status) == 0 && stream == "\(status.st_dev):\(status.st_ino)"
  }

  /// Lets standard output and standard error lead to the end of a file, so that also what the system says of a crash gets there.
  ///
  /// Errors: the number of the system's error.
  static func redirect(to path: String) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    return dup2(descriptor, STDOUT_FILENO) >= 0 && dup2(descriptor, STDERR_FILENO) >= 0 ? 0 : errno
  }

  /// Writes a line.
  func write(_ level: Level, _ text: String) {
    if isFile, lseek(STDERR_FILENO, 0, SEEK_END) >= Self.longest { ftruncate(STDERR_FILENO, 0) }
    let text = TerminalText.visible(text)
    var line = isSystemd ? "<\(level.rawValue)>\(text)\n" : "\(time) \(level.word) \(text)\n"
    line.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  private var time: String {
    let now = clock()
    let moment = CivilMoment(nanoseconds: now, offset: 0)
    func digits(_ value: Int, _ width: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }
    let milliseconds = Int(moment.seconds * 1_000)
    let (minutes, rest) = milliseconds.quotientAndRemainder(dividingBy: 60_000)
    return
      "\(moment.day)T\(digits(minutes / 60, 2)):\(digits(minutes % 60, 2)):\(digits(rest / 1_000, 2)).\(digits(rest % 1_000, 3))Z"
  }
}
