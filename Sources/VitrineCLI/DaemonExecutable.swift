// The program `vitrined`: where it is, and the two ways to start it.

import Glibc
import VitrineCommandLine
import VitrineFiles

/// The long-lived program beside this one.
package struct DaemonExecutable: Sendable {
  /// Its path.
  package let path: String

  /// Finds it: what `VITRINE_DAEMON` says, else beside this program, else on the `PATH`.
  ///
  /// Errors: it is nowhere.
  package init(_ session: Session) throws {
    let name = "vitrined"
    if let named = session.environment("VITRINE_DAEMON"), !named.isEmpty {
      path = Path.absolute(named, from: session.workingFolder)
      guard Self.isProgram(path) else {
        throw CommandError("VITRINE_DAEMON names '\(named)', which is no program that can be started", .inputOutput)
      }
      return
    }
    var places = [Path.parent(of: Path.real("/proc/self/exe"))]
    places += (session.environment("PATH") ?? "").split(separator: ":").map {
      Path.absolute(String($0), from: session.workingFolder)
    }
    guard let folder = places.first(where: { Self.isProgram($0 + "/" + name) }) else {
      throw CommandError(
        "cannot find '\(name)', which belongs beside 'vitrine' in '\(places[0])' or on the PATH; set VITRINE_DAEMON to its path",
        .inputOutput)
    }
    path = folder + "/" + name
  }

  private static func isProgram(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }

  /// Becomes that program; comes back only with an error.
  ///
  /// Errors: what the system says. Source: execv(3).
  package func become(_ words: [String]) throws -> Never {
    var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + words).map { strdup($0) } + [nil]
    execv(path, &arguments)
    let number = errno
    for argument in arguments { free(argument) }
    throw CommandError("cannot start '\(path)': \(ErrorNumber.words(number).reason)", .inputOutput)
  }

  /// Starts it beside this process, with nothing of its terminal but standard error, which is for what keeps it from starting at all. What it
  /// writes to descriptor 3 up to the end of the first line is given; "" where it ended before that.
  ///
  /// Errors: what the system says. Source: posix_spawn(3).
  func startBeside(_ words: [String]) throws -> (process: Int32, line: String) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw CommandError("cannot make a pipe: \(ErrorNumber.words(errno).reason)", .inputOutput) }
    defer { close(ends[0]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 3)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var arguments: [UnsafeMutablePointer<CChar>?] = ([path] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let failure = posix_spawn(&process, path, &actions, &attributes, &arguments, environ)
    close(ends[1])
    guard failure == 0 else {
      throw CommandError("cannot start '\(path)': \(ErrorNumber.words(failure).reason)", .inputOutput)
    }
    return (process, Self.firstLine(from: ends[0]))
  }

  private static func firstLine(from descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    while bytes.count < 65_536, !bytes.contains(0x0A) {
      let count = read(descriptor, &piece, piece.count)
      if count > 0 { bytes += piece[..<count] } else if count == 0 || errno != EINTR { break }
    }
    return String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
  }
}
