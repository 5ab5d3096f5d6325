// Bars of block characters, for numbers on a terminal.

/// The bar of a number among others.
package enum Bar {
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// A bar of at most `width` cells; a number above zero always shows.
  ///
  /// Shape: `share` is the part of the longest bar, 0 to 1, and clamped to that. Eighths of a cell by `▏▎▍▌▋▊▉█`; whole cells of `#` where the terminal
  /// knows ASCII only.
  package static func text(_ share: Double, width: Int, isASCII: Bool) -> String {
    let share = share.isNaN ? 0 : min(max(share, 0), 1)
    guard share > 0, width > 0 else { return "" }
    if isASCII { return String(repeating: "#", count: max(Int((share * Double(width)).rounded()), 1)) }
    let parts = max(Int((share * Double(width) * 8).rounded()), 1)
    return String(repeating: "█", count: parts / 8) + eighths[parts % 8]
  }
}
