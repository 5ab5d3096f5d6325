// Running another program from a test.

import Glibc

/// Another program, run to its end.
enum Program {
  /// What it wrote to standard output and standard error together, and how it ended.
  struct Result {
    /// The text.
    let output: String
    /// The exit status, or 128 and the signal.
    let status: Int
  }

  /// Runs a program with the given arguments and this process's environment.
  ///
  /// Errors: throws the error number where the program cannot be started.
  static func run(_ path: String, _ arguments: [String]) throws -> Result {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure(number: errno) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 2)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addclose(&actions, ends[1])
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var process: pid_t = 0
    let failure = posix_spawn(&process, path, &actions, nil, &words, environ)
    for word in words { free(word) }
    posix_spawn_file_actions_destroy(&actions)
    close(ends[1])
    defer { close(ends[0]) }
    guard failure == 0 else { throw Failure(number: failure) }

    var output: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(ends[0], &part, part.count)
      if count > 0 { output += part[..<count] } else if count == 0 || errno != EINTR { break }
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = Int(status & 0x7f)
    return Result(output: String(decoding: output, as: UTF8.self), status: signal == 0 ? Int(status >> 8 & 0xff) : 128 + signal)
  }

  /// A system call that failed.
  struct Failure: Error {
    /// Its `errno`.
    let number: Int32
  }
}
