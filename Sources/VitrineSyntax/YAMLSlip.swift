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
    return dashless(at: number, lines.entries, bytes) ?? keyless(above: number, lines.entries, bytes)
      ?? outdented(above: number, lines.entries) ?? valued(above: number, lines.entries)
      ?? indentation(at: number, lines.entries)
  }

  /// The line above, or the one above that this one would stand beside, where it has no key though its neighbours say that it needs one.
  private static func keyless(above number: Int, _ lines: [YAMLLine], _ bytes: UnsafeBufferPointer<UInt8>) -> YAMLSlip? {
    let line = lines[number]
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

  /// An item without its dash: the line among items, or the first one below the key of a list whose next items have theirs.
  private static func dashless(
    at number: Int, _ lines: [YAMLLine], _ bytes: UnsafeBufferPointer<UInt8>
  ) -> YAMLSlip? {
    let line = lines[number]
    let isBracket = line.start < line.range.upperBound && [UInt8(ascii: "["), UInt8(ascii: "{")].contains(bytes[line.start])
    if line.dashes.isEmpty, line.hasKey || isBracket {
      let columns = isBracket ? [line.indent, line.indent - 2] : [line.indent]
      guard let earlier = lines[..<number].last(where: { $0.indent <= line.indent }), let dash = earlier.dashes.first else {
        return nil
      }
      return columns.contains(dash) ? .noDash(line) : nil
    }
    guard let dash = line.dashes.first,
      let key = lines[..<number].lastIndex(where: { $0.hasKey && $0.isOpen && $0.column <= dash }), key + 1 < number,
      lines[key + 1..<number].allSatisfy({ $0.indent >= dash && $0.dashes.first != dash })
    else { return nil }
    let first = lines[key + 1]
    guard first.dashes.isEmpty, [dash, dash + 2].contains(first.indent) else { return nil }
    return isAlike(first, line, bytes) ? .noDash(first) : nil
  }

  /// Whether two items begin alike: with the same key, or with a bracket.
  private static func isAlike(_ left: YAMLLine, _ right: YAMLLine, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if left.hasKey, right.hasKey {
      return bytes[left.start..<left.range.upperBound].prefix { $0 != UInt8(ascii: ":") }
        .elementsEqual(bytes[right.start..<right.range.upperBound].prefix { $0 != UInt8(ascii: ":") })
    }
    guard left.start < left.range.upperBound, right.start < right.range.upperBound else { return false }
    return bytes[left.start] == bytes[right.start] && [UInt8(ascii: "["), UInt8(ascii: "{")].contains(bytes[left.start])
  }

  /// The line above that lost its indentation, where this one goes on with the block that it left.
  private static func outdented(above number: Int, _ lines: [YAMLLine]) -> YAMLSlip? {
    let line = lines[number]
    let column = line.indent
    let block = lines[..<number].lastIndex { $0.column == column || $0.dashes.contains(column) }
    let left = lines[..<number].lastIndex { $0.indent < column } ?? number
    guard left > 0, left < number, lines[left].hasKey, lines[left].dashes.isEmpty, !lines[left].isOpen || left + 1 < number else {
      return nil
    }
    let above = lines[left - 1]
    if let block, block < left,
      lines[block + 1..<left].allSatisfy({ $0.indent > column || !$0.dashes.isEmpty && $0.indent == column })
    {
      let next = lines[(number + 1)...].first { $0.indent <= column }
      guard !line.dashes.isEmpty || next?.indent == column else { return nil }
      return .indentation(lines[left], other: line.range.lowerBound + column)
    }
    guard above.isOpen, above.hasKey, above.column >= lines[left].indent, above.column < column else { return nil }
    return .indentation(lines[left], other: line.range.lowerBound + column)
  }

  /// The line above with a value, where several lines below it stand as the value of its key.
  private static func valued(above number: Int, _ lines: [YAMLLine]) -> YAMLSlip? {
    let line = lines[number]
    let above = lines[number - 1]
    guard above.hasKey, !above.isOpen, line.indent > above.column, above.indent % unit(of: lines) == 0 else { return nil }
    let below = lines[number...].prefix { $0.indent >= line.indent }.count { $0.indent == line.indent }
    guard below > 1 || !line.dashes.isEmpty else { return nil }
    // Below the key of a list, it is the first item's dash that is missing.
    if number > 1, lines[number - 2].isOpen, lines[number - 2].indent < above.indent, line.indent == above.column + 2,
      above.dashes.isEmpty, line.dashes.isEmpty
    {
      return .noDash(above)
    }
    return .value(above)
  }

  /// The line whose indentation is the odd one: that of a line and those below it, or that of the entries above it.
  private static func indentation(at number: Int, _ lines: [YAMLLine]) -> YAMLSlip? {
    let line = lines[number]
    var blocks: [(column: Int, first: Int, count: Int)] = []
    for (index, entry) in lines[..<number].enumerated() {
      for column in entry.dashes + [entry.column] {
        while let last = blocks.last, last.column > column { blocks.removeLast() }
        if let last = blocks.last, last.column == column {
          blocks[blocks.count - 1].count += 1
        } else {
          blocks.append((column, index, 1))
        }
      }
    }
    // The block that the line misses: the one it stands left of, or the one it stands right of.
    guard let block = blocks.first(where: { $0.column > line.indent }) ?? blocks.last, block.column != line.indent,
      block.count == 1, !(blocks.contains { $0.column == line.indent })
    else { return nil }
    let first = lines[block.first]
    // Right of an entry without a value, a line is below it, as it may be.
    guard block.column > line.indent || !first.isOpen else { return nil }
    let below = lines[number...].prefix { $0.indent >= line.indent }.count { $0.indent == line.indent }
    let unit = unit(of: lines)
    let isOdd = first.indent % unit != 0
    guard below > 1 && (isOdd || line.indent % unit == 0) || isOdd && line.indent % unit == 0 else { return nil }
    return .indentation(first, other: line.range.lowerBound + line.indent)
  }

  /// How many blanks an indentation of the file has: 4 where nearly all are multiples of that, else 2.
  private static func unit(of lines: [YAMLLine]) -> Int {
    let indents = lines.map(\.indent).filter { $0 > 0 }
    return indents.count { $0 % 4 == 0 } * 4 >= indents.count * 3 && indents.count > 1 ? 4 : 2
  }
}
