// How an output may be dressed: decided once by the command, from `--color`, `NO_COLOR` and the terminal.

/// Colours and width of an output. The formats for machines ignore it.
package struct Look: Sendable, Hashable {
  /// True where ANSI colours may be used.
  package var color: Bool
  /// The width of the terminal in cells; nil where the output is no terminal, so that nothing is cut.
  package var width: Int?
  /// True where the terminal shows any colour exactly; false where the nearest of 256 has to do.
  package var hasExactColors = false
  /// True where the terminal shows nothing but ASCII, so that bars have to be made of that.
  package var isASCII = false
  /// From where formats for people and shells write paths; those for programs start at the root of the catalogue.
  package var pathBase = PathBase.root
  /// True where cells that a spreadsheet would run as formulas are escaped in tables for programs.
  package var escapesFormulas = false
  /// How much of many findings with one cause a report for people shows.
  package var extent = Extent.some

  /// How much of what repeats itself is shown.
  package enum Extent: Sendable, Hashable {
    /// A few of each cause, and how many more there are.
    case some
    /// The same, and that `--all` shows all.
    case someOrAll
    /// All.
    case all
  }

  /// A look of the given colours and width.
  package init(color: Bool, width: Int?) {
    self.color = color
    self.width = width.map { max($0, 1) }
  }

  /// No colours, no width: a pipe or a file.
  package static let plain = Look(color: false, width: nil)

  /// True where a person reads along, so that control characters have to be shown as pictures.
  package var isTerminal: Bool { width != nil }
}

/// What a stretch of output is, for its colour. Shape: the 16 colours every terminal has, and its own foreground for what is read most.
package enum TextStyle: Sendable {
  /// What a finding's severity is written in, where it stands, and what stands around it.
  case error, warning, info, place, gutter, help, fix, title, aside

  /// The parameters of the SGR sequence.
  fileprivate var code: String {
    switch self {
    case .error: "1;31"
    case .warning: "1;33"
    case .info: "1;36"
    case .place, .title: "1"
    case .gutter: "1;34"
    case .help: "36"
    case .fix: "32"
    case .aside: "2"
    }
  }
}

extension Look {
  /// Writes text in a style, or plain where colours are off.
  package func write(_ text: String, _ style: TextStyle, to sink: inout ByteSink) {
    begin(style, &sink)
    sink.write(text)
    end(&sink)
  }

  /// Writes text in a colour, or plain where colours are off.
  func write(_ text: String, _ rgb: RGB, to sink: inout ByteSink) {
    if color { sink.write("\u{1B}[\(rgb.foreground(isExact: hasExactColors))m") }
    sink.write(text)
    // Back to the terminal's own foreground only: the row may stand in a style.
    if color { sink.write("\u{1B}[39m") }
  }

  /// Starts a style; `end` goes back to the terminal's own.
  func begin(_ style: TextStyle, _ sink: inout ByteSink) {
    if color { sink.write("\u{1B}[\(style.code)m") }
  }

  /// Ends a style.
  func end(_ sink: inout ByteSink) {
    if color { sink.write("\u{1B}[0m") }
  }
}
