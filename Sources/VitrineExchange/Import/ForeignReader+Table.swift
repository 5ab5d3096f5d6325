// Records from the rows of a table, and from values that stand in no text.

import VitrineChanges
import VitrineEditing
import VitrineFormats
import VitrineModel
import VitrineRules
import VitrineSchema
import VitrineSource
import VitrineSyntax
import VitrineText

extension ForeignReader {
  /// A record as a value, with the places that its parts come from.
  struct Made {
    /// The record.
    var value: DataValue
    /// Where the values below JSON Pointers come from.
    var places: [(pointer: String, range: ByteRange)]
    /// All of it.
    var range: ByteRange
    /// Its path, where it says one.
    var path: (text: String, range: ByteRange)?
    /// The maps that stand in it only because the kind wants them.
    var filled: [FieldPath] = []
    /// What its values are not, as the mapping says.
    var faults: [Fault] = []

    /// Puts in the maps that a record must have and that may be empty, where the source has nothing to say in them.
    mutating func fill(_ maps: [FieldPath]) {
      for path in maps where value.isMap(at: path.names.dropLast()) && !value.isThere(at: path.names[...]) {
        value.put(.map([]), at: path.names[...])
        filled.append(path)
      }
    }

    /// A value that could not be read.
    struct Fault {
      /// The JSON Pointer of the field, or of an item of it.
      var pointer: String
      /// Where the value stands in the text.
      var range: ByteRange
      /// The fault, in words.
      var message: String
      /// True where the value is in the record all the same.
      var isKept = true
    }
  }

  /// Adds a record that was made.
  mutating func append(_ made: Made, _ pointer: String) {
    guard let given else { return }
    for fault in made.faults { result.note(ImportRules.value, fault.range, pointer + fault.pointer, fault.message) }
    let origin = ForeignSource.Made(places: made.places, filled: made.filled, faulty: made.faults.filter(\.isKept).map(\.pointer))
    append(made.value, made.range, path: made.path, pointer, kind: given, .made(origin))
  }

  /// Adds a record of a value that stands in no text.
  mutating func append(
    _ value: DataValue, _ range: ByteRange, path: (text: String, range: ByteRange)?, _ pointer: String, kind: Int,
    _ origin: ForeignSource.Origin
  ) {
    var text: [UInt8] = []
    text.append(json: value, indent: nil)
    let parsed = JSON.parse(text, mostBytes: Self.mostBytes, mostNodes: Self.mostNodes)
    guard parsed.isComplete, let root = parsed.tree.roots.first else {
      let fault = parsed.findings.first { $0.severity == .error }
      return result.note(
        ImportRules.form, ByteRange(range.start, range.start + 1), pointer,
        "this record cannot be taken over: \(fault?.message ?? "it is not read whole")")
    }
    let source = ForeignSource(list: pointer, .tree(parsed.tree), origin, path: path)
    result.records.append(
      ForeignRecord(kind: kind, range: range, number: -1, source: source, root: root, hasOthersBeside: false))
  }

  /// The records of a table.
  mutating func readTable(_ bytes: [UInt8], _ maker: inout RecordMaker?) {
    if let finding = bytes.withUnsafeBufferPointer({ UTF8Check.finding(for: $0) }) {
      result.findings.append(finding)
      return
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let table = CSVReader(bytes, from: start, separator: mapping?.separator)
    for fault in table.faults { result.note(ImportRules.form, fault.range, "", fault.message) }
    guard let header = table.rows.first else {
      return result.note(ImportRules.form, ByteRange(start, start), "", "there is no header here, nor any row")
    }
    guard let given else {
      return result.note(
        ImportRules.form, header[0].range, "", "it is not said of which kind these rows are", help: "name the kind with --kind")
    }
    guard header.count <= Self.mostColumns else {
      return result.note(
        ImportRules.form, header[Self.mostColumns].range, "",
        "the header has \(header.count) columns, and no more than \(Self.mostColumns) are read")
    }
    var columns: [TableColumn] = []
    var names = TableNames()
    let faults = result.findings.count
    for cell in header { columns.append(column(cell, &names, kinds[given])) }
    // What the rows lack then, they lack for that reason.
    guard result.findings.count == faults else { return }
    let headings = headings(header.map { FormulaCell.unescaped($0.text) })
    let emptyMaps = kinds[given].kind.requiredEmptyMaps
    for row in table.rows.dropFirst() {
      let pointer = "/\(result.records.count)"
      let range = ByteRange(row[0].range.start, row[row.count - 1].range.end)
      guard row.count == header.count else {
        result.note(
          ImportRules.form, range, pointer,
          "this row has \(row.count) cell\(row.count == 1 ? "" : "s"), but the header has \(header.count)",
          help: "give every row a cell for each column")
        continue
      }
      append(
        maker?.record(SourceRow(cells: row, header: headings, range: range))
          ?? made(row, columns, kinds[given], emptyMaps, range, pointer), pointer)
    }
  }

  /// The names of a table's columns as the mapping writes them: case, and blanks around them, may differ where one column alone can be meant.
  private func headings(_ names: [String]) -> [String] {
    let there = Set(names)
    var wanted: [[UInt8]: String] = [:]
    for source in mapping?.fields.flatMap(\.sources) ?? [] where !there.contains(source) {
      wanted[Folding.vocabulary(source)] = source
    }
    guard !wanted.isEmpty else { return names }
    let folded = names.map { Folding.vocabulary($0) }
    return zip(names, folded).map { name, fold in
      guard let source = wanted[fold], folded.count(where: { $0 == fold }) == 1 else { return name }
      return source
    }
  }

  /// The most columns of a table: what has more is no table of records.
  private static let mostColumns = 4096

  /// What is done with the cells of a column. `slot` is the number of the field's first name among those of all columns.
  private enum TableColumn {
    case field(path: [String], slot: Int, pointer: String, form: CellText.Form)
    case path, version, nothing
  }

  /// What the columns are called.
  private struct TableNames {
    /// The JSON Pointers of their fields.
    var pointers: Set<String> = []
    /// The first names of these, by number.
    var slots: [String: Int] = [:]
  }

  private mutating func column(_ cell: CSVReader.Cell, _ names: inout TableNames, _ kind: ExchangeKind) -> TableColumn {
    let heading = FormulaCell.unescaped(cell.text)
    switch heading {
    case ExchangeMember.path: return .path
    case ExchangeMember.version: return .version
    case ExchangeMember.photos, ExchangeMember.kind: return .nothing
    default: break
    }
    guard mapping == nil else { return .nothing }
    let path = Self.path(ofColumn: heading, kind)
    let pointer = path.map { "/" + TreeReader.escaped($0) }.joined()
    guard names.pointers.insert(pointer).inserted else {
      result.note(ImportRules.form, cell.range, pointer, "the column '\(cell.text)' stands twice in the header")
      return .nothing
    }
    if !Self.isTaken(path, kind) {
      let nearest = NearestWord.nearest(to: cell.text, in: kind.columns.columns.map(\.name))
      result.note(
        ImportRules.form, cell.range, pointer, "a \(kind.kind.name) has no field '\(cell.text)'",
        label: nearest.map { "did you mean '\($0)'?" } ?? "",
        help: "columns are called like fields ('vitrine schema show \(kind.kind.name)' names them); --mapping is for other names")
      return .nothing
    }
    let first = path.first ?? ""
    let slot = names.slots[first] ?? names.slots.count
    names.slots[first] = slot
    return .field(path: path, slot: slot, pointer: pointer, form: TableColumns.form(of: path, in: kind.shape))
  }

  /// The names that lead to what a heading means.
  private static func path(ofColumn heading: String, _ kind: ExchangeKind) -> [String] {
    let path = known(TableColumns.path(of: heading), in: kind.shape)
    // Else as `set` names it: by the end of its path, or its singular.
    guard kind.shape.member(path.first ?? "") == nil, let field = field(called: heading, kind.kind),
      kind.columns.columns.contains(where: { $0.path == field.path.names })
    else { return path }
    return field.path.names
  }

  /// Whether records of a kind may have a value at a path.
  static func isTaken(_ path: [String], _ kind: ExchangeKind) -> Bool { !kind.isClosed || isKnown(path, kind) }

  /// Whether a schema knows a path, or leaves it to the person.
  private static func isKnown(_ path: [String], _ kind: ExchangeKind) -> Bool {
    if (path.last ?? "").hasPrefix("x-") { return true }
    var shape = kind.shape
    for name in path {
      guard let member = shape.member(name) else { return false }
      shape = member.shape
    }
    return true
  }

  /// The field that is read from a column of this name; nil where the kind has none.
  static func field(ofColumn heading: String, _ kind: ExchangeKind) -> FieldPath? {
    let path = path(ofColumn: heading, kind)
    return isExported(heading) || isKnown(path, kind) ? FieldPath(path) : nil
  }

  /// Whether a column is one that only exports have, and no field.
  static func isExported(_ heading: String) -> Bool {
    [ExchangeMember.path, ExchangeMember.version, ExchangeMember.photos, ExchangeMember.kind].contains(heading)
  }

  /// The field that `set` takes a heading for, in this case or in small letters.
  private static func field(called heading: String, _ kind: Kind) -> Kind.Field? {
    let binder = FieldBinder(kind)
    return binder.field(called: heading) ?? binder.field(called: heading.lowercased())
  }

  /// A path whose names are those of the schema: where it has none of a name, the one that differs in case, blanks, `-` and `_` only.
  private static func known(_ path: [String], in shape: RecordShape) -> [String] {
    var shape: RecordShape? = shape
    return path.map { name in
      guard let here = shape else { return name }
      let key = ValueWords.key(name)
      let alike = here.member(name) == nil ? here.members.filter { ValueWords.key($0.name) == key } : []
      let known = alike.count == 1 ? alike[0].name : name
      shape = here.member(known)?.shape
      return known
    }
  }

  private mutating func made(
    _ row: [CSVReader.Cell], _ columns: [TableColumn], _ kind: ExchangeKind, _ emptyMaps: [FieldPath], _ range: ByteRange,
    _ pointer: String
  ) -> Made {
    var made = Made(value: .map([]), places: [], range: range)
    var entries: [DataValue.Entry] = []
    var places = [Int](repeating: -1, count: columns.count)
    for (cell, column) in zip(row, columns) {
      switch column {
      case .nothing: continue
      case .path: if !cell.text.isEmpty { made.path = (FormulaCell.unescaped(cell.text), cell.range) }
      case .version:
        guard !cell.text.isEmpty, Int(cell.text) != kind.kind.version else { continue }
        result.note(
          ImportRules.version, cell.range, "\(pointer)/@version",
          "version '\(cell.text)' is not version \(kind.kind.version), which is today's of records of '\(kind.kind.name)'")
      case .field(let path, let slot, let place, let form):
        made.places.append((place, cell.range))
        if cell.text.isEmpty { continue }
        guard let value = CellText.value(of: cell.text, form) else {
          result.note(ImportRules.form, cell.range, pointer + place, Self.fault(of: cell.text, form))
          continue
        }
        if places[slot] < 0 {
          places[slot] = entries.count
          entries.append(DataValue.Entry(path.first ?? "", path.count > 1 ? .map([]) : .null))
        }
        entries[places[slot]].value.put(value, at: path.dropFirst())
      }
    }
    made.value = .map(entries)
    // A table has no cell for a map with nothing in it.
    made.fill(emptyMaps)
    return made
  }

  private static func fault(of text: String, _ form: CellText.Form) -> String {
    if text.hasPrefix("\\") { return "behind a backslash at the start of a cell there must be JSON" }
    if case .structure = form { return "this cell must hold JSON" }
    return "a backslash must stand before ';' or another backslash"
  }
}

extension DataValue {
  /// Puts a value under names, making maps on the way. What is no map on the way stays, and the value is lost.
  mutating func put(_ value: DataValue, at path: ArraySlice<String>) {
    guard let name = path.first else {
      self = value
      return
    }
    guard case .map(var entries) = self else { return }
    // Else all entries were copied.
    self = .null
    if let place = entries.firstIndex(where: { $0.key == name }) {
      entries[place].value.put(value, at: path.dropFirst())
    } else {
      var inner = path.count > 1 ? DataValue.map([]) : .null
      inner.put(value, at: path.dropFirst())
      entries.append(DataValue.Entry(name, inner))
    }
    self = .map(entries)
  }
}

extension ExchangeKind {
  /// True where the schema lets records have no other fields than those it names.
  var isClosed: Bool {
    guard let (tree, node) = kind.schema.root.annotation("additionalProperties") else { return false }
    return tree.withReader { $0.text(node) == "false" }
  }
}
