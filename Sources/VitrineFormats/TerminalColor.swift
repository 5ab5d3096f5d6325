// Colours as a terminal shows them: exactly where it can, else by the nearest of its 256.

/// A colour of 24 bits.
package struct TerminalColor: Sendable, Hashable {
  /// 0 to 255 each.
  package let red, green, blue: Int

  /// A colour from `#rrggbb`; nil for anything else.
  package init?(hex: String) {
    guard hex.utf8.count == 7, hex.hasPrefix("#"), let value = Int(hex.dropFirst(), radix: 16), value >= 0 else { return nil }
    self.init(red: value >> 16, green: value >> 8 & 0xFF, blue: value & 0xFF)
  }

  private init(red: Int, green: Int, blue: Int) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The number of the nearest colour among the 240 of xterm's 256 that are the same everywhere: a cube of 6 × 6 × 6, and 24 greys.
  package var nearestOf256: Int {
    let levels = [0, 95, 135, 175, 215, 255]
    func level(_ value: Int) -> Int { levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) } ?? 0 }
    let (r, g, b) = (level(red), level(green), level(blue))
    let cube = TerminalColor(red: levels[r], green: levels[g], blue: levels[b])
    let step = min(max(((red + green + blue) / 3 - 3) / 10, 0), 23)
    let gray = TerminalColor(red: 8 + 10 * step, green: 8 + 10 * step, blue: 8 + 10 * step)
    return distance(to: gray) < distance(to: cube) ? 232 + step : 16 + 36 * r + 6 * g + b
  }

  /// How unlike another colour it looks. Source: the weighted distance of compuphase.com/cmetric.htm.
  private func distance(to other: TerminalColor) -> Int {
    let mean = (red + other.red) / 2
    let (r, g, b) = (red - other.red, green - other.green, blue - other.blue)
    return ((512 + mean) * r * r >> 8) + 4 * g * g + ((767 - mean) * b * b >> 8)
  }

  /// The parameters of the SGR sequence that makes it the colour of what is written.
  func code(_ look: Look) -> String { look.hasTrueColor ? "38;2;\(red);\(green);\(blue)" : "38;5;\(nearestOf256)" }
}

extension Look {
  /// A block in a colour, and a blank behind it; "" where colours are off or the colour is none, so that the name alone has to say it.
  package func swatch(_ hex: String?, cells: Int = 2) -> String {
    guard color, let shown = hex.flatMap({ TerminalColor(hex: $0) }) else { return "" }
    let block = isASCII ? String(repeating: "#", count: cells) : String(repeating: "█", count: cells)
    return "\u{1B}[\(shown.code(self))m\(block)\u{1B}[0m "
  }

  /// A text in a colour; plain where colours are off or the colour is none.
  package func tinted(_ text: String, _ hex: String?) -> String {
    guard color, !text.isEmpty, let shown = hex.flatMap({ TerminalColor(hex: $0) }) else { return text }
    return "\u{1B}[\(shown.code(self))m\(text)\u{1B}[0m"
  }
}
