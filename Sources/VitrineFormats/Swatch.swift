// Blocks and words in colours of their own.

extension Look {
  /// A block in a colour, and a blank behind it; "" where colours are off or the colour is none, so that the name alone has to say it.
  package func swatch(_ hex: String?, cells: Int = 2) -> String {
    guard color, let shown = hex.flatMap({ RGB(hex: $0) }) else { return "" }
    return "\u{1B}[\(shown.foreground(isExact: hasExactColors))m\(String(repeating: "█", count: cells))\u{1B}[0m "
  }

  /// A text in a colour; plain where colours are off or the colour is none.
  package func tinted(_ text: String, _ hex: String?) -> String {
    guard color, !text.isEmpty, let shown = hex.flatMap({ RGB(hex: $0) }) else { return text }
    return "\u{1B}[\(shown.foreground(isExact: hasExactColors))m\(text)\u{1B}[0m"
  }
}
