// Programs run as the system runs them.

import Glibc
import VitrineTesting

/// What a program said, and how it ended.
struct Said: Sendable, Equatable {
  /// Standard output.
  var output: String
  /// Standard error.
  var errors: String
  /// Its exit status, or 128 and the signal that ended it.
  var status: Int32
}

/// A program that runs. What it says goes into files.
final class Running: Sendable {
  /// Its number.
  let process: pid_t
  private let folder: TemporaryFolder

  /// Starts a program without input. `descriptor` becomes its descriptor 3, or a file for the line that `readyLine` reads.
  ///
  /// Errors: throws the error number where it cannot be started.
  init(
    _ words: [String], environment: [String: String], in workingFolder: String = "/", descriptor: Int32? = nil,
    hasReadyFile: Bool = false
  ) throws {
    folder = try TemporaryFolder()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_APPEND
    if let descriptor { posix_spawn_file_actions_adddup2(&actions, descriptor, 3) }
    if hasReadyFile { posix_spawn_file_actions_addopen(&actions, 3, folder.path + "/ready", flags, 0o600) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, folder.path + "/output", flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, folder.path + "/errors", flags, 0o600)
    let words = workingFolder == "/" ? words : ["env", "-C", workingFolder] + words
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let failure = posix_spawnp(&process, words[0], &actions, nil, &arguments, &variables)
    guard failure == 0 else { throw TemporaryFolderError(number: failure) }
    self.process = process
  }

  /// The line that it wrote when it was ready or failed; waits for it, or for its end.
  func readyLine() -> String {
    Waiting.until { self.text("ready").contains("\n") || self.hasEnded }
    return text("ready").split(separator: "\n").first.map(String.init) ?? ""
  }

  /// What it wrote to standard error so far.
  var errors: String { text("errors") }

  /// Sends it a signal.
  func signal(_ number: Int32) { kill(process, number) }

  /// True where it has ended, waited for or not. Source: waitid(2), WNOWAIT.
  var hasEnded: Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_signo != 0
  }

  /// Waits for its end; it is killed where it takes too long. To be called once. Units: seconds.
  func end(within seconds: Int = 60) -> Said {
    if !Waiting.until(seconds: seconds, { self.hasEnded }) { kill(process, SIGKILL) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return Said(output: text("output"), errors: text("errors"), status: signal == 0 ? status >> 8 & 0xFF : 128 + signal)
  }

  private func text(_ name: String) -> String { (try? folder.read(name)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
}

/// Waiting for what another process does.
enum Waiting {
  /// Waits until something is true; false where it does not become so. Units: seconds.
  @discardableResult
  static func until(seconds: Int = 60, _ condition: () -> Bool) -> Bool {
    var start = timespec()
    clock_gettime(CLOCK_MONOTONIC, &start)
    var now = start
    while now.tv_sec - start.tv_sec <= seconds {
      if condition() { return true }
      _ = poll(nil, 0, 2)
      clock_gettime(CLOCK_MONOTONIC, &now)
    }
    return false
  }
}
