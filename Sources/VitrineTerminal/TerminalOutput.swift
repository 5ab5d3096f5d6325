// What every program at a terminal needs: bytes written whole, and waits that signals end.

import Glibc

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
