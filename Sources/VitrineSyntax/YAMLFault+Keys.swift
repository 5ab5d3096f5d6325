// What is wrong with keys: a colon too much, or none, or none with its blank.

import VitrineSource

extension YAMLFault {
  /// A colon where no key can be: a second one, or one in a value without quotes.
  func colonFault() -> Finding {
    let line = lineRange(of: place)
    if let first = bytes[line.lowerBound..<place].lastIndex(where: { $0 != 0x20 }), bytes[first] == UInt8(ascii: ":") {
      return syntax(
        at(place), "a second colon after the key", help: "delete it, or put quotes around the value",
        fixes: [Fix("delete it", [TextEdit(ByteRange(first + 1, place + 1), "")], isSafe: false)])
    }
    let text = String(decoding: bytes[line], as: UTF8.self)
    var start = line.lowerBound
    while start < place, bytes[start] == 0x20 { start += 1 }
    // A second `: ` on the same line, or a key indented under a finished value.
    if let value = valueStart(inLineBefore: place, line) {
      let end = trimmedEnd(of: line)
      let range = ByteRange(value, end)
      if let key = secondKey(in: range) { return secondKeyFault(key, in: range, line) }
      return syntax(
        at(place), "a value with ': ' in it must be quoted", help: "put quotes around the value",
        label: "this colon starts a second key", fixes: quoteFix(range).map { [$0] } ?? [])
    }
    if text.contains(":"), start > line.lowerBound {
      return syntax(
        ByteRange(start, max(start, min(place, bytes.count))), "this line is indented deeper than the key it follows",
        help: "line it up with the keys of its map, or leave the value of the line above empty to nest it")
    }
    return keylessFault(above: line)
      ?? syntax(at(place), "a ':' stands where no key can be", help: "quote the value, or check the indentation")
  }

  /// The word before the colon of the fault, where it is written as keys mostly are, behind a blank.
  private func secondKey(in value: ByteRange) -> ByteRange? {
    let start = Int(value.start)
    guard place > start, place <= Int(value.end) else { return nil }
    let word = bytes[start..<place].reversed().prefix { $0 &- 0x61 < 26 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
    guard word.count > 1, place - word.count > start, bytes[place - word.count - 1] == 0x20 else { return nil }
    return ByteRange(place - word.count, place)
  }

  /// Two keys on one line, as it seems.
  private func secondKeyFault(_ key: ByteRange, in value: ByteRange, _ line: Range<Int>) -> Finding {
    let name = String(decoding: bytes[key.indices], as: UTF8.self)
    var end = Int(key.start)
    while end > Int(value.start), bytes[end - 1] == 0x20 || bytes[end - 1] == UInt8(ascii: ",") { end -= 1 }
    var column = line.lowerBound
    while column < end, bytes[column] == 0x20 || bytes[column] == UInt8(ascii: "-") { column += 1 }
    let breakLine = [0x0A] + [UInt8](repeating: 0x20, count: column - line.lowerBound)
    return syntax(
      at(place), "a second key, '\(name)', on one line",
      help: "start a new line with '\(name):', or quote a value with ': ' in it",
      label: "this colon ends a second key",
      fixes: [Fix("start a new line with it", [TextEdit(ByteRange(end, Int(key.start)), breakLine)], isSafe: false)]
        + (quoteFix(value).map { [$0] } ?? []))
  }

  /// The line above, where it is what makes this one wrong: `title:Foo` without its blank, or no key at all. YAML takes both lines for one text.
  private func keylessFault(above line: Range<Int>) -> Finding? {
    var above = line
    repeat {
      guard above.lowerBound > 0 else { return nil }
      above = lineRange(of: above.lowerBound - 1)
    } while bytes[above].allSatisfy { $0 == 0x20 || $0 == 0x0D }
    var start = above.lowerBound
    while start < above.upperBound, bytes[start] == 0x20 { start += 1 }
    return start < above.upperBound && bytes[start] != UInt8(ascii: "#") ? noKeyFault(from: start, in: above) : nil
  }

  /// The mark of a text, `|` or `>`, at the end of a line above that is no key as it stands: `note:|`. The text below it is read as YAML.
  func swallowedMark() -> Finding? {
    var column = Int.max
    for entry in YAMLLines(bytes).entries.reversed() where entry.range.lowerBound <= place {
      guard entry.indent < column else { continue }
      column = entry.indent
      if entry.hasKey { return nil }
      let end = trimmedEnd(of: entry.range)
      guard end > entry.start, bytes[end - 1] == UInt8(ascii: "|") || bytes[end - 1] == UInt8(ascii: ">") else { continue }
      var index = entry.start
      while index < end, bytes[index].isOfWord { index += 1 }
      guard index > entry.start, index < end else { return nil }
      return bytes[index] == UInt8(ascii: ":") && index + 2 == end
        ? noKeyFault(from: entry.start, in: entry.range) : sign(on: entry.range)
    }
    return nil
  }

  /// A key without its colon.
  func missingColonFault() -> Finding {
    let start = contextPlace ?? place
    return noKeyFault(from: start, in: lineRange(of: start))
  }

  /// A line in which no key ends with a colon and a blank.
  func noKeyFault(from start: Int, in line: Range<Int>) -> Finding {
    let end = trimmedEnd(of: line)
    var index = start
    while index < end, bytes[index] != UInt8(ascii: ":") { index += 1 }
    // A time of day has colons of its own.
    let isTime = index > start && index + 1 < end && bytes[index - 1] &- 0x30 <= 9 && bytes[index + 1] &- 0x30 <= 9
    let hasWord = !isTime && !bytes[start..<max(start, index - 1)].contains { $0 == 0x20 || $0 == UInt8(ascii: ",") }
    if index + 1 < end, bytes[index + 1] != 0x20, bytes[index + 1] != 0x09, hasWord {
      // Safe: one word before the colon is a key, where several may be a text that goes on; but the colon of an address is part of it.
      let key = bytes[line.lowerBound..<index].drop { $0 == 0x20 || $0 == UInt8(ascii: "-") }
      let isKey = !key.isEmpty && key.allSatisfy { $0.isOfWord && $0 &- 0x30 > 9 } && bytes[index + 1] != UInt8(ascii: "/")
      let fix = Fix("insert the space", [TextEdit(ByteRange(at: UInt32(index + 1)), " ")], isSafe: isKey)
      return syntax(
        ByteRange(index, index + 1), "a space is missing after the colon",
        help: "write 'key: value' with a space after the colon",
        label: "add a space after this", fixes: [fix])
    }
    return syntax(
      ByteRange(start, max(start, end)), "this line has no 'key: value'",
      help: "add the ':' after the key, or indent the line if it continues the text above")
  }
}
