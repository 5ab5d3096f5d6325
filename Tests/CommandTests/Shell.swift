// Commands run as a person runs them: by a shell, in a folder, with an environment that is the same everywhere.

import Dispatch
import FoundationEssentials
import Glibc
import VitrineTesting

/// The program under test, and the shell around it.
enum Shell {
  /// How long a command may take. Units: seconds.
  private static let timeout = 60

  /// Where what takes too long is ended.
  private static let watch = DispatchQueue(label: "commands that take too long")

  /// A folder in which the program, and nothing else, is called `vitrine`.
  private static let programs: TemporaryFolder? = {
    guard let folder = try? TemporaryFolder() else { return nil }
    return symlink(Programs.vitrine, folder.path + "/vitrine") == 0 ? folder : nil
  }()

  /// Runs a command to its end, with more variables, `NAME=VALUE`, in its environment.
  ///
  /// Errors: throws the error number where the shell cannot be started.
  static func run(
    _ command: String, in folder: String, scratch: TemporaryFolder, variables: [String] = []
  ) throws -> TranscriptStep {
    let output = scratch.path + "/stdout"
    let errors = scratch.path + "/stderr"
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0o600)
    // One shell for all: another one for the folder, and timeout(1), would take longer than most commands.
    var words = copies(["/bin/sh", "-c", "cd '\(folder.replacing("'", with: "'\\''"))' || exit; " + command])
    var environment = copies(Self.environment(folder, with: variables))
    defer { for word in words + environment { free(word) } }
    // The threads of tests hold signals back, and what runs in the background of a script ignores Ctrl-C; a person's shell does neither. The group is its own, so that all that it starts can be ended.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var process: pid_t = 0
    let failure = posix_spawn(&process, "/bin/sh", &actions, &attributes, &words, &environment)
    guard failure == 0 else { throw Failure(number: failure) }
    let status = end(of: process)
    let signal = Int(status & 0x7f)
    return TranscriptStep(
      command: command, output: String(decoding: try scratch.read("stdout"), as: UTF8.self),
      errors: String(decoding: try scratch.read("stderr"), as: UTF8.self),
      status: signal == 0 ? Int(status >> 8 & 0xff) : 128 + signal)
  }

  /// Waits for the end of a process, which is killed with its group where that takes too long: what waitpid(2) says of it.
  private static func end(of process: pid_t) -> Int32 {
    let ending = DispatchWorkItem { kill(-process, SIGKILL) }
    watch.asyncAfter(deadline: .now() + .seconds(timeout), execute: ending)
    // Its number is its own until it is asked how it ended.
    var info = siginfo_t()
    while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    ending.cancel()
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  /// Words as the system takes them; the caller frees them.
  static func copies(_ words: [String]) -> [UnsafeMutablePointer<CChar>?] {
    var copies: [UnsafeMutablePointer<CChar>?] = []
    for word in words { copies.append(strdup(word)) }
    return copies + [nil]
  }

  /// A shell that cannot be started.
  struct Failure: Error {
    /// The system's error number.
    let number: Int32
  }

  /// All that a command knows of the world. Git reads nobody's settings.
  static func environment(_ folder: String, terminal: String = "", with more: [String] = []) -> [String] {
    let names = more.map { $0.prefix { $0 != "=" } }
    return more + usual(folder, terminal).filter { !names.contains($0.prefix { $0 != "=" }) }
  }

  private static func usual(_ folder: String, _ terminal: String) -> [String] {
    (terminal.isEmpty ? [] : ["TERM=\(terminal)"]) + [
      "PATH=\(programs?.path ?? ""):/usr/local/bin:/usr/bin:/bin", "HOME=\(folder)", "LC_ALL=C.UTF-8", "TZ=UTC", "COLUMNS=80",
      "VITRINE_NO_DAEMON=1", "SWIFT_BACKTRACE=enable=no", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
      "GIT_AUTHOR_NAME=a",
      "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org",
    ]
  }
}
