// How records hang together, seen from the columns: what references lead to, parents, and who uses whom.

import VitrineModel

extension RecordIndex {
  /// Fills the columns that need all records: targets of references, parents, used-by. `rowIDs` are all records in byte order of their paths.
  mutating func link(_ rowIDs: [RowID]) {
  }
}
