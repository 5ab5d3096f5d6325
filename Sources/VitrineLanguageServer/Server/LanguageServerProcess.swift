// The language server on a pair of streams: one thread reads, one works and writes.

import Glibc
package import VitrineApplication
import VitrineFiles
import VitrineSource
import VitrineSystem

/// A language server that speaks on standard input and output.
package enum LanguageServerProcess {
  /// Serves the client until it ends or goes away; gives what the process ends with.
  ///
  /// Errors: the system gives no pipe.
  package static func run(
    clock: WallClock, reference: ReferencePages, reading input: Int32 = STDIN_FILENO, writing output: Int32 = STDOUT_FILENO
  ) throws -> Int32 {
    // A client that died is found by its streams.
    signal(SIGPIPE, SIG_IGN)
    let inbox = try MessageInbox()
    let stream = OutputStream(output)
    let surroundings = LanguageServer.Surroundings(
      clock: clock, send: { stream.write(MessageFraming.framed($0.json)) }, wake: { inbox.tellChange() },
      reference: reference)
    let server = LanguageServer(surroundings)
    Thread.start { read(input, into: inbox) }
    while !stream.isClosed {
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
      case .ended: return server.exitStatus ?? 1
      }
      if let status = server.exitStatus { return status }
    }
    return 1
  }

  /// Reads messages until the stream ends.
  private static func read(_ input: Int32, into inbox: MessageInbox) {
    var framing = MessageFraming()
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = piece.withUnsafeMutableBufferPointer { FileReader.readSome(input, $0.baseAddress, $0.count) }
      guard count > 0 else { return inbox.end() }
      framing.add(piece[..<count])
      while let frame = framing.next() {
        switch frame {
        case .content(let bytes): inbox.add(Message(bytes), bytes: bytes.count)
        case .tooLong(let length):
          let error = ProtocolError(.invalidRequest, "a message of \(length) bytes; at most \(maximumMessageBytes) are read")
          inbox.add(.invalid(nil, error), bytes: 0)
        case .broken(let reason):
          inbox.add(.invalid(nil, ProtocolError(.parseError, "the stream has \(reason)")), bytes: 0)
          return inbox.end()
        }
      }
    }
  }
}

/// A stream that messages are written to.
private final class OutputStream {
  /// True where nobody reads it any more.
  private(set) var isClosed = false
  private let descriptor: Int32

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Writes all bytes. Source: write(2).
  func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty, !isClosed {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count > 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if errno != EINTR {
          isClosed = true
        }
      }
    }
  }
}
