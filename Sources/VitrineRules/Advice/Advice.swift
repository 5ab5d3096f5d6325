// What the kind, and the whole record, tell about faults that the schema found by itself.

import VitrineSchema
import VitrineSource

/// Words and fixes for findings of schemas that only whoever sees the whole record can give.
enum Advice {
  /// Adds to a record's findings what can be said; most stay as they are.
  static func add(to findings: inout [Finding], _ file: RecordFile) {
    var misplaced: [(index: Int, field: MisplacedField)] = []
    for index in findings.indices {
      switch findings[index].rule {
      case SchemaRules.unknownField:
        if DecimalComma.advise(&findings[index], file) { continue }
        if let field = MisplacedField(findings[index], file) { misplaced.append((index, field)) }
      case SchemaRules.range: SwappedCoordinates.advise(&findings[index], file)
      default: break
      }
    }
    if !misplaced.isEmpty { MisplacedField.advise(&findings, misplaced, file) }
  }
}
