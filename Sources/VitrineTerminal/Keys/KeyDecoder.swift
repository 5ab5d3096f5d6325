// From the bytes of a terminal to keys. Bytes come in pieces of any size: what is not whole yet waits for the rest.

/// Decodes what a terminal sends.
///
/// Source: ECMA-48 (5.4, control sequences), xterm's ctlseqs (PC-style function keys, bracketed paste), console_codes(4).
package struct KeyDecoder: Sendable {
  /// The longest control sequence that is waited for; what is longer is no key.
  private static let longestSequence = 64
  /// The most bytes of one paste that are kept. A query is short.
  private static let longestPaste = 65_536

  private var pending: [UInt8] = []
  private var pasted: [UInt8]?

  /// A decoder that has seen nothing.
  package init() {}

  /// True where the last bytes are the start of something. A lone Escape is such a start, so that after a short while with nothing more
  /// to read `flush` has to be called.
  package var isWaiting: Bool { !pending.isEmpty && pasted == nil }

  /// Takes bytes and gives the keys that are whole.
  package mutating func keys(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    var at = 0
    loop: while at < pending.count {
      if pasted != nil {
        guard let key = pastedKey(&at) else { break }
        keys.append(key)
        continue
      }
      switch step(pending[at...]) {
      case .key(let key, let length):
        at += length
        keys.append(key)
      case .nothing(let length): at += length
      case .startOfPaste(let length):
        at += length
        pasted = []
      case .unfinished:
        guard pending.count - at > Self.longestSequence else { break loop }
        at = pending.count
      }
    }
    pending.removeFirst(at)
    return keys
  }

  /// Says that nothing followed: a lone Escape was the key, and half a sequence was none.
  package mutating func flush() -> [Key] {
    guard isWaiting else { return [] }
    defer { pending = [] }
    return pending.allSatisfy { $0 == 0x1B } ? [.named(.escape)] : []
  }

  /// The paste that ends in what is pending; nil, with all but a possible start of its end taken, where it goes on.
  ///
  /// Ctrl-C ends a paste whose end never comes.
  private mutating func pastedKey(_ at: inout Int) -> Key? {
    let end: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
    while at < pending.count {
      let byte = pending[at]
      if byte == 0x1B, end.starts(with: pending[at...].prefix(end.count)) {
        guard pending.count - at >= end.count else { return nil }
        at += end.count
        defer { pasted = nil }
        return .paste(String(decoding: pasted ?? [], as: UTF8.self))
      }
      at += 1
      if byte == 0x03 {
        pasted = nil
        return .control("c")
      }
      if (pasted?.count ?? 0) < Self.longestPaste { pasted?.append(byte) }
    }
    return nil
  }
}

extension KeyDecoder {
  /// What stands at the start of some bytes.
  enum Step {
    /// A key, and the number of its bytes.
    case key(Key, Int)
    /// Bytes that mean nothing here.
    case nothing(Int)
    /// The start of a paste.
    case startOfPaste(Int)
    /// More bytes are needed to decide.
    case unfinished
  }

  /// Reads the first key of bytes that are not empty.
  private func step(_ bytes: ArraySlice<UInt8>) -> Step {
    let first = bytes[bytes.startIndex]
    switch first {
    case 0x1B: return ControlSequence.step(bytes, character: character)
    // What is typed before the terminal is ours has its Enter made a line feed.
    case 0x0D, 0x0A: return .key(.named(.enter), 1)
    case 0x09: return .key(.named(.tab), 1)
    case 0x7F, 0x08: return .key(.named(.backspace), 1)
    case ..<0x20: return .key(.control(Self.letter(ofControl: first)), 1)
    default: return character(bytes)
    }
  }

  /// The letter that is pressed with Ctrl for a control character.
  private static func letter(ofControl byte: UInt8) -> Character {
    let letter = byte | 0x40
    return Character(Unicode.Scalar(letter & 0x1F > 0 && letter & 0x1F < 27 ? letter | 0x20 : letter))
  }

  /// Reads one character of UTF-8. Bytes that are none, and C1 control characters, mean nothing.
  private func character(_ bytes: ArraySlice<UInt8>) -> Step {
    let first = bytes[bytes.startIndex]
    let length =
      switch first {
      case ..<0x80: 1
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    guard length > 0, bytes.dropFirst().prefix(length - 1).allSatisfy({ $0 & 0xC0 == 0x80 }) else { return .nothing(1) }
    guard bytes.count >= length else { return .unfinished }
    guard let text = String(validating: bytes.prefix(length), as: UTF8.self), let scalar = text.unicodeScalars.first else {
      return .nothing(1)
    }
    return 0x80...0x9F ~= scalar.value ? .nothing(length) : .key(.text(text), length)
  }
}
