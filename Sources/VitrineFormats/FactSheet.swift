// A page about one thing as data: a heading, and labelled lines. Its makers know the thing, its renderers the terminal and Markdown.

package import VitrineModel
package import VitrineSource

/// What is to be said of one thing.
package struct FactSheet: Sendable {
  /// What it is called.
  package var title: String
  /// A line under the title.
  package var subtitle: String
  /// What is said of it, in order.
  package var entries: [Entry] = []

  /// A sheet of the given heading.
  package init(title: String, subtitle: String) {
    self.title = title
    self.subtitle = subtitle
  }

  /// Something said under one label.
  package struct Entry: Sendable {
    /// What it is about.
    package var label: String
    /// What is said, a line each.
    package var lines: [Line]
    /// The field that it is the value of; nil where it is of none.
    package var field: FieldPath?

    /// An entry of the given lines.
    package init(_ label: String, _ lines: [Line], of field: FieldPath? = nil) {
      self.label = label
      self.lines = lines
      self.field = field
    }
  }

  /// A line, which may be broken at its blanks where the page is narrow.
  package struct Line: Sendable {
    /// What it is made of, in order, with nothing between.
    package var pieces: [Piece]
    /// How far the rest of it is moved in where it is broken. Units: cells.
    package var hang: Int
    /// The members of the map that it says, for who gives some of them more weight; empty where it says no map.
    package var members: [Member] = []

    /// A line of the given pieces.
    package init(_ pieces: [Piece], hang: Int = 0) {
      self.pieces = pieces
      self.hang = hang
    }

    /// A line of plain text.
    package init(_ text: String) { self.init([Piece(text)]) }
  }

  /// A member of a map, as its line says it.
  package struct Member: Sendable {
    /// The field; nil where the schema does not know it.
    package var field: FieldPath?
    /// What is said of it.
    package var pieces: [Piece]

    /// A member of the given pieces.
    package init(_ field: FieldPath?, _ pieces: [Piece]) { (self.field, self.pieces) = (field, pieces) }
  }

  /// Some text in one style.
  package struct Piece: Sendable {
    /// The text, without line breaks; whatever else is in it is made safe when it is shown.
    package var text: String
    /// What it is, for its colour.
    package var style: PieceStyle

    /// A text in a style.
    package init(_ text: String, _ style: PieceStyle = .plain) {
      self.text = text
      self.style = style
    }
  }

  /// What a piece is.
  package enum PieceStyle: Sendable, Hashable {
    /// What is read.
    case plain
    /// What stands beside it: ids, units, notes.
    case faint
    /// A text after a block in the colour `#rrggbb`.
    case swatch(String)
    /// A text in the colour `#rrggbb`.
    case tinted(String)
    /// The title of the record at a path.
    case record(Path)
    /// The glyph that a vocabulary marks a value by; the word for it follows.
    case mark
    /// Something wrong.
    case error
    /// Something to look at.
    case warning
  }
}
