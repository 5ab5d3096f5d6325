// A faulty text as a person sees it: lines with keys, dashes and values. libyaml sees one long text, in which a forgotten quote swallows lines.

import VitrineSource

/// A line of a text that is written in blocks: what stands on it, as far as one line can tell.
struct YAMLLine {
  /// Its bytes, without the break.
  let range: Range<Int>
  /// The blanks before its first character.
  let indent: Int
  /// The column of each `- ` at its start.
  var dashes: [Int] = []
  /// The first byte after the dashes.
  var start: Int
  /// Whether a key with its colon stands there.
  var hasKey = false
  /// Where the value starts: after the key, or after the dashes. The end of the line where there is none.
  var value: Int

  /// The column of the key, or of the text where there is no key.
  var column: Int { start - range.lowerBound }
  /// Whether nothing follows the key or the dash, but perhaps a comment, an anchor or a tag.
  var isOpen: Bool { value == range.upperBound }
}

/// The lines of a text, read until a construct that is not ended where a person would end it.
struct YAMLLines {
  /// A quote or a bracket that is closed nowhere before the next entry.
  struct Unclosed {
    /// The byte of the quote or bracket.
    var place: Int
    /// The end of the text of its line, where the other one is missing.
    var end: Int
  }

  /// The lines with entries, in their order: no blank ones, no comments, and none inside a block scalar, a quoted text or brackets.
  private(set) var entries: [YAMLLine] = []
  /// The first quote or bracket that is not closed; the lines end there.
  private(set) var unclosed: Unclosed?
  /// The first bracket that nothing closes to the end of the file.
  private(set) var openBracket: Unclosed?

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  /// The lines of a text.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    while unclosed == nil, let line = next() {
      entries.append(line)
      passValue(of: line)
    }
  }

  /// The next line with an entry.
  private mutating func next() -> YAMLLine? {
    while position < bytes.count {
      let range = line(at: position)
      position = range.upperBound + 1
      if let entry = entry(in: range) { return entry }
    }
    return nil
  }

  private func line(at start: Int) -> Range<Int> {
    var end = start
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return start..<end
  }

  /// What stands on a line; nil for a blank line, a comment or a document mark.
  private func entry(in range: Range<Int>) -> YAMLLine? {
    var start = range.lowerBound
    while start < range.upperBound, bytes[start] == 0x20 { start += 1 }
    guard start < range.upperBound, bytes[start] != UInt8(ascii: "#"), bytes[start] != 0x09 else { return nil }
    let indent = start - range.lowerBound
    if indent == 0, ["---", "..."].contains(where: { bytes[range].starts(with: $0.utf8) }) { return nil }
    var line = YAMLLine(range: range, indent: indent, start: start, value: start)
    while line.start < range.upperBound, bytes[line.start] == UInt8(ascii: "-"), isBlank(line.start + 1, range) {
      line.dashes.append(line.start - range.lowerBound)
      line.start = skipBlanks(line.start + 1, range)
    }
    line.value = line.start
    if let colon = colon(from: line.start, in: range) {
      line.hasKey = true
      line.value = skipBlanks(colon + 1, range)
    }
    if line.value < range.upperBound, bytes[line.value] == UInt8(ascii: "#") { line.value = range.upperBound }
    return line
  }

  private func isBlank(_ index: Int, _ range: Range<Int>) -> Bool {
    index >= range.upperBound || bytes[index] == 0x20 || bytes[index] == 0x09
  }

  private func skipBlanks(_ index: Int, _ range: Range<Int>) -> Int {
    var index = index
    while index < range.upperBound, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    return index
  }

  /// The colon after a key that starts at a byte: of a plain key, or of one in quotes.
  private func colon(from start: Int, in range: Range<Int>) -> Int? {
    guard start < range.upperBound else { return nil }
    var index = start
    switch bytes[start] {
    case UInt8(ascii: "["), UInt8(ascii: "{"): return nil
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      guard let end = quoteEnd(start, before: range.upperBound) else { return nil }
      index = skipBlanks(end + 1, range)
      return index < range.upperBound && bytes[index] == UInt8(ascii: ":") && isBlank(index + 1, range) ? index : nil
    default: break
    }
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: ":"), isBlank(index + 1, range) { return index }
      if bytes[index] == UInt8(ascii: "#"), index > start, bytes[index - 1] == 0x20 { return nil }
      index += 1
    }
    return nil
  }

  /// The quote that closes one, before a byte.
  private func quoteEnd(_ start: Int, before end: Int) -> Int? {
    let quote = bytes[start]
    var index = start + 1
    while index < end {
      if quote == UInt8(ascii: "\""), bytes[index] == UInt8(ascii: "\\") {
        index += 1
      } else if bytes[index] == quote {
        guard quote == UInt8(ascii: "'"), index + 1 < end, bytes[index + 1] == quote else { return index }
        index += 1
      }
      index += 1
    }
    return nil
  }
}

extension UInt8 {
  /// Whether it is a letter of ASCII, or part of one beyond it.
  var isLetter: Bool { self | 0x20 >= 0x61 && self | 0x20 <= 0x7A || self >= 0x80 }

  /// Whether it may stand in a key, as keys are mostly written.
  var isOfWord: Bool {
    self | 0x20 >= 0x61 && self | 0x20 <= 0x7A || self &- 0x30 <= 9 || self == UInt8(ascii: "_") || self == UInt8(ascii: "-")
  }
}

// MARK: values of several lines

extension YAMLLines {
  private mutating func passValue(of line: YAMLLine) {
    guard line.value < line.range.upperBound else { return }
    // What belongs to the value stands right of this column.
    let column = line.hasKey ? line.column : line.dashes.last ?? -1
    switch bytes[line.value] {
    case UInt8(ascii: "|"), UInt8(ascii: ">"): passBlockScalar(rightOf: column)
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      if let end = keyEnd(inQuoteOf: line) {
        unclosed = Unclosed(place: line.value, end: end)
      } else {
        passQuoted(line, column)
      }
    case UInt8(ascii: "["), UInt8(ascii: "{"): passFlow(line, column)
    default: break
    }
  }

  private mutating func passBlockScalar(rightOf column: Int) {
    while position < bytes.count {
      let range = line(at: position)
      let text = range.first { bytes[$0] != 0x20 }
      if let text, text - range.lowerBound <= column { return }
      position = range.upperBound + 1
    }
  }

  /// Where the value of an entry would end: before the next line that is an entry at the column or left of it.
  private func valueEnd(after line: YAMLLine, _ column: Int) -> Int {
    var start = line.range.upperBound + 1
    while start < bytes.count {
      let range = self.line(at: start)
      if let next = entry(in: range), next.indent <= column, next.hasKey || !next.dashes.isEmpty { return range.lowerBound }
      start = range.upperBound + 1
    }
    return bytes.count
  }

  /// The end of a key whose quote is not closed: `"title: Foo`. Nil where the quote may start a text.
  private func keyEnd(inQuoteOf line: YAMLLine) -> Int? {
    guard !line.hasKey, line.dashes.isEmpty || isBeside(line) else { return nil }
    var index = line.value + 1
    while index < line.range.upperBound, bytes[index].isOfWord { index += 1 }
    guard index > line.value + 1, index < line.range.upperBound, bytes[index] == UInt8(ascii: ":"), isBlank(index + 1, line.range)
    else { return nil }
    // A text with a colon in it ends where the line does.
    if let close = quoteEnd(line.value, before: line.range.upperBound) {
      let rest = skipBlanks(close + 1, line.range)
      if rest == line.range.upperBound || bytes[rest] == UInt8(ascii: "#") { return nil }
    }
    return index
  }

  /// Whether the entry after an item stands where the item's first key would: it is the next key of a map.
  private func isBeside(_ line: YAMLLine) -> Bool {
    var start = position
    while start < bytes.count {
      let range = self.line(at: start)
      if let next = entry(in: range) { return next.hasKey && next.dashes.isEmpty && next.indent == line.column }
      start = range.upperBound + 1
    }
    return false
  }

  private mutating func passQuoted(_ line: YAMLLine, _ column: Int) {
    if quoteEnd(line.value, before: line.range.upperBound) != nil { return }
    guard let end = quoteEnd(line.value, before: valueEnd(after: line, column)), !isComment(at: end) else {
      unclosed = Unclosed(place: line.value, end: textEnd(of: line))
      return
    }
    position = self.line(at: end).upperBound + 1
  }

  /// Passes brackets, what is in them, and the quotes there.
  ///
  /// Brackets that are closed further down go over what looks like an entry: it is in them, with a slip of its own.
  private mutating func passFlow(_ line: YAMLLine, _ column: Int) {
    let end = valueEnd(after: line, column)
    var open: [Int] = []
    var braces = 0
    var lineStart = line.value
    var index = line.value
    while index < bytes.count {
      switch bytes[index] {
      case 0x0A: lineStart = index
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        open.append(index)
        if bytes[index] == UInt8(ascii: "{") { braces += 1 }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        // ']' and '}' stand two places behind '[' and '{' in ASCII.
        let others = bytes[index] == UInt8(ascii: "}") ? braces : open.count - braces
        if let last = open.last, bytes[last] + 2 != bytes[index], others > 0, last < lineStart {
          unclosed = Unclosed(place: last, end: flowEnd(of: self.line(from: last)))
          return
        }
        if let last = open.popLast(), bytes[last] == UInt8(ascii: "{") { braces -= 1 }
        if open.isEmpty {
          position = max(position, self.line(at: index).upperBound + 1)
          return
        }
      case UInt8(ascii: "'"), UInt8(ascii: "\""):
        // A quote opens a text at the start of an item only.
        guard startsItem(index) else { break }
        guard let close = quoteEnd(index, before: index < end ? end : bytes.count) else {
          if index < end { unclosed = Unclosed(place: index, end: textEnd(of: line)) }
          index = bytes.count
          break
        }
        index = close
      case UInt8(ascii: "#") where bytes[index - 1] == 0x20:
        index = self.line(at: index).upperBound
        lineStart = index
      default: break
      }
      index += 1
    }
    position = bytes.count
    guard unclosed == nil, let first = open.first else { return }
    let bracket = Unclosed(place: first, end: flowEnd(of: line))
    if end < bytes.count { unclosed = bracket } else { openBracket = bracket }
  }

  /// The line around a byte.
  private func line(from offset: Int) -> YAMLLine {
    var start = offset
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return YAMLLine(range: line(at: start), indent: 0, start: offset, value: offset)
  }

  private func startsItem(_ index: Int) -> Bool {
    var before = index - 1
    while before >= 0, bytes[before] == 0x20 || bytes[before] == 0x0A || bytes[before] == 0x0D { before -= 1 }
    return before >= 0 && [UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ","), UInt8(ascii: ":")].contains(bytes[before])
  }

  /// Whether a byte is in a line that looks like a comment.
  private func isComment(at offset: Int) -> Bool {
    var start = offset
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return bytes[start..<offset].first { $0 != 0x20 } == UInt8(ascii: "#")
  }

  /// What closes the brackets that are open at the end of a text in them, the innermost first.
  func closers(of place: Int, endOfText end: Int) -> String {
    var closers: [UInt8] = []
    var index = place
    while index < end {
      switch bytes[index] {
      // ']' and '}' stand two places behind '[' and '{' in ASCII.
      case UInt8(ascii: "["), UInt8(ascii: "{"): closers.append(bytes[index] + 2)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): if closers.last == bytes[index] { closers.removeLast() }
      case UInt8(ascii: "'"), UInt8(ascii: "\""): if startsItem(index) { index = quoteEnd(index, before: end) ?? end }
      default: break
      }
      index += 1
    }
    return String(decoding: closers.reversed(), as: UTF8.self)
  }

  /// Where what stands in brackets ends on their line: before a comment, which '#' behind a blank starts outside of quotes.
  private func flowEnd(of line: YAMLLine) -> Int {
    var index = line.value
    while index < line.range.upperBound {
      let byte = bytes[index]
      if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\""), startsItem(index) {
        index = quoteEnd(index, before: line.range.upperBound) ?? line.range.upperBound
      } else if byte == UInt8(ascii: "#"), isBlank(index - 1, line.range) {
        return textEnd(of: line, before: index)
      }
      index += 1
    }
    return textEnd(of: line)
  }

  private func textEnd(of line: YAMLLine, before limit: Int? = nil) -> Int {
    var end = limit ?? line.range.upperBound
    while end > line.value, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return end
  }
}
