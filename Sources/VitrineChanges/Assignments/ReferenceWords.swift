// The names by which values refer to records.

import VitrineModel
import VitrineRules
package import VitrineSource
import VitrineText

/// Finds the name to write for a record.
package struct ReferenceWords {
  private let kinds: [Kind]
  private let records: (_ kind: Int, _ name: String) -> [RecordEntry]
  private let named: (Path) -> [NamedRecord]

  /// The names of no records: each is written as it is typed.
  package init() {
    kinds = []
    records = { _, _ in [] }
    named = { _ in [] }
  }

  /// The names of the records of a catalogue.
  package init(_ source: some ChangeSource) {
    kinds = source.kinds
    records = { source.records(ofKind: $0, maybeCalled: $1) }
    named = { name in
      let id = name.stem
      return source.records(named: name).map { NamedRecord(path: $0.path, kind: $0.kind) }.filter {
        $0.path.stem.isCanonicallyEqual(to: id) || $0.path.stem.name.isCanonicallyEqual(to: id)
      }
    }
  }

  /// The name to write for what a person calls a record: the id or last part as it is typed; for a title the last part of its id, or the
  /// whole id where that alone means it. What names no record is left as it is: the check has its say then.
  ///
  /// A title is looked for as it is written, then in the same characters, then regardless of case and marks.
  package func name(for text: String, kind: String?) -> String {
    let typed = Path(text)
    let wanted = kinds.indices.filter { kind == nil || kinds[$0].name == kind }
    let known = named(typed)
    if known.contains(where: { wanted.contains($0.kind) }) {
      let isSame = wanted.allSatisfy {
        RecordNames.only(Path(typed.stem), kind: $0, among: known) == RecordNames.only(typed, kind: $0, among: known)
      }
      return isSame ? typed.stem.string : text
    }
    var byTitle: [[RecordEntry]] = [[], [], []]
    let title = Folding.fold(text)
    for index in wanted {
      for record in records(index, text) where Folding.fold(record.title) == title {
        byTitle[record.title.utf8.elementsEqual(text.utf8) ? 0 : record.title == text ? 1 : 2].append(record)
      }
    }
    guard let meant = byTitle.first(where: { !$0.isEmpty }), meant.count == 1 else { return typed.stem.string }
    return shortest(for: meant[0])
  }

  /// The one record of a kind that a name means; nil where it means none, or several.
  package func path(named name: String, kind: Int) -> Path? { RecordNames.only(Path(name), kind: kind, among: named(Path(name))) }

  /// The shortest name that means a record.
  package func shortest(for record: RecordEntry) -> String {
    let forms = [record.path.stem.name.string, record.path.stem.string, record.path.string]
    return forms.first { RecordNames.only(Path($0), kind: record.kind, among: named(Path($0))) == record.path } ?? forms[1]
  }
}
