// Where a person slipped, as told by the lines above the place where libyaml could read no further.

import VitrineSource

/// A slip that shows in the lines of a text, though the fault it leads to comes later.
enum YAMLSlip {
  /// A quote or a bracket, at a byte, that is not closed before the next entry; `end` is the end of the text on its line.
  case unclosed(place: Int, end: Int)
  /// A line without `key: value` where one belongs.
  case noKey(YAMLLine)
  /// A dash without its blank, at a byte.
  case dash(Int)
  /// A line that is an item of a list, but for its dash.
  case noDash(YAMLLine)
  /// A line whose key has a value, though the lines below are that, too.
  case value(YAMLLine)
  /// A key without a value, below which several lines are a text.
  case text(YAMLLine)
  /// A line that stands right of the key, or of the item, that it follows.
  case deeper(YAMLLine, isItem: Bool)
  /// A line whose indentation fits neither that of its neighbours nor the file's own; the byte is the start of a line that it should line up with.
  case indentation(YAMLLine, other: Int)

  /// The slip that a fault at a byte follows from; nil where the fault's own line is as likely.
  ///
  /// Shape: `isIndentation` where the fault is one of indentation, or of a key where none can be: it may come from the lines above.
  static func cause(of fault: Int, in bytes: UnsafeBufferPointer<UInt8>, isIndentation: Bool) -> YAMLSlip? {
    let lines = YAMLLines(bytes)
    if let unclosed = lines.unclosed, unclosed.place < fault { return .unclosed(place: unclosed.place, end: unclosed.end) }
    guard isIndentation, let number = lines.entries.firstIndex(where: { $0.range.upperBound >= fault }), number > 0 else {
      return nil
    }
    let line = lines.entries[number]
    // What follows a finished value on its own line is no matter of the lines above.
    guard fault <= line.start || line.hasKey && fault < line.value else { return nil }
    return YAMLSlips(lines: lines.entries, number: number, bytes: bytes).cause
  }
}

/// The lines of a text, and the one of them at which libyaml could read no further.
struct YAMLSlips {
  /// The lines with entries.
  let lines: [YAMLLine]
  /// The number of the line with the fault; never the first.
  let number: Int
  /// The text.
  let bytes: UnsafeBufferPointer<UInt8>

  /// The line with the fault.
  var line: YAMLLine { lines[number] }

  /// The slip that the fault follows from; nil where its own line is as likely.
  var cause: YAMLSlip? { dashless ?? firstDash ?? text ?? belowItem ?? keyless ?? movedKey ?? outdented ?? valued ?? indentation }

  /// Where the values that stand at the line's indentation, or right of it, end: the number of the first line left of it.
  var blockEnd: Int { lines[number...].firstIndex { $0.indent < line.indent } ?? lines.count }

  /// How many blanks an indentation of the file has: 4 where nearly all are multiples of that, else 2.
  var unit: Int {
    let indents = lines.map(\.indent).filter { $0 > 0 }
    return indents.count { $0 % 4 == 0 } * 4 >= indents.count * 3 && indents.count > 3 ? 4 : 2
  }

  /// Whether what belongs to a line stands below it: it has no value, or only the mark of a text.
  func isOpen(_ line: YAMLLine) -> Bool {
    line.isOpen || line.hasKey && (bytes[line.value] == UInt8(ascii: "|") || bytes[line.value] == UInt8(ascii: ">"))
  }

  /// Whether a line is a plain text of a number of words: it has neither key nor dash.
  private func isText(_ line: YAMLLine, words: Int) -> Bool {
    guard !line.hasKey, line.dashes.isEmpty, line.start < line.range.upperBound, bytes[line.start].isLetter else { return false }
    return bytes[line.start..<line.range.upperBound].split(separator: 0x20).count >= words
  }

  /// A key without a value, where the lines below it are a text up to the fault, which lies in that text, too.
  private var text: YAMLSlip? {
    guard number > 1, let key = lines[..<number].lastIndex(where: { $0.hasKey || !$0.dashes.isEmpty }), lines[key].hasKey,
      lines[key].isOpen, key + 1 < number, line.indent > lines[key].column, line.dashes.isEmpty,
      isText(lines[key + 1], words: 3), lines[key + 1..<number].allSatisfy({ $0.indent > lines[key].column })
    else { return nil }
    // A line whose colon, or its blank, is missing is followed by others that have theirs.
    let first = bytes[lines[key + 1].start..<lines[key + 1].range.upperBound]
    guard !first.contains(UInt8(ascii: ":")), !first.contains(UInt8(ascii: "=")) else { return nil }
    let words = bytes[line.start..<line.range.upperBound].prefix { $0 != UInt8(ascii: ":") }
    return key + 2 < number || !words.allSatisfy(\.isOfWord) ? .text(lines[key]) : nil
  }

  /// The line above, or the one above that this one would stand beside, where it has no key though its neighbours say that it needs one.
  private var keyless: YAMLSlip? {
    guard let place = lines[..<number].lastIndex(where: { $0.indent <= line.indent }) else { return nil }
    let above = lines[place]
    guard above.start < above.range.upperBound else { return nil }
    let opening = place == 0 ? nil : lines[place - 1].isOpen ? lines[place - 1] : nil
    if above.dashes.isEmpty, bytes[above.start] == UInt8(ascii: "-"), above.start + 1 < above.range.upperBound {
      let earlier = lines[..<place].last { $0.indent <= above.indent }
      if place == 0 || opening.map({ above.indent >= $0.indent }) == true || earlier?.dashes.first == above.indent {
        return .dash(above.start)
      }
    }
    guard !above.hasKey, ![UInt8(ascii: "["), UInt8(ascii: "{")].contains(bytes[above.start]) else { return nil }
    // A text that is continued from the line above it has no key, either.
    let isEntry =
      place == 0 || opening.map { above.indent > $0.indent } == true || !above.dashes.isEmpty
      || above.indent <= lines[place - 1].column
    return isEntry && (line.indent >= above.column || above.dashes.isEmpty) ? .noKey(above) : nil
  }

  /// The line itself, where what belongs to it stands below it in the same column: it was moved to the right.
  private var movedKey: YAMLSlip? {
    let above = lines[number - 1]
    guard above.hasKey, !above.isOpen, line.indent > above.column, above.indent % unit == 0, line.dashes.isEmpty, line.hasKey,
      isOpen(line), number + 1 < lines.count, lines[number + 1].indent == line.indent
    else { return nil }
    return .deeper(line, isItem: false)
  }

  /// The line above with a value, where several lines below it stand as the value of its key.
  private var valued: YAMLSlip? {
    let above = lines[number - 1]
    guard above.hasKey, !above.isOpen, line.indent > above.column, above.indent % unit == 0 else { return nil }
    let block = lines[number..<blockEnd]
    guard block.count(where: { $0.indent == line.indent }) > 1 || !line.dashes.isEmpty else { return nil }
    // Below the key of a list, it is the first item's dash that is missing.
    if number > 1, lines[number - 2].isOpen, lines[number - 2].indent < above.indent, line.indent == above.column + 2,
      above.dashes.isEmpty, line.dashes.isEmpty
    {
      return .noDash(above)
    }
    return .value(above)
  }
}
