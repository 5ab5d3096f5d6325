// A stream that messages are read from, one after the other.

import VitrineFiles

/// Where messages come from. One thread at a time uses it.
struct InputStream {
  /// What to poll(2) for reading.
  let descriptor: Int32
  private var framing = MessageFraming()
  private var piece = [UInt8](repeating: 0, count: 1 << 16)

  /// The stream of a descriptor, which stays its owner's.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// The next message that has come already.
  mutating func next() -> MessageFraming.Frame? { framing.next() }

  /// Waits for more of the stream; false at its end.
  mutating func readMore() -> Bool {
    let descriptor = descriptor
    let count = piece.withUnsafeMutableBufferPointer { FileReader.readSome(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { return false }
    framing.add(piece[..<count])
    return true
  }

  /// The next message; nil at the end of the stream.
  mutating func wait() -> MessageFraming.Frame? {
    while true {
      if let frame = next() { return frame }
      guard readMore() else { return nil }
    }
  }
}

extension MessageFraming.Frame {
  /// What a frame says; nil for its content.
  var fault: ProtocolError? {
    switch self {
    case .content: nil
    case .tooLong(let length):
      ProtocolError(.invalidRequest, "a message of \(length) bytes; at most \(maximumMessageBytes) are read")
    case .broken(let reason): ProtocolError(.parseError, "the stream has \(reason)")
    }
  }
}
