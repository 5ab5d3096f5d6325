// A program that shows a long text a screen at a time: $PAGER, or less.

import Glibc
import VitrineSystem

/// Shows texts through a person's pager.
package enum Pager {
  /// Quits where the text fits, keeps colours, leaves the text on the screen. Source: less(1).
  private static let standard = ["less", "-FRX"]

  /// Shows a text through `command`, a line for the shell, or through less where it is nil; waits until the person leaves. False, with nothing
  /// shown, where there is no such program or none is wanted.
  package static func show(_ text: String, command: String?) -> Bool {
    guard command != "", command != "cat" else { return false }
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return false }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var program = ProgramStart(standard: [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ])
    program.connect(ends[0], as: STDIN_FILENO)
    let words = command.map { ["/bin/sh", "-c", $0] } ?? standard
    return ChildProgram.leavingKeys {
      let started = program.start(words)
      close(ends[0])
      guard case .success(let process) = started else {
        close(ends[1])
        return false
      }
      write(text, to: ends[1])
      close(ends[1])
      // A shell ends with 126 or 127 where it cannot run the command.
      if case .success(126...127) = ProgramStart.end(of: process), command != nil { return false }
      return true
    }
  }

  /// Writes all of a text, as far as somebody reads it: SIGPIPE is ignored by this program. Source: write(2).
  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count > 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if errno != EINTR {
          return
        }
      }
    }
  }
}
