// Slips of indentation: the line that is not where its neighbours, or the file's own pattern, say that it should be.

extension YAMLSlips {
  /// The line above that lost its indentation, where this one goes on with the block that it left.
  var outdented: YAMLSlip? {
    let column = line.indent
    let block = lines[..<number].lastIndex { $0.column == column || $0.dashes.contains(column) }
    let left = lines[..<number].lastIndex { $0.indent < column } ?? number
    guard left > 0, left < number, lines[left].hasKey, lines[left].dashes.isEmpty, !lines[left].isOpen || left + 1 < number else {
      return nil
    }
    if let child = movedChild(of: left) { return .indentation(child, other: line.range.lowerBound + column) }
    let above = lines[left - 1]
    if let block, block < left,
      lines[block + 1..<left].allSatisfy({ $0.indent > column || !$0.dashes.isEmpty && $0.indent == column })
    {
      let next = lines[(number + 1)...].first { $0.indent <= column }
      // One line that is a step deeper may be the one that was moved, unless lines below it say that it was not.
      let isFirm = isOpen(line) && number + 1 < lines.count && lines[number + 1].indent == column + unit
      guard !line.dashes.isEmpty || next?.indent == column || isFirm || column > lines[left].column + unit else { return nil }
      return .indentation(lines[left], other: line.range.lowerBound + column)
    }
    guard above.isOpen, above.hasKey, above.column >= lines[left].indent, above.column < column else { return nil }
    return .indentation(lines[left], other: line.range.lowerBound + column)
  }

  /// The first line below a key, where it stands further right than the others of its sort there.
  private func movedChild(of key: Int) -> YAMLLine? {
    guard lines[key].isOpen, key + 1 < number else { return nil }
    let child = lines[key + 1]
    guard child.indent > line.indent, line.indent % unit == 0, child.dashes.isEmpty == line.dashes.isEmpty,
      lines[key + 2..<number].allSatisfy({ $0.indent > child.indent })
    else { return nil }
    return !line.dashes.isEmpty || (child.indent - line.indent) % unit != 0 ? child : nil
  }

  /// The line whose indentation is the odd one: that of a line and those below it, or that of the entries above it.
  var indentation: YAMLSlip? {
    if let item = firstItem { return .indentation(item, other: line.range.lowerBound + line.indent) }
    var blocks: [(column: Int, first: Int, count: Int)] = []
    for (index, entry) in lines[..<number].enumerated() {
      for column in entry.dashes + [entry.column] {
        while let last = blocks.last, last.column > column { blocks.removeLast() }
        if let last = blocks.last, last.column == column {
          // Items at the column of their key are its value.
          let key = lines[last.first]
          if !(entry.dashes.contains(column) && key.hasKey && key.isOpen && key.column == column) {
            blocks[blocks.count - 1].count += 1
          }
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
    if block.column > line.indent, block.first > 0, lines[block.first - 1].indent % unit != 0, lines[block.first - 1].isOpen {
      return .indentation(lines[block.first - 1], other: line.range.lowerBound + line.indent)
    }
    if block.column > line.indent, fitsFile(first: block.first) {
      return .indentation(first, other: line.range.lowerBound + line.indent)
    }
    let below = lines[number..<blockEnd].count { $0.indent == line.indent }
    let unit = unit
    let isOdd = first.indent % unit != 0
    guard below > 1 && (isOdd || line.indent % unit == 0) || isOdd && line.indent % unit == 0 else { return nil }
    return .indentation(first, other: line.range.lowerBound + line.indent)
  }

  /// The first item of a list, where it stands two blanks left of all the others.
  private var firstItem: YAMLLine? {
    let item = lines[number - 1]
    guard number > 1, line.dashes.first == line.indent, item.dashes.first == line.indent - 2, item.hasKey, !item.isOpen,
      lines[number - 2].hasKey, lines[number - 2].isOpen
    else { return nil }
    return lines[number..<blockEnd].count { $0.dashes.first == line.indent } > 1 ? item : nil
  }

  /// Whether the line stands where the file has such lines, and the first one of its block does not: at its start, or below a key.
  private func fitsFile(first: Int) -> Bool {
    guard first > 0 else { return line.indent == 0 }
    let key = lines[first - 1]
    return key.hasKey && key.isOpen && line.indent == key.column + unit && lines[first].indent > line.indent
  }
}
