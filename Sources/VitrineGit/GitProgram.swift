// git, started as a program: words in, bytes out. Decision 0051 says why it is no library.

import Glibc
import VitrineSystem

/// How git is started: for which repository, and in which environment.
struct GitProgram: Sendable {
  /// What stands before every command.
  var before: [String] = []
  /// Variables that it gets in place of this program's.
  var variables: [(name: String, value: String)] = []
  /// Variables that it does not get.
  var dropped: [String] = []
  /// When it must have answered, or is ended with all that it started; nil where it may take its time. Units: nanoseconds of the monotonic clock.
  var deadline: Int64?

  /// What keeps git to reading: no programs that a repository's settings name, no locks, no pager, no network, no words in other languages.
  private static let guarded = [
    "--no-pager", "--no-optional-locks", "--literal-pathspecs", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false",
    "-c", "core.quotePath=false",
  ]
  private static let quiet = [
    (name: "LC_ALL", value: "C"), (name: "GIT_NO_LAZY_FETCH", value: "1"), (name: "GIT_TERMINAL_PROMPT", value: "0"),
    // A promisor remote is never asked for what a partial clone lacks, also by versions that do not know GIT_NO_LAZY_FETCH.
    (name: "GIT_ALLOW_PROTOCOL", value: "none"), (name: "GIT_TRACE", value: "0"),
  ]
  /// What keeps git to what the repository itself holds, for whoever shows it without having been asked to trust it: nobody's settings but the repository's,
  /// no replacements of commits and no grafts.
  ///
  /// Source: git(1), git-config(1), git-replace(1).
  static let confined = [
    (name: "GIT_CONFIG_NOSYSTEM", value: "1"), (name: "GIT_CONFIG_GLOBAL", value: "/dev/null"),
    (name: "GIT_ATTR_NOSYSTEM", value: "1"), (name: "GIT_NO_REPLACE_OBJECTS", value: "1"),
    (name: "GIT_GRAFT_FILE", value: "/dev/null"),
  ]
  /// The most that is kept of what git complains of. Units: bytes.
  private static let maximumComplaint = 4096

  /// Starts git.
  ///
  /// Errors: there is no git, or no process.
  func start(_ words: [String], _ connect: (inout ProgramStart) -> Void) throws(GitError) -> Int32 {
    var program = ProgramStart()
    connect(&program)
    if deadline != nil { program.isolate() }
    switch program.start(["git"] + Self.guarded + before + words, more: Self.quiet + variables, without: dropped) {
    case .success(let process): return process
    case .failure(let failure) where failure.number == ENOENT:
      throw GitError("git is not installed, or not on the PATH")
    case .failure(let failure): throw GitError("git cannot be started: \(ErrorNumber.words(failure.number).reason)")
    }
  }

  /// All that a command prints, and how it ends.
  ///
  /// Errors: there is no git, or no process; more than `limit` bytes; no end before the deadline.
  func run(_ words: [String], limit: Int = .max) throws(GitError) -> GitAnswer {
    let answer = try self.answer(to: words, limit: limit)
    if let cut = answer.cut { throw GitError(cut) }
    return answer
  }

  /// The same, but of a command that prints too much or takes too long, what it printed until it was ended.
  ///
  /// Errors: there is no git, or no process.
  func answer(to words: [String], limit: Int) throws(GitError) -> GitAnswer {
    var ends: (read: Int32, write: Int32) = (-1, -1)
    guard SystemCall.pipe(&ends) == 0 else { throw GitError("git cannot be started: too many open files") }
    defer { close(ends.read) }
    let complaint = SystemCall.openInMemory("git")
    defer { if complaint >= 0 { close(complaint) } }
    let process: Int32
    do throws(GitError) {
      process = try start(words) { program in
        program.silence(STDIN_FILENO)
        program.connect(ends.write, as: STDOUT_FILENO)
        if complaint >= 0 { program.connect(complaint, as: STDERR_FILENO) } else { program.silence(STDERR_FILENO) }
      }
    } catch {
      close(ends.write)
      throw error
    }
    close(ends.write)
    var bytes: [UInt8] = []
    var cut: String?
    let capacity = 1 << 18
    while true {
      guard waits(for: ends.read) else {
        cut = "git did not answer in time"
        break
      }
      let piece = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        count = max(read(ends.read, buffer.baseAddress, capacity), 0)
      }
      if piece.isEmpty { break }
      bytes += piece
      if bytes.count > limit {
        cut = "git's answer is longer than \(limit) bytes"
        break
      }
    }
    if cut != nil { kill(deadline == nil ? process : -process, deadline == nil ? SIGTERM : SIGKILL) }
    guard case .success(let status) = ProgramStart.end(of: process) else { throw GitError("git could not be waited for") }
    if cut != nil, bytes.count > limit { bytes.removeLast(bytes.count - limit) }
    return GitAnswer(bytes: bytes, status: status, complaint: complaint >= 0 ? Self.text(of: complaint) : "", cut: cut)
  }

  /// Waits until there is something to read, or nothing will come any more; false where the deadline comes first. Source: poll(2).
  private func waits(for descriptor: Int32) -> Bool {
    guard let deadline else { return true }
    while true {
      let left = (deadline - MonotonicClock.now) / 1_000_000
      guard left > 0 else { return false }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let count = poll(&entry, 1, Int32(clamping: left))
      if count > 0 { return true }
      if count < 0, errno != EINTR { return true }
    }
  }

  /// What a command prints that has to succeed.
  ///
  /// Errors: as `run`; what git complains of.
  func output(_ words: [String], limit: Int = .max) throws(GitError) -> [UInt8] {
    let answer = try run(words, limit: limit)
    guard answer.status == 0 else { throw GitError(answer.reason) }
    return answer.bytes
  }

  private static func text(of descriptor: Int32) -> String {
    let bytes = [UInt8](unsafeUninitializedCapacity: maximumComplaint) { buffer, count in
      count = max(pread(descriptor, buffer.baseAddress, maximumComplaint, 0), 0)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What a command of git gave.
struct GitAnswer: Sendable {
  /// What it printed.
  var bytes: [UInt8]
  /// How it ended: 0 where all is well.
  var status: Int32
  /// What it wrote to standard error.
  var complaint: String
  /// Why it was ended before it had printed all; nil where it was not.
  var cut: String?

  /// The first line of what it complains of.
  var reason: String {
    let line = complaint.split(separator: "\n").first { !$0.hasPrefix("hint:") && !$0.hasPrefix("warning:") } ?? ""
    let text = line.hasPrefix("fatal: ") || line.hasPrefix("error: ") ? line.dropFirst(7) : line
    return text.isEmpty ? "git failed (status \(status))" : "git says: \(text)"
  }

  /// The lines it printed.
  var lines: [String] { bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) } }
}
