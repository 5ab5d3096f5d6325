// Which records of a kind are near each other on the map, roughly.

import VitrineModel

/// The records with a place, in cells of two degrees. Near is what is in the same cell or one beside it: some 200 to 600 kilometres.
struct PlaceLinks: Sendable {
  /// A cell of the map.
  struct Cell: Hashable {
    /// Counted from the equator to the north.
    var row: Int
    /// Counted from Greenwich to the east.
    var column: Int

    /// The cell of the given row and column.
    init(row: Int, column: Int) { (self.row, self.column) = (row, column) }

    /// The cell of a place.
    init(_ point: LocatedPoint) {
      self.init(row: Int((point.latitude / 2).rounded(.down)), column: Int((point.longitude / 2).rounded(.down)))
    }

    /// The cell where latitude and longitude have changed places.
    var swapped: Cell { Cell(row: column, column: row) }

    /// The cell and those beside it.
    var surroundings: [Cell] { (-1...1).flatMap { row in (-1...1).map { Cell(row: self.row + row, column: column + $0) } } }
  }

  /// So many others make a neighbourhood that a record may have been meant for. One alone may be the one that is wrong.
  private static let fewest = 2

  private var groups = SlotGroups()
  private var isEmpty = true

  /// Adds a record.
  mutating func add(_ slot: Int, _ point: LocatedPoint, kind: Int) {
    groups.add(slot, hash: Self.hash(Cell(point), kind))
    isEmpty = false
  }

  /// Adds a record to a catalogue that was looked at; what is said of others may be different now.
  mutating func add(_ slot: Int, _ point: LocatedPoint, kind: Int, _ touched: inout Set<Int>) {
    add(slot, point, kind: kind)
    touch(Cell(point), kind, &touched)
  }

  /// Takes a record out.
  mutating func remove(_ slot: Int, _ touched: inout Set<Int>) {
    guard groups.contains(slot) else { return }
    let (cell, kind) = Self.cell(groups.hash(of: slot))
    groups.remove(slot)
    touch(cell, kind, &touched)
  }

  /// Whether a record has none of its kind near it, and some near where it would be if latitude and longitude changed places.
  func seemsSwapped(_ slot: Int) -> Bool {
    guard !isEmpty, groups.contains(slot) else { return false }
    let (cell, kind) = Self.cell(groups.hash(of: slot))
    // Beyond 90 degrees there is no latitude.
    guard (-45..<45).contains(cell.column), others(cell, kind, than: slot, most: 1) == 0 else { return false }
    return others(cell.swapped, kind, than: slot, most: Self.fewest) == Self.fewest
  }

  /// How many others are near a cell, but no more than `most`.
  private func others(_ cell: Cell, _ kind: Int, than slot: Int, most: Int) -> Int {
    var count = 0
    for near in cell.surroundings {
      count += groups.members(Self.hash(near, kind), most: most + 1).count { $0 != slot }
      if count >= most { return most }
    }
    return count
  }

  /// What depends on a cell: only a record that is nearly alone in its own can be one that nobody is near to.
  private func touch(_ cell: Cell, _ kind: Int, _ touched: inout Set<Int>) {
    for near in cell.surroundings + cell.swapped.surroundings {
      let members = groups.members(Self.hash(near, kind), most: 3)
      if members.count < 3 { touched.formUnion(members) }
    }
  }

  // A cell and a kind are one number, so that none stands for two.

  private static func hash(_ cell: Cell, _ kind: Int) -> UInt64 {
    UInt64(kind) << 32 | UInt64(UInt16(truncatingIfNeeded: cell.row)) << 16 | UInt64(UInt16(truncatingIfNeeded: cell.column))
  }

  private static func cell(_ hash: UInt64) -> (cell: Cell, kind: Int) {
    let row = Int16(truncatingIfNeeded: hash >> 16)
    return (Cell(row: Int(row), column: Int(Int16(truncatingIfNeeded: hash))), Int(hash >> 32))
  }
}
