// The finder as it is seen: the line that is typed, the list, a page beside it, a footer.

import VitrineText

extension FinderModel {
  /// The fewest columns that hold a list and a page.
  static let leastWidthForPage = 72
  /// The fewest columns in which details are more than a hint.
  private static let leastWidthForDetails = 36
  private static let prompt = "> "
  private static let footerKeys = [
    "Enter choose", "Esc leave", "Tab mark", "^O edit", "^Y show", "^P page", "^U clear", "^Z stop",
  ]

  /// The screen as it is to be.
  package mutating func frame() -> Frame {
    if let reading { return frame(reading) }
    var lines = [promptLine]
    let width = pageWidth
    let rows = listLines(width: width.map { size.columns - $0 - 3 } ?? size.columns)
    let beside = width.flatMap { width in selectedItem.map { pageLines(of: $0, width: width) } } ?? []
    for index in 0..<listHeight {
      var line = index < rows.count ? rows[index] : StyledLine()
      if let width {
        line.pad(to: size.columns - width - 3)
        line.append(" │ ", .dim)
        if index < beside.count { line.append(StyledLine(beside[index]).truncated(to: width)) }
      }
      lines.append(line)
    }
    if size.rows >= 3 { lines.append(footer) }
    return Frame(size: size, lines: lines, cursor: (0, cursorColumn))
  }

  /// How wide the page beside the list is; nil where it is not shown.
  var pageWidth: Int? {
    showsPage && size.columns >= Self.leastWidthForPage && listHeight > 0 ? size.columns / 2 - 2 : nil
  }

  /// The lines of the page of a thing.
  mutating func pageLines(of item: Int, width: Int) -> [String] {
    if let aside, aside.item == item, aside.width == width { return aside.lines }
    let text = source.page(item, width)
    let lines = TextLines.wrapped(text, to: width)
    aside = (item, width, lines)
    return lines
  }
}

extension FinderModel {
  /// The prompt and what is typed; of a text that is too long the part around the cursor.
  private var promptLine: StyledLine {
    var line = StyledLine(Self.prompt, .bold)
    line.append(shownQuery.text)
    if let completion { line.append(String(completion.dropFirst(lastWord.count)), .dim) }
    return line.truncated(to: size.columns)
  }

  private var cursorColumn: Int { min(Self.prompt.utf8.count + shownQuery.cursor, size.columns - 1) }

  /// The part of the typed text that fits, and the cells before the cursor in it.
  private var shownQuery: (text: String, cursor: Int) {
    let room = max(size.columns - Self.prompt.utf8.count - 1, 1)
    let before = TerminalText.visible(editor.textBeforeCursor)
    let after = String(TerminalText.visible(editor.text).dropFirst(before.count))
    guard DisplayWidth.width(of: before) > room else { return (before + after, DisplayWidth.width(of: before)) }
    var tail: [Character] = []
    var width = 1
    for character in before.reversed() {
      width += DisplayWidth.width(of: String(character))
      if width > room { break }
      tail.append(character)
    }
    let text = "…" + String(tail.reversed())
    return (text + after, DisplayWidth.width(of: text))
  }

  private func listLines(width: Int) -> [StyledLine] {
    if matches.isEmpty { return [answered == nil ? StyledLine() : StyledLine("  nothing found", .dim).truncated(to: width)] }
    let marked = Set(marks)
    return matches[top..<min(top + listHeight, matches.count)].enumerated().map { offset, item in
      let isSelected = top + offset == selected
      var line = StyledLine(isSelected ? ">" : " ", .bold)
      line.append(marked.contains(item) ? "*" : " ", marked.contains(item) ? .accent : [])
      line.append(rowLine(source.row(item), width: max(width - 2, 0)))
      let fitted = line.fitted(to: width)
      return isSelected ? fitted.adding(.reverse) : fitted
    }
  }

  /// The title, then the details, which begin in the same column in every row whose title leaves room.
  private func rowLine(_ row: FinderRow, width: Int) -> StyledLine {
    let titleWidth = max(min(width * 45 / 100, 60), min(width, 16))
    var line = StyledLine()
    line.append(row.title.text, highlighting: row.title.isSearched ? words : [])
    // Beside a page, which says it all, there is room for titles only.
    let details = pageWidth == nil ? row.details.filter { !$0.text.isEmpty } : []
    if details.isEmpty || width < Self.leastWidthForDetails { return line.truncated(to: width) }
    line = line.truncated(to: titleWidth)
    line.pad(to: titleWidth)
    line.append("  ")
    for (index, cell) in details.enumerated() {
      if index > 0 { line.append(" · ", .dim) }
      line.append(cell.text, .dim, highlighting: cell.isSearched ? words : [])
      if line.width >= width { break }
    }
    return line.truncated(to: width)
  }

  /// The count, then what is wrong with the query, or else the keys.
  private var footer: StyledLine {
    let found = matches.count
    var line = StyledLine("  \(Grouped.number(found)) of \(Grouped.number(source.total))\(isSearching ? " …" : "")", .bold)
    if !marks.isEmpty { line.append("  \(Grouped.number(marks.count)) marked", .accent) }
    if note == nil, completion != nil {
      addCompletions(to: &line)
    } else if let message = note ?? fault {
      line.append("  " + message, .dim)
    } else {
      for key in Self.footerKeys where line.width + key.utf8.count + 2 <= size.columns { line.append("  " + key, .dim) }
    }
    return line.truncated(to: size.columns)
  }

  /// What may follow, as much as there is room for, and the key that takes the first.
  private func addCompletions(to line: inout StyledLine) {
    let key = "Right completes"
    let typed = lastWord
    let known = typed.lastIndex { ":,@".contains($0) }.map { typed.distance(from: typed.startIndex, to: $0) + 1 } ?? 0
    for (number, word) in completions.enumerated() {
      let text = "  " + word.dropFirst(known)
      let isLast = number == completions.count - 1
      guard number == 0 || line.width + DisplayWidth.width(of: text) + (isLast ? 0 : 3) + key.utf8.count + 2 <= size.columns
      else {
        line.append("  …", .dim)
        break
      }
      line.append(text)
    }
    if line.width + key.utf8.count + 2 <= size.columns { line.append("  " + key, .dim) }
  }

  /// A page that fills the screen.
  private mutating func frame(_ reading: Reading) -> Frame {
    let all = pageLines(of: reading.item, width: size.columns)
    let height = max(size.rows - 1, 1)
    let end = min(reading.top + height, all.count)
    var lines = all[min(reading.top, end)..<end].enumerated().map { offset, text in
      StyledLine(text, reading.top + offset == 0 ? .bold : [])
    }
    lines += repeatElement(StyledLine(), count: height - lines.count)
    if size.rows >= 2 {
      let more = all.count > height ? "lines \(reading.top + 1)-\(end) of \(all.count)  arrows scroll  " : ""
      lines.append(StyledLine("  \(more)any other key goes back  ^O edit", .dim))
    }
    return Frame(size: size, lines: lines)
  }
}

/// Numbers as people read them.
enum Grouped {
  /// A number with a comma after every three digits: `13,186`.
  static func number(_ value: Int) -> String {
    let digits = Array(String(value))
    return String(
      digits.enumerated().flatMap { index, digit in
        index > 0 && (digits.count - index) % 3 == 0 ? [",", digit] : [digit]
      })
  }
}
