// What is wrong with brackets, and on which line a person would look for it.

import VitrineSource
import VitrineText

extension YAMLFault {
  /// A bracket that is not closed, closed by one of another sort, or with something in it that is no entry.
  func bracketFault() -> Finding {
    let start = contextPlace ?? place
    let isMap = context.contains("mapping")
    let open = isMap ? "{" : "["
    let close = isMap ? "}" : "]"
    var unclosed = start
    switch closing(of: start) {
    case .closed:
      if place < bytes.count {
        let related = [RelatedPlace(at(start), "the '\(open)' is here")]
        if let end = endOfItem(beforeLineOf: place), end > start {
          return syntax(
            ByteRange(at: end), "expected ',' or '\(close)' after this line", help: "separate entries with commas",
            related: related)
        }
        return syntax(
          at(place), "expected ',' or '\(close)' here",
          help: "separate items with commas; quote an item that holds quotes, commas or brackets", related: related)
      }
    case .mismatched(let other, let opening):
      let (open, close) = bytes[opening] == UInt8(ascii: "{") ? ("{", "}") : ("[", "]")
      let isOnOneLine = lineRange(of: opening) == lineRange(of: other)
      let mark = Character(UnicodeScalar(bytes[other]))
      return syntax(
        at(other), isOnOneLine ? "'\(mark)' does not close a '\(open)'" : "'\(mark)' closes nothing here",
        help: isOnOneLine
          ? "close it with '\(close)', or quote a value that holds brackets"
          : "delete it, add what it closes, or quote a value that holds brackets",
        related: [RelatedPlace(at(opening), "the '\(open)' is here")])
    case .never(let opening):
      if let open = YAMLLines(bytes).openBracket, open.place <= opening {
        return unclosedFault(at: open.place, endOfText: open.end)
      }
      unclosed = opening
    }
    guard unclosed < bytes.count else { return syntax(at(unclosed), "the file ends where a value is expected") }
    let missing = bytes[unclosed] == UInt8(ascii: "{") ? "}" : "]"
    return syntax(
      at(unclosed), "this '\(Character(UnicodeScalar(bytes[unclosed])))' is never closed", help: "add the closing '\(missing)'",
      label: "opened here")
  }

  /// How a bracket is closed.
  private enum Closing {
    /// By its partner.
    case closed
    /// Not: it, or one inside it, stays open to the end, or to a bracket of another sort on another line.
    case never(Int)
    /// By a bracket of another sort, at the first byte: in place of the one that closes that at the second, or beside it.
    case mismatched(Int, opening: Int)
  }

  private func closing(of start: Int) -> Closing {
    var open: [Int] = []
    var quote: UInt8?
    // A bracket that closes nothing, where all others close what is open, is the one that is wrong.
    var stray: (index: Int, opening: Int)?
    for index in start..<bytes.count {
      let byte = bytes[index]
      if let mark = quote {
        if byte == mark { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"): open.append(index)
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard let opening = open.popLast() else { return .closed }
        // ']' and '}' stand two places behind '[' and '{' in ASCII.
        if byte != bytes[opening] + 2 {
          if lineRange(of: opening) == lineRange(of: index) { return .mismatched(index, opening: opening) }
          if let stray { return .never(stray.opening) }
          stray = (index, opening)
          open.append(opening)
        }
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        // An apostrophe inside a word opens nothing.
        if index > start, [0x20, 0x0A, UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{")].contains(bytes[index - 1]) {
          quote = byte
        }
      default: break
      }
      if open.isEmpty { return stray.map { .mismatched($0.index, opening: $0.opening) } ?? .closed }
    }
    return .never(stray?.opening ?? open.first ?? start)
  }

  /// The end of the line above that of a byte inside brackets, where that line ends in an entry without a comma and the byte's own goes on with
  /// another.
  private func endOfItem(beforeLineOf offset: Int) -> UInt32? {
    let line = lineRange(of: offset)
    guard line.lowerBound > 0, offset > line.lowerBound, bytes[line.lowerBound..<offset].contains(where: { $0 != 0x20 }) else {
      return nil
    }
    let above = lineRange(of: line.lowerBound - 1)
    let end = trimmedEnd(of: above)
    guard end > above.lowerBound,
      ![UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ":")].contains(bytes[end - 1]),
      !bytes[above].contains(UInt8(ascii: "#"))
    else { return nil }
    return UInt32(end)
  }
}
