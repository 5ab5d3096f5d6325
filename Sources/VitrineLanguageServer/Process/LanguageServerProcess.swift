// The language server on a pair of streams: one thread reads, one works and writes.

import Glibc
package import VitrineApplication
import VitrineSource
import VitrineSystem

/// A language server that an editor started, or that a service runs for one.
package enum LanguageServerProcess {
  /// How long a connection may take to attach itself. Units: seconds.
  private static let attachTimeout = 5

  /// What it has of the process that it lives in.
  private struct Server {
    let inbox: MessageInbox
    let output: OutputStream
    let server: LanguageServer
  }

  /// Serves the client on standard input and output until it ends or goes away; gives what the process ends with. Where `services` has one that follows the
  /// catalogue, that does the work, and is replaced should it end.
  ///
  /// Errors: the system gives no pipe.
  package static func run(
    clock: WallClock, reference: ReferencePages, services: ServiceLink? = nil, reading input: Int32 = STDIN_FILENO,
    writing output: Int32 = STDOUT_FILENO
  ) throws -> Int32 {
    // A client that died is found by its streams.
    signal(SIGPIPE, SIG_IGN)
    var input = InputStream(input)
    let output = OutputStream(output)
    guard let services else {
      return run(try server(clock, reference, nil, output), reading: input)
    }
    guard let first = input.wait() else { return 1 }
    let relay = services.relay(for: first, to: output)
    if let status = relay?.run(first, &input) { return status }
    let own = try server(clock, reference, nil, output)
    if let relay { own.server.resume(relay.conversation) } else { add(first, to: own.inbox) }
    return run(own, reading: input)
  }

  /// Serves an editor whose process attaches itself at a socket, until it goes away. The socket is closed then.
  package static func serve(_ connection: Int32, host: CatalogueHost, clock: WallClock, zone: String?) {
    defer { close(connection) }
    // Who says nothing is in the way of others.
    SocketTimeout.set(SO_RCVTIMEO, seconds: attachTimeout, of: connection)
    var input = InputStream(connection)
    let output = OutputStream(connection)
    guard let first = input.wait(), case .content(let content) = first else { return }
    guard case .request(let id, Attachment.method, let params) = Message(content), let attachment = Attachment(params) else {
      return output.write(Outgoing.failure(nil, ProtocolError(.invalidRequest, "'\(Attachment.method)' comes first")).json)
    }
    guard attachment.version == Version.number, attachment.zone == zone else {
      return output.write(Outgoing.failure(id, ProtocolError(.requestFailed, "another version or time zone")).json)
    }
    do throws(FileError) {
      let reference = ReferencePages { attachment.folders[$0] }
      let hosted = try server(clock, reference, host, output)
      SocketTimeout.set(SO_RCVTIMEO, seconds: 0, of: connection)
      output.write(Outgoing.reply(id, [:]).json)
      _ = run(hosted, reading: input)
      // Whoever reads has to end before the descriptor may be another's.
      shutdown(connection, Int32(SHUT_RDWR))
      while true {
        switch hosted.inbox.take() {
        case .ended: return
        case nil: hosted.inbox.wait()
        case .message, .cancelled, .changed: continue
        }
      }
    } catch {
      output.write(Outgoing.failure(id, ProtocolError(.internalError, "\(error)")).json)
    }
  }

  private static func server(
    _ clock: WallClock, _ reference: ReferencePages, _ host: CatalogueHost?, _ output: OutputStream
  ) throws(FileError) -> Server {
    let inbox = try MessageInbox()
    let surroundings = LanguageServer.Surroundings(
      clock: clock, send: { output.write($0.json) }, wake: { inbox.tellChange() }, reference: reference, host: host)
    return Server(inbox: inbox, output: output, server: LanguageServer(surroundings))
  }

  /// Serves until the client ends or goes away. A stream that ended stays in the inbox.
  private static func run(_ process: Server, reading input: InputStream) -> Int32 {
    let (inbox, server) = (process.inbox, process.server)
    Thread.start { [input] in
      var input = input
      while let frame = input.wait() {
        add(frame, to: inbox)
        if case .broken = frame { break }
      }
      inbox.end()
    }
    while !process.output.isClosed {
      guard let event = inbox.take() else {
        // Findings are sent where nothing else waits: of many changes at once only what the last left counts.
        server.publish()
        inbox.wait(until: server.deadline)
        continue
      }
      switch event {
      case .message(let message): server.take(message)
      case .cancelled(let id): server.tellCancelled(id)
      case .changed: continue
      case .ended:
        inbox.end()
        return server.exitStatus ?? 1
      }
      if let status = server.exitStatus { return status }
    }
    return 1
  }

  private static func add(_ frame: MessageFraming.Frame, to inbox: MessageInbox) {
    switch (frame, frame.fault) {
    case (.content(let bytes), _): inbox.add(Message(bytes), bytes: bytes.count)
    case (_, let fault): inbox.add(.invalid(nil, fault ?? ProtocolError(.parseError, "no message")), bytes: 0)
    }
  }
}
