// Where a new record goes: one answer for `new`, `mv` and `import`.

package import VitrineEditing
package import VitrineModel
package import VitrineSource

/// Finds paths for new records of one kind, by its `PlacePattern`. Where a file stands there already, a number follows: `hades-2.yaml`.
package struct RecordPlace {
  private let pattern: PlacePattern
  private let isTaken: (Path) -> Bool
  /// The paths that were given away already.
  private var given: Set<Path> = []

  /// The places for a kind of a catalogue, by its own pattern or another one.
  package init(_ kind: Kind, in source: some ChangeSource, by other: String? = nil) {
    pattern = PlacePattern(kind, in: source.manifest, replacedBy: other)
    isTaken = { source.isTaken($0) }
  }

  /// The path for a record with a value, which is not given away again.
  ///
  /// - Parameter folder: the folder it goes into, whatever the pattern says; "" is the root.
  ///
  /// Errors: no record of the kind would be looked for there.
  package mutating func path(for value: DataValue, in folder: Path? = nil) throws(PlanRefusal) -> Path {
    for number in 1...PlacePattern.mostNumbers {
      let path = pattern.path(number, in: folder) { field in
        value.value(at: field.names.map { .key($0) })?.plainText
      }
      guard pattern.claims(path) else { throw pattern.refusal(of: path) }
      if !given.contains(path), !isTaken(path) {
        given.insert(path)
        return path
      }
    }
    throw PlanRefusal("there are too many records of one name")
  }
}
