// What a query comes to: places of records in their order, and where the headings stand.

package import VitrineIndex
import VitrineQuery

/// The records that a query found.
package struct Answer: Sendable {
  /// The records in their order, no more than the query's limit.
  package var rows: [RowID]
  /// How many there are without the limit.
  package var total: Int
  /// The headings of the outermost field that the query groups by, in the order of the rows; empty where it groups by none.
  package var groups: [Group]

  /// An answer of the given rows.
  package init(rows: [RowID] = [], total: Int = 0, groups: [Group] = []) {
    self.rows = rows
    self.total = total
    self.groups = groups
  }

  /// A heading, and the rows below it.
  ///
  /// A row stands under one heading only, however many values it has: the heading is the set of them, in the order of the values, as
  /// `Nintendo Switch, Windows`. So nothing is listed or counted twice, and a table has as many rows as there are records.
  package struct Group: Sendable, Hashable {
    /// The texts of the values as they are written in one of the rows; of those that differ in nothing that orders tell, one; of references
    /// the shortest names of the records. Empty where the rows have no value.
    package var values: [String]
    /// The column the values are from, by its table, and the values; nil where they are numbers of values (`.count`), or there are none.
    package var source: Source?
    /// The places in `Answer.rows`.
    package var rows: Range<Int>
    /// The headings of the next field below this one.
    package var groups: [Group]

    /// The text of the heading; "" where the rows have no value.
    package var title: String { values.joined(separator: ", ") }
  }

  /// Values of a column.
  package struct Source: Sendable, Hashable {
    /// The table.
    package var table: Int
    /// The column of the table.
    package var column: Int
    /// The values, as many as the group has texts.
    package var values: [ValueID]
  }
}
