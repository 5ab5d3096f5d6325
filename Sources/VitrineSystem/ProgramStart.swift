// Another program, started beside this one.

import Glibc

/// A program about to be started: what its streams are, and which signals do to it what they do to any program. Source: posix_spawn(3).
package struct ProgramStart: ~Copyable {
  private var actions = posix_spawn_file_actions_t()
  private var attributes = posix_spawnattr_t()
  private var flags = POSIX_SPAWN_SETSIGMASK

  /// A program that no signal is held back from, and that has what this one has. `signals` end it, or whatever they do by default, even where
  /// this one takes no notice of them.
  package init(standard signals: [Int32] = [SIGPIPE, SIGXFSZ]) {
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    var set = sigset_t()
    sigemptyset(&set)
    posix_spawnattr_setsigmask(&attributes, &set)
    for signal in signals { sigaddset(&set, signal) }
    posix_spawnattr_setsigdefault(&attributes, &set)
    flags |= POSIX_SPAWN_SETSIGDEF
  }

  deinit {
    var (actions, attributes) = (actions, attributes)
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }

  /// Gives it a descriptor of this program as its stream of a number.
  package mutating func connect(_ descriptor: Int32, as stream: Int32) {
    posix_spawn_file_actions_adddup2(&actions, descriptor, stream)
  }

  /// Gives it nothing to read, or nowhere to write to.
  package mutating func silence(_ stream: Int32) {
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY, 0)
  }

  /// Starts it in another folder. Source: posix_spawn_file_actions_addchdir_np(3).
  package mutating func enter(_ folder: String) {
    SystemCall.enter(folder, &actions)
  }

  /// Puts it into a process group of its own, so that it can be ended with all that it starts.
  package mutating func isolate() {
    posix_spawnattr_setpgroup(&attributes, 0)
    flags |= POSIX_SPAWN_SETPGROUP
  }

  /// Starts it: the first word is its path, or a name that is looked for on the `PATH`. It has the environment of this program, `more` in the
  /// place of what has the same names, and nothing of the names `without`. Answers the number of its process. One that is open for writing (it was
  /// just installed, or copied) is tried again for a second.
  ///
  /// Errors: the number of the system's error.
  package mutating func start(
    _ words: [String], more variables: [(name: String, value: String)] = [], without dropped: [String] = []
  ) -> Result<Int32, ProgramFailure> {
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var arguments = words.map { strdup($0) } + [nil]
    var environment =
      Self.inherited(without: variables.map(\.name) + dropped) + variables.map { strdup($0.name + "=" + $0.value) } + [nil]
    defer { for text in arguments + environment { free(text) } }
    var process: pid_t = 0
    var failure = posix_spawnp(&process, words.first ?? "", &actions, &attributes, &arguments, &environment)
    for _ in 0..<50 where failure == ETXTBSY {
      MonotonicClock.sleep(milliseconds: 20)
      failure = posix_spawnp(&process, words.first ?? "", &actions, &attributes, &arguments, &environment)
    }
    return failure == 0 ? .success(process) : .failure(ProgramFailure(number: failure))
  }

  /// The variables of this program, byte for byte, but for those of some names.
  private static func inherited(without names: [String]) -> [UnsafeMutablePointer<CChar>?] {
    var result: [UnsafeMutablePointer<CChar>?] = []
    var place = environ
    while let text = place.pointee {
      let isReplaced = names.contains { name in strncmp(text, name + "=", name.utf8.count + 1) == 0 }
      if !isReplaced { result.append(strdup(text)) }
      place += 1
    }
    return result
  }

  /// Waits for the end of a program: its exit status, as a shell tells it: 128 and the number where a signal ended it. Source: waitpid(2).
  package static func end(of process: Int32) -> Result<Int32, ProgramFailure> {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return .failure(ProgramFailure(number: errno)) }
    }
    return .success(exitStatus(status))
  }

  /// The same of one that ends within so many milliseconds; nil for one that goes on.
  package static func end(of process: Int32, within milliseconds: Int) -> Result<Int32, ProgramFailure>? {
    let deadline = MonotonicClock.now + Int64(milliseconds) * 1_000_000
    while true {
      var status: Int32 = 0
      let ended = waitpid(process, &status, WNOHANG)
      if ended > 0 { return .success(exitStatus(status)) }
      if ended < 0, errno != EINTR { return .failure(ProgramFailure(number: errno)) }
      if MonotonicClock.now >= deadline { return nil }
      MonotonicClock.sleep(milliseconds: 5)
    }
  }

  private static func exitStatus(_ status: Int32) -> Int32 {
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}

/// Why a program did not run.
package struct ProgramFailure: Error, Sendable, Hashable {
  /// The number of the system's error.
  package let number: Int32

  /// A failure with the number of the system's error.
  package init(number: Int32) { self.number = number }
}
