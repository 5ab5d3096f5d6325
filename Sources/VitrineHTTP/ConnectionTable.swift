// Who is connected, and since when idle: where there is no room left, who has been silent longest makes room, or who comes is told to come again.

import Glibc
import Synchronization
import VitrineSystem

/// The open connections.
///
/// A client that keeps its connection and says nothing keeps nobody out: near the limit, the connection that was idle longest is closed. Idle is
/// one with no whole request, so that a request that dribbles in does not count as work, unless it was let in to send files, which takes its time; but one that was answered a moment ago is about to ask again, and
/// is left alone. Nor is one at work that is sent a reply and does not read it. Where all are at work, who comes is surplus: it is let in only to be told to come again.
package final class ConnectionTable: Sendable {
  fileprivate struct Entry: Sendable {
    var connection: HTTPConnection
    /// Greater for a later use.
    var lastUse: UInt64
    /// When a request of it ended last, or it was opened.
    var lastEnd: Int64
    /// Whether it was ever answered.
    var isAnswered = false
    /// Whether it has to come again.
    var isSurplus = false
    /// What is under way.
    var exchange: Exchange?
    /// Whether files are being sent that somebody was let in to send.
    var isReceiving = false
    var isLeaving = false
  }

  fileprivate struct State: Sendable {
    var entries: [UInt: Entry] = [:]
    var uses: UInt64 = 0
    /// When the last request ended.
    var lastEnd: Int64
    /// Rung when nothing is under way any more.
    var wakeUp: WakePipe?
    /// Whether no request is taken any more.
    var isClosed = false
  }

  /// How many places are kept free for who comes next.
  private static let reserve = 2
  /// How many that do not read their replies make room at once: where there are many of them, more wait to come in.
  private static let stalledAtOnce = 8

  private let limit: Int
  private let grace: Int64
  private let farewell: [UInt8]
  private let clock: @Sendable () -> Int64
  private let state: Mutex<State>

  /// A table for at most so many at work; those beyond are told to come again. `clock` only goes forward. Units: `grace` is nanoseconds: for so long a
  /// connection that was answered is left alone, and for a tenth of it one that was opened. `farewell` is sent to who makes room for others.
  init(limit: Int, grace: Int64, farewell: [UInt8], clock: @escaping @Sendable () -> Int64) {
    self.limit = limit
    self.grace = grace
    self.farewell = farewell
    self.clock = clock
    state = Mutex(State(lastEnd: clock()))
  }

  /// Since when no request is under way; nil while one is.
  package var idleSince: Int64? { state.withLock { $0.busy.isEmpty ? $0.lastEnd : nil } }

  /// Waits until nothing is under way, or so many milliseconds are over; gives what is then.
  func waitForQuiet(_ milliseconds: Int) -> [Exchange] {
    let wakeUp = WakePipe.waited()
    let busy = state.withLock { state in
      state.wakeUp = wakeUp
      return state.busy
    }
    if busy.isEmpty { return [] }
    _ = wakeUp?.sleep(atMost: milliseconds)
    return state.withLock { $0.busy }
  }

  /// Takes no request any more; the same then.
  func close(within milliseconds: Int) -> [Exchange] {
    state.withLock { $0.isClosed = true }
    return waitForQuiet(milliseconds)
  }

  /// A connection was opened. True where it is surplus.
  func open(_ connection: HTTPConnection) -> Bool {
    state.withLock { state in
      state.uses += 1
      let now = clock()
      state.entries[connection.address] = Entry(connection: connection, lastUse: state.uses, lastEnd: now)
      let count = state.entries.values.count { !$0.isLeaving }
      guard count > limit - Self.reserve else { return false }
      let others = state.entries.filter { !$1.isLeaving && $0 != connection.address }.sorted {
        $0.value.lastUse < $1.value.lastUse
      }
      // Beyond these the library takes none, and they wait in the system's queue.
      guard let oldest = others.firstIndex(where: { isIdle($0.value, now) || isStalled($0.value) }) else {
        state.entries[connection.address]?.isSurplus = count > limit
        return count > limit
      }
      let stalled =
        others[oldest].value.exchange == nil
        ? [] : Array(others[oldest...].lazy.filter { self.isStalled($0.value) }.prefix(Self.stalledAtOnce))
      let leaving = stalled.isEmpty ? [others[oldest]] : stalled
      for (address, entry) in leaving {
        state.entries[address]?.isLeaving = true
        self.end(entry)
      }
      return false
    }
  }

  /// Closes a connection: the library reads the end of the stream.
  private func end(_ entry: Entry) {
    let descriptor = entry.connection.descriptor
    // Whoever is about to ask finds why nobody reads that any more.
    if entry.exchange == nil { _ = send(descriptor, farewell, farewell.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) }
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// True where nothing was asked for a while. A request that waits to be read is none's who says nothing.
  private func isIdle(_ entry: Entry, _ now: Int64) -> Bool {
    entry.exchange == nil && !entry.isReceiving && now - entry.lastEnd >= (entry.isAnswered ? grace : grace / 10)
      && !Self.hasUnread(entry.connection.descriptor)
  }

  /// True where the other end has not read any of its reply for a while.
  private func isStalled(_ entry: Entry) -> Bool {
    guard entry.exchange != nil else { return false }
    let stalled = Int64(entry.connection.stalledMilliseconds) * 1_000_000
    return stalled > 0 && stalled >= grace
  }

  /// True where bytes came that nobody has read. Source: recv(2), MSG_PEEK.
  private static func hasUnread(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
  }

  /// True where somebody has to come again: all others are at work.
  func isSurplus(_ connection: HTTPConnection) -> Bool { state.withLock { $0.entries[connection.address]?.isSurplus ?? false } }

  /// Files are about to come, from somebody who was let in.
  func receive(_ connection: HTTPConnection) { state.withLock { $0.entries[connection.address]?.isReceiving = true } }

  /// A whole request came. False where none is taken any more.
  func use(_ connection: HTTPConnection, for exchange: Exchange) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.uses += 1
      state.entries[connection.address]?.lastUse = state.uses
      state.entries[connection.address]?.exchange = exchange
      state.entries[connection.address]?.isReceiving = false
      return true
    }
  }

  /// A request is over.
  func rest(_ connection: HTTPConnection) {
    state.withLock { state in
      state.uses += 1
      state.lastEnd = clock()
      state.entries[connection.address]?.lastUse = state.uses
      state.entries[connection.address]?.exchange = nil
      state.entries[connection.address]?.isReceiving = false
      state.entries[connection.address]?.lastEnd = state.lastEnd
      state.entries[connection.address]?.isAnswered = true
      if let wakeUp = state.wakeUp, state.busy.isEmpty { wakeUp.call() }
    }
  }

  /// A connection is closed.
  func close(_ connection: HTTPConnection) { state.withLock { _ = $0.entries.removeValue(forKey: connection.address) } }
}

extension ConnectionTable.State {
  /// What is under way.
  fileprivate var busy: [Exchange] { entries.values.compactMap(\.exchange) }
}
