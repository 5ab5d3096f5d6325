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
    let end = max(Self.contentEnd(text, line), offset)
    let tokens = tokens(of: line)
    let cursor = offset - start
    var above = tokens.filter { $0.column < cursor && ($0.key == nil || $0.end <= cursor) }
    if let last = above.last, last.key != nil {
      // Behind a colon.
      above.removeLast()
      names = ancestors(of: last.column, tokens.filter { $0.column < last.column }, line) + [last.key ?? ""]
      place(.value, from: start + last.end, to: end, offset)
      takeFlow(offset)
      return
    }
    // At a key, at an item, or where nothing stands yet.
    let here = tokens.first { $0.key != nil && $0.column <= cursor && cursor <= $0.end }
    let wordColumn =
      here?.column ?? above.last.map { self.wordStart(after: $0.column + 1, line, cursor) }
      ?? min(cursor, wordStart(after: 0, line, cursor))
    column = wordColumn
    names = ancestors(of: wordColumn, above, line)
    let isItem = above.last.map { $0.key == nil } ?? false
    if let here {
      range = ByteRange(start + here.column, start + here.end - 1)
      typed = String(
        decoding: text.bytes[(start + here.column)..<max(start + here.column, min(offset, start + here.end - 1))], as: UTF8.self)
      part = .key(needsColon: false)
    } else {
      place(isItem ? .item : .key(needsColon: true), from: start + wordColumn, to: end, offset)
      if takeFlow(offset) { return }
    }
    siblings = siblings(of: wordColumn, line, startsItem: isItem)
  }

  /// Takes what stands between two bytes as the word at the cursor.
  private mutating func place(_ part: Part, from start: Int, to end: Int, _ offset: Int) {
    self.part = part
    var (start, end) = (start, end)
    while start < end, start < offset, text.bytes[start] == 0x20 { start += 1 }
    while end > start, end > offset, text.bytes[end - 1] == 0x20 { end -= 1 }
    range = ByteRange(min(start, offset), max(end, offset))
    typed = String(decoding: text.bytes[Int(range.start)..<offset], as: UTF8.self)
    if part == .value { column = Int(range.start) - text.lineStarts[text.line(of: offset)] }
  }

  /// Goes into brackets and braces of the line that are open at the cursor; false where there are none.
  @discardableResult
  private mutating func takeFlow(_ offset: Int) -> Bool {
    guard let first = typed.utf8.first, first == 0x5B || first == 0x7B else { return false }
    var stack: [(isMap: Bool, key: String?, keys: Set<String>)] = []
    let bytes = text.bytes
    var index = Int(range.start)
    var segment = index
    var quote: UInt8?
    func word(_ from: Int, _ to: Int) -> String {
      String(decoding: bytes[from..<max(from, to)], as: UTF8.self).trimmed.unquoted
    }
    while index < offset {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else {
        switch byte {
        case 0x22, 0x27: quote = byte
        case 0x5B, 0x7B:
          stack.append((byte == 0x7B, nil, []))
          segment = index + 1
        case 0x5D, 0x7D:
          if !stack.isEmpty { stack.removeLast() }
          segment = index + 1
        case 0x2C:
          if let top = stack.indices.last { stack[top].key = nil }
          segment = index + 1
        case 0x3A:
          if let top = stack.indices.last, stack[top].isMap, stack[top].key == nil {
            stack[top].key = word(segment, index)
            stack[top].keys.insert(word(segment, index))
            segment = index + 1
          }
        default: break
        }
      }
      index += 1
    }
    guard let top = stack.last else { return false }
    for level in stack { if let key = level.key { names.append(key) } }
    var end = offset
    while end < bytes.count, ![0x2C, 0x5D, 0x7D, 0x0A, 0x0D].contains(bytes[end]) { end += 1 }
    siblings = top.keys
    place(top.key != nil ? .value : top.isMap ? .key(needsColon: true) : .item, from: segment, to: end, offset)
    return true
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
      index += 1
      while index < bytes.endIndex, bytes[index] != quote { index += 1 }
    }
    while index < bytes.endIndex {
      if bytes[index] == 0x3A, index + 1 == bytes.endIndex || bytes[index + 1] == 0x20 {
        let key = String(decoding: bytes[first..<index], as: UTF8.self).trimmed.unquoted
        tokens.append(Token(column: first - start, key: key, end: index + 1 - start))
        return tokens
      }
      if bytes[index] == 0x23, bytes[index - 1] == 0x20 { return tokens }
      index += 1
    }
    return tokens
  }

  /// Where a line ends, without a comment and the blanks before it.
  private static func contentEnd(_ text: DocumentText, _ line: Int) -> Int {
    let bytes = text.content(ofLine: line)
    var index = bytes.startIndex
    var quote: UInt8?
    while index < bytes.endIndex {
      if let open = quote {
        if bytes[index] == open { quote = nil }
      } else if bytes[index] == 0x22 || bytes[index] == 0x27 {
        quote = bytes[index]
      } else if bytes[index] == 0x23, index == bytes.startIndex || bytes[index - 1] == 0x20 {
        break
      }
      index += 1
    }
    while index > bytes.startIndex, bytes[index - 1] == 0x20 { index -= 1 }
    return index
  }

  /// The column of the word that the cursor is at.
  private func wordStart(after column: Int, _ line: Int, _ cursor: Int) -> Int {
    let bytes = text.content(ofLine: line)
    var index = bytes.startIndex + min(column, bytes.count)
    while index < bytes.endIndex, bytes[index] == 0x20 { index += 1 }
    let found = index - bytes.startIndex
    return index == bytes.endIndex || found > cursor ? cursor : found
  }

  /// The names above a column of a line. Shape: `before` are the tokens of the line before it.
  private func ancestors(of column: Int, _ before: [Token], _ line: Int) -> [String] {
    var names: [String] = []
    var column = column
    var isItem = false
    func take(_ tokens: [Token]) {
      for token in tokens.reversed() {
        // The dashes of a list may stand in the column of its key.
        guard token.column < column || isItem && token.key != nil && token.column == column else { continue }
        if let key = token.key { names.insert(key, at: 0) }
        isItem = token.key == nil
        column = token.column
      }
    }
    take(before)
    var line = line - 1
    let last = max(0, line - Self.maximumLines)
    while line >= last, column > 0 || isItem {
      take(tokens(of: line))
      line -= 1
    }
    return names
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

extension String {
  /// Without blanks at either end.
  fileprivate var trimmed: String {
    String(self[...].drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// Without the quotes around it.
  fileprivate var unquoted: String {
    guard count >= 2, let first, first == last, first == "\"" || first == "'" else { return self }
    return String(dropFirst().dropLast())
  }
}
