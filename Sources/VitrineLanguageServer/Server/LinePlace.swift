// Where in a record a cursor stands, told by lines and their indentation: so that a text that is being typed, and does not parse, has places too.

import VitrineSource

/// What may stand at a cursor, and in what.
struct LinePlace {
  /// What is typed at the cursor.
  enum Part: Equatable {
    /// A key of the map at `names`; false where there is a colon behind it already.
    case key(needsColon: Bool)
    /// The value of the field at `names`.
    case value
    /// An item of the list at `names`, or the first key of one.
    case item
  }

  /// The names from the root down; lists on the way are not counted.
  private(set) var names: [String] = []
  /// What is typed.
  private(set) var part = Part.key(needsColon: true)
  /// What the typed word takes up, all of it.
  private(set) var range = ByteRange(at: 0)
  /// The word up to the cursor.
  private(set) var typed = ""
  /// The keys that the map has besides.
  private(set) var siblings: Set<String> = []
  /// The column of the word. Units: bytes.
  private(set) var column = 0
  /// True within brackets or braces.
  private(set) var isInFlow = false
  /// True on a line of its own below a key that has no value yet, or a list.
  private(set) var isBelowKey = false
  /// True within a comment, where nothing is completed.
  private(set) var isComment = false

  private let text: DocumentText

  /// So many lines are looked at in either direction.
  private static let maximumLines = 20_000

  /// A dash or a key of a line.
  private struct Token {
    var column: Int
    /// Nil for a dash.
    var key: String?
    /// Where the key ends; the index after its colon.
    var end = 0
  }

  /// The place of a cursor.
  init(_ text: DocumentText, at offset: Int) {
    self.text = text
    let line = text.line(of: offset)
    let start = text.lineStarts[line]
    range = ByteRange(offset, offset)
    let content = Self.content(of: text, line)
    if let comment = content.comment, comment < offset {
      isComment = true
      return
    }
    if takeFlow(line, offset) { return }
    let end = max(content.end, offset)
    let tokens = tokens(of: line)
    let cursor = offset - start
    var above = tokens.filter { $0.column < cursor && ($0.key == nil || $0.end <= cursor) }
    if let last = above.last, last.key != nil {
      // Behind a colon.
      above.removeLast()
      takeNames(above: last.column, above, line)
      names.append(last.key ?? "")
      place(.value, from: start + last.end, to: end, offset)
      return
    }
    // At a key, at an item, or where nothing stands yet.
    let here = tokens.first { $0.key != nil && $0.column <= cursor && cursor <= $0.end }
    let wordColumn =
      here?.column ?? above.last.map { self.wordStart(after: $0.column + 1, line, cursor) }
      ?? min(cursor, wordStart(after: 0, line, cursor))
    column = wordColumn
    takeNames(above: wordColumn, above, line)
    let isItem = above.last.map { $0.key == nil } ?? false
    if let here {
      range = ByteRange(start + here.column, start + here.end - 1)
      typed = String(
        decoding: text.bytes[(start + here.column)..<max(start + here.column, min(offset, start + here.end - 1))], as: UTF8.self)
      part = .key(needsColon: false)
    } else {
      place(isItem ? .item : .key(needsColon: true), from: start + wordColumn, to: end, offset)
    }
    siblings = siblings(of: wordColumn, line, startsItem: isItem)
  }

  /// Takes what stands between two bytes as the word at the cursor.
  private mutating func place(_ part: Part, from start: Int, to end: Int, _ offset: Int) {
    self.part = part
    var (start, end) = (start, end)
    while start < end, start < offset, text.bytes[start].isYAMLSpace { start += 1 }
    while end > start, end > offset, text.bytes[end - 1].isYAMLSpace { end -= 1 }
    range = ByteRange(min(start, offset), max(end, offset))
    typed = String(decoding: text.bytes[Int(range.start)..<offset], as: UTF8.self)
    if part == .value { column = Int(range.start) - text.lineStarts[text.line(of: offset)] }
  }

  /// Goes into the brackets and braces that are open at the cursor; false where there are none. They may have begun on an earlier line; then the
  /// lines after it are indented further than what they belong to.
  private mutating func takeFlow(_ last: Int, _ offset: Int) -> Bool {
    var starts: [(line: Int, bracket: Int, tokens: [Token])] = []
    var indent = Int.max
    for line in stride(from: last, through: max(0, last - Self.maximumLines), by: -1) {
      let start = text.lineStarts[line]
      let bytes = text.content(ofLine: line)
      guard let first = bytes.firstIndex(where: { !$0.isYAMLSpace }), first < offset || line < last else {
        if line == last { indent = offset - start + (bytes.contains(where: \.closesFlow) ? 1 : 0) }
        continue
      }
      guard first - start < indent else { continue }
      let tokens = tokens(of: line)
      var bracket = start + (tokens.last.map { $0.key == nil ? $0.column + 1 : $0.end } ?? 0)
      while bracket < bytes.endIndex, bytes[bracket].isYAMLSpace { bracket += 1 }
      if bracket < min(offset, bytes.endIndex), bytes[bracket] == 0x5B || bytes[bracket] == 0x7B,
        tokens.last?.column ?? (first - start - 1) < indent
      {
        starts.append((line, bracket, tokens))
      }
      indent = first - start + (line == last && bytes[first].closesFlow ? 1 : 0)
      if indent == 0 { break }
    }
    for start in starts.reversed() {
      guard let flow = FlowPlace(text.bytes, from: start.bracket, at: offset) else { continue }
      if let key = start.tokens.last?.key {
        takeNames(above: start.tokens.last?.column ?? 0, Array(start.tokens.dropLast()), start.line)
        names.append(key)
      } else {
        takeNames(above: start.bracket - text.lineStarts[start.line], start.tokens, start.line)
      }
      names += flow.names
      siblings = flow.siblings
      isInFlow = true
      isBelowKey = false
      place(flow.part, from: flow.start, to: flow.end, offset)
      column = 0
      return true
    }
    return false
  }

  // MARK: lines

  /// The dashes and the key at the beginning of a line.
  private func tokens(of line: Int) -> [Token] {
    let start = text.lineStarts[line]
    let bytes = text.content(ofLine: line)
    var tokens: [Token] = []
    var index = bytes.startIndex
    func skipBlanks() { while index < bytes.endIndex, bytes[index] == 0x20 { index += 1 } }
    skipBlanks()
    while index < bytes.endIndex, bytes[index] == 0x2D, index + 1 == bytes.endIndex || bytes[index + 1] == 0x20 {
      tokens.append(Token(column: index - start))
      index += 1
      skipBlanks()
    }
    guard index < bytes.endIndex, ![0x23, 0x5B, 0x7B, 0x7C, 0x3E, 0x26, 0x2A, 0x21].contains(bytes[index]) else { return tokens }
    let first = index
    let quote: UInt8? = bytes[index] == 0x22 || bytes[index] == 0x27 ? bytes[index] : nil
    if let quote {
      index = FlowPlace.end(ofQuote: quote, bytes, index, bytes.endIndex) ?? bytes.endIndex
    }
    while index < bytes.endIndex {
      if bytes[index] == 0x3A, index + 1 == bytes.endIndex || bytes[index + 1].isYAMLSpace {
        let key = String(decoding: bytes[first..<index], as: UTF8.self).trimmed.unquoted
        tokens.append(Token(column: first - start, key: key, end: index + 1 - start))
        return tokens
      }
      if bytes[index] == 0x23, bytes[index - 1] == 0x20 { return tokens }
      index += 1
    }
    return tokens
  }

  /// Where a line ends, without a comment and the blanks before it, and where the comment begins.
  private static func content(of text: DocumentText, _ line: Int) -> (end: Int, comment: Int?) {
    let bytes = text.content(ofLine: line)
    let comment = FlowPlace.comment(in: text.bytes, from: bytes.startIndex, to: bytes.endIndex)
    var index = comment ?? bytes.endIndex
    while index > bytes.startIndex, bytes[index - 1].isYAMLSpace { index -= 1 }
    return (index, comment)
  }

  /// The column of the word that the cursor is at.
  private func wordStart(after column: Int, _ line: Int, _ cursor: Int) -> Int {
    let bytes = text.content(ofLine: line)
    var index = bytes.startIndex + min(column, bytes.count)
    while index < bytes.endIndex, bytes[index] == 0x20 { index += 1 }
    let found = index - bytes.startIndex
    return index == bytes.endIndex || found > cursor ? cursor : found
  }

  /// Takes the names above a column of a line. Shape: `before` are the tokens of the line before it.
  private mutating func takeNames(above column: Int, _ before: [Token], _ line: Int) {
    var column = column
    var isItem = false
    var isFirst = true
    var (names, isBelowKey) = ([String](), false)
    func take(_ tokens: [Token], _ line: Int) {
      for (index, token) in tokens.enumerated().reversed() {
        // The dashes of a list may stand in the column of its key.
        guard token.column < column || isItem && token.key != nil && token.column == column else { continue }
        if isFirst, token.key != nil, index == tokens.count - 1 {
          isBelowKey = Self.content(of: text, line).end == text.lineStarts[line] + token.end
        }
        if let key = token.key { names.insert(key, at: 0) }
        isFirst = false
        isItem = token.key == nil
        column = token.column
      }
    }
    take(before, line)
    var line = line - 1
    let last = max(0, line - Self.maximumLines)
    while line >= last, column > 0 || isItem {
      take(tokens(of: line), line)
      line -= 1
    }
    (self.names, self.isBelowKey) = (names, isBelowKey)
  }

  /// The other keys in the column of a word, of the same map.
  private func siblings(of column: Int, _ line: Int, startsItem: Bool) -> Set<String> {
    var found: Set<String> = []
    /// Answers whether the map goes on beyond the line.
    func take(_ line: Int, isAbove: Bool) -> Bool {
      let tokens = tokens(of: line)
      guard let first = tokens.first else { return true }
      if first.column > column { return true }
      guard let key = tokens.last, key.key != nil, key.column == column else { return false }
      let startsOther = tokens.count > 1 && tokens[tokens.count - 2].key == nil
      if isAbove || !startsOther { found.insert(key.key ?? "") }
      return !startsOther
    }
    if !startsItem {
      var above = line - 1
      while above >= max(0, line - Self.maximumLines), take(above, isAbove: true) { above -= 1 }
    }
    var below = line + 1
    while below < min(text.lineStarts.count, line + Self.maximumLines), take(below, isAbove: false) { below += 1 }
    return found
  }
}
