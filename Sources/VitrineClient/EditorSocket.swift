// The second socket of a service: editors' processes attach themselves there, and speak the Language Server Protocol.

import Glibc
import VitrineSystem

/// The socket that a service serves editors at.
package enum EditorSocket {
  /// So long a service may take to take a connection. Units: milliseconds.
  private static let timeout = 250

  /// A stream to the service of a place, whose owner closes it; nil where nobody is there, or another user.
  package static func connect(to place: ServicePlace) -> Int32? {
    do throws(ServiceFailure) {
      let socket = try ServiceSocket.connected(to: place.editorSocket, before: .after(milliseconds: timeout))
      let descriptor = SystemCall.duplicate(socket.descriptor)
      guard descriptor >= 0 else { return nil }
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
      return descriptor
    } catch {
      return nil
    }
  }
}
