// Cells that a spreadsheet takes for formulas, and the escape that keeps it from that.

/// Cells of tables that begin as formulas do. A spreadsheet that opens such a table works them out, and some formulas start programs or fetch pages.
///
/// Shape of the escape: an apostrophe before the cell, which spreadsheets take for "this is text". A cell that begins with apostrophes and then as a formula
/// gets one more, so that taking one off always gives what was meant.
///
/// Source: OWASP, CSV Injection.
package enum FormulaCell {
  private static let mark = UInt8(ascii: "'")

  /// True where a spreadsheet would work the text out: it begins with `=`, `+`, `-`, `@`, a tab or a return, and is no negative number.
  package static func isFormula(_ text: some Collection<UInt8>) -> Bool {
    guard let first = text.first, [0x3D, 0x2B, 0x2D, 0x40, 0x09, 0x0D].contains(first) else { return false }
    return first != 0x2D || !isNumber(text.dropFirst())
  }

  /// The text with the escape where it needs one: with `formulas` before a formula, and always before what an import would take for an escape.
  package static func escaped(_ text: String, formulas: Bool) -> String {
    let rest = text.utf8.drop { $0 == mark }
    return isFormula(rest) && (formulas || rest.startIndex != text.startIndex) ? "'" + text : text
  }

  /// The text without the escape, where it has one.
  package static func unescaped(_ text: String) -> String {
    guard text.utf8.first == mark, isFormula(text.utf8.drop { $0 == mark }) else { return text }
    return String(text.dropFirst())
  }

  /// Digits, with a fraction and an exponent if need be.
  private static func isNumber(_ text: some Collection<UInt8>) -> Bool {
    var rest = Array(text)[...]
    func digits() -> Bool {
      let count = rest.prefix { (0x30...0x39).contains($0) }.count
      rest = rest.dropFirst(count)
      return count > 0
    }
    guard digits() else { return false }
    if rest.first == 0x2E {
      rest = rest.dropFirst()
      guard digits() else { return false }
    }
    if let first = rest.first, first | 0x20 == 0x65 {
      rest = rest.dropFirst()
      if let sign = rest.first, sign == 0x2B || sign == 0x2D { rest = rest.dropFirst() }
      guard digits() else { return false }
    }
    return rest.isEmpty
  }
}
