// The text of a document: its bytes, and places in it as the protocol counts them.

import VitrineEditing
package import VitrineSource

/// What a column counts.
package enum PositionEncoding: String, Sendable, CaseIterable {
  /// Bytes.
  case utf8 = "utf-8"
  /// Code units of UTF-16, as where nothing else was agreed on.
  case utf16 = "utf-16"
  /// Unicode code points.
  case utf32 = "utf-32"

  /// How many columns the character takes that begins with a byte; none for a byte that begins no character.
  @inline(__always)
  fileprivate func width(_ byte: UInt8) -> Int {
    switch self {
    case .utf8: 1
    case .utf16: byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
    case .utf32: byte & 0xC0 == 0x80 ? 0 : 1
    }
  }

  /// The index of a column in a line; one beyond `end` counts as that, and one inside a character as its beginning.
  func offset(ofColumn column: Int, in line: ArraySlice<UInt8>, endingAt end: Int) -> Int {
    let start = line.startIndex
    if self == .utf8 {
      var offset = min(start + min(column, line.count), end)
      while offset > start, offset < end, line[offset] & 0xC0 == 0x80 { offset -= 1 }
      return offset
    }
    var (offset, counted) = (start, 0)
    while offset < end, counted < column {
      let width = width(line[offset])
      if counted + width > column { break }
      counted += width
      offset += 1
      while offset < end, line[offset] & 0xC0 == 0x80 { offset += 1 }
    }
    return offset
  }
}

/// A place in a text, as the protocol counts it: line and column from 0.
package struct DocumentPosition: Sendable, Hashable, Comparable {
  /// The line.
  package var line: Int
  /// The column, in the encoding that was agreed on.
  package var character: Int

  /// A place of a line and a column.
  package init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  /// The place that a value of JSON names.
  init?(_ value: JSONValue?) {
    guard let line = value?["line"]?.integer, let character = value?["character"]?.integer, line >= 0, character >= 0 else {
      return nil
    }
    self.init(line: line, character: character)
  }

  /// The place as it stands in messages.
  package var json: JSONValue { ["line": JSONValue(line), "character": JSONValue(character)] }

  /// Orders by line, then by column.
  package static func < (left: DocumentPosition, right: DocumentPosition) -> Bool {
    (left.line, left.character) < (right.line, right.character)
  }
}

/// A text with its lines.
package struct DocumentText: Sendable {
  /// The bytes.
  package let bytes: [UInt8]
  /// The byte order mark as UTF-8 has it.
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Where each line begins. A line ends at LF, CR LF or a lone CR.
  package let lineStarts: [Int]

  /// A text of these bytes. Editors take the byte order mark off a file that they open, and so its first line begins after it where `isFile` says that
  /// the bytes are those of a file; in a text that an editor sent it is a character as any other.
  package init(_ bytes: [UInt8], isFile: Bool = false) {
    self.bytes = bytes
    var starts = [isFile && bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0]
    bytes.withUnsafeBufferPointer { buffer in
      for index in buffer.indices where buffer[index] == 0x0A || buffer[index] == 0x0D {
        if buffer[index] == 0x0A || index + 1 == buffer.count || buffer[index + 1] != 0x0A { starts.append(index + 1) }
      }
    }
    lineStarts = starts
  }

  /// The byte at a place; one beyond the end of its line or of the text counts as that end.
  package func offset(of position: DocumentPosition, _ encoding: PositionEncoding) -> Int {
    guard position.line < lineStarts.count else { return bytes.count }
    let start = lineStarts[position.line]
    return encoding.offset(ofColumn: position.character, in: bytes[start...], endingAt: contentEnd(ofLine: position.line))
  }

  /// Whether it begins with a byte order mark that counts as a character.
  package var countsByteOrderMark: Bool { lineStarts[0] == 0 && bytes.starts(with: Self.byteOrderMark) }

  /// The place of a byte.
  package func position(of offset: Int, _ encoding: PositionEncoding) -> DocumentPosition {
    let offset = min(max(offset, lineStarts[0]), bytes.count)
    let line = line(of: offset)
    let start = lineStarts[line]
    let column = encoding == .utf8 ? offset - start : bytes[start..<offset].reduce(0) { $0 + encoding.width($1) }
    return DocumentPosition(line: line, character: column)
  }

  /// The line of a byte.
  package func line(of offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Where a line ends without its break.
  package func contentEnd(ofLine line: Int) -> Int {
    guard line + 1 < lineStarts.count else { return bytes.count }
    var end = lineStarts[line + 1]
    let start = lineStarts[line]
    if end > start, bytes[end - 1] == 0x0A { end -= 1 }
    if end > start, bytes[end - 1] == 0x0D { end -= 1 }
    return end
  }

  /// The bytes of a line without its break.
  package func content(ofLine line: Int) -> ArraySlice<UInt8> {
    guard lineStarts.indices.contains(line) else { return [] }
    return bytes[lineStarts[line]..<contentEnd(ofLine: line)]
  }

  /// A range of bytes as it stands in messages.
  package func json(_ range: ByteRange, _ encoding: PositionEncoding) -> JSONValue {
    ["start": position(of: Int(range.start), encoding).json, "end": position(of: Int(range.end), encoding).json]
  }

  /// The bytes of a range of a message; nil where it is none. One that ends before it begins is empty.
  package func range(_ value: JSONValue?, _ encoding: PositionEncoding) -> ByteRange? {
    guard let start = DocumentPosition(value?["start"]), let end = DocumentPosition(value?["end"]) else { return nil }
    return ByteRange(offset(of: start, encoding), offset(of: end, encoding))
  }

  /// The text after all changes of a `textDocument/didChange`, in their order; what is no change is passed over.
  package func applying(_ changes: [JSONValue], _ encoding: PositionEncoding) -> DocumentText {
    if changes.count == 1 { return applying(changes[0], encoding) ?? self }
    var lines = EditedLines(self)
    for change in changes { lines.apply(change, encoding) }
    return lines.text
  }

  /// The text after a change of `textDocument/didChange`: a part replaced, or all of it. Nil where it is no change.
  package func applying(_ change: JSONValue, _ encoding: PositionEncoding) -> DocumentText? {
    guard let text = change["text"]?.text else { return nil }
    guard let place = change["range"], !place.isNull else { return DocumentText(Array(text.utf8)) }
    guard let range = range(place, encoding) else { return nil }
    var bytes = bytes
    bytes.replaceSubrange(range.indices, with: text.utf8)
    return DocumentText(bytes)
  }
}
