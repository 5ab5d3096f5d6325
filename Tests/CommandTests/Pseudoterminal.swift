// A terminal without a person: the program runs on one end, the test types and looks at the other.

import FoundationEssentials
import Glibc
import VitrineTesting

/// A program on a terminal of its own.
final class Pseudoterminal {
  /// How long anything may take. Units: seconds.
  private static let timeout = 60.0

  /// TIOCSPTLCK and TIOCGPTN, which Glibc's module lacks. Source: ioctl_tty(2).
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  /// How a program ended.
  enum End: Equatable {
    /// With an exit status.
    case status(Int)
    /// By a signal.
    case signal(Int)
  }

  /// What went wrong with the terminal itself.
  struct Failure: Error {
    /// In words.
    let what: String
    /// The system's error number.
    let number = errno
  }

  /// What has been shown so far, as the program wrote it.
  private(set) var output = ""
  private let place: TemporaryFolder
  private let controller: Int32
  private let device: Int32
  private var process: pid_t = 0
  private let modesAtStart: [UInt8]

  /// Starts a command of the shell in a folder, as the leader of a session on a new terminal.
  init(_ command: String, in place: TemporaryFolder, rows: Int = 24, columns: Int = 80, variables: [String] = []) throws {
    self.place = place
    let folder = place.path
    controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var locked: Int32 = 0
    var number: Int32 = 0
    guard controller >= 0, ioctl(controller, Self.setLock, &locked) == 0, ioctl(controller, Self.getNumber, &number) == 0 else {
      throw Failure(what: "/dev/ptmx")
    }
    let name = "/dev/pts/\(number)"
    // Kept open, so that the modes can be asked for after the program has ended.
    device = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard device >= 0 else { throw Failure(what: "open") }
    modesAtStart = Self.modes(of: device)
    resize(rows: rows, columns: columns)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // POSIX_SPAWN_SETSID: the first terminal that the leader of a session opens is the session's.
    // The threads of a test keep signals to themselves, and what they start would, too.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(0x80 | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    for stream in [Int32(0), 1, 2] { posix_spawn_file_actions_addopen(&actions, stream, name, O_RDWR, 0) }
    var words = Shell.copies(["sh", "-c", "cd \"$0\" && \(command)", folder])
    var environment = Shell.copies(Shell.environment(folder, terminal: "xterm-256color") + variables)
    defer { for word in words + environment { free(word) } }
    let failure = posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, &environment)
    guard failure == 0 else { throw Failure(what: "posix_spawn") }
  }

  deinit {
    if process > 0 {
      kill(-process, SIGKILL)
      kill(process, SIGKILL)
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
    }
    close(device)
    close(controller)
  }

  /// Types.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(controller, bytes, bytes.count)
  }

  /// Changes the size; the program is told.
  func resize(rows: Int, columns: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
  }

  /// Sends the program a signal.
  func send(_ signal: Int32) { kill(process, signal) }

  /// Waits until the program has shown a text, and forgets what was shown up to its end.
  ///
  /// Errors: it does not, for a long time.
  func waitFor(_ text: String) throws {
    let start = monotonicTime
    while true {
      if let range = output.firstRange(of: text) {
        output.removeSubrange(..<range.upperBound)
        return
      }
      guard monotonicTime - start < Self.timeout else {
        throw Failure(what: "'\(text)' was not shown, but: \(output.replacing("\u{1B}", with: "^"))")
      }
      readSome(milliseconds: 100)
    }
  }

  /// Waits for the end of the program.
  ///
  /// Errors: it goes on for a long time.
  func waitForEnd() throws -> End {
    let start = monotonicTime
    var status: Int32 = 0
    while waitpid(process, &status, WNOHANG) == 0 {
      guard monotonicTime - start < Self.timeout else { throw Failure(what: "it did not end") }
      readSome(milliseconds: 10)
    }
    process = 0
    while readSome(milliseconds: 0) {}
    return status & 0x7F == 0 ? .status(Int(status >> 8 & 0xFF)) : .signal(Int(status & 0x7F))
  }

  /// True where the terminal's modes are what they were before the program started.
  var hasItsModes: Bool { Self.modes(of: device) == modesAtStart }

  private static func modes(of device: Int32) -> [UInt8] {
    var modes = termios()
    tcgetattr(device, &modes)
    return withUnsafeBytes(of: modes) { Array($0) }
  }

  @discardableResult
  private func readSome(milliseconds: Int32) -> Bool {
    var waited = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    guard poll(&waited, 1, milliseconds) > 0, waited.revents & Int16(POLLIN) != 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(controller, &bytes, bytes.count)
    guard count > 0 else { return false }
    output += String(decoding: bytes[..<count], as: UTF8.self)
    return true
  }

  private var monotonicTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
