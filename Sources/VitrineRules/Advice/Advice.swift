// What the kind, and the whole record, tell about faults that the schema found by itself.

import VitrineModel
import VitrineSchema
import VitrineSource

/// Words and fixes for findings of schemas that only whoever sees the whole record can give.
enum Advice {
  /// The most values of other types that are looked at.
  private static let mostNatural = 200

  /// Adds to a record's findings what can be said; most stay as they are.
  static func add(to findings: inout [Finding], _ file: RecordFile) {
    var misplaced: [(index: Int, field: MisplacedField)] = []
    var natural = 0
    var keyed: Set<String> = []
    for index in findings.indices {
      switch findings[index].rule {
      case SchemaRules.unknownField:
        if DecimalComma.advise(&findings[index], file) { continue }
        if KeyedItem.advise(&findings[index], file) {
          keyed.insert(KeyedItem.map(of: findings[index]))
        } else if let field = MisplacedField(findings[index], file) {
          misplaced.append((index, field))
        } else {
          SingularName.advise(&findings[index], file)
        }
      case SchemaRules.type, SchemaRules.pattern, SchemaRules.format:
        if natural < mostNatural { NaturalValue.advise(&findings[index], file) }
        natural += 1
      case SchemaRules.range: SwappedCoordinates.advise(&findings[index], file)
      default: break
      }
    }
    // What else is missing there is the same slip.
    if !keyed.isEmpty { findings.removeAll { $0.rule == SchemaRules.required && keyed.contains($0.pointer) } }
    guard !misplaced.isEmpty else { return }
    MisplacedField.advise(&findings, misplaced, file)
    // The map that is missing is the one that the fields belong into.
    let maps = Set(misplaced.map { "'\($0.field.place.names[0])' is missing" })
    findings.removeAll { $0.rule == SchemaRules.required && $0.pointer.isEmpty && maps.contains($0.message) }
  }
}
