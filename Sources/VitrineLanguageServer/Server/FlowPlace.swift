// Where in the brackets and braces of a document a cursor stands.

import VitrineSource

/// A cursor within brackets or braces.
struct FlowPlace {
  /// The keys on the way from the outermost bracket to the word.
  private(set) var names: [String] = []
  /// The other keys of the map that the word is a key or a value of.
  private(set) var siblings: Set<String> = []
  /// What is typed.
  private(set) var part: LinePlace.Part
  /// Where the word begins.
  private(set) var start: Int
  /// Where the word ends.
  private(set) var end: Int

  /// A bracket that is open.
  private struct Level {
    var isMap: Bool
    var key: String?
    var keys: Set<String> = []
  }

  /// The place of a cursor behind an opening bracket; nil where that is closed again before it.
  init?(_ bytes: [UInt8], from first: Int, at offset: Int) {
    var stack: [Level] = []
    var segment = first
    let ending = Self.walk(bytes, from: first, to: offset) { index, byte in
      switch byte {
      case 0x5B, 0x7B: stack.append(Level(isMap: byte == 0x7B))
      case 0x5D, 0x7D:
        if !stack.isEmpty { stack.removeLast() }
      case 0x2C: if let top = stack.indices.last { stack[top].key = nil }
      case 0x3A:
        guard let top = stack.indices.last, stack[top].isMap, stack[top].key == nil else { return }
        let key = String(decoding: bytes[segment..<index], as: UTF8.self).trimmed.unquoted
        stack[top].key = key
        stack[top].keys.insert(key)
      default:
        // The end of a comment, behind which a word may begin.
        if bytes[segment..<index].first(where: { !$0.isYAMLSpace && !$0.isYAMLBreak }) == 0x23 { segment = index }
        return
      }
      segment = index + 1
    }
    guard let top = stack.last else { return nil }
    names = stack.compactMap(\.key)
    siblings = top.keys
    var isKey = top.isMap && top.key == nil
    while segment < offset, bytes[segment].isYAMLSpace || bytes[segment].isYAMLBreak { segment += 1 }
    start = segment
    end = offset
    if case .quoted(let open) = ending {
      end = bytes[open...].firstIndex(where: \.isYAMLBreak) ?? bytes.count
      end = Self.end(ofQuote: bytes[open], bytes[...], open, end) ?? offset
    }
    while end < bytes.count, ![0x2C, 0x5D, 0x7D, 0x0A, 0x0D].contains(bytes[end]) {
      if isKey, Self.isMark(bytes, end) { break }
      if bytes[end] == 0x23, bytes[end - 1].isYAMLSpace { break }
      end += 1
    }
    if isKey, end < bytes.count, bytes[end] == 0x3A {
      isKey = false
      part = .key(needsColon: false)
    } else {
      part = isKey ? .key(needsColon: true) : top.isMap ? .value : .item
    }
  }

  // MARK: bytes

  /// Where a walk over bytes ends.
  private enum Ending {
    case plain
    case quoted(Int)
    case comment(Int)
  }

  /// Where a comment begins between two bytes; nil where none does.
  static func comment(in bytes: [UInt8], from start: Int, to end: Int) -> Int? {
    if case .comment(let index) = walk(bytes, from: start, to: end, { _, _ in }) { index } else { nil }
  }

  /// Calls `mark` with the brackets, commas and colons outside of quotes and comments.
  private static func walk(_ bytes: [UInt8], from start: Int, to end: Int, _ mark: (Int, UInt8) -> Void) -> Ending {
    var index = start
    // Quotes are such at the beginning of a word only.
    var startsWord = true
    while index < end {
      let byte = bytes[index]
      switch byte {
      case 0x22 where startsWord, 0x27 where startsWord:
        guard let next = Self.end(ofQuote: byte, bytes[...], index, end) else { return .quoted(index) }
        startsWord = false
        index = next
        continue
      case 0x23 where index == start || bytes[index - 1].isYAMLSpace || bytes[index - 1].isYAMLBreak:
        guard let next = bytes[index..<end].firstIndex(where: \.isYAMLBreak) else { return .comment(index) }
        mark(next, bytes[next])
        index = next
      case 0x5B, 0x7B, 0x2C, 0x5D, 0x7D:
        startsWord = true
        mark(index, byte)
      case 0x3A where isMark(bytes, index) || index > start && !startsWord && [0x22, 0x27].contains(bytes[index - 1]):
        startsWord = true
        mark(index, byte)
      case 0x2D where startsWord && index + 1 < bytes.count && bytes[index + 1].isYAMLSpace: break
      default: if !byte.isYAMLSpace, !byte.isYAMLBreak { startsWord = false }
      }
      index += 1
    }
    return .plain
  }

  /// Whether a byte is the colon behind a key.
  private static func isMark(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard bytes[index] == 0x3A else { return false }
    guard index + 1 < bytes.count else { return true }
    let next = bytes[index + 1]
    return next.isYAMLSpace || next.isYAMLBreak || next == 0x2C || next.closesFlow
  }

  /// The index behind a text in quotes that begins at `start`; nil where it does not end before `end`.
  static func end(ofQuote quote: UInt8, _ bytes: ArraySlice<UInt8>, _ start: Int, _ end: Int) -> Int? {
    var index = start + 1
    while index < end {
      if bytes[index] == quote {
        guard quote == 0x27, index + 1 < end, bytes[index + 1] == 0x27 else { return index + 1 }
        index += 1
      } else if quote == 0x22, bytes[index] == 0x5C {
        index += 1
      }
      index += 1
    }
    return nil
  }
}

extension UInt8 {
  /// A blank or a tab.
  var isYAMLSpace: Bool { self == 0x20 || self == 0x09 }
  /// A line feed or a carriage return.
  var isYAMLBreak: Bool { self == 0x0A || self == 0x0D }
  /// A closing bracket or brace.
  var closesFlow: Bool { self == 0x5D || self == 0x7D }
}

extension String {
  /// Without blanks and line breaks at either end.
  var trimmed: String {
    func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" || character.isNewline }
    return String(self[...].drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }

  /// Without the quotes around it.
  var unquoted: String {
    guard count >= 2, let first, first == last, first == "\"" || first == "'" else { return self }
    return String(dropFirst().dropLast())
  }
}
