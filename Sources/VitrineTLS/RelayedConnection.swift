// One connection between a session of TLS and a port of this machine.

import Glibc

/// Carries bytes both ways until either side ends, with one piece under way in each direction, so that whoever reads slowly slows the other down.
struct RelayedConnection {
  /// Bytes that one side gave and the other did not take yet.
  private struct Piece {
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    var waiting: Range<Int> = 0..<0
    /// Whether the side that gives has ended.
    var isEnded = false
    var isEmpty: Bool { waiting.isEmpty }
  }

  /// The socket of the session, and that of the port; neither waits.
  private let outside: Int32
  private let inside: Int32

  /// A connection of two sockets that do not wait, which whoever opened them closes.
  init(outside: Int32, inside: Int32) { (self.outside, self.inside) = (outside, inside) }

  /// Carries until the end. `silence` is how long the outside may take nothing of what waits for it, in milliseconds.
  func run(_ session: borrowing TLSSession, silence: Int) {
    var (inward, outward) = (Piece(), Piece())
    while true {
      // What the session waits for: a step of it may have to write to read, and to read to write.
      var wanted: Int16 = 0
      var isMoving = false
      if inward.isEmpty, !inward.isEnded {
        switch inward.bytes.withUnsafeMutableBytes({ session.read(into: $0) }) {
        case .done(0):
          inward.isEnded = true
          shutdown(inside, Int32(SHUT_WR))
        case .done(let count):
          inward.waiting = 0..<count
          isMoving = true
        case .again(let toWrite): wanted |= Int16(toWrite ? POLLOUT : POLLIN)
        case .failed: return
        }
      }
      if !inward.isEmpty {
        let count = inward.bytes.withUnsafeBytes {
          write(inside, $0.baseAddress?.advanced(by: inward.waiting.lowerBound), inward.waiting.count)
        }
        if count > 0 {
          inward.waiting = inward.waiting.lowerBound + count..<inward.waiting.upperBound
          isMoving = true
        } else if errno != EAGAIN, errno != EINTR {
          return
        }
      }
      if outward.isEmpty, !outward.isEnded {
        let count = outward.bytes.withUnsafeMutableBytes { read(inside, $0.baseAddress, $0.count) }
        if count > 0 {
          outward.waiting = 0..<count
          isMoving = true
        } else if count == 0 {
          outward.isEnded = true
        } else if errno != EAGAIN, errno != EINTR {
          return
        }
      }
      if !outward.isEmpty {
        let step = outward.bytes.withUnsafeBytes { session.write(UnsafeRawBufferPointer(rebasing: $0[outward.waiting])) }
        switch step {
        case .done(let count):
          outward.waiting = outward.waiting.lowerBound + count..<outward.waiting.upperBound
          isMoving = true
        case .again(let toWrite): wanted |= Int16(toWrite ? POLLOUT : POLLIN)
        case .failed: return
        }
      }
      if outward.isEmpty, outward.isEnded {
        session.end()
        return
      }
      if !isMoving, !wait(wanted, inward, outward, silence) { return }
    }
  }

  /// Waits until something can be carried; false where the connection is over.
  private func wait(_ wanted: Int16, _ inward: Piece, _ outward: Piece, _ silence: Int) -> Bool {
    let isOpen = !inward.isEmpty || !outward.isEnded && outward.isEmpty
    let events = Int16(inward.isEmpty ? 0 : POLLOUT) | Int16(outward.isEmpty && !outward.isEnded ? POLLIN : 0)
    var polled = [
      pollfd(fd: wanted == 0 ? -1 : outside, events: wanted, revents: 0),
      pollfd(fd: isOpen ? inside : -1, events: events, revents: 0),
    ]
    let result = poll(&polled, 2, outward.isEmpty ? -1 : Int32(silence))
    return result > 0 || result < 0 && errno == EINTR
  }
}
