// The program `vitrined`: where it is, and the two ways to start it.

import Glibc
import VitrineSource
import VitrineSystem

/// The long-lived program beside this one.
package struct DaemonExecutable: Sendable {
  /// Its path.
  package let path: String

  /// Finds it: what `VITRINE_DAEMON` says, else beside this program, else on the `PATH`.
  ///
  /// Errors: it is nowhere.
  package init(_ context: RequestContext) throws {
    let name = "vitrined"
    if let named = context.environment("VITRINE_DAEMON"), !named.isEmpty {
      path = Path.absolute(named, from: context.workingFolder)
      guard Self.isProgram(path) else {
        throw RequestError("VITRINE_DAEMON names '\(named)', which is no program that can be started", .unavailable)
      }
      return
    }
    var places = [Path.parent(of: Path.real("/proc/self/exe"))]
    places += (context.environment("PATH") ?? "").split(separator: ":").map {
      Path.absolute(String($0), from: context.workingFolder)
    }
    guard let folder = places.first(where: { Self.isProgram($0 + "/" + name) }) else {
      throw RequestError(
        "cannot find '\(name)', which belongs beside 'vitrine' in '\(places[0])' or on the PATH; set VITRINE_DAEMON to its path",
        .unavailable)
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
    throw RequestError("cannot start '\(path)': \(ErrorNumber.words(number).reason)", .unavailable)
  }

  /// Starts it beside this process, with nothing of its terminal but standard error, which is for what keeps it from starting at all. What it
  /// writes to descriptor 3 up to the end of the first line is given; "" where it ended before that.
  ///
  /// Errors: what the system says. Source: posix_spawn(3).
  package func startBeside(_ words: [String]) throws -> (process: Int32, line: String) {
    var ends: (read: Int32, write: Int32) = (-1, -1)
    let result = SystemCall.pipe(&ends)
    guard result == 0 else { throw RequestError("cannot make a pipe: \(ErrorNumber.words(-result).reason)", .unavailable) }
    defer { close(ends.read) }
    var program = ProgramStart(standard: Array(1...64))
    program.connect(ends.write, as: 3)
    program.silence(STDIN_FILENO)
    program.silence(STDOUT_FILENO)
    let started = program.start([path] + words)
    close(ends.write)
    switch started {
    case .success(let process): return (process, Self.firstLine(from: ends.read))
    case .failure(let failure):
      throw RequestError("cannot start '\(path)': \(ErrorNumber.words(failure.number).reason)", .unavailable)
    }
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
