// Editors' processes at the daemon's second socket: each is served by a thread of its own for as long as it stays.

import Glibc
import Synchronization
import VitrineLive
import VitrineSource
import VitrineSystem

/// Takes in the processes that editors started.
final class EditorListener: Sendable {
  /// So many are served at once; the next ones read the catalogue themselves.
  private static let maximumCount = 64

  private let socket: ListeningSocket
  private let count = Atomic(0)

  /// The listener of a socket that is bound.
  init(_ socket: ListeningSocket) { self.socket = socket }

  /// How many editors are served.
  var editorCount: Int { count.load(ordering: .acquiring) }

  /// Begins to listen; `serve` is called on a thread of its own for each connection, and closes it.
  ///
  /// Errors: the system refuses.
  func listen(_ serve: @escaping @Sendable (_ connection: Int32) -> Void) throws(FileError) {
    try socket.listen()
    Thread.start { [self] in
      while true { accept(serve) }
    }
  }

  /// Takes the socket's file away.
  func remove() { socket.remove() }

  private func accept(_ serve: @escaping @Sendable (Int32) -> Void) {
    let connection = SystemCall.accept(socket.descriptor)
    guard connection >= 0 else {
      // Too few descriptors, too little memory: there may be more later.
      usleep(100_000)
      return
    }
    let isServed = count.add(1, ordering: .acquiringAndReleasing).newValue <= Self.maximumCount
    let isStarted =
      isServed
      && Thread.startIfPossible { [self] in
        serve(connection)
        count.subtract(1, ordering: .acquiringAndReleasing)
      }
    if isStarted { return }
    close(connection)
    count.subtract(1, ordering: .acquiringAndReleasing)
  }
}
