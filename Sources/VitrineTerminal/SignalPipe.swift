// What every program at a terminal needs: signals as bytes to poll for, and bytes written whole.

import Glibc

/// A pipe that signal handlers and other threads write a byte to, so that a loop which waits is told.
struct SignalPipe: ~Copyable {
  /// What to poll for reading.
  let reading: Int32
  /// What to write a signal's number to, or 0.
  let writing: Int32

  /// A pipe whose ends neither wait nor are handed on to children.
  ///
  /// Errors: the number of the error where the system gives none.
  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .refused(errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// The bytes that have come, oldest first, without waiting.
  func take() -> [UInt8] {
    var taken: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 64)
    while true {
      let count = read(reading, &bytes, bytes.count)
      guard count > 0 else { return taken }
      taken += bytes[..<count]
    }
  }
}

/// What is written to a terminal.
enum TerminalOutput {
  /// Writes all bytes; what a terminal that is gone does not take is dropped, since that is noticed where keys are read. Source: write(2).
  static func write(_ bytes: UnsafeRawBufferPointer, to device: Int32) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(device, rest.baseAddress, rest.count)
      if count > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno != EINTR {
        return
      }
    }
  }

  /// Waits for what a poll waits for, or some milliseconds; for ever where that is nil. False where nothing can have happened. Source: poll(2).
  static func wait(_ waited: inout [pollfd], milliseconds: Int?) -> Bool {
    poll(&waited, nfds_t(waited.count), milliseconds.map { Int32(clamping: max($0, 0)) } ?? -1) > 0 || errno == EINTR
  }
}
