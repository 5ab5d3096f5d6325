// Slips that the lines of a text tell, in a person's words.

import VitrineSource

extension YAMLFault {
  /// What is said of a slip, at the line where the person made it.
  func finding(for slip: YAMLSlip) -> Finding {
    switch slip {
    case .unclosed(let place, let end): return unclosedFault(at: place, endOfText: end)
    case .noKey(let line): return noKeyFault(from: line.start, in: line.range)
    case .dash(let place):
      return syntax(
        ByteRange(place, place + 1), "a space is missing after the dash", help: "write '- ' before an item of a list",
        label: "add a space after this",
        fixes: [Fix("insert the space", [TextEdit(ByteRange(at: UInt32(place + 1)), " ")], isSafe: false)])
    case .noDash(let line):
      let range = ByteRange(line.start, max(line.start, trimmedEnd(of: line.range)))
      return syntax(
        range, "a '- ' is missing before this item of the list", help: "write '- ' before it, in line with the other items")
    case .value(let line):
      return syntax(
        ByteRange(line.value, max(line.value, trimmedEnd(of: line.range))),
        "a key has a value on its line, and others below it", help: "delete this value, or line the lines below up with the key")
    case .text(let line):
      return syntax(
        ByteRange(line.start, max(line.start, trimmedEnd(of: line.range))),
        "a text of several lines starts with '|' or '>' after its key", help: "write '|' after the colon, or quote the text",
        fixes: [
          Fix("write '|' after the colon", [TextEdit(ByteRange(at: UInt32(trimmedEnd(of: line.range))), " |")], isSafe: false)
        ])
    case .deeper(let line, let isItem):
      return syntax(
        ByteRange(line.start, max(line.start, trimmedEnd(of: line.range))),
        "this line is indented deeper than the \(isItem ? "item" : "key") it follows",
        help: isItem
          ? "line it up with the keys of the map that it belongs to, or start the item above with a key"
          : "line it up with the keys of its map, or leave the value of the line above empty to nest it")
    case .indentation(let line, let other):
      let column = other - lineRange(of: other).lowerBound
      let start = line.range.lowerBound + line.indent
      return syntax(
        ByteRange(start, max(start, trimmedEnd(of: line.range))),
        "this line starts \(blanks(line.indent)) in, the lines that belong to it \(blanks(column))",
        help: "line it up with them", related: [RelatedPlace(at(other), "this one starts elsewhere")])
    }
  }

  private func blanks(_ count: Int) -> String { count == 1 ? "1 space" : "\(count) spaces" }

  /// A quote or a bracket that is not closed before the next entry.
  func unclosedFault(at place: Int, endOfText end: Int) -> Finding {
    var (name, close) =
      switch bytes[place] {
      case UInt8(ascii: "["): ("'['", "]")
      case UInt8(ascii: "{"): ("'{'", "}")
      case UInt8(ascii: "'"): ("quote", "'")
      default: ("quote", "\"")
      }
    if name != "quote", case let all = YAMLLines(bytes).closers(of: place, endOfText: end), !all.isEmpty { close = all }
    // A comment may have taken what closes the bracket with it.
    let lineEnd = lineRange(of: place).upperBound
    let comment = min(end, lineEnd)..<lineEnd
    if name != "quote", let mark = bytes[comment].first(where: { $0 != 0x20 && $0 != 0x09 }), mark == UInt8(ascii: "#"),
      bytes[comment].contains(UInt8(ascii: close.last == "]" ? "]" : "}"))
    {
      let sign = comment.first { bytes[$0] == mark } ?? end
      return syntax(
        at(sign), "this '#' starts a comment, and what closes the \(name) is in it",
        help: "put quotes around a value with '#', or move the comment to the end of the line",
        related: [RelatedPlace(at(place), "the \(name) is here")])
    }
    return syntax(
      ByteRange(place, place + 1), "this \(name) is never closed", help: "add the closing \(close) where the text ends",
      label: "opened here",
      fixes: [Fix("close it at the end of the line", [TextEdit(ByteRange(at: UInt32(end)), close)], isSafe: false)])
  }
}
