// The one owner of an index that changes: each change gives the next index, which shares with the last all that stayed the same.

import VitrineModel
import VitrineRules
package import VitrineSource
import VitrineSyntax

/// Changes an index record by record. Who took `index` before a change keeps what it took.
///
/// Costs: making one looks at every value of the index; a change at the record's own, and at those of records that refer to it or are its
/// children where a name or a parent changes.
package struct IndexWriter: ~Copyable, Sendable {
  /// The index as it is now.
  package internal(set) var index: RecordIndex

  /// For each table, for each column.
  var columns: [[ColumnWriter]]
  var names: RowNames
  var parents: ParentLinks
  /// The parents of records whose kind has a field of its own in the place of the column that says it.
  var hiddenParents: [RowID: RowID] = [:]
  let references: [ReferenceColumn]
  /// For each reference column, its values by what they may be the name of.
  var referenceNames: [SlotGroups]
  /// For each table, the rows without a record.
  var freeRows: [[Int]]
  /// Records that may have begun or ceased to use others, since the change began.
  var touched: Set<Usage> = []
  /// Records that went since the change began, and their paths.
  var gone: [RowID: Path] = [:]
  private let emptyPart: IndexPart
  /// An empty part whose memory the next record is gathered in.
  private var scratch: IndexPart?

  /// A record that is referred to, and one that may refer to it.
  struct Usage: Hashable {
    let target: RowID
    let user: RowID
  }

  /// The writer of an index.
  package init(_ index: RecordIndex, offset: @escaping ClockOffset = { _ in 0 }) {
    self.index = index
    self.index.keepNames()
    columns = index.tables.map { table in
      zip(table.pools, table.columns).map { ColumnWriter($0, field: $1.field) }
    }
    names = RowNames(index)
    references = index.referenceColumns
    referenceNames = references.map { _ in SlotGroups() }
    parents = ParentLinks(index.tables.map(\.kind))
    freeRows = index.tables.map { table in (0..<table.rowCount).reversed().filter { !table.isLive($0) } }
    emptyPart = IndexPart(index.tables.map(\.layout), offset: offset)
    for reference in references {
      keepUsers(reference.table, reference.column)
      keepReferenceNames(reference.table, reference.column)
    }
    parents.keepChildren { _ in }
    for (number, table) in index.tables.enumerated() where parents.concerns(number) {
      for row in 0..<table.rowCount where table.isLive(row) {
        let id = RowID(table: number, row: row)
        parents.add(id.number, kind: number, index.path(of: id))
      }
    }
    for (number, table) in index.tables.enumerated() where hidesParents(number) {
      for row in 0..<table.rowCount where table.isLive(row) {
        let id = RowID(table: number, row: row)
        hiddenParents[id] = parents.parent(of: id.number, kind: number, index.path(of: id)).map { RowID(number: $0) }
      }
    }
  }

  /// A writer of the same index that goes its own way. Shape: what both have in common is shared until one of them changes it.
  package init(copying other: borrowing IndexWriter) {
    index = other.index
    columns = other.columns
    names = other.names
    parents = other.parents
    hiddenParents = other.hiddenParents
    references = other.references
    referenceNames = other.referenceNames
    freeRows = other.freeRows
    emptyPart = other.emptyPart
  }

  /// Adds a record, or replaces the one at its path.
  package mutating func put(_ record: IndexedRecord) {
    let path = record.path
    let known = names.row(ofPath: path, in: index)
    if let known, known.table != record.kind {
      remove(known, path)
      settle()
    }
    let isNew = known?.table != record.kind
    let id = isNew ? makeRow(in: record.kind) : known ?? makeRow(in: record.kind)
    if !isNew { touchTargets(of: id) }
    let title = isNew ? [] : index.tables[id.table].foldedTitle(ofRow: id.row)
    var part = scratch.take() ?? emptyPart
    part.add(record.tree, path: record.path, kind: record.kind, modified: record.context.modified, position: 0)
    part.addContext(record.context, kind: record.kind)
    write(part.tables[record.kind], to: id)
    part.clear(record.kind)
    scratch = consume part
    if isNew { place(id, path) } else { titleChanged(id, from: title) }
    touchTargets(of: id)
    settle()
  }

  /// Takes the record at a path out; false where there is none.
  @discardableResult
  package mutating func remove(path: Path) -> Bool {
    guard let id = names.row(ofPath: path, in: index) else { return false }
    remove(id, path)
    settle()
    return true
  }

  /// Says anew what is known of a record beside its own text; false where there is none at the path. With
  /// `keepsTime` its time stays what it is.
  @discardableResult
  package mutating func setContext(_ context: RecordContext, ofPath path: Path, keepsTime: Bool = false) -> Bool {
    guard let id = names.row(ofPath: path, in: index) else { return false }
    var part = emptyPart
    part.add(Tree(bytes: []), path: path, kind: id.table, modified: context.modified, position: 0)
    part.addContext(context, kind: id.table)
    let title = index.tables[id.table].foldedTitle(ofRow: id.row)
    defer { titleChanged(id, from: title) }
    let builtIns = index.tables[id.table].layout.builtIns
    let own = [
      keepsTime ? nil : builtIns.modified, builtIns.finding, builtIns.rule, builtIns.severity, builtIns.photo,
    ].compactMap { $0 }
    for column in own + builtIns.photoMembers.map(\.column) { write(part.tables[id.table].columns[column], column, id) }
    return true
  }

  /// The place of the record at a path.
  package func row(ofPath path: Path) -> RowID? { names.row(ofPath: path, in: index) }

  /// How many times labels had to be spaced anew, of all columns.
  package var relabelings: Int { columns.reduce(0) { $0 + $1.reduce(0) { $0 + $1.relabelings } } }
}

extension IndexWriter {
  /// Notes what a record is called, where it was called otherwise.
  private mutating func titleChanged(_ id: RowID, from old: [UInt8]) {
    let new = index.tables[id.table].foldedTitle(ofRow: id.row)
    index.tables[id.table].names?.setTitle(of: id.row, from: old, to: new)
  }

  /// A row for a new record of a table.
  private mutating func makeRow(in table: Int) -> RowID {
    index.tables[table].liveCount += 1
    if let row = freeRows[table].popLast() {
      index.tables[table].chunks[row / RowChunk.size].live[row % RowChunk.size / 64] |= 1 << UInt64(row % 64)
      return RowID(table: table, row: row)
    }
    let row = index.tables[table].rowCount
    index.tables[table].appendRow()
    return RowID(table: table, row: row)
  }

  /// Gives a row all values of a record, but for its parent and its users.
  private mutating func write(_ builder: TableBuilder, to id: RowID) {
    let builtIns = builder.layout.builtIns
    for column in builder.columns.indices where column != builtIns.parent && column != builtIns.usedBy {
      write(builder.columns[column], column, id)
    }
  }

  private mutating func write(_ builder: borrowing ColumnBuilder, _ column: Int, _ id: RowID) {
    if builder.cells.isEmpty { return setRow(id, column, [], builder.elements) }
    var numbers: [ValueID] = [.null, .map]
    for value in 2..<ValueID(max(builder.table.count, 2)) {
      builder.table.withBytes(value) { numbers.append(intern($0, builder.table.kind(value), column, id.table)) }
    }
    setRow(id, column, builder.cells.map { numbers[Int($0.value)] }, builder.elements)
  }

  /// The value of a column's pool with these bytes; a new one of a reference column has its record found.
  private mutating func intern(_ text: UnsafeBufferPointer<UInt8>, _ kind: Node.Kind, _ column: Int, _ table: Int) -> ValueID {
    let (id, isNew) = columns[table][column].intern(text, kind, into: &index.tables[table].pools[column])
    guard isNew else { return id }
    for (number, reference) in references.enumerated() where reference.table == table && reference.column == column {
      guard kind == .string, !text.isEmpty else { continue }
      let name = Path(bytes: text)
      referenceNames[number].add(Int(id), hash: RecordNames.hash(ofName: name))
      let target = names.resolve(name, wanted: reference.wanted, in: index)
      if let target { index.tables[table].pools[column].setTarget(target, of: id) }
    }
    return id
  }

  /// The value of a column of paths that stands for a record.
  mutating func intern(_ record: RowID, path: Path, _ column: Int, _ table: Int) -> ValueID {
    let (id, _) = path.withUTF8 {
      columns[table][column].intern($0, .string, into: &index.tables[table].pools[column])
    }
    if index.tables[table].pools[column].target(id) != record { index.tables[table].pools[column].setTarget(record, of: id) }
    return id
  }

  /// Sets the values of a row in a column, and keeps the users of values right.
  mutating func setRow(_ id: RowID, _ column: Int, _ values: [ValueID], _ elements: [[UInt32]]) {
    let isReference = references.contains { $0.table == id.table && $0.column == column }
    let before = isReference ? index.tables[id.table].values(id.row, column) : []
    guard index.tables[id.table].set(id.row, column, values, elements), isReference else { return }
    for value in before { columns[id.table][column].removeUser(id.row, of: value) }
    for value in values where value != .null { columns[id.table][column].addUser(id.row, of: value) }
  }
}

extension RecordTable {
  /// Adds a row that holds a record without values.
  fileprivate mutating func appendRow() {
    let place = rowCount % RowChunk.size
    if place == 0 {
      let live = Array(repeating: 0 as UInt64, count: RowChunk.size / 64)
      chunks.append(RowChunk(columns: columns.map { _ in ColumnChunk() }, live: live, rowCount: 0))
    }
    let last = chunks.count - 1
    for column in columns.indices { chunks[last].columns[column].appendRow(rowCount: place) }
    chunks[last].live[place / 64] |= 1 << UInt64(place % 64)
    chunks[last].rowCount += 1
    rowCount += 1
  }

  /// Sets the values of a row in a column. Returns whether anything changed.
  fileprivate mutating func set(_ row: Int, _ column: Int, _ values: [ValueID], _ elements: [[UInt32]]) -> Bool {
    let (chunk, place) = (row / RowChunk.size, row % RowChunk.size)
    // What stays is looked at without being made one's own.
    if chunks[chunk].columns[column].isSame(place, values, elements) { return false }
    let rowCount = chunks[chunk].rowCount
    chunks[chunk].columns[column].set(place, values, elements, rowCount: rowCount)
    return true
  }
}
