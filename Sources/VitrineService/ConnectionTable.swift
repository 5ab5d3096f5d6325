// Who is connected, and since when idle: where there is no room left, who has been silent longest makes room.

import Glibc
import Synchronization
import VitrineSystem

/// The open connections.
///
/// A client that keeps its connection and says nothing keeps nobody out: near the limit, the connection that was idle longest is closed. Idle is
/// one with no whole request, so that a request that dribbles in does not count as work.
final class ConnectionTable: Sendable {
  fileprivate struct Entry: Sendable {
    var descriptor: Int32
    /// Greater for a later use.
    var lastUse: UInt64
    /// What is under way.
    var exchange: Exchange?
    var isLeaving = false
  }

  fileprivate struct State: Sendable {
    var entries: [UInt: Entry] = [:]
    var uses: UInt64 = 0
    /// When the last request ended.
    var lastEnd: Int64
    /// Rung when nothing is under way any more.
    var bell: WakePipe?
  }

  /// How many places are kept free for who comes next.
  private static let reserve = 2

  private let limit: Int
  private let clock: @Sendable () -> Int64
  private let state: Mutex<State>

  /// A table for at most so many; `clock` only goes forward.
  init(limit: Int, clock: @escaping @Sendable () -> Int64) {
    self.limit = limit
    self.clock = clock
    state = Mutex(State(lastEnd: clock()))
  }

  /// Since when no request is under way; nil while one is.
  var idleSince: Int64? { state.withLock { $0.busy.isEmpty ? $0.lastEnd : nil } }

  /// Waits until nothing is under way, or so many milliseconds are over; gives what is then.
  func waitForQuiet(_ milliseconds: Int) -> [Exchange] {
    let bell = WakePipe.bell()
    let busy = state.withLock { state in
      state.bell = bell
      return state.busy
    }
    if busy.isEmpty { return [] }
    _ = bell?.sleep(atMost: milliseconds)
    return state.withLock { $0.busy }
  }

  /// A connection was opened.
  func open(_ connection: HTTPConnection) {
    state.withLock { state in
      state.uses += 1
      state.entries[connection.address] = Entry(descriptor: connection.descriptor, lastUse: state.uses)
      guard state.entries.values.count(where: { !$0.isLeaving }) > limit - Self.reserve else { return }
      let idle = state.entries.filter { $0.value.exchange == nil && !$0.value.isLeaving && $0.key != connection.address }
      guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse })?.key else { return }
      state.entries[oldest]?.isLeaving = true
      // The library reads the end of the stream and closes.
      if let descriptor = state.entries[oldest]?.descriptor { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  /// A whole request came.
  func use(_ connection: HTTPConnection, for exchange: Exchange) { mark(connection, exchange) }

  /// A request is over.
  func rest(_ connection: HTTPConnection) { mark(connection, nil) }

  /// A connection is closed.
  func close(_ connection: HTTPConnection) { state.withLock { _ = $0.entries.removeValue(forKey: connection.address) } }

  private func mark(_ connection: HTTPConnection, _ exchange: Exchange?) {
    state.withLock { state in
      state.uses += 1
      state.entries[connection.address]?.lastUse = state.uses
      state.entries[connection.address]?.exchange = exchange
      if exchange == nil { state.lastEnd = clock() }
      if let bell = state.bell, state.busy.isEmpty { bell.call() }
    }
  }
}

extension ConnectionTable.State {
  /// What is under way.
  fileprivate var busy: [Exchange] { entries.values.compactMap(\.exchange) }
}
