// Where the page answers what the relay brings from other devices: a port of its own, of which no client can choose whether it is the one.

import Glibc
import Synchronization
import VitrineHTTP
import VitrineSystem
import VitrineTLS

/// A server behind the relay. It begins when the page is first opened to other devices, and ends with the page; while the page is closed to them, it knows no host. Decision 0127
/// says why requests of the two sides come in by different sockets.
final class RelayListener: Sendable {
  private struct State {
    var port: Int?
    var isStopped = false
  }

  private let daemon: HTTPDaemon
  private let state = Mutex(State())

  /// Nothing is listened on yet.
  init(_ settings: HTTPDaemon.Settings, admit: @escaping @Sendable (RequestHead) -> Admission) {
    daemon = HTTPDaemon(settings, admit: admit)
  }

  /// The port of 127.0.0.1; nil where it has not begun.
  var port: Int? { state.withLock { $0.port } }

  /// Since when no request of another device is under way; nil while one is.
  var idleSince: Int64? { daemon.connections.idleSince }

  /// Begins, unless it has begun, and gives the port.
  ///
  /// Errors: the system gives no descriptors or threads; the page has ended.
  func start() throws(TLSProblem) -> Int {
    let result = state.withLock { state -> Result<Int, TLSProblem> in
      if let port = state.port { return .success(port) }
      if state.isStopped { return .failure(TLSProblem("the page is closed")) }
      let descriptor = TCPSocket.listen(port: 0)
      guard descriptor >= 0 else { return .failure(Self.problem(-descriptor)) }
      guard daemon.start(on: descriptor) else {
        let number = errno
        close(descriptor)
        return .failure(Self.problem(number))
      }
      let port = TCPSocket.port(of: descriptor)
      state.port = port
      return .success(port)
    }
    return try result.get()
  }

  private static func problem(_ number: Int32) -> TLSProblem {
    TLSProblem("cannot listen on this machine: \(String(cString: strerror(number)))")
  }

  /// Ends it, as `HTTPDaemon.stop` does.
  func stop(within milliseconds: Int, late: @autoclosure () -> Reply) {
    state.withLock { $0 = State(port: nil, isStopped: true) }
    let listening = daemon.quiesce()
    if listening >= 0 { close(listening) }
    daemon.stop(within: milliseconds, late: late())
  }
}
