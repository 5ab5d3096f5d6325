// How long a read or write of a socket waits.

import Glibc

/// The timeouts of a socket.
enum SocketTimeout {
  /// Sets `SO_RCVTIMEO` or `SO_SNDTIMEO`; 0 for no timeout. What waits longer fails with EAGAIN. Source: socket(7).
  static func set(_ option: Int32, seconds: Int, of socket: Int32) {
    var timeout = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
  }
}
