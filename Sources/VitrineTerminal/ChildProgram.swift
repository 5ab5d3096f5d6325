// A program of the person's choice that has the terminal for a while: their editor.

import Glibc

/// Why a program did not run.
package struct ProgramFailure: Error, Sendable, Hashable {
  /// The number of the system's error.
  package let number: Int32
}

/// Runs programs.
enum ChildProgram {
  /// Runs a program with the terminal as its input and output, and waits for its end.
  ///
  /// Shape: the exit status, as a shell tells it: 128 and the number where a signal ended it. Source: posix_spawn(3), system(3).
  static func run(_ words: [String], on device: Int32) -> Result<Int32, ProgramFailure> {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { posix_spawn_file_actions_adddup2(&actions, device, stream) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var standard = sigset_t()
    sigemptyset(&standard)
    for signal in [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ] { sigaddset(&standard, signal) }
    posix_spawnattr_setsigdefault(&attributes, &standard)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

    // Ctrl-C in the other program is meant for that program.
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

    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let failure = posix_spawnp(&process, words.first ?? "", &actions, &attributes, &arguments, environ)
    guard failure == 0 else { return .failure(ProgramFailure(number: failure)) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return .failure(ProgramFailure(number: errno)) }
    }
    let signal = status & 0x7F
    return .success(signal == 0 ? status >> 8 & 0xFF : 128 + signal)
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
