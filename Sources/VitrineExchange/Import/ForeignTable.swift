// What the columns of a foreign table hold, for somebody who says which fields they become.

import VitrineFormats
package import VitrineModel
import VitrineSchema
import VitrineSyntax
import VitrineText

/// A table of comma-separated values, column by column.
package struct ForeignTable: Sendable {
  /// A column.
  package struct Column: Sendable {
    /// Its heading.
    package var name: String
    /// Its first values that are different and not empty, at most `mostValues`.
    package var values: [String] = []
    /// Those of its values that programs write where they know nothing.
    package var blanks: [String] = []
    /// How many rows have a value in it.
    package var count = 0
    /// The field that is read from it without a mapping; nil where there is none of that name.
    package var field: FieldPath?
    /// The field that it may be meant for.
    package var guess: FieldPath?
  }

  /// The columns.
  package private(set) var columns: [Column]
  /// How many rows there are below the header.
  package let rowCount: Int
  /// True where each column is called like a field, so that no mapping is needed.
  package var isPlain: Bool { Set(columns.compactMap(\.field)).count == columns.count }

  /// How many values of a column are kept.
  private static let mostValues = 200
  /// The longest value that is kept whole. Units: characters.
  private static let longest = 120
  /// What programs write where they know nothing.
  private static let wordsForNothing: Set<String> = ["NA", "N/A", "n/a", "null", "NULL", "None", "-", "?"]
  /// The most columns that somebody looks through.
  private static let mostColumns = 200

  /// The table of a text for records of a kind; nil where it has faults, which are reported when it is read, no header, a column twice, or too many. Nil also
  /// for an export of vitrine's with something in it that a mapping has no words for: its paths, its versions, lists of maps.
  package init?(_ bytes: [UInt8], _ kind: ExchangeKind) {
    guard bytes.withUnsafeBufferPointer({ UTF8Check.finding(for: $0) }) == nil else { return nil }
    let table = CSVReader(bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, separator: nil)
    guard table.faults.isEmpty, let header = table.rows.first, header.count <= Self.mostColumns else { return nil }
    columns = header.map { Column(name: FormulaCell.unescaped($0.text)) }
    guard Set(columns.map(\.name)).count == columns.count else { return nil }
    rowCount = table.rows.count - 1
    var seen = columns.map { _ in Set<String>() }
    for row in table.rows.dropFirst() {
      for (place, cell) in zip(columns.indices, row) {
        let text = SurroundingSpace.trimmed(FormulaCell.unescaped(cell.text))
        guard !text.isEmpty else { continue }
        columns[place].count += 1
        if Self.wordsForNothing.contains(text), !columns[place].blanks.contains(text) { columns[place].blanks.append(text) }
        guard columns[place].values.count < Self.mostValues, seen[place].insert(text).inserted else { continue }
        columns[place].values.append(text.count > Self.longest ? String(text.prefix(Self.longest - 1)) + "…" : text)
      }
    }
    guess(kind)
    let targets = Set(ForeignTable.targets(of: kind.kind).map(\.path))
    let isOwn = columns.contains { column in
      ForeignReader.isExported(column.name) || column.field.map { !targets.contains($0) && !$0.isOwn } == true
    }
    if isOwn, !isPlain { return nil }
  }

  /// Finds the field of each column, and of the others those that may be meant.
  private mutating func guess(_ kind: ExchangeKind) {
    for place in columns.indices { columns[place].field = ForeignReader.field(ofColumn: columns[place].name, kind) }
    var free = ForeignTable.targets(of: kind.kind).map(\.path).filter { path in !columns.contains { $0.field == path } }
    for place in columns.indices where columns[place].field == nil {
      let word = String(columns[place].name.lowercased().map { $0 == " " ? "_" : $0 })
      let names = free.compactMap(\.names.last)
      guard let name = SynonymousName.name(for: word, among: names)?.name ?? NearestWord.nearest(to: word, in: names),
        let found = free.first(where: { $0.names.last == name })
      else { continue }
      columns[place].guess = found
      free.removeAll { $0 == found }
    }
  }

  /// The words of a column that say that there is no value, for a field of a kind: none that it may have.
  package static func blanks(of column: Column, for field: Kind.Field, in kind: Kind) -> [String] {
    guard field.path != kind.display else { return [] }
    let known = Set(
      (field.values + field.values.compactMap { field.marks[$0]?.label } + field.aliases.map(\.word)).map {
        Folding.vocabulary($0)
      })
    return column.blanks.filter { !known.contains(Folding.vocabulary($0)) }
  }

  /// The fields of a kind that a column can become, in the order of its schema: those that are no maps, and not within lists.
  package static func targets(of kind: Kind) -> [Kind.Field] {
    kind.fields.filter { !$0.isMap && (!$0.isList || $0.isOwnList) && !$0.isPhoto }
  }
}

extension FieldPath {
  /// Whether it is one of a person's own, of which schemas say nothing.
  package var isOwn: Bool { names.last?.hasPrefix("x-") == true }
}
