// The command that runs after changes: when it runs, and the process that it is.

import Glibc
import Synchronization
package import VitrineSystem

/// The events of a run.
package struct WatchChange: Sendable, Hashable {
  /// The most paths that are handed on.
  package static let mostPaths = 1_000
  /// The most bytes of paths: the system takes no variable beyond 128 KiB. Source: execve(2), MAX_ARG_STRLEN.
  private static let mostBytes = 120_000

  /// The last generation that led to it.
  package var generation: UInt64
  /// How many findings there are now.
  package var counts: WatchCounts
  /// The files that changed, in byte order.
  package var changed: [String]

  /// A change of the given files.
  package init(generation: UInt64, counts: WatchCounts, changed: [String]) {
    self.generation = generation
    self.counts = counts
    self.changed = changed
  }

  /// This change and a later one.
  package func followed(by later: WatchChange) -> WatchChange {
    let paths = Set(changed).union(later.changed).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return WatchChange(generation: later.generation, counts: later.counts, changed: Array(paths.prefix(WatchChange.mostPaths)))
  }

  /// The variables that a run has in its environment.
  package var environment: [(name: String, value: String)] {
    var bytes = 0
    let paths = changed.prefix(WatchChange.mostPaths).prefix { path in
      bytes += path.utf8.count + 1
      return bytes <= WatchChange.mostBytes
    }
    return [
      ("VITRINE_GENERATION", String(generation)), ("VITRINE_ERRORS", String(counts.errors)),
      ("VITRINE_WARNINGS", String(counts.warnings)), ("VITRINE_CHANGED", paths.joined(separator: "\n")),
    ]
  }
}

/// When the command runs: never two at once, and once more for all that came meanwhile.
package struct WatchJobQueue: Sendable {
  /// True while a run is under way.
  package private(set) var isRunning = false
  private var waiting: WatchChange?

  /// Nothing runs.
  package init() {}

  /// Something changed; gives what to run now, nil where a run is under way.
  package mutating func changed(_ change: WatchChange) -> WatchChange? {
    if isRunning {
      waiting = waiting?.followed(by: change) ?? change
      return nil
    }
    isRunning = true
    return change
  }

  /// The run ended; gives what to run now.
  package mutating func ended() -> WatchChange? {
    defer { waiting = nil }
    isRunning = waiting != nil
    return waiting
  }
}

/// How a process ended.
package enum WatchProcessEnd: Sendable, Hashable {
  /// With a status.
  case status(Int32)
  /// By a signal.
  case signal(Int32)

  /// In words that follow the command; nil where all is well.
  package var words: String? {
    switch self {
    case .status(0): nil
    case .status(let status): "ended with status \(status)"
    case .signal(let signal): "was ended by signal \(signal)"
    }
  }
}

/// A process of ours that is not waited for.
package struct WatchProcess: Sendable {
  private let id: pid_t

  /// Starts a program in a process group of its own, so that it ends with all that it started; without input. With `isSilent` what it writes is
  /// thrown away.
  ///
  /// Errors: the number of the system's error. Source: posix_spawn(3).
  package static func start(
    _ words: [String], more variables: [(name: String, value: String)] = [], isSilent: Bool = false
  ) -> Result<WatchProcess, ProgramFailure> {
    var program = ProgramStart(standard: [SIGINT, SIGQUIT, SIGPIPE, SIGXFSZ, SIGTSTP, SIGTERM, SIGHUP])
    for stream in isSilent ? [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] : [STDIN_FILENO] { program.silence(stream) }
    program.isolate()
    return program.start(words, more: variables).map { WatchProcess(id: $0) }
  }

  /// How it ended; nil while it runs. Once it has been told, it is forgotten. Source: waitpid(2).
  package func end() -> WatchProcessEnd? {
    var status: Int32 = 0
    while true {
      let found = waitpid(id, &status, WNOHANG)
      if found == 0 { return nil }
      if found < 0, errno == EINTR { continue }
      if found < 0 { return .status(0) }
      return status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }
  }

  /// Sends a signal to it and all that it started.
  package func send(_ signal: Int32) { kill(-id, signal) }

  /// Ends it, and all that it started: asked first, and after a second no longer asked.
  package func stop() {
    send(SIGTERM)
    send(SIGCONT)
    var hasEnded = false
    for _ in 0..<100 {
      hasEnded = hasEnded || end() != nil
      // The group lives as long as one of its processes does.
      if hasEnded, kill(-id, 0) != 0 { return }
      _ = poll(nil, 0, 10)
    }
    send(SIGKILL)
    while !hasEnded {
      hasEnded = end() != nil
      _ = poll(nil, 0, 10)
    }
  }

  /// Says that this process, or none, is to end where `exit` ends ours.
  package static func endsWithUs(_ process: WatchProcess?) {
    if runningGroup.exchange(process?.id ?? 0, ordering: .sequentiallyConsistent) == -1 { atexit(endRunningGroup) }
  }
}

/// The process group that is to end with this process; 0 for none, -1 as long as nobody asked for that.
private let runningGroup = Atomic<pid_t>(-1)

private func endRunningGroup() {
  let group = runningGroup.load(ordering: .sequentiallyConsistent)
  if group > 0 { kill(-group, SIGTERM) }
}
