// Which of some records a name in a reference means: for records that are not there yet, such as those of a plan.

package import VitrineSource

/// A record as names find it.
package struct NamedRecord: Sendable, Hashable {
  /// The path of its file.
  package var path: Path
  /// The index of its kind.
  package var kind: Int

  /// A record of the given path and kind.
  package init(path: Path, kind: Int) {
    self.path = path
    self.kind = kind
  }
}

/// The rules of `RecordNames` and `ReferenceLinks`, for a few records that are at hand.
package enum NameMatching {
  /// The one record of a kind that a name means among some; nil where it means none, several, or one of another kind.
  ///
  /// Shape: `records` has all whose id, or whose last part of it, Unicode calls the same as the name's; others do no harm.
  package static func only(_ name: Path, kind: Int, among records: some Collection<NamedRecord>) -> Path? {
    let id = name.stem
    let byID: [(NamedRecord) -> Bool] = [
      { $0.path == name }, { $0.path.stem == id }, { $0.path.stem.isCanonicallyEqual(to: id) },
    ]
    for isMeant in byID {
      let found = records.filter(isMeant)
      if !found.isEmpty { return only(found.filter { $0.kind == kind }) }
    }
    let named = records.filter { $0.kind == kind && $0.path.stem.name.isCanonicallyEqual(to: id) }
    let exact = named.filter { $0.path.stem.name == id }
    return only(exact.isEmpty ? named : exact)
  }

  private static func only(_ records: [NamedRecord]) -> Path? { records.count == 1 ? records[0].path : nil }
}
