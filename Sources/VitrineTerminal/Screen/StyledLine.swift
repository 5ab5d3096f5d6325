// A line of the screen: stretches of text, each in a style, that can be cut to a number of cells.

import VitrineText

/// How text stands out. Only `accent` and `warning` are colours; all else is what a terminal without any can show.
package struct Style: OptionSet, Sendable, Hashable {
  /// One bit a property.
  package let rawValue: Int

  /// A set of the given bits.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Bold.
  package static let bold = Style(rawValue: 1)
  /// Less bright than the rest.
  package static let dim = Style(rawValue: 2)
  /// Foreground and background exchanged.
  package static let reverse = Style(rawValue: 4)
  /// What was looked for: bold, and coloured or underlined.
  package static let accent = Style(rawValue: 8)

  /// The parameters of the SGR sequence; "" for plain text. Source: ECMA-48, 8.3.117.
  func parameters(hasColors: Bool) -> String {
    var codes: [String] = []
    if contains(.bold) || contains(.accent) { codes.append("1") }
    if contains(.dim), !contains(.accent) { codes.append("2") }
    if contains(.reverse) { codes.append("7") }
    if contains(.accent) { codes.append(hasColors ? "36" : "4") }
    return codes.joined(separator: ";")
  }
}

/// A line of the screen. Whatever is put in, no text in it can steer the terminal.
package struct StyledLine: Sendable, Hashable {
  /// A stretch of text in one style.
  package struct Span: Sendable, Hashable {
    /// The text, control characters made visible.
    package var text: String
    /// How it looks.
    package var style: Style
  }

  /// The stretches, from left to right.
  package private(set) var spans: [Span] = []
  /// The cells they take.
  package private(set) var width = 0

  /// An empty line.
  package init() {}

  /// A line of one text.
  package init(_ text: String, _ style: Style = []) { append(text, style) }

  /// The text without styles.
  package var text: String { spans.map(\.text).joined() }

  /// Adds a text at the end, its control characters made visible.
  package mutating func append(_ text: String, _ style: Style = []) {
    let shown = TerminalText.visible(text)
    guard !shown.isEmpty else { return }
    width += DisplayWidth.width(of: shown)
    if let last = spans.last, last.style == style {
      spans[spans.count - 1].text += shown
    } else {
      spans.append(Span(text: shown, style: style))
    }
  }

  /// Adds a text, the folded words in it in the accent.
  package mutating func append(_ text: String, _ style: Style = [], highlighting words: [[UInt8]]) {
    let shown = TerminalText.visible(text)
    var rest = shown.startIndex
    for range in FoldedMatches.ranges(of: words, in: shown) {
      append(String(shown[rest..<range.lowerBound]), style)
      append(String(shown[range]), style.union(.accent))
      rest = range.upperBound
    }
    append(String(shown[rest...]), style)
  }

  /// Adds another line.
  package mutating func append(_ line: StyledLine) {
    for span in line.spans { append(span.text, span.style) }
  }

  /// Adds blanks up to a number of cells.
  package mutating func pad(to cells: Int, _ style: Style = []) {
    if width < cells { append(String(repeating: " ", count: cells - width), style) }
  }

  /// The line, with `…` in place of its end where it takes more than `cells`.
  package func truncated(to cells: Int) -> StyledLine {
    guard width > cells else { return self }
    var line = StyledLine()
    for span in spans {
      let left = cells - line.width
      if DisplayWidth.width(of: span.text) >= left {
        // Of a line that is too long one more cell follows this span, be it in the next.
        line.append(DisplayWidth.truncated(span.text + "  ", to: left), span.style)
        break
      }
      line.append(span.text, span.style)
    }
    return line
  }

  /// The line in so many cells, cut or padded.
  package func fitted(to cells: Int) -> StyledLine {
    var line = truncated(to: cells)
    line.pad(to: cells)
    return line
  }

  /// The line with more in the style of each stretch.
  package func adding(_ style: Style) -> StyledLine {
    var line = StyledLine()
    for span in spans { line.append(span.text, span.style.union(style)) }
    return line
  }

  /// The line as a terminal takes it: every style ends where it began.
  func write(hasColors: Bool, to bytes: inout [UInt8]) {
    for span in spans {
      let parameters = span.style.parameters(hasColors: hasColors)
      if !parameters.isEmpty { bytes += "\u{1B}[\(parameters)m".utf8 }
      bytes += span.text.utf8
      if !parameters.isEmpty { bytes += "\u{1B}[0m".utf8 }
    }
  }
}
