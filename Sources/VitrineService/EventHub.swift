// The streams of events: one list of the latest generations, and for each client how far it has come.

import Glibc
import Synchronization
import VitrineLive

/// Hands generations to clients.
///
/// A client that has taken all sleeps, its connection set aside by the library. What is published is written to its socket at once, on the
/// publishing thread; only where the socket is full does the library's thread go on with it. Nobody's slowness costs memory: of the list only
/// the latest events are kept, and who comes too late for one is told the state instead.
final class EventHub: Sendable {
  /// Its limits.
  struct Limits: Sendable {
    /// The most events that are kept.
    var events = 1_000
    /// The most that they may come to, but for the latest, which is always kept. Units: bytes.
    var bytes = 1 << 20
    /// The most clients.
    var clients = 32
    /// How long a client hears nothing at most. Units: milliseconds.
    var heartbeat = 15_000
  }

  /// An event as it is sent.
  struct Event: Sendable {
    /// The generation it leads to.
    var generation: UInt64
    /// The text.
    var bytes: [UInt8]
  }

  fileprivate struct Client: Sendable {
    var connection: HTTPConnection?
    /// The generation it has; nil where it has to be told the state.
    var generation: UInt64?
    /// What it is being sent, and how much of that it has.
    var sending: [UInt8] = []
    var sent = 0
    var isAsleep = false
    var isGone = false
  }

  fileprivate struct State: Sendable {
    var events: [Event] = []
    var bytes = 0
    /// The latest generation that is no longer, or never was, in the list.
    var forgotten: UInt64
    var clients: [UInt64: Client] = [:]
    var lastClient: UInt64 = 0
    var isEnded = false
    var hasHeart = false
  }

  private let limits: Limits
  private let current: @Sendable (_ clients: Int) -> Event
  private let bell: Bell
  private let state: Mutex<State>

  /// A hub for what comes after a generation; `current` gives the state as an event, when so many clients are there. nil where the system gives no more descriptors.
  init?(_ limits: Limits, after generation: UInt64, current: @escaping @Sendable (_ clients: Int) -> Event) {
    guard let bell = Bell() else { return nil }
    self.bell = bell
    self.limits = limits
    self.current = current
    state = Mutex(State(forgotten: generation))
  }

  /// How many clients there are; those whose other end is closed do not count.
  var clientCount: Int {
    state.withLock { state in
      Self.dropGone(&state)
      return state.clients.values.count { !$0.isGone }
    }
  }

  /// A stream that begins after a generation, where that is still in the list, else with the state. nil where there are too many clients.
  func open(after generation: UInt64?) -> EventStream? {
    state.withLock { state in
      if state.clients.count >= limits.clients { Self.dropGone(&state) }
      guard !state.isEnded, state.clients.values.count(where: { !$0.isGone }) < limits.clients else { return nil }
      let latest = state.events.last?.generation ?? state.forgotten
      let known = generation.flatMap { (state.forgotten...latest).contains($0) ? $0 : nil }
      state.lastClient += 1
      state.clients[state.lastClient] = Client(generation: known)
      return EventStream(hub: self, id: state.lastClient)
    }
  }

  /// Hands an event to all clients. Generations come in their order.
  func publish(_ event: Event) {
    state.withLock { state in
      guard !state.isEnded else { return }
      state.events.append(event)
      state.bytes += event.bytes.count
      while state.events.count > 1, state.events.count > limits.events || state.bytes > limits.bytes {
        let oldest = state.events.removeFirst()
        state.bytes -= oldest.bytes.count
        state.forgotten = oldest.generation
      }
      wakeAll(&state)
    }
  }

  /// A generation that is too much to be told as an event: all clients are told the state.
  func skip(_ generation: UInt64) {
    state.withLock { state in
      (state.events, state.bytes, state.forgotten) = ([], 0, generation)
      if !state.isEnded { wakeAll(&state) }
    }
  }

  /// Ends all streams, each when its client has what was published.
  func end() {
    state.withLock { state in
      state.isEnded = true
      for id in state.clients.keys { state.clients[id]?.wake() }
    }
    bell.ring()
  }

  fileprivate func begin(_ id: UInt64, on connection: HTTPConnection) {
    let needsHeart = state.withLock { state in
      state.clients[id]?.connection = connection
      defer { state.hasHeart = true }
      return !state.hasHeart
    }
    if needsHeart { Thread.start { [self] in beat() } }
  }

  /// The next bytes for a client, on the library's thread; 0 puts its connection to sleep, nil ends it.
  fileprivate func read(_ id: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    state.withLock { state in
      guard var client = state.clients[id], !client.isGone else { return nil }
      defer { state.clients[id] = client }
      if client.sent == client.sending.count, !load(&client, state) {
        if state.isEnded { return nil }
        client.isAsleep = true
        client.connection?.suspend()
        return 0
      }
      let count = min(buffer.count, client.sending.count - client.sent)
      buffer.copyBytes(from: client.sending[client.sent..<(client.sent + count)])
      client.sent += count
      return count
    }
  }

  fileprivate func close(_ id: UInt64) {
    let isLast = state.withLock { state in
      state.clients[id] = nil
      return state.clients.isEmpty
    }
    if isLast { bell.ring() }
  }
}

// Under the lock.
extension EventHub {
  /// Takes up what comes next for a client; false where it has everything.
  private func load(_ client: inout Client, _ state: State) -> Bool {
    client.sending = []
    client.sent = 0
    guard let generation = client.generation, generation >= state.forgotten else {
      let event = current(state.clients.count)
      (client.generation, client.sending) = (event.generation, event.bytes)
      return true
    }
    // Most have all but the last.
    let index = (state.events.lastIndex { $0.generation <= generation } ?? -1) + 1
    guard index < state.events.count else { return false }
    (client.generation, client.sending) = (state.events[index].generation, state.events[index].bytes)
    return true
  }

  private func wakeAll(_ state: inout State) {
    for id in state.clients.keys {
      guard var client = state.clients[id], client.isAsleep else { continue }
      while client.isAsleep, client.sent < client.sending.count || load(&client, state) { client.write() }
      state.clients[id] = client
    }
  }

  /// Lets go of the clients whose other end is closed, which the library learns only when it writes to them.
  private static func dropGone(_ state: inout State) {
    for (id, client) in state.clients where client.isAsleep {
      guard let descriptor = client.connection?.descriptor else { continue }
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&polled, 1, 0) > 0, Int32(polled.revents) & (POLLHUP | POLLERR) != 0 { state.clients[id]?.leave() }
    }
  }

  /// The heart: a thread that is there while clients are, and says a word to those that sleep.
  private func beat() {
    while true {
      let isCalled = bell.sleep(atMost: limits.heartbeat)
      let isOver = state.withLock { state in
        if state.clients.isEmpty || state.isEnded {
          state.hasHeart = false
          return true
        }
        if isCalled { return false }
        for id in state.clients.keys {
          guard var client = state.clients[id], client.isAsleep, client.sent == client.sending.count else { continue }
          (client.sending, client.sent) = (Array(":\n\n".utf8), 0)
          client.write()
          state.clients[id] = client
        }
        return false
      }
      if isOver { return }
    }
  }
}

extension EventHub.Client {
  /// Writes to the socket of a sleeping client what it can take; wakes it where that is not all.
  fileprivate mutating func write() {
    guard let connection else { return }
    let count = sending[sent...].withUnsafeBytes {
      send(connection.descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    }
    if count > 0 {
      sent += count
      if sent < sending.count { wake() }
    } else if errno == EAGAIN || errno == EWOULDBLOCK {
      wake()
    } else if errno != EINTR {
      leave()
    }
  }

  /// Lets the library go on with it.
  fileprivate mutating func wake() {
    guard isAsleep else { return }
    isAsleep = false
    connection?.resume()
  }

  /// Lets the library close it.
  fileprivate mutating func leave() {
    isGone = true
    wake()
  }
}

/// A client's stream of events.
final class EventStream: Sendable {
  private let hub: EventHub
  private let id: UInt64

  fileprivate init(hub: EventHub, id: UInt64) {
    self.hub = hub
    self.id = id
  }

  deinit { hub.close(id) }

  /// Its connection is known. Before anything is read.
  func begin(on connection: HTTPConnection) { hub.begin(id, on: connection) }

  /// The next bytes; 0 after the connection was put to sleep, nil at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? { hub.read(id, into: buffer) }

  /// The client is gone.
  func close() { hub.close(id) }
}
