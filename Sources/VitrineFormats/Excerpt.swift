// The line of a text a finding is about, cut so that the marked part can be seen.

import VitrineSource

/// One line in three pieces: before, inside and after the marked range.
struct Excerpt {
  /// The number of the line, from 1.
  let line: Int
  /// The last line of the range where it is not the same, or nil.
  let lastLine: Int?
  /// What stands before the range; may begin with `…`.
  let before: ShownPiece
  /// The marked part that is on this line; empty for an empty range.
  let marked: ShownPiece
  /// What stands behind; may end with `…`.
  let after: ShownPiece

  /// The first line of `range`, in at most `limit` cells.
  ///
  /// A line is never looked at as a whole, so that thousands of findings in one endless line cost no more than as many in short ones. A
  /// range or span that does not fit the text (the file has changed since) gives the nearest place there is.
  init(_ lines: LineTable, _ range: ByteRange, _ span: Span, limit: Int) {
    let content = lines.lineContent(span.start.line)
    let start = min(max(Int(range.start), content.startIndex), content.endIndex)
    let end = min(max(Int(range.end), start), content.endIndex)
    line = span.start.line
    lastLine = span.lastLine > line ? span.lastLine : nil

    let reach = limit * 4 + 64
    var before = ShownPiece(source: content[max(content.startIndex, start - reach)..<start].droppingPartialCharacter)
    var marked = ShownPiece(source: content[start..<min(end, start + reach)])
    var after = ShownPiece(source: content[end..<min(content.endIndex, end + reach)]).trimmed
    if before.width + marked.width + after.width > limit {
      let context = limit / 4
      marked = marked.start(max(limit - min(before.width, context) - min(after.width, context), 1))
      before = before.end(max(limit - marked.width - min(after.width, context), 0))
      after = after.start(max(limit - marked.width - before.width, 0))
    }
    self.before = before
    self.marked = marked
    self.after = after
  }

  /// The number of carets under the line; one for an empty range.
  var caretCount: Int { max(marked.width, 1) }
}

extension Span {
  /// The last line with a part of the range: one that ends at the very start of a line, as block scalars do, ends on the line before.
  var lastLine: Int {
    max(end.column == 1 ? end.line - 1 : end.line, start.line)
  }
}

extension ArraySlice<UInt8> {
  /// The slice without the rest of a character that began before it.
  fileprivate var droppingPartialCharacter: ArraySlice<UInt8> {
    var result = self
    for _ in 0..<3 {
      guard let first = result.first, first & 0xC0 == 0x80 else { break }
      result.removeFirst()
    }
    return result
  }
}

/// The lines of the texts asked for last, so that many findings in one file read it once.
struct RecentLines {
  private let texts: (Path) -> [UInt8]?
  private var recent: [(path: Path, lines: LineTable?)] = []
  private let capacity = 4

  /// Lines of the texts of a report.
  init(_ report: Report) {
    texts = report.texts
  }

  /// The lines of a file, or nil where its text is not to be had.
  mutating func lines(of path: Path) -> LineTable? {
    if let index = recent.firstIndex(where: { $0.path == path }) {
      let found = recent.remove(at: index)
      recent.append(found)
      return found.lines
    }
    let lines = texts(path).map { LineTable($0) }
    if recent.count == capacity { recent.removeFirst() }
    recent.append((path, lines))
    return lines
  }
}
