// A text while the changes of one message are made in it: lines in chunks, so that a change costs what it touches and not the whole text.

import VitrineEditing

/// The lines of a text, each with its break.
struct EditedLines {
  /// So many lines a chunk has at first, and half of what it has at most.
  private static let chunkSize = 512

  /// The chunks; there is always one, and its last line is the text's last.
  private var chunks: [[[UInt8]]] = []

  /// The lines of a text.
  init(_ text: DocumentText) {
    let starts = text.lineStarts
    var lines: [[UInt8]] = []
    for (index, start) in starts.enumerated() {
      lines.append(Array(text.bytes[start..<(index + 1 < starts.count ? starts[index + 1] : text.bytes.count)]))
      if lines.count == Self.chunkSize {
        chunks.append(lines)
        lines = []
      }
    }
    if !lines.isEmpty { chunks.append(lines) }
  }

  /// The text.
  var text: DocumentText { DocumentText(chunks.flatMap { $0.flatMap { $0 } }) }

  /// Makes a change of `textDocument/didChange`: a part replaced, or all of it. What is no change is passed over.
  mutating func apply(_ change: JSONValue, _ encoding: PositionEncoding) {
    guard let new = change["text"]?.text else { return }
    guard let range = change["range"], !range.isNull else {
      self = EditedLines(DocumentText(Array(new.utf8)))
      return
    }
    guard let start = DocumentPosition(range["start"]), let end = DocumentPosition(range["end"]) else { return }
    let (first, last) = (place(of: start, encoding), place(of: max(start, end), encoding))
    replace(first, max(first, last), with: Array(new.utf8))
  }

  /// A place in the lines.
  private struct Place: Comparable {
    var chunk: Int
    var line: Int
    var offset: Int

    static func < (left: Place, right: Place) -> Bool {
      (left.chunk, left.line, left.offset) < (right.chunk, right.line, right.offset)
    }
  }

  private func place(of position: DocumentPosition, _ encoding: PositionEncoding) -> Place {
    var line = position.line
    for (index, chunk) in chunks.enumerated() {
      if line < chunk.count {
        let text = chunk[line]
        return Place(
          chunk: index, line: line,
          offset: encoding.offset(ofColumn: position.character, in: text[...], endingAt: Self.contentEnd(text)))
      }
      line -= chunk.count
    }
    // Beyond the text is its end.
    let (chunk, line0) = (chunks.count - 1, chunks[chunks.count - 1].count - 1)
    return Place(chunk: chunk, line: line0, offset: chunks[chunk][line0].count)
  }

  private static func contentEnd(_ line: [UInt8]) -> Int {
    var end = line.count
    if end > 0, line[end - 1] == 0x0A { end -= 1 }
    if end > 0, line[end - 1] == 0x0D { end -= 1 }
    return end
  }

  private mutating func replace(_ first: Place, _ last: Place, with new: [UInt8]) {
    var first = first
    var bytes = chunks[first.chunk][first.line][..<first.offset] + new + chunks[last.chunk][last.line][last.offset...]
    // A lone CR and what now follows it may be one break.
    if bytes.first == 0x0A, let before = line(before: first), chunks[before.chunk][before.line].last == 0x0D {
      bytes = chunks[before.chunk][before.line] + bytes
      first = before
    }
    let text = DocumentText(Array(bytes))
    var lines = text.lineStarts.indices.map { index in
      Array(
        text.bytes[text.lineStarts[index]..<(index + 1 < text.lineStarts.count ? text.lineStarts[index + 1] : text.bytes.count)])
    }
    // After a break another line begins, which only the end of the text has without anything in it.
    let isEnd = last.chunk == chunks.count - 1 && last.line == chunks[last.chunk].count - 1
    if !isEnd, lines.last?.isEmpty == true { lines.removeLast() }
    if first.chunk == last.chunk {
      chunks[first.chunk].replaceSubrange(first.line...last.line, with: lines)
    } else {
      let rest = chunks[last.chunk][(last.line + 1)...]
      chunks[first.chunk].replaceSubrange(first.line..., with: lines + rest)
      chunks.removeSubrange((first.chunk + 1)...last.chunk)
    }
    settle(first.chunk)
  }

  private func line(before place: Place) -> Place? {
    if place.line > 0 { return Place(chunk: place.chunk, line: place.line - 1, offset: 0) }
    guard place.chunk > 0 else { return nil }
    return Place(chunk: place.chunk - 1, line: chunks[place.chunk - 1].count - 1, offset: 0)
  }

  /// Splits a chunk that has too many lines, and takes away one that has none.
  private mutating func settle(_ index: Int) {
    let lines = chunks[index]
    if lines.isEmpty, chunks.count > 1 {
      chunks.remove(at: index)
    } else if lines.count > Self.chunkSize * 2 {
      let pieces = stride(from: 0, to: lines.count, by: Self.chunkSize).map { start in
        Array(lines[start..<min(start + Self.chunkSize, lines.count)])
      }
      chunks.replaceSubrange(index...index, with: pieces)
    }
  }
}
