// libyaml's complaints in a person's words, at the place of the cause.

import VitrineSource
import VitrineText

/// The translation of libyaml's faults.
enum YAMLMessages {
  /// The finding for a fault of the parser.
  static func finding(
    for problem: YAMLProblem, in bytes: UnsafeBufferPointer<UInt8>, _ offsets: CodePointOffsets, origin: Int
  ) -> Finding {
    if problem.isReaderFault { return controlCharacter(at: min(problem.place + origin, bytes.count), bytes) }
    let fault = YAMLFault(
      problem: problem.problem, context: problem.context, place: offsets.byte(problem.place),
      contextPlace: problem.contextPlace.map { offsets.byte($0) }, bytes: bytes)
    return fault.finding()
  }

  /// The finding for an alias without an anchor.
  static func unknownAlias(_ name: String, at range: ByteRange, known: [String]) -> Finding {
    Finding(
      SyntaxRules.yamlSyntax, at: range, "alias '*\(name)' stands for an anchor '&\(name)' that is not there",
      help: known.isEmpty
        ? "a value that starts with '*' must be quoted, unless it is an alias of an anchor above"
        : "use one of the anchors above (\(known.sorted().prefix(5).map { "&" + $0 }.joined(separator: ", "))), or quote the value",
      fixes: [
        Fix(
          "quote the value", [TextEdit(ByteRange(at: range.start), "'"), TextEdit(ByteRange(at: range.end), "'")], isSafe: false)
      ])
  }

  private static func controlCharacter(at offset: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Finding {
    let byte = offset < bytes.count ? bytes[offset] : 0
    var hex = "0x" + String(byte, radix: 16, uppercase: true)
    var length = 1
    // Those beyond ASCII, and what Unicode keeps for programs, are of more bytes than one.
    if byte >= 0x80,
      let scalar = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self).unicodeScalars.first
    {
      let digits = String(scalar.value, radix: 16, uppercase: true)
      hex = "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
      length = UTF8.width(scalar)
    }
    return Finding(
      SyntaxRules.yamlSyntax, at: ByteRange(offset, min(offset + length, bytes.count)),
      byte == 0 ? "a NUL byte at offset \(offset)" : "a control character (\(hex)) at offset \(offset)",
      help: "delete it, or write it as an escape inside double quotes")
  }
}

/// One fault of libyaml with the text around it.
struct YAMLFault {
  /// What is wrong, in libyaml's words.
  let problem: String
  /// What was being read, in libyaml's words.
  let context: String
  /// The byte where libyaml stopped.
  let place: Int
  /// The byte where the construct being read starts.
  let contextPlace: Int?
  /// The text.
  let bytes: UnsafeBufferPointer<UInt8>

  /// The finding, at the cause as far as it can be told.
  func finding() -> Finding {
    if let tab = tabFault() { return tab }
    if let remnant = conflictRemnant() { return remnant }
    if let mark = swallowedMark() { return mark }
    if problem.contains("document start"), let dots = dotsFault() { return dots }
    let slip = YAMLSlip.cause(of: keyBracket ?? place, in: bytes, isIndentation: isIndentation || keyBracket != nil)
    if let slip, case .unclosed = slip { return finding(for: slip) }
    if let sign = signFault() { return sign }
    if let slip { return finding(for: slip) }
    if context.contains("quoted scalar") { return quotedFault() }
    if problem.contains("mapping values are not allowed") { return colonFault() }
    if problem.contains("could not find expected ':'") { return missingColonFault() }
    if problem.contains("cannot start any token") { return indicatorFault() }
    if problem.contains("expected ',' or") { return bracketFault() }
    if problem.contains("found unexpected ':'") {
      return syntax(
        at(place), "a space is missing after the colon", help: "write 'key: value' with a space after the colon",
        label: "add a space after this",
        fixes: [Fix("insert the space", [TextEdit(ByteRange(at: at(place).end), " ")], isSafe: false)])
    }
    if context.contains("anchor") || context.contains("alias") { return anchorFault() }
    if context.contains("tag") || problem.contains("tag handle") { return tagFault() }
    if context.contains("block scalar") { return blockScalarFault() }
    if context.contains("block mapping") || context.contains("block collection")
      || problem.contains("not allowed in this context")
    {
      return indentationFault()
    }
    if problem.contains("document start") { return strayMarkFault() ?? afterDocumentFault() }
    if context.contains("directive") { return directiveFault() }
    if problem.contains("node content") { return missingNodeFault() }
    return syntax(at(place), "the file is not valid YAML: \(problem)\(context.isEmpty ? "" : ", \(context)")")
  }

  /// Whether the lines above may be the cause: what stands on them decides where a line may start and whether it may have a key.
  private var isIndentation: Bool {
    problem.contains("mapping values are not allowed") || context.contains("block mapping")
      || context.contains("block collection") || problem.contains("document start")
  }

  /// The bracket that libyaml took for the start of a key: mostly that of an item.
  private var keyBracket: Int? {
    guard problem.contains("could not find expected ':'"), let start = contextPlace, start < bytes.count,
      bytes[start] == UInt8(ascii: "[") || bytes[start] == UInt8(ascii: "{")
    else { return nil }
    return start
  }

  /// A finding of the rule for faults of the syntax.
  func syntax(
    _ range: ByteRange, _ message: String, help: String? = nil, label: String = "", related: [RelatedPlace] = [],
    fixes: [Fix] = []
  ) -> Finding {
    Finding(SyntaxRules.yamlSyntax, at: whole(range), message, label: label, help: help, related: related, fixes: fixes)
  }

  /// The range with all of its last character.
  private func whole(_ range: ByteRange) -> ByteRange {
    guard range.start < range.end else { return range }
    var end = Int(range.end)
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return ByteRange(Int(range.start), end)
  }
}

// MARK: the causes

extension YAMLFault {
  private func tabFault() -> Finding? {
    let line = lineRange(of: min(place, max(bytes.count - 1, 0)))
    var index = line.lowerBound
    while index < line.upperBound, bytes[index] == 0x20 { index += 1 }
    let tabStart = index
    while index < line.upperBound, bytes[index] == 0x09 || bytes[index] == 0x20 { index += 1 }
    let startsWithTab = tabStart < line.upperBound && bytes[tabStart] == 0x09
    guard startsWithTab || problem.contains("tab") || (place < bytes.count && bytes[place] == 0x09) else { return nil }
    let range = startsWithTab ? ByteRange(tabStart, index) : ByteRange(place, min(place + 1, bytes.count))
    guard startsWithTab || place < bytes.count && bytes[place] == 0x09 else { return nil }
    return Finding(
      SyntaxRules.tabIndent, at: range,
      startsWithTab ? "the line is indented with a tab; YAML wants spaces" : "a tab stands where YAML wants spaces",
      help: "replace the tab with spaces; set the editor to insert spaces in YAML files",
      fixes: [Fix("replace each tab with two spaces", [TextEdit(range, spaces(for: range))], isSafe: false)])
  }

  private func spaces(for range: ByteRange) -> [UInt8] {
    bytes[range.indices].flatMap { $0 == 0x09 ? [0x20, 0x20] : [$0] }
  }

  private func quotedFault() -> Finding {
    let start = contextPlace ?? place
    let quote = start < bytes.count && bytes[start] == UInt8(ascii: "'") ? "'" : "\""
    if problem.contains("escape") {
      let end = min(place + 2, bytes.count)
      return syntax(
        ByteRange(place, end), "an unknown escape in double quotes",
        help: "write the backslash twice, or use single quotes, in which it has no meaning")
    }
    if problem.contains("hexdecimal") || problem.contains("hexadecimal") || problem.contains("character code") {
      var escape = min(place, bytes.count - 1)
      while escape > start, bytes[escape] != UInt8(ascii: "\\") { escape -= 1 }
      let letter = escape + 1 < bytes.count ? String(decoding: bytes[escape + 1..<escape + 2], as: UTF8.self) : ""
      return syntax(
        ByteRange(escape, min(escape + 2, bytes.count)),
        "in double quotes, '\\\(letter)' must be followed by the digits of a character",
        help: "write the backslash twice, or use single quotes, in which it has no meaning")
    }
    return syntax(
      ByteRange(start, min(start + 1, bytes.count)), "this quote is never closed",
      help: "add the closing \(quote) where the text ends",
      label: "opened here")
  }

  private func indicatorFault() -> Finding {
    guard place < bytes.count else { return syntax(at(place), "the file ends where a value is expected") }
    let character = Character(UnicodeScalar(bytes[place]))
    let line = lineRange(of: place)
    let fixes = quoteFix(ByteRange(place, trimmedEnd(of: line))).map { [$0] } ?? []
    return syntax(
      at(place), "an unquoted value cannot start with '\(character)'", help: "put quotes around the value", fixes: fixes)
  }

  private func anchorFault() -> Finding {
    let start = contextPlace ?? place
    let mark = start < bytes.count && bytes[start] == UInt8(ascii: "*") ? "*" : "&"
    let line = lineRange(of: start)
    return syntax(
      ByteRange(start, max(start, min(place + 1, bytes.count))),
      "'\(mark)' must be followed by a name; a text that starts with it is quoted",
      help: "put quotes around the value", fixes: quoteFix(ByteRange(start, trimmedEnd(of: line))).map { [$0] } ?? [])
  }

  private func tagFault() -> Finding {
    let start = contextPlace ?? place
    let line = lineRange(of: start)
    return syntax(
      ByteRange(start, max(start, min(place + 1, bytes.count))), "'!' starts a tag, and this is none",
      help: "put quotes around a value that starts with '!'",
      fixes: quoteFix(ByteRange(start, trimmedEnd(of: line))).map { [$0] } ?? [])
  }

  private func blockScalarFault() -> Finding {
    syntax(
      at(place), "after '|' or '>' only '+', '-', a digit or a comment may stand on the line",
      help: "start the text on the next line, indented")
  }

  private func indentationFault() -> Finding {
    let line = lineRange(of: min(place, max(bytes.count - 1, 0)))
    var start = line.lowerBound
    while start < line.upperBound, bytes[start] == 0x20 { start += 1 }
    let isFirstOnLine = place <= start
    if problem.contains("sequence entries are not allowed"), !isFirstOnLine {
      return syntax(
        at(place), "a list cannot start on its key's line",
        help: "start the list on the next line, or write it in brackets: [a, b]")
    }
    if !isFirstOnLine { return textAfterValue(line) }
    if bytes[start..<line.upperBound].first.map({ $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: "}") }) == true {
      let range = ByteRange(start, start + 1)
      return syntax(
        range, "'\(Character(UnicodeScalar(bytes[start])))' closes nothing here",
        help: "delete it, or add what it closes", label: "what was open is closed before this",
        fixes: [Fix("delete it", [TextEdit(range, "")], isSafe: false)])
    }
    let related = contextPlace.map {
      [RelatedPlace(at($0), context.contains("collection") ? "the list starts here" : "the map starts here")]
    }
    return syntax(
      ByteRange(start, max(start, trimmedEnd(of: line))), "this line does not fit the indentation above it",
      help: "line it up with the entries it belongs to", related: related ?? [])
  }

  /// A byte order mark that is not at the start: left by joining files, and seen by no eye.
  private func strayMarkFault() -> Finding? {
    guard
      let offset = (1..<max(1, min(place, bytes.count - 2))).first(where: {
        bytes[$0] == 0xEF && bytes[$0 + 1] == 0xBB && bytes[$0 + 2] == 0xBF
      })
    else { return nil }
    let range = ByteRange(offset, offset + 3)
    return syntax(
      range, "a byte order mark (U+FEFF) stands inside the file, where no editor shows it", help: "delete it",
      fixes: [Fix("delete it", [TextEdit(range, "")], isSafe: true)])
  }

  /// A '%' at the start of a line, which starts a directive there.
  private func directiveFault() -> Finding {
    let line = lineRange(of: min(contextPlace ?? place, max(bytes.count - 1, 0)))
    return syntax(
      at(line.lowerBound), "a line cannot start with '%'", help: "delete it, or put quotes around the text")
  }

  /// Nothing where a value is expected: in brackets, or at the end of the file.
  private func missingNodeFault() -> Finding {
    let line = lineRange(of: min(place, max(bytes.count - 1, 0)))
    let isEnd = place >= bytes.count || ["---", "..."].contains { bytes[line].starts(with: $0.utf8) }
    let character = place < bytes.count ? Character(UnicodeScalar(bytes[place])) : " "
    if context.contains("flow"), isEnd || !",]}:".contains(character), let open = YAMLLines(bytes).openBracket {
      return unclosedFault(at: open.place, endOfText: open.end)
    }
    return ",]}:".contains(character)
      ? syntax(at(place), "a value is missing before this '\(character)'", help: "write the value, or delete what is too much")
      : syntax(at(place), "a value is expected here", help: "write the value, or delete what stands before it")
  }

  /// Dots that end the document, where the text goes on.
  private func dotsFault() -> Finding? {
    var above = lineRange(of: min(place, max(bytes.count - 1, 0)))
    while above.lowerBound > 0 {
      above = lineRange(of: above.lowerBound - 1)
      let start = bytes[above].first { $0 != 0x20 && $0 != 0x0D }
      if let start, start != UInt8(ascii: "#") { break }
    }
    if bytes[above].starts(with: "...".utf8) {
      let range = ByteRange(above.lowerBound, trimmedEnd(of: above))
      return syntax(
        range, "'...' ends the document, and more text follows", help: "delete the line, or quote a text that is only dots",
        fixes: [Fix("delete the dots", [TextEdit(range, "")], isSafe: false)])
    }
    return nil
  }

  private func afterDocumentFault() -> Finding {
    return syntax(
      ByteRange(place, max(place, trimmedEnd(of: lineRange(of: min(place, max(bytes.count - 1, 0)))))),
      "text after the end of the document",
      help: "a file holds one map; check the indentation and the quotes of the lines above")
  }
}

// MARK: the text around

extension YAMLFault {
  /// One character at a byte, or nothing at the end.
  func at(_ offset: Int) -> ByteRange {
    guard offset < bytes.count else { return ByteRange(at: UInt32(bytes.count)) }
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    if bytes[offset] == 0x0A || bytes[offset] == 0x0D { end = offset }
    return ByteRange(offset, end)
  }

  /// The bytes of the line around a byte, without its break.
  func lineRange(of offset: Int) -> Range<Int> {
    var start = min(offset, bytes.count)
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    var end = min(offset, bytes.count)
    while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
    return start..<end
  }

  /// The end of a line without the blanks there.
  func trimmedEnd(of line: Range<Int>) -> Int {
    var end = line.upperBound
    while end > line.lowerBound, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return end
  }

  /// Where the value after a first `key: ` on this line starts, if that comes before `offset`.
  func valueStart(inLineBefore offset: Int, _ line: Range<Int>) -> Int? {
    var index = line.lowerBound
    while index + 1 < offset {
      if bytes[index] == UInt8(ascii: ":"), bytes[index + 1] == 0x20 {
        var value = index + 1
        while value < offset, bytes[value] == 0x20 { value += 1 }
        return value < offset ? value : nil
      }
      index += 1
    }
    return nil
  }

  /// Single quotes around the bytes, unless they hold a quote or a comment themselves.
  ///
  /// Safe: the text stays as it is written, unless a word before a later colon looks like another key that lost its line.
  func quoteFix(_ range: ByteRange) -> Fix? {
    guard !range.isEmpty, Int(range.end) <= bytes.count else { return nil }
    let text = bytes[range.indices]
    guard !text.contains(UInt8(ascii: "'")), !text.contains(UInt8(ascii: "\"")), !text.contains(UInt8(ascii: "#")),
      ![UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "-")].contains(text[text.startIndex])
    else { return nil }
    // A line that begins with it may have been meant as a key, or an item.
    let isFirst = bytes[lineRange(of: Int(range.start)).lowerBound..<Int(range.start)].allSatisfy { $0 == 0x20 }
    return Fix(
      "put the value in quotes", [TextEdit(ByteRange(at: range.start), "'"), TextEdit(ByteRange(at: range.end), "'")],
      isSafe: !holdsKey(text) && !isFirst)
  }

  /// Whether a text has, behind a blank, a word in lower case with a colon and a blank behind it, as keys are written.
  private func holdsKey(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    for index in text.indices where text[index] == UInt8(ascii: ":") && index + 1 < text.endIndex && text[index + 1] == 0x20 {
      let word = text[..<index].reversed().prefix { $0 &- 0x61 < 26 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
      if word.count > 1, text[..<index].dropLast(word.count).last == 0x20 { return true }
    }
    return false
  }
}
