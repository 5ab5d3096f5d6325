// The names by which values refer to records.

import VitrineModel
import VitrineSource
import VitrineText

/// Finds the name to write for a record.
struct ReferenceWords {
  private let kinds: [Kind]
  private let records: (Int) -> [RecordEntry]

  /// The names of the records of a catalogue.
  init(_ source: some ChangeSource) {
    kinds = source.kinds
    records = { source.records(ofKind: $0) }
  }

  /// The name to write for what a person calls a record: the id or last part as it is typed; for a title the last part of its id, or the
  /// whole id where others share that. What names no record is left as it is: the check has its say then.
  func name(for text: String, kind: String?) -> String {
    let typed = Path(text).stem
    var byTitle: [RecordEntry] = []
    var all: [RecordEntry] = []
    let title = Folding.fold(text)
    for index in kinds.indices where kind == nil || kinds[index].name == kind {
      for record in records(index) {
        if record.path.stem.isCanonicallyEqual(to: typed) || record.path.stem.name.isCanonicallyEqual(to: typed) {
          return typed.string
        }
        if Folding.fold(record.title) == title { byTitle.append(record) }
        all.append(record)
      }
    }
    guard byTitle.count == 1, let record = byTitle.first else { return typed.string }
    return Self.shortest(for: record.path, among: all.map(\.path))
  }

  /// The shortest name of the record at a path that means no other record of its kind.
  static func shortest(for path: Path, among paths: [Path]) -> String {
    let last = path.stem.name
    let isUnique = paths.filter { $0.stem.name == last }.count <= 1
    return isUnique ? last.string : path.stem.string
  }
}
