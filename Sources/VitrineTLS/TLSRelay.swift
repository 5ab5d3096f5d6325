// TLS on addresses of private networks, in front of a port of this machine.

import Glibc
import Synchronization
package import VitrineSystem

/// Listens on some addresses, and carries what comes there, decrypted, to a port of 127.0.0.1; and the answers back.
///
/// A thread takes connections, and each connection has one of its own: they are as many as one person's devices have. What the port speaks is nothing to it.
/// It ends with `stop()`, or with the value.
package final class TLSRelay: Sendable {
  /// The limits that tests make smaller.
  package struct Limits: Sendable {
    /// The most connections at a time; others are closed at once.
    package var connections = 64
    /// The most of one device, so that no device keeps the others out. A browser has six, and its events.
    package var connectionsOfDevice = 24
    /// How long a handshake may take. Units: milliseconds.
    package var handshake = 10_000
    /// How long the other side may take nothing of what waits for it. Units: milliseconds.
    package var silence = 60_000

    /// The usual limits.
    package init() {}
  }

  /// The port, one for all addresses.
  package let port: Int
  private let listeners: [Int32]
  private let wake: WakePipe
  /// Says that the listening sockets are closed.
  private let closed: WakePipe
  private let sockets = Mutex<(open: [Int32: IPv4Address], isStopped: Bool)>((open: [:], isStopped: false))

  /// Listens on `addresses`, and leads to `goal`, a port of this machine.
  ///
  /// - Parameters:
  ///   - ports: those that are tried, in their order.
  ///
  /// Errors: no port is free on all of the addresses; the system gives no descriptors or threads.
  package init(
    _ addresses: [IPv4Address], ports: [Int], to goal: Int, as authority: LocalAuthority, now: Int64, _ limits: Limits = Limits()
  ) throws(TLSProblem) {
    let credentials = try authority.credentials(for: addresses, now: now)
    guard let wake = try? WakePipe(), let closed = try? WakePipe(waits: true) else { throw TLSProblem("cannot make a pipe") }
    (listeners, port) = try Self.listen(addresses, ports)
    (self.wake, self.closed) = (wake, closed)
    let isStarted = Thread.startIfPossible { [weak self, listeners, wake, closed] in
      defer { closed.call() }
      Self.accept(listeners, wake) { descriptor in
        if let self { self.carry(descriptor, to: goal, credentials, limits) } else { close(descriptor) }
      }
    }
    guard isStarted else {
      listeners.forEach { close($0) }
      closed.call()
      throw TLSProblem("the system gives no thread")
    }
  }

  deinit { _ = end() }

  /// Takes no more connections, and ends those that are there. The addresses are free when it comes back.
  package func stop() { if end() { _ = closed.wait() } }

  /// The same, without waiting for that; false where it was done before.
  private func end() -> Bool {
    let isFirst = sockets.withLock { sockets in
      defer { sockets.isStopped = true }
      // Only shut down: their own threads close them.
      for descriptor in sockets.open.keys { shutdown(descriptor, Int32(SHUT_RDWR)) }
      return !sockets.isStopped
    }
    if isFirst { wake.call() }
    return isFirst
  }

  // MARK: listening

  private static func listen(_ addresses: [IPv4Address], _ ports: [Int]) throws(TLSProblem) -> (listeners: [Int32], port: Int) {
    var problem = "no address"
    next: for port in ports {
      var listeners: [Int32] = []
      for address in addresses {
        let descriptor = TCPSocket.listen(on: address, port: port, waits: false)
        guard descriptor >= 0 else {
          problem = "\(address):\(port): \(String(cString: strerror(-descriptor)))"
          listeners.forEach { close($0) }
          continue next
        }
        listeners.append(descriptor)
      }
      return (listeners, port)
    }
    throw TLSProblem("cannot listen on \(problem)")
  }

  /// Takes connections until it is woken, and closes the listening sockets.
  private static func accept(_ listeners: [Int32], _ wake: WakePipe, _ carry: (Int32) -> Void) {
    defer { listeners.forEach { close($0) } }
    var polled = (listeners + [wake.reading]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      guard poll(&polled, nfds_t(polled.count), -1) >= 0 || errno == EINTR else { return }
      if polled[listeners.count].revents != 0 { return }
      for entry in polled.dropLast() where entry.revents != 0 {
        let descriptor = TLSSession.accept(entry.fd)
        if descriptor >= 0 { carry(descriptor) } else if errno == EMFILE || errno == ENFILE || errno == ENOMEM { usleep(50_000) }
      }
    }
  }

  // MARK: a connection

  /// Starts a connection's thread.
  private func carry(_ descriptor: Int32, to goal: Int, _ credentials: TLSCredentials, _ limits: Limits) {
    let device = TCPSocket.peer(of: descriptor)
    let isKnown = sockets.withLock { sockets in
      guard let device, !sockets.isStopped, sockets.open.count < limits.connections,
        sockets.open.values.count(where: { $0 == device }) < limits.connectionsOfDevice
      else { return false }
      sockets.open[descriptor] = device
      return true
    }
    guard isKnown else {
      close(descriptor)
      return
    }
    let isStarted = Thread.startIfPossible { [self] in
      if let session = TLSSession(credentials, on: descriptor) { Self.run(session, descriptor, to: goal, limits) }
      forget(descriptor)
    }
    if !isStarted { forget(descriptor) }
  }

  private func forget(_ descriptor: Int32) {
    // Closed under the lock: the system gives the number out again, and it would be taken for this one.
    sockets.withLock { sockets in
      sockets.open[descriptor] = nil
      close(descriptor)
    }
  }

  private static func run(_ session: borrowing TLSSession, _ descriptor: Int32, to goal: Int, _ limits: Limits) {
    // A device that was switched off is not waited for.
    var silence = UInt32(limits.silence)
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &silence, socklen_t(MemoryLayout<UInt32>.size))
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &yes, socklen_t(MemoryLayout<Int32>.size))
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    let deadline = MonotonicClock.now + Int64(limits.handshake) * 1_000_000
    while true {
      switch session.shakeHands() {
      case .done:
        let local = connection(to: goal)
        guard local >= 0 else { return }
        RelayedConnection(outside: descriptor, inside: local).run(session, silence: limits.silence)
        close(local)
        return
      case .again(let toWrite):
        let left = (deadline - MonotonicClock.now) / 1_000_000
        var polled = pollfd(fd: descriptor, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0)
        guard left > 0, poll(&polled, 1, Int32(left)) > 0 || errno == EINTR else { return }
      case .failed: return
      }
    }
  }

  /// A connection to a port of this machine, which does not wait; negative where there is none.
  private static func connection(to port: Int) -> Int32 {
    let descriptor = TCPSocket.connect(port: port)
    guard descriptor >= 0 else { return -1 }
    var yes: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    return descriptor
  }
}
