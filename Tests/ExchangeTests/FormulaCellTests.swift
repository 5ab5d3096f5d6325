// Cells that spreadsheets run as formulas are known, and their escape comes off again.

import Testing
import VitrineExchange
import VitrineFormats

@Suite struct FormulaCellTests {
  @Test(
    "what a spreadsheet would run is escaped, and nothing else",
    arguments: [
      ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1+2", "'-1+2"), ("@SUM(A1)", "'@SUM(A1)"), ("\tx", "'\tx"), ("\rx", "'\rx"),
      ("-", "'-"),
      ("-x", "'-x"), ("'=x", "''=x"), ("''=x", "'''=x"), ("-5", "-5"), ("-73.98e+2", "-73.98e+2"), ("-1.", "'-1."),
      ("'-5", "'-5"),
      ("'", "'"), ("a=b", "a=b"), ("", ""),
    ])
  func escapes(text: String, escaped: String) {
    #expect(FormulaCell.escaped(text, formulas: true) == escaped)
    #expect(FormulaCell.unescaped(escaped) == text)
    #expect(!FormulaCell.isFormula(escaped.utf8))
    #expect(FormulaCell.unescaped(FormulaCell.escaped(text, formulas: false)) == text)
  }
}
