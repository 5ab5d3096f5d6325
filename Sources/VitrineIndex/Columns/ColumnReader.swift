// One column of a table, read row after row where records are shown: what leads to it is looked up once.

package import VitrineModel
package import VitrineSyntax

/// A column of a table, and its values, for whoever reads many of its rows. It keeps both as long as it is there.
///
/// A class, since handing it on counts one reference, where the parts of a table would each be counted again for every value.
package final class ColumnReader: Sendable {
  /// The field.
  package let field: Kind.Field
  private let number: Int
  private let chunks: [RowChunk]
  private let segments: [ValueSegment]
  /// The same, which are kept alive by the others: read so often that counting them each time would cost more than the reading.
  private let borrowed: [Unmanaged<ValueSegment>]
  private let targets: [[RowID?]]

  /// A reader of a table's column, by its number.
  package init(_ table: RecordTable, column: Int) {
    field = table.columns[column].field
    number = column
    chunks = table.chunks
    segments = table.pools[column].segments
    borrowed = segments.map { Unmanaged.passUnretained($0) }
    targets = table.pools[column].targets
  }

  /// What a row has, or one element of a list of maps in it.
  package struct Entries: Sendable {
    /// The places of the values.
    package let places: Range<Int>
    /// The first of them; null where there is none.
    package let first: ValueID
    /// True where no row near has more than one value, so that a null is none; false where it is an item of a list.
    package let isSingle: Bool
  }

  /// What a row has.
  package func entries(ofRow row: Int) -> Entries {
    let chunk = row / RowChunk.size
    let places = chunks[chunk].columns[number].range(ofRow: row % RowChunk.size)
    return Entries(
      places: places, first: places.isEmpty ? .null : chunks[chunk].columns[number].values[places.lowerBound],
      isSingle: chunks[chunk].columns[number].starts.isEmpty)
  }

  /// What a row has in one element of the innermost list of maps around the column: all, where it lies in none. Values stand in the order of the
  /// elements.
  package func entries(ofRow row: Int, element: UInt32) -> Entries {
    let all = entries(ofRow: row)
    guard let numbers = chunks[row / RowChunk.size].columns[number].elements.last else { return all }
    var start = all.places.lowerBound
    var end = all.places.upperBound
    while start < end {
      let middle = (start + end) / 2
      if numbers[middle] >= element { end = middle } else { start = middle + 1 }
    }
    while end < all.places.upperBound, numbers[end] == element { end += 1 }
    return Entries(
      places: start..<end, first: start < end ? value(at: start, ofRow: row) : .null, isSingle: all.isSingle)
  }

  /// The value at one of the places of a row.
  package func value(at place: Int, ofRow row: Int) -> ValueID {
    chunks[row / RowChunk.size].columns[number].values[place]
  }

  /// The number of the element of the innermost list of maps that the value at a place lies in; nil where the column lies in none.
  package func element(at place: Int, ofRow row: Int) -> UInt32? {
    chunks[row / RowChunk.size].columns[number].elements.last?[place]
  }

  /// How many values a row has, nulls in lists among them.
  package func count(ofRow row: Int) -> Int {
    let entries = entries(ofRow: row)
    return entries.isSingle && entries.first == .null ? 0 : entries.places.count
  }

  /// The records that the values of a row name, where the column is one of references.
  package func targets(ofRow row: Int) -> [RowID] {
    guard !targets.isEmpty else { return [] }
    return entries(ofRow: row).places.compactMap { place in
      let value = Int(value(at: place, ofRow: row))
      return targets[value / ValueSegment.size][value % ValueSegment.size]
    }
  }

  /// Calls `body` with the text of a value as written, and with what it is in YAML.
  package func withText(of value: ValueID, _ body: (UnsafeBufferPointer<UInt8>, Node.Kind) -> Void) {
    let index = Int(value) % ValueSegment.size
    borrowed[Int(value) / ValueSegment.size]._withUnsafeGuaranteedRef { segment in
      let range = Int(segment.starts[index])..<Int(segment.starts[index + 1])
      let kind = segment.kinds[index]
      segment.bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range]), kind) }
    }
  }
}
