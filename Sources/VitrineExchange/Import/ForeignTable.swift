// What the columns of a foreign table hold, for somebody who says which fields they become.

import VitrineEditing
import VitrineFormats
package import VitrineModel
import VitrineSchema
import VitrineSyntax
import VitrineText

/// A table of another program, column by column: comma-separated values, or a JSON list of objects, whose members are its columns.
package struct ForeignTable: Sendable {
  /// A column.
  package struct Column: Sendable {
    /// Its heading, or the dotted name of a member; `.` for records that are values themselves.
    package var name: String
    /// The dotted name of the list of objects that hold the member, the innermost one; nil where it is in none.
    package var list: String?
    /// True where a record has several values in it that stand apart, as the items of a list do.
    package var isApart = false
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
  /// How many records there are: rows below the header, items of the list.
  package let rowCount: Int
  /// The names that lead to the list in a JSON document; none where it is the document.
  package private(set) var records: [String] = []
  /// The name that the keys of a map of records go by, which is a column, too; nil for a list.
  package private(set) var key: String?
  /// True where no mapping is needed, since each column is called like a field.
  package private(set) var isPlain = false

  /// What programs write where they know nothing.
  static let wordsForNothing: Set<String> = ["NA", "N/A", "n/a", "null", "NULL", "None", "-", "?"]
  /// The most columns that somebody looks through.
  static let mostColumns = 200

  /// The table of a text for records of a kind; nil where it has faults, which are reported when it is read, no header, a column twice, or too many. Nil also
  /// for an export of vitrine's with something in it that a mapping has no words for, and for YAML.
  package init?(_ bytes: [UInt8], _ format: ForeignFormat, _ kind: ExchangeKind) {
    switch format {
    case .csv: self.init(separated: bytes, kind)
    case .json, .ndjson: self.init(json: bytes, format, kind)
    case .yaml: return nil
    }
  }

  /// The table of comma-separated values. Paths, versions and lists of maps are what a mapping has no words for.
  private init?(separated bytes: [UInt8], _ kind: ExchangeKind) {
    guard bytes.withUnsafeBufferPointer({ UTF8Check.finding(for: $0) }) == nil else { return nil }
    let table = CSVReader(bytes, from: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, separator: nil)
    guard table.faults.isEmpty, let header = table.rows.first, header.count <= Self.mostColumns else { return nil }
    var found = ForeignColumns()
    for cell in header {
      guard found.add(FormulaCell.unescaped(cell.text)) else { return nil }
    }
    rowCount = table.rows.count - 1
    for row in table.rows.dropFirst() {
      found.beginRecord()
      for (place, cell) in zip(0..<header.count, row) { found.note(FormulaCell.unescaped(cell.text), in: place) }
    }
    columns = found.columns
    guess(kind)
    isPlain = Set(columns.compactMap(\.field)).count == columns.count
    let targets = Set(ForeignTable.targets(of: kind.kind).map(\.path))
    let isOwn = columns.contains { column in
      ForeignReader.isExported(column.name) || column.field.map { !targets.contains($0) && !$0.isOwn } == true
    }
    if isOwn, !isPlain { return nil }
  }

  /// The table of a JSON document, or of a JSON object a line.
  private init?(json bytes: [UInt8], _ format: ForeignFormat, _ kind: ExchangeKind) {
    guard let found = ForeignObjects(bytes, format, kind) else { return nil }
    (columns, rowCount, records, key) = (found.columns.columns, found.count, found.records, found.key)
    isPlain = found.isPlain
    guess(kind)
    // What no column can become is left out, until somebody says otherwise.
    let targets = Set(ForeignTable.targets(of: kind.kind).map(\.path))
    for place in columns.indices {
      if let field = columns[place].field, !targets.contains(field), !field.isOwn { columns[place].field = nil }
    }
  }

  /// Finds the field of each column, and of the others those that may be meant.
  private mutating func guess(_ kind: ExchangeKind) {
    let lists = kind.kind.fields.filter { $0.isOwnList && $0.isMap && kind.kind.list(holding: $0.path) == nil }
    for place in columns.indices {
      let field = ForeignReader.field(ofColumn: columns[place].name, kind)
      // Other programs write words there, of which items are made; exports write items.
      let areWords = columns[place].values.allSatisfy { !$0.hasPrefix("[{") && $0 != "[]" && !$0.contains("/") }
      columns[place].field = areWords && lists.contains { $0.path == field } ? nil : field
    }
    let targets = ForeignTable.targets(of: kind.kind).filter { target in !columns.contains { $0.field == target.path } }
    guess(among: targets.filter { kind.kind.list(holding: $0.path) == nil }.map { ($0.path.names.last ?? "", $0.path) })
    // A list of maps is meant by what it is called, or one of its items is.
    guess(
      among: lists.flatMap { list in
        let leading = Self.leading(of: list.path, kind.kind)
        return [list.path.names.last, list.singular].compactMap { name in leading.flatMap { path in name.map { ($0, path) } } }
      })
    guess(among: targets.filter { kind.kind.list(holding: $0.path) != nil }.map { ($0.path.names.last ?? "", $0.path) })
  }

  /// Finds what columns may be meant for among paths and what they are called, each once.
  private mutating func guess(among names: [(name: String, path: FieldPath)]) {
    var free = names.filter { one in !columns.contains { $0.guess == one.path } }
    for place in columns.indices where columns[place].field == nil && columns[place].guess == nil {
      let word = String(columns[place].name.lowercased().map { $0 == " " ? "_" : $0 })
      let known = free.map(\.name)
      let meant = known.contains(word) ? word : SynonymousName.name(for: word, among: known)?.name
      guard let name = meant ?? NearestWord.nearest(to: word, in: known),
        let found = free.first(where: { $0.name == name })?.path
      else { continue }
      columns[place].guess = found
      free.removeAll { $0.path == found }
    }
  }

  /// The member of a list of maps that says what an item is: the first that each must have, or else the first.
  private static func leading(of list: FieldPath, _ kind: Kind) -> FieldPath? {
    let members = targets(of: kind).filter { kind.list(holding: $0.path)?.path == list }
    return (members.first(where: \.isRequired) ?? members.first)?.path
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

  /// The most words of a column that somebody is asked about.
  private static let mostWords = 24

  /// The first words of a column that a field with a list of values does not have, so that somebody says what they mean; `separator` stands between those of one cell.
  package static func unknownWords(
    in column: Column, for field: Kind.Field, of kind: Kind, separatedBy separator: String?
  ) -> [String] {
    guard !field.values.isEmpty else { return [] }
    var values = ForeignValues(kind) { name, _ in name }
    var seen = Set(column.blanks)
    var unknown: [String] = []
    for value in column.values {
      let listed = ForeignValues.listed(value)?.map { $0.word ?? "" }
      for part in listed ?? separator.map({ value.separated(by: $0) }) ?? [value] {
        let word = SurroundingSpace.trimmed(part)
        guard unknown.count < mostWords, !word.isEmpty, seen.insert(word).inserted else { continue }
        // A value that is cut off stands for itself.
        let isKnown = word.hasSuffix("…") || values.item(.string(word), field).word.map(field.values.contains) == true
        if !isKnown { unknown.append(word) }
      }
    }
    return unknown
  }

  /// The fields of a kind that a column can become, in the order of its schema: those that are no maps, and of the maps in a list the members that are no lists.
  package static func targets(of kind: Kind) -> [Kind.Field] {
    kind.fields.filter { field in
      guard !field.isMap, !field.isPhoto else { return false }
      guard let list = kind.list(holding: field.path) else { return true }
      // What a photo is said to show stands in no table without its file.
      let isOfPhotos = kind.fields.contains { $0.isPhoto && kind.list(holding: $0.path)?.path == list.path }
      return list.isMap && !field.isOwnList && list.path.names.count == field.path.names.count - 1
        && kind.list(holding: list.path) == nil && !isOfPhotos
    }
  }
}

extension FieldPath {
  /// Whether it is one of a person's own, of which schemas say nothing.
  package var isOwn: Bool { names.last?.hasPrefix("x-") == true }
}
