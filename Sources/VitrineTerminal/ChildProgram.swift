// A program of the person's choice that has the terminal for a while: their editor.

import Glibc
package import VitrineSystem

/// Runs programs.
enum ChildProgram {
  /// Runs a program with the terminal as its input and output, and waits for its end.
  ///
  /// Shape: the exit status, as a shell reports it: 128 and the number where a signal ended it. Source: posix_spawn(3), system(3).
  static func run(_ words: [String], on device: Int32) -> Result<Int32, ProgramFailure> {
    var program = ProgramStart(standard: [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ])
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { program.connect(device, as: stream) }
    return leavingKeys { program.start(words).flatMap { ProgramStart.end(of: $0) } }
  }

  /// Does something while another program has the keyboard: Ctrl-C in it is meant for that program.
  static func leavingKeys<Result>(_ body: () -> Result) -> Result {
    var ignored = sigaction()
    ignored.__sigaction_handler.sa_handler = SIG_IGN
    var old = (sigaction(), sigaction(), sigaction())
    sigaction(SIGINT, &ignored, &old.0)
    sigaction(SIGQUIT, &ignored, &old.1)
    // Both stop at Ctrl-Z, and the shell continues both.
    ignored.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(SIGTSTP, &ignored, &old.2)
    defer {
      sigaction(SIGINT, &old.0, nil)
      sigaction(SIGQUIT, &old.1, nil)
      sigaction(SIGTSTP, &old.2, nil)
    }

    return body()
  }
}

/// A program on the terminal while no finder has it.
package enum TerminalProgram {
  /// Runs a program with the terminal as its input and output, whatever those of this program are, and waits for its end.
  package static func run(_ words: [String]) -> Result<Int32, ProgramFailure> {
    let device = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard device >= 0 else { return .failure(ProgramFailure(number: errno)) }
    defer { close(device) }
    return ChildProgram.run(words, on: device)
  }
}
