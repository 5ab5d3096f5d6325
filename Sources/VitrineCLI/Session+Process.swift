// The session of a real process: the one place that asks the operating system what it is connected to.

import Glibc
import VitrineApplication
import VitrineCommandLine
import VitrineSource
import VitrineSystem
import VitrineTerminal

extension Session {
  /// The session of this process.
  package static func ofProcess() -> Session {
    let width = terminalWidth(of: STDOUT_FILENO)
    var session = Session(
      workingFolder: currentFolder(), environment: { name in getenv(name).map { String(cString: $0) } },
      output: { write($0) },
      // Where nobody listens to errors, the exit status still says so.
      errorOutput: { _ = write($0, to: STDERR_FILENO) }, terminalWidth: width,
      clock: { monotonicSeconds() }, wallClock: .system, options: Globals(directory: nil, color: .auto, isQuiet: false))
    session.errorWidth = terminalWidth(of: STDERR_FILENO)
    if width != nil, !["", "dumb"].contains(session.environment("TERM") ?? "") {
      session.pager = { [environment = session.environment] text in
        // What fits needs no pager.
        guard text.utf8.count(where: { $0 == 0x0A }) >= terminalRows(of: STDOUT_FILENO) else { return false }
        return Pager.show(text, command: environment("PAGER"))
      }
    }
    session.endsWithCommand = true
    session.asksServices = true
    // Questions stand on standard error, so that output that goes into a file stays what it is.
    if isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 {
      session.ask = { question in
        var question = question
        question.withUTF8 { _ = write(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
        return readAnswer()
      }
    }
    return session
  }

  /// The same session with the global options of a line.
  package func with(_ options: Globals) -> Session {
    var session = self
    session.options = options
    return session
  }

  /// Tells several lines on standard error as they are.
  package func tellLines(_ text: String) {
    var text = text
    text.withUTF8 { errorOutput(UnsafeRawBufferPointer($0)) }
  }

  /// A line of standard input without its end, as far as it is text; nil at the end of input. Byte by byte: what follows is not for us. Source: read(2).
  private static func readAnswer() -> String? {
    var line: [UInt8] = []
    while line.count < 4096 {
      var byte: UInt8 = 0
      let count = Glibc.read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
      if byte == 0x0A { break }
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// Source: getcwd(3).
  private static func currentFolder() -> String {
    guard let folder = getcwd(nil, 0) else { return "/" }
    defer { free(folder) }
    return String(cString: folder)
  }

  /// The width of a terminal; nil for anything else. Source: ioctl_tty(2), TIOCGWINSZ.
  private static func terminalWidth(of descriptor: Int32) -> Int? {
    guard isatty(descriptor) == 1 else { return nil }
    var size = winsize()
    if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    return getenv("COLUMNS").flatMap { Int(String(cString: $0)) } ?? 80
  }

  /// The height of a terminal. Source: ioctl_tty(2), TIOCGWINSZ.
  private static func terminalRows(of descriptor: Int32) -> Int {
    var size = winsize()
    if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 { return Int(size.ws_row) }
    return getenv("LINES").flatMap { Int(String(cString: $0)) } ?? 24
  }

  /// The time that only goes forward. Units: seconds.
  static func monotonicSeconds() -> Double { Double(MonotonicClock.now) * 1e-9 }

  /// Writes all bytes to standard output. What a reader such as `head` does not want is dropped, and the command goes on: its changes are made, and its exit
  /// status is true. Any other failure ends the program with status 3 and a word on why.
  private static func write(_ bytes: UnsafeRawBufferPointer) {
    let failure = write(bytes, to: STDOUT_FILENO)
    guard failure != 0, failure != EPIPE else { return }
    var line = "vitrine: \(FileError(.write, "standard output", errno: failure))\n"
    _ = line.withUTF8 { write(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
    exit(ExitStatus.inputOutput.rawValue)
  }

  /// Writes all bytes; returns 0, or the number of the error. Source: write(2).
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno != EINTR {
        return errno
      }
    }
    return 0
  }
}
