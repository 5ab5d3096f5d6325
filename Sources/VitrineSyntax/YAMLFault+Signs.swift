// Signs that people write, and YAML does not read: bullets, other colons, comments of other languages, what is left of a merge.

import VitrineSource
import VitrineText

extension YAMLFault {
  /// What is written in another way than YAML's, on the line of the fault or on the one above it, which may be its cause.
  func signFault() -> Finding? {
    // A key without its colon is where libyaml began to read it, which may be lines above the place where it gave up.
    let origin = problem.contains("could not find expected ':'") ? contextPlace ?? place : place
    let line = lineRange(of: min(origin, max(bytes.count - 1, 0)))
    if let finding = sign(on: line) { return finding }
    // A text runs on over several such lines: the first of them is where it began. A line with a key is no part of a text.
    var found: Finding?
    for entry in YAMLLines(bytes).entries.reversed() where entry.range.upperBound < line.lowerBound {
      guard !entry.hasKey || leadsWithSign(entry), let earlier = sign(on: entry.range) else { break }
      found = earlier
    }
    return found
  }

  /// A line of a merge conflict that is left over, where not all three of them are there.
  func conflictRemnant() -> Finding? {
    var line = lineRange(of: 0)
    while true {
      if bytes[line].count >= 7, let mark = bytes[line].first, "<=>|".utf8.contains(mark),
        bytes[line].prefix(7).allSatisfy({ $0 == mark }),
        mark == UInt8(ascii: "=") ? line.count == 7 : line.count == 7 || bytes[line.lowerBound + 7] == 0x20
      {
        return Finding(
          SyntaxRules.mergeConflict, at: ByteRange(line.lowerBound, line.upperBound),
          "a line of a merge conflict is left over", help: "keep what belongs here, and delete the marker line")
      }
      guard line.upperBound < place, line.upperBound < bytes.count else { return nil }
      line = lineRange(of: line.upperBound + 1)
    }
  }

  /// Whether a line starts with a sign, and not with the word of its key.
  private func leadsWithSign(_ line: YAMLLine) -> Bool {
    let first = bytes[line.range.lowerBound + line.indent]
    return !first.isOfWord || first == UInt8(ascii: "-")
  }

  /// What is written in another way than YAML's on a line.
  func sign(on line: Range<Int>) -> Finding? {
    let start = firstCharacter(of: line)
    guard start < line.upperBound else { return nil }
    return foreignBlank(from: start, in: line) ?? comment(at: start) ?? leadingSign(at: start, in: line)
      ?? bullet(at: start, in: line) ?? colon(from: start, in: line)
  }

  private func firstCharacter(of line: Range<Int>) -> Int {
    // A byte order mark belongs at the start of the text.
    var start = line.lowerBound == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : line.lowerBound
    while start < line.upperBound, bytes[start] == 0x20 { start += 1 }
    return start
  }

  /// The nearest line with an entry above or below.
  private func neighbour(of line: Range<Int>, isBelow: Bool) -> Range<Int>? {
    var line = line
    while true {
      let offset = isBelow ? line.upperBound + 1 : line.lowerBound - 1
      guard offset >= 0, offset < bytes.count else { return nil }
      line = lineRange(of: offset)
      let start = firstCharacter(of: line)
      if start < line.upperBound, bytes[start] != UInt8(ascii: "#") { return line }
    }
  }

  // MARK: what stands for what

  /// A blank that is no space, before a key, after a dash, or after a key's colon.
  private func foreignBlank(from start: Int, in line: Range<Int>) -> Finding? {
    var index = start
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    while index < line.upperBound, bytes[index] == 0x20 { index += 1 }
    if let blank = ForeignBlank(at: index, in: bytes) { return blank.finding }
    while index < line.upperBound, bytes[index].isOfWord { index += 1 }
    guard index < line.upperBound, bytes[index] == UInt8(ascii: ":") else { return nil }
    return ForeignBlank(at: index + 1, in: bytes)?.finding
  }

  private func comment(at start: Int) -> Finding? {
    if bytes[start...].starts(with: "```".utf8) {
      return syntax(
        ByteRange(start, start + 3), "'```' is a mark of Markdown, and nothing in YAML", help: "delete the line")
    }
    guard let mark = ["//", "/*", "<!--"].first(where: { bytes[start...].starts(with: $0.utf8) }) else { return nil }
    let range = ByteRange(start, start + mark.utf8.count)
    return syntax(
      range, "a comment starts with '#', not with '\(mark)'", help: "write '#' before it",
      fixes: mark == "//" ? [Fix("write '#' in its place", [TextEdit(range, "#")], isSafe: false)] : [])
  }

  /// A sign before a key, which is none without it: `!title: Foo`, `> title: Foo`, or a line of a patch.
  private func leadingSign(at start: Int, in line: Range<Int>) -> Finding? {
    guard "!?>|&*+-@`".utf8.contains(bytes[start]) else { return nil }
    var text = start + 1
    while text < line.upperBound, bytes[text] == 0x20 { text += 1 }
    var word = text
    while bytes[word..<line.upperBound].starts(with: "- ".utf8) { word += 2 }
    var end = word
    while end < line.upperBound, bytes[end].isOfWord { end += 1 }
    guard end > word, end < line.upperBound, bytes[end] == UInt8(ascii: ":"), end + 1 == line.upperBound || bytes[end + 1] == 0x20
    else { return nil }
    if "*+-".utf8.contains(bytes[start]) {
      // A dash or a bullet stands where its neighbours do, or left of what it is an item of; a sign stands left of lines that it does not belong to.
      // A dash with one blank is an item's, whatever the lines below it look like.
      guard text > start + (bytes[start] == UInt8(ascii: "-") ? 2 : 1), let below = neighbour(of: line, isBelow: true) else {
        return nil
      }
      let column = firstCharacter(of: below) - below.lowerBound
      guard column > start - line.lowerBound,
        text - line.lowerBound - column == 1 || bytes[start] != UInt8(ascii: "-") && text - line.lowerBound == column
      else { return nil }
    }
    let range = ByteRange(start, start + 1)
    return syntax(
      range,
      "'\(Character(UnicodeScalar(bytes[start])))' stands before the key '\(String(decoding: bytes[word..<end], as: UTF8.self))'",
      help: "delete it", fixes: [Fix("delete it", [TextEdit(range, "")], isSafe: false)])
  }

  /// A sign in place of the dash of an item, where items stand.
  private func bullet(at start: Int, in line: Range<Int>) -> Finding? {
    let marks = ["•", "‣", "◦", "▪", "·", "–", "—", "−", "--", "*", "+", "-"]
    guard let mark = marks.first(where: { bytes[start..<line.upperBound].starts(with: $0.utf8) }) else { return nil }
    let end = start + mark.utf8.count
    let isApart = end < line.upperBound && bytes[end] == 0x20
    // '*name' is an alias, '+5' and '-5' are numbers; a dash with its blank is a dash.
    switch mark {
    case "*", "+": guard isApart else { return nil }
    case "-": guard !isApart, end < line.upperBound, bytes[end] &- 0x30 > 9 else { return nil }
    case "--": guard !bytes[start..<line.upperBound].starts(with: "---".utf8) else { return nil }
    default: break
    }
    guard standsAmongItems(line, at: start) else { return nil }
    let range = ByteRange(start, end)
    if mark == "-" {
      return syntax(
        range, "a space is missing after the dash", help: "write '- ' before an item of a list", label: "add a space after this",
        fixes: [Fix("insert the space", [TextEdit(ByteRange(at: UInt32(end)), " ")], isSafe: false)])
    }
    return syntax(
      range, "an item of a list starts with '- ', not with '\(mark)'", help: "write a dash and a space in its place",
      fixes: [Fix("write '-' in its place", [TextEdit(range, isApart ? "-" : "- ")], isSafe: false)])
  }

  /// Whether an item of a list may stand at a column of a line: below a key without a value, or beside a dash.
  private func standsAmongItems(_ line: Range<Int>, at start: Int) -> Bool {
    let column = start - line.lowerBound
    for isBelow in [false, true] {
      var other = neighbour(of: line, isBelow: isBelow)
      // What stands deeper belongs to other items.
      while let deeper = other, firstCharacter(of: deeper) - deeper.lowerBound > column {
        other = neighbour(of: deeper, isBelow: isBelow)
      }
      guard let other else { continue }
      let first = firstCharacter(of: other)
      if first - other.lowerBound == column, bytes[first] == UInt8(ascii: "-") { return true }
      if !isBelow, first - other.lowerBound <= column, bytes[trimmedEnd(of: other) - 1] == UInt8(ascii: ":") { return true }
    }
    return false
  }

  /// Whether a line may go on with the text of the one above: it stands right of that one's key.
  private func isBelowText(_ line: Range<Int>, at start: Int) -> Bool {
    guard let above = neighbour(of: line, isBelow: false), bytes[trimmedEnd(of: above) - 1] != UInt8(ascii: ":") else {
      return false
    }
    return start - line.lowerBound > firstCharacter(of: above) - above.lowerBound
  }

  /// A sign after the word at the start of a line, where the colon of a key belongs.
  private func colon(from start: Int, in line: Range<Int>) -> Finding? {
    var index = start
    while bytes[index..<line.upperBound].starts(with: "- ".utf8) { index += 2 }
    let word = index
    while index < line.upperBound, bytes[index].isOfWord { index += 1 }
    guard index > word else { return nil }
    let end = index
    while index < line.upperBound, bytes[index] == 0x20 { index += 1 }
    let marks = ["：", "∶", "︰", "﹕", "=>", "->", "→", "=", ";"]
    guard
      let mark = marks.first(where: { bytes[index..<line.upperBound].starts(with: $0.utf8) })
        ?? [",", "|"].first(where: { bytes[index..<line.upperBound].starts(with: $0.utf8) && !isBelowText(line, at: start) })
    else { return nil }
    var next = index + mark.utf8.count
    while next < line.upperBound, bytes[next] == 0x20 { next += 1 }
    // An item may be any text: it is a key where others stand below it.
    if word > start, let below = neighbour(of: line, isBelow: true) {
      guard firstCharacter(of: below) - below.lowerBound == word - line.lowerBound else { return nil }
    }
    let edit = TextEdit(ByteRange(end, next), next == line.upperBound ? ":" : ": ")
    return syntax(
      ByteRange(index, index + mark.utf8.count), "after a key, ':' is written, not '\(mark)'",
      help: "write 'key: value' with a colon and a space",
      fixes: [Fix("write ': ' in its place", [edit], isSafe: false)])
  }
}

// MARK: what follows a finished value

extension YAMLFault {
  /// What stands behind the end of a value on its line: a comma, a second value, or the rest of a text with quotes in it.
  func textAfterValue(_ line: Range<Int>) -> Finding {
    let range = ByteRange(place, max(place, trimmedEnd(of: line)))
    let rest = bytes[range.indices]
    if rest.elementsEqual(",".utf8) {
      return syntax(
        range, "a comma after a value; YAML has none between lines", help: "delete it",
        // Safe: what ends a line in JSON says nothing in YAML.
        fixes: [Fix("delete the comma", [TextEdit(range, "")], isSafe: true)])
    }
    let start = valueStart(inLineBefore: place, line) ?? itemStart(of: line)
    if let first = rest.first, first == UInt8(ascii: ",") {
      let list = [TextEdit(ByteRange(at: UInt32(start)), "["), TextEdit(ByteRange(at: range.end), "]")]
      return syntax(
        range, "a second value after a comma", help: "write a list in brackets, '[a, b]', or quote the whole text",
        label: "the first value ended before this", fixes: [Fix("write a list in brackets", list, isSafe: false)])
    }
    if let first = rest.first, first == UInt8(ascii: "]") || first == UInt8(ascii: "}") {
      return syntax(
        ByteRange(place, place + 1), "'\(Character(UnicodeScalar(first)))' closes nothing here",
        help: "delete it, or quote a value that holds brackets", label: "what was open is closed before this",
        fixes: [Fix("delete it", [TextEdit(ByteRange(place, place + 1), "")], isSafe: false)])
    }
    let quote = bytes[start]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), rest.count > 1, rest.last == quote {
      return innerQuotes(ByteRange(start, Int(range.end)), quote, after: range)
    }
    return syntax(
      range, "text after the end of a value", help: "quote the whole value, or delete what follows it",
      label: "the value ended before this")
  }

  /// A quoted text with the same quotes inside.
  private func innerQuotes(_ whole: ByteRange, _ quote: UInt8, after rest: ByteRange) -> Finding {
    let inner = Array(bytes[whole.indices].dropFirst().dropLast())
    let isDouble = quote == UInt8(ascii: "\"")
    var fixes: [Fix] = []
    if isDouble, !inner.contains(UInt8(ascii: "'")), !inner.contains(UInt8(ascii: "\\")) {
      fixes = [
        Fix("put single quotes around it", [TextEdit(whole, [UInt8(ascii: "'")] + inner + [UInt8(ascii: "'")])], isSafe: false)
      ]
    } else if !isDouble {
      let doubled = inner.flatMap { $0 == quote ? [quote, quote] : [$0] }
      fixes = [Fix("write each quote inside twice", [TextEdit(whole, [quote] + doubled + [quote])], isSafe: false)]
    }
    return syntax(
      rest, "a quote inside the text ends it before this",
      help: isDouble
        ? "write '\\\"' for each quote inside, or put single quotes around the text" : "write each quote inside twice: ''",
      label: "the value ended before this", fixes: fixes)
  }

  private func itemStart(of line: Range<Int>) -> Int {
    var start = firstCharacter(of: line)
    while bytes[start..<line.upperBound].starts(with: "- ".utf8) { start += 2 }
    return min(start, place)
  }
}
