// The process that an editor started, where a service does its work: what one says is passed on to the other, until one of them is gone.

import Glibc
import Synchronization
import VitrineEditing
import VitrineSource
import VitrineSystem

/// Passes messages on between an editor and a service.
final class ServiceRelay {
  /// What both threads know.
  private final class Shared: Sendable {
    struct Known: Sendable {
      /// The requests without a reply yet, each with its number.
      var pending: [RequestID: (number: Int, content: [UInt8])] = [:]
      var requestCount = 0
      var published: Set<String> = []
      /// When the service last said something. Units: nanoseconds of `MonotonicClock`.
      var heard = MonotonicClock.now
      /// True while the editor is to take what the service said: that may last, and is no silence of the service.
      var isPassing = false
    }

    let known = Mutex(Known())
    let gone: WakePipe

    init() throws(FileError) { gone = try WakePipe() }
  }

  /// What there is to do next.
  private enum Occasion {
    /// The editor says something, or is gone.
    case editor
    /// The service is gone.
    case serviceGone
    /// The service does not answer.
    case serviceSilent
  }

  /// What was said so far.
  private(set) var conversation = RelayedConversation()
  private let service: OutputStream
  private let editor: OutputStream
  private let socket: Int32
  private let shared: Shared

  /// So long a service may leave a request without an answer while it says nothing else. Units: nanoseconds.
  private static let timeout: Int64 = 15_000_000_000

  /// A relay between a service's socket and an editor; nil where the system gives no pipe. Shape: it lives as long as the process.
  init?(_ input: InputStream, _ service: OutputStream, _ editor: OutputStream) {
    do throws(FileError) { shared = try Shared() } catch { return nil }
    self.service = service
    self.editor = editor
    socket = input.descriptor
    // Nor is it waited for where it takes nothing: what it took a part of is tried twice.
    SocketTimeout.set(SO_SNDTIMEO, seconds: Int(Self.timeout / 2_000_000_000), of: socket)
    Thread.start { [shared] in Self.passOn(input, to: editor, shared) }
  }

  /// Passes messages on, from the first of the editor. Gives what the process ends with; nil where the service is gone and the editor is not.
  func run(_ first: MessageFraming.Frame, _ input: inout InputStream) -> Int32? {
    pass(first)
    while true {
      while let frame = input.next() {
        pass(frame)
        if case .broken = frame { return endWithEditor() }
      }
      // What the service has still to say is waited for.
      if conversation.hasEnded {
        waitForEnd()
        return conversation.exitStatus
      }
      switch service.isClosed ? .serviceSilent : wait(for: input) {
      case .editor:
        if input.readMore() { continue }
        return endWithEditor()
      case .serviceGone: break
      case .serviceSilent:
        shutdown(socket, Int32(SHUT_RDWR))
        waitForEnd()
      }
      shared.known.withLock { known in
        conversation.pending = known.pending.sorted { $0.value.number < $1.value.number }.map { ($0.key, $0.value.content) }
        conversation.published = known.published
      }
      return nil
    }
  }

  /// Lets the service know that the editor says nothing more, and waits until it has said all. Gives what the process ends with.
  private func endWithEditor() -> Int32 {
    shutdown(socket, Int32(SHUT_WR))
    waitForEnd()
    return conversation.exitStatus
  }

  private func pass(_ frame: MessageFraming.Frame) {
    guard case .content(let content) = frame else {
      return editor.write(Outgoing.failure(nil, frame.fault ?? ProtocolError(.parseError, "no message")).json)
    }
    let message = Message(content)
    conversation.note(message)
    if case .request(let id, _, _) = message {
      shared.known.withLock { known in
        if known.pending.isEmpty { known.heard = MonotonicClock.now }
        known.pending[id] = (known.requestCount, content)
        known.requestCount += 1
      }
    }
    service.write(content)
  }

  /// Waits until there is something to do. Source: poll(2).
  private func wait(for input: InputStream) -> Occasion {
    var polled = [
      pollfd(fd: input.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: shared.gone.reading, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      let left = shared.known.withLock { known -> Int64? in
        if known.pending.isEmpty { return nil }
        return known.isPassing ? Self.timeout : max(0, known.heard + Self.timeout - MonotonicClock.now)
      }
      if left == 0 { return .serviceSilent }
      let count = poll(&polled, 2, left.map { Int32(clamping: $0 / 1_000_000 + 1) } ?? -1)
      if polled[1].revents != 0 { return .serviceGone }
      if count > 0 { return .editor }
    }
  }

  /// Waits until the service has said all, but not for ever.
  private func waitForEnd() {
    var polled = pollfd(fd: shared.gone.reading, events: Int16(POLLIN), revents: 0)
    _ = poll(&polled, 1, Int32(Self.timeout / 1_000_000))
  }

  /// Passes on what the service says, whole messages, until it is gone.
  private static func passOn(_ input: InputStream, to editor: OutputStream, _ shared: Shared) {
    var input = input
    while case .content(let content)? = input.wait() {
      let heading = Heading(content)
      shared.known.withLock { known in
        known.isPassing = true
        switch heading {
        case .reply(let id): known.pending[id] = nil
        case .diagnostics(let uri, let isEmpty):
          if isEmpty { known.published.remove(uri) } else { known.published.insert(uri) }
        case .other: break
        }
      }
      editor.write(content)
      shared.known.withLock { known in
        known.isPassing = false
        known.heard = MonotonicClock.now
      }
    }
    shared.gone.call()
  }
}

/// What a message of the service is, by its beginning: a service of the same version writes the members in the order of `Outgoing`.
private enum Heading {
  case reply(RequestID)
  case diagnostics(uri: String, isEmpty: Bool)
  case other

  private static let id = Array("{\"jsonrpc\":\"2.0\",\"id\":".utf8)
  private static let publish = Array("{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/publishDiagnostics\"".utf8)
  private static let method = Array(",\"method\"".utf8)

  init(_ content: [UInt8]) {
    self = .other
    if content.starts(with: Self.publish) {
      guard let params = JSONValue(json: content)?["params"], let uri = params["uri"]?.text else { return }
      self = .diagnostics(uri: uri, isEmpty: params["diagnostics"]?.items?.isEmpty ?? true)
    } else if content.starts(with: Self.id) {
      var end = Self.id.count
      let isText = content[end...].first == 0x22
      if isText { end += 1 }
      while end < content.count, isText ? content[end] != 0x22 : content[end] != 0x2C {
        end += isText && content[end] == 0x5C ? 2 : 1
      }
      if isText { end += 1 }
      guard end <= content.count, !content[end...].starts(with: Self.method),
        let id = RequestID(JSONValue(json: Array(content[Self.id.count..<end])))
      else { return }
      self = .reply(id)
    }
  }
}
