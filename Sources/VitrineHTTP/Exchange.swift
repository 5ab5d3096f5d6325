// A request and its reply, which may be given by any thread at any time.

import Synchronization
import VitrineSystem

/// A request and its reply, from the first line of the one to the last byte of the other. A reply may be given on any thread, at any time.
package final class Exchange: Sendable {
  /// What a call of the library is about.
  enum Step {
    /// The head is there.
    case head
    /// Part of a body, which may have become more than anybody reads to its end.
    case part(isEndless: Bool)
    /// All of it is there, and who runs it.
    case whole([UInt8], @Sendable ([UInt8], Exchange) -> Void)
    /// It slept, and goes on.
    case awake
  }

  private struct State: Sendable {
    var hasHead = false
    var body: [UInt8] = []
    var spool: SpooledBody?
    /// How many bytes of the body came; those beyond the most are not kept.
    var received = 0
    var run: (@Sendable ([UInt8], Exchange) -> Void)?
    var status = 0
    /// What is to be sent; nil before there is a reply.
    var response: HTTPResponse?
    var isReplied = false
    /// Whether there is something to send, or cannot be for want of memory.
    var isReady = false
    var isAsleep = false
    var isOver = false
    var afterwards: (@Sendable () -> Void)?

    /// There is something to send, or never will be.
    mutating func wake(_ connection: HTTPConnection) {
      isReady = true
      guard isAsleep else { return }
      isAsleep = false
      connection.resume()
    }
  }

  /// The target of the request, as sent.
  package let target: [UInt8]
  private let connection: HTTPConnection
  private let state = Mutex(State())

  /// A request on a connection.
  init(_ connection: HTTPConnection, _ target: [UInt8]) {
    self.connection = connection
    self.target = target
  }

  /// Gives the reply. Only the first one counts.
  package func reply(_ reply: Reply) {
    guard
      state.withLock({ state in
        defer { state.isReplied = true }
        return !state.isReplied && !state.isOver
      })
    else { return }
    if case .events(let stream) = reply.body { stream.begin(on: connection) }
    // Made here, because copying a long body takes its time, which others' requests need not wait for.
    let response = HTTPResponse(reply)
    let isUnused = state.withLock { state in
      if state.isOver || state.isReady { return true }
      (state.status, state.response, state.afterwards) = (reply.status, response, reply.afterwards)
      if case .events = reply.body { connection.waitWithoutEnd() }
      state.wake(connection)
      return false
    }
    if isUnused {
      response?.discard()
      reply.afterwards?()
    }
  }

  /// Does not wait for a reply any more; where there is none, not even one that is being made, the connection is closed.
  func abandon() { state.withLock { if !$0.isOver, !$0.isReady { $0.wake(connection) } } }

  /// True where nobody can read a reply any more: the other end is closed.
  package var isAbandoned: Bool {
    state.withLock { state in
      // Until it is over the library keeps the descriptor open, and it cannot be over while this looks.
      if state.isOver { return true }
      return connection.isAbandoned
    }
  }

  /// How many bytes of a body were sent, of which no more were kept than are read.
  package var bodySize: Int { state.withLock { $0.received } }

  /// A body that is too great is read to its end, so that it can be said, unless it is so many times too great.
  private static let excess = 16

  /// Takes what a call of the library brought; of a body at most `most` bytes are kept.
  func step(_ part: UnsafeRawBufferPointer?, most: Int) -> Step {
    state.withLock { state in
      if !state.hasHead {
        state.hasHead = true
        return .head
      }
      if let part {
        state.received += part.count
        if let spool = state.spool {
          spool.append(part)
          return .part(isEndless: false)
        }
        // Of a request that was refused nobody wants the body.
        if state.received <= most, state.run != nil { state.body += part } else { state.body = [] }
        return .part(isEndless: state.received / Self.excess > most)
      }
      guard let run = state.run else { return .awake }
      (state.run, state.spool) = (nil, nil)
      defer { state.body = [] }
      return .whole(state.body, run)
    }
  }

  /// Hands the whole request to `run`.
  func admit(into spool: SpooledBody? = nil, _ run: @escaping @Sendable ([UInt8], Exchange) -> Void) {
    state.withLock { ($0.run, $0.spool) = (run, spool) }
  }

  /// Hands the reply to the library; false where that fails, and the connection is to be closed.
  func send() -> Bool {
    let (status, response) = state.withLock { state in
      defer { state.response = nil }
      return (state.status, state.response)
    }
    return response.map { connection.send($0, status: status) } ?? false
  }

  /// The same, or waits for a reply where there is none yet.
  func sendOrSleep() -> Bool {
    let isReady = state.withLock { state in
      if !state.isReady {
        state.isAsleep = true
        connection.suspend()
      }
      return state.isReady
    }
    return isReady ? send() : true
  }

  /// The library is done with it.
  func end() {
    let (response, afterwards) = state.withLock { state in
      defer { (state.isOver, state.response, state.afterwards) = (true, nil, nil) }
      return (state.response, state.afterwards)
    }
    response?.discard()
    afterwards?()
  }
}
