// The service of the daemon, and what it asks the daemon for.

import VitrineLive
import VitrineService

/// Answers requests on a socket.
final class AnsweringService {
  /// Begins to answer.
  init(socket: ListeningSocket, catalog: LiveCatalog, mailbox: Mailbox<DaemonEvent>) throws {
  }

  /// Since when nobody has asked for anything or listens; nil while somebody does. Units: nanoseconds of CLOCK_MONOTONIC.
  var idleSince: Int64? { nil }

  /// Ends all connections.
  func stop() {}
}
