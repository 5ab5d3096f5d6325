// The streams of events: one list of the latest generations, and for each client how far it has come.
// Decision 0017 says why.

import Glibc
import Synchronization
import VitrineSystem

/// Hands generations to clients.
///
/// The library only sends the head of a stream; then it sets the connection aside, and all that follows is written here, straight to the socket,
/// on the thread that publishes. What a socket does not take at once the hub's own thread writes later; that is there while clients are.
/// Nobody's slowness costs memory: of the list only the latest events are kept, and who comes too late for one gets the state instead.
package final class EventHub: Sendable {
  /// Its limits.
  package struct Limits: Sendable {
    /// The most events that are kept.
    package var events = 1_000
    /// The most that they may come to, but for the latest, which is always kept. Units: bytes.
    package var bytes = 1 << 20
    /// The most clients.
    package var clients = 32
    /// How long a client hears nothing at most. Units: milliseconds.
    package var heartbeat = 15_000
    /// What it hears then: a comment, unless somebody listens for more.
    package var beat = Array(":\n\n".utf8)

    /// The usual limits.
    package init() {}
  }

  /// An event as it is sent.
  package struct Event: Sendable {
    /// The generation it leads to.
    package var generation: UInt64
    /// The text.
    package var bytes: [UInt8]

    /// An event that leads to a generation.
    package init(generation: UInt64, bytes: [UInt8]) {
      self.generation = generation
      self.bytes = bytes
    }
  }

  fileprivate struct Client: Sendable {
    var connection: HTTPConnection?
    /// Whether each event goes as a chunk.
    var isChunked: Bool
    /// The generation it has; nil where it has to be told the state.
    var generation: UInt64?
    /// What it is being sent, and how much of that it has.
    var sending: [UInt8] = []
    var sent = 0
    /// Whether its connection was set aside, so that it may be written to.
    var isOurs = false
    /// Whether its socket takes no more for now.
    var isBlocked = false
    /// Whether its connection was given back, to be ended.
    var isOver = false
  }

  fileprivate struct State: Sendable {
    var events: [Event] = []
    var bytes = 0
    /// The latest generation that is no longer, or never was, in the list.
    var forgotten: UInt64
    var clients: [UInt64: Client] = [:]
    var lastClient: UInt64 = 0
    var isEnded = false
    var hasWriter = false
  }

  private let limits: Limits
  private let current: @Sendable (_ clients: Int) -> Event
  private let wakeUp: WakePipe
  private let state: Mutex<State>

  /// A hub for what comes after a generation; `current` gives the state as an event, when so many clients are there. nil where the system gives no more descriptors.
  package init?(_ limits: Limits, after generation: UInt64, current: @escaping @Sendable (_ clients: Int) -> Event) {
    guard let wakeUp = WakePipe.waited() else { return nil }
    self.wakeUp = wakeUp
    self.limits = limits
    self.current = current
    state = Mutex(State(forgotten: generation))
  }

  /// How many clients there are.
  package var clientCount: Int { state.withLock { $0.clients.count } }

  /// A stream that begins after a generation, where that is still in the list, else with the state. nil where there are too many clients.
  package func open(after generation: UInt64?, isChunked: Bool) -> EventStream? {
    state.withLock { state in
      guard !state.isEnded, state.clients.count < limits.clients else { return nil }
      let latest = state.events.last?.generation ?? state.forgotten
      let known = generation.flatMap { (state.forgotten...latest).contains($0) ? $0 : nil }
      state.lastClient += 1
      state.clients[state.lastClient] = Client(isChunked: isChunked, generation: known)
      return EventStream(hub: self, id: state.lastClient)
    }
  }

  /// Hands an event to all clients. Generations come in their order.
  package func publish(_ event: Event) {
    state.withLock { state in
      guard !state.isEnded else { return }
      state.events.append(event)
      state.bytes += event.bytes.count
      while state.events.count > 1, state.events.count > limits.events || state.bytes > limits.bytes {
        let oldest = state.events.removeFirst()
        state.bytes -= oldest.bytes.count
        state.forgotten = oldest.generation
      }
      writeAll(&state)
    }
  }

  /// A generation that is too much to be told as an event: all clients are told the state.
  package func skip(_ generation: UInt64) {
    state.withLock { state in
      (state.events, state.bytes, state.forgotten) = ([], 0, generation)
      if !state.isEnded { writeAll(&state) }
    }
  }

  /// Ends all streams.
  package func end() {
    state.withLock { state in
      state.isEnded = true
      for id in state.clients.keys { state.clients[id]?.giveBack() }
    }
    wakeUp.call()
  }

  fileprivate func begin(_ id: UInt64, on connection: HTTPConnection) {
    state.withLock { $0.clients[id]?.connection = connection }
  }

  /// What the library asks when it has sent the head of a stream, and again when it was given back the connection.
  fileprivate func advance(_ id: UInt64) -> StreamStep {
    let (step, needsWriter) = state.withLock { state -> (StreamStep, Bool) in
      guard var client = state.clients[id], let connection = client.connection else { return (.cut, false) }
      let isWhole = client.sent == client.sending.count
      guard !state.isEnded, !client.isOver else { return (isWhole ? .end : .cut, false) }
      client.isOurs = true
      connection.suspend()
      write(&client, state)
      state.clients[id] = client
      defer { state.hasWriter = true }
      return (.wait, !state.hasWriter)
    }
    if needsWriter { Thread.start { [self] in runWriter() } } else { wakeUp.call() }
    return step
  }

  fileprivate func close(_ id: UInt64) {
    let wasThere = state.withLock { $0.clients.removeValue(forKey: id) != nil }
    if wasThere { wakeUp.call() }
  }
}

// Under the lock.
extension EventHub {
  /// Takes up what comes next for a client; false where it has everything.
  private func load(_ client: inout Client, _ state: State) -> Bool {
    guard let generation = client.generation, generation >= state.forgotten else {
      let event = current(state.clients.count)
      client.load(event.bytes)
      client.generation = event.generation
      return true
    }
    // Most have all but the last.
    let index = (state.events.lastIndex { $0.generation <= generation } ?? -1) + 1
    guard index < state.events.count else { return false }
    client.load(state.events[index].bytes)
    client.generation = state.events[index].generation
    return true
  }

  /// Writes to a client what there is for it and its socket takes.
  private func write(_ client: inout Client, _ state: State) {
    while client.isOurs, !client.isBlocked, client.sent < client.sending.count || load(&client, state) { client.write() }
  }

  private func writeAll(_ state: inout State) {
    var isBlocked = false
    for id in state.clients.keys {
      guard var client = state.clients[id], client.isOurs, !client.isBlocked else { continue }
      write(&client, state)
      if client.isBlocked { isBlocked = true }
      state.clients[id] = client
    }
    if isBlocked { wakeUp.call() }
  }
}

// The writer: a thread that is there while clients are. It waits for sockets that take again, sees clients go, and says a word to the silent.
extension EventHub {
  /// The other end of a TCP connection was closed: POLLHUP comes of it only once this end is, too. Source: poll(2), POLLRDHUP.
  private static let isClosing: Int32 = 0x2000

  private func runWriter() {
    var heard = MonotonicClock.now
    while true {
      let watched = state.withLock { state -> [(id: UInt64, descriptor: Int32, isBlocked: Bool)]? in
        if state.clients.isEmpty || state.isEnded {
          state.hasWriter = false
          return nil
        }
        return state.clients.compactMap { id, client in
          client.isOurs ? client.connection.map { (id, $0.descriptor, client.isBlocked) } : nil
        }
      }
      guard let watched else { return }
      var polled = watched.map { client in
        pollfd(fd: client.descriptor, events: Int16((client.isBlocked ? POLLOUT : 0) | Self.isClosing), revents: 0)
      }
      // Clients that come and go wake the writer, and are no word to the others.
      let rest = Int64(limits.heartbeat) - (MonotonicClock.now - heard) / 1_000_000
      _ = wakeUp.sleep(atMost: Int(max(rest, 0)), with: &polled)
      let isSilent = MonotonicClock.now - heard >= Int64(limits.heartbeat) * 1_000_000
      if isSilent { heard = MonotonicClock.now }
      state.withLock { state in
        for (place, (id, _, _)) in watched.enumerated() {
          guard var client = state.clients[id], client.isOurs else { continue }
          let found = Int32(polled[place].revents)
          if found & (POLLHUP | POLLERR | POLLNVAL | Self.isClosing) != 0 {
            client.giveBack()
          } else if found & POLLOUT != 0 {
            client.isBlocked = false
            write(&client, state)
          } else if isSilent, !client.isBlocked {
            client.load(limits.beat)
            write(&client, state)
          }
          state.clients[id] = client
        }
      }
    }
  }
}

extension EventHub.Client {
  /// Makes these bytes what is sent next.
  fileprivate mutating func load(_ bytes: [UInt8]) {
    sent = 0
    guard isChunked else { return sending = bytes }
    sending.removeAll(keepingCapacity: sending.capacity < 1 << 16)
    sending += String(bytes.count, radix: 16).utf8
    sending += [0x0D, 0x0A]
    sending += bytes
    sending += [0x0D, 0x0A]
  }

  /// Writes to the socket what it can take now. Source: send(2).
  fileprivate mutating func write() {
    guard let connection else { return }
    let count = sending[sent...].withUnsafeBytes {
      send(connection.descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    }
    if count >= 0 {
      sent += count
    } else if errno == EAGAIN || errno == EWOULDBLOCK {
      isBlocked = true
    } else if errno != EINTR {
      giveBack()
    }
  }

  /// Lets the library end the connection.
  fileprivate mutating func giveBack() {
    guard isOurs else { return }
    (isOurs, isOver) = (false, true)
    connection?.resume()
  }
}

/// What the library is to do with a stream.
enum StreamStep: Sendable {
  /// Nothing: the connection was set aside.
  case wait
  /// To end the body.
  case end
  /// To close the connection, for the body cannot be ended well.
  case cut
}

/// A client's stream of events.
package final class EventStream: Sendable {
  private let hub: EventHub
  private let id: UInt64

  fileprivate init(hub: EventHub, id: UInt64) {
    self.hub = hub
    self.id = id
  }

  deinit { hub.close(id) }

  /// Its connection is known. Before `advance()`.
  func begin(on connection: HTTPConnection) { hub.begin(id, on: connection) }

  /// What comes next, on the library's thread.
  func advance() -> StreamStep { hub.advance(id) }

  /// The client is gone.
  func close() { hub.close(id) }
}
