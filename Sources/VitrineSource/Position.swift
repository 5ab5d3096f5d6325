// Lines and columns as people and editors count them.

/// A place in a text as shown to a person.
///
/// Units: everything is counted from 1. `column` counts Unicode code points, `utf16Column` UTF-16 code units (what LSP wants, plus 1). A byte
/// order mark at the start of a file is not counted. Lines end at LF, CR LF or a lone CR.
package struct Position: Hashable, Sendable, Comparable {
  /// The line.
  package var line: Int
  /// The column in code points.
  package var column: Int
  /// The column in UTF-16 code units.
  package var utf16Column: Int

  /// A position of the given line and columns.
  package init(line: Int, column: Int, utf16Column: Int) {
    self.line = line
    self.column = column
    self.utf16Column = utf16Column
  }

  /// The first place of a text.
  package static let start = Position(line: 1, column: 1, utf16Column: 1)

  /// Orders by line, then by column.
  package static func < (left: Position, right: Position) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// The start and the end of a range, as positions.
package struct Span: Hashable, Sendable {
  /// The position of the first byte.
  package var start: Position
  /// The position just after the last byte.
  package var end: Position

  /// A span between two positions.
  package init(start: Position, end: Position) {
    self.start = start
    self.end = end
  }

  /// The empty span at the start of a text.
  package static let start = Span(start: .start, end: .start)
}
