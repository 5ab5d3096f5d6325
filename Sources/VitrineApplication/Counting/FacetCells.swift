// The values that records are counted by, as cells: as they are written, and as people read them.

package import VitrineAnswers
package import VitrineFormats
package import VitrineIndex
package import VitrineModel
import VitrineQuery
import VitrineSyntax

/// Makes cells of counted values.
package struct FacetCells {
  private let index: RecordIndex

  /// Cells of values of an index.
  package init(_ index: RecordIndex) { self.index = index }

  /// A value as a cell: colours as colours, days as days, references by the title of what they lead to, words of an enum by their labels.
  /// `field` says what the values are that no record has.
  package func cell(_ value: FacetValue, of field: Kind.Field? = nil) -> Cell {
    guard !value.isMissing else { return .null }
    guard let source = value.source, let id = source.values.first else {
      guard let field, field.meaning == .enumeration, let mark = field.marks[value.text] else { return period(value.text) }
      return .shown((mark.glyph.isEmpty ? "" : mark.glyph + " ") + mark.label, written: .text(value.text))
    }
    if id == .map { return .shown((index.tables.first?.kind.language ?? .english)("(a map)"), written: .text("")) }
    let table = index.tables[source.table]
    let column = table.columns[source.column]
    let pool = table.pools[source.column]
    if case .reference = column.field.meaning, let target = pool.target(id) {
      return .shown(index.title(of: target), written: .text(value.text))
    }
    var written = CellDress(column).cell(pool.text(id), pool.kind(id))
    // Of a word in another language programs get the value itself.
    if column.field.meaning == .enumeration, case .shown(_, let value) = written { written = value }
    if let mark = column.field.marks[value.text] {
      return .shown((mark.glyph.isEmpty ? "" : mark.glyph + " ") + mark.label, written: written)
    }
    return written
  }

  /// A period as it is written in queries, or the number of values.
  private func period(_ text: String) -> Cell { Int(text) != nil && text.utf8.count != 4 ? .number(text) : .text(text) }
}
