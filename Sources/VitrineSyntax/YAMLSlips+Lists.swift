// Slips in lists: a dash that is missing, and what stands below an item though it is none of its.

extension YAMLSlips {
  /// An item without its dash: the line among items, or the first one below the key of a list whose next items have theirs.
  var dashless: YAMLSlip? {
    let isBracket = line.start < line.range.upperBound && [UInt8(ascii: "["), UInt8(ascii: "{")].contains(bytes[line.start])
    if line.dashes.isEmpty, line.hasKey || isBracket { return dashlessEntry(isBracket: isBracket) }
    guard let dash = line.dashes.first else { return dashlessText }
    guard let key = (0..<number).last(where: { isListKey($0, dash) }), key + 1 < number,
      lines[key + 1..<number].allSatisfy({ $0.indent >= dash })
    else { return nil }
    let first = lines[key + 1]
    guard first.dashes.isEmpty, [dash, dash + 2].contains(first.indent) else { return nil }
    let others = lines[key + 2..<number]
    // A text without a dash goes on over the items below it.
    if !first.hasKey, !line.hasKey { return isBracketed(first) == isBracketed(line) ? .noDash(first) : nil }
    guard others.allSatisfy({ $0.dashes.first != dash }) else { return nil }
    // What is below the first line is that of an item: it stands two blanks right of where the dash belongs, or deeper.
    let isItem =
      lines[key].column < dash && !others.isEmpty && others.allSatisfy { $0.indent >= dash + 2 } && first.hasKey && line.hasKey
    return isAlike(first, line) || isItem ? .noDash(first) : nil
  }

  /// Whether the list with a dash at a column may be the value of a key: that is left of it, or at its column and what follows is no deeper than items.
  private func isListKey(_ index: Int, _ dash: Int) -> Bool {
    let key = lines[index]
    guard key.hasKey, key.isOpen else { return false }
    return key.column < dash || key.column == dash && lines[index + 1].indent <= dash + 2
  }

  /// A key or a bracket at the column of items, or two left of what is in one.
  private func dashlessEntry(isBracket: Bool) -> YAMLSlip? {
    let columns = isBracket ? [line.indent, line.indent - 2] : [line.indent]
    guard let place = lines[..<number].lastIndex(where: { $0.indent <= line.indent }), let dash = lines[place].dashes.first,
      columns.contains(dash)
    else { return nil }
    let item = lines[place]
    // An item that is moved to the right has what is its own at its dash.
    if place > 0, lines[place - 1].hasKey, lines[place - 1].isOpen, item.indent >= lines[place - 1].column, !isBracket {
      let next = lines[number...].first { $0.indent < line.indent }
      if next?.dashes.first == line.indent - 2 || unit == 2 && item.indent == lines[place - 1].column + 4 {
        return .indentation(item, other: line.range.lowerBound + line.indent - 2)
      }
    }
    return .noDash(line)
  }

  /// A text that stands right below another one, where that is a whole item.
  private var dashlessText: YAMLSlip? {
    guard !line.hasKey, let above = lines[..<number].last, !above.dashes.isEmpty, !above.hasKey, !above.isOpen,
      line.indent == above.column, isQuote(line), isQuote(above)
    else { return nil }
    return .noDash(line)
  }

  /// An item of a list without its dash, where what belongs to it stands two blanks right of it.
  var firstDash: YAMLSlip? {
    guard line.dashes.isEmpty, line.hasKey, let place = lines[..<number].lastIndex(where: { $0.indent < line.indent }), place > 0
    else { return nil }
    let first = lines[place]
    let above = lines[place - 1]
    guard first.dashes.isEmpty, first.hasKey, first.column + 2 == line.indent else { return nil }
    let next = lines[(number + 1)...].first { $0.indent <= first.indent }
    let hasItems = next?.indent == first.indent && next?.dashes.first == first.indent
    if let item = lines[..<place].last(where: { $0.indent <= first.indent }), item.dashes.first == first.indent {
      // Items may stand at the column of keys, if these have a list for their value.
      let key = lines[..<place].last { $0.indent < item.indent || $0.indent == item.indent && $0.dashes.isEmpty }
      let isInside = key.map { $0.column < item.indent } ?? true
      return hasItems && isInside && item.hasKey || isAlike(item, first) ? .noDash(first) : nil
    }
    guard above.hasKey, above.isOpen, above.column <= first.column else { return nil }
    // The next items have their dashes, or the key of the first one has its value still deeper.
    let isNested = first.isOpen && place + 1 < number && lines[place + 1].indent >= line.indent + 2 && unit == 2
    return hasItems || isNested ? .noDash(first) : nil
  }

  /// A key that stands below an item though that is a text: it belongs to the map around the list.
  var belowItem: YAMLSlip? {
    guard line.hasKey, line.dashes.isEmpty,
      let place = lines[..<number].lastIndex(where: { $0.indent < line.indent || !$0.dashes.isEmpty }),
      place == number - 1
    else { return nil }
    let item = lines[place]
    guard let dash = item.dashes.last, !item.hasKey, !item.isOpen, line.indent > dash else { return nil }
    // More than one line there are a map, whose first key has lost its colon.
    guard lines[number..<blockEnd].count(where: { $0.indent == line.indent }) == 1 else { return nil }
    let text = bytes[item.start..<item.range.upperBound]
    let isWord = isQuote(item) || !text.contains(0x20) && !text.contains { $0 == UInt8(ascii: ":") }
    return isWord ? .deeper(line, isItem: true) : nil
  }

  /// Whether two items begin alike: with the same key, or with a bracket.
  private func isAlike(_ left: YAMLLine, _ right: YAMLLine) -> Bool {
    if left.hasKey, right.hasKey {
      return bytes[left.start..<left.range.upperBound].prefix { $0 != UInt8(ascii: ":") }
        .elementsEqual(bytes[right.start..<right.range.upperBound].prefix { $0 != UInt8(ascii: ":") })
    }
    return isBracketed(left) && isBracketed(right) && bytes[left.start] == bytes[right.start]
  }

  private func isBracketed(_ line: YAMLLine) -> Bool {
    line.start < line.range.upperBound && [UInt8(ascii: "["), UInt8(ascii: "{")].contains(bytes[line.start])
  }

  /// Whether a line, or an item on it, is a text in quotes.
  private func isQuote(_ line: YAMLLine) -> Bool {
    line.start < line.range.upperBound && [UInt8(ascii: "'"), UInt8(ascii: "\"")].contains(bytes[line.start])
  }
}
