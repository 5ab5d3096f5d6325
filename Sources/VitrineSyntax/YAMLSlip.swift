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
    return keyless(above: number, lines.entries, bytes) ?? indentation(at: number, lines.entries)
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
    guard !above.hasKey else { return nil }
    // A text that is continued from the line above it has no key, either.
    let isEntry =
      place == 0 || opening.map { above.indent > $0.indent } == true || !above.dashes.isEmpty
      || above.indent <= lines[place - 1].column
    return isEntry && (line.indent >= above.column || above.dashes.isEmpty) ? .noKey(above) : nil
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
    let below = lines[number...].prefix { $0.indent >= min(line.indent, block.column) }.count { $0.indent == line.indent }
    let unit = unit(of: lines)
    let isOdd = first.indent % unit != 0
    guard below > 1 && (isOdd || line.indent % unit == 0) || isOdd && line.indent % unit == 0 else { return nil }
    return .indentation(first, other: line.start)
  }

  /// How many blanks an indentation of the file has: 4 where nearly all are multiples of that, else 2.
  private static func unit(of lines: [YAMLLine]) -> Int {
    let indents = lines.map(\.indent).filter { $0 > 0 }
    return indents.count { $0 % 4 == 0 } * 4 >= indents.count * 3 && indents.count > 1 ? 4 : 2
  }
}
