// One record as it goes out: its values in the form of its kind, and what stands beside them.

package import VitrineEditing
package import VitrineModel
package import VitrineSource

/// A record on its way out.
package struct ExportedRecord: Sendable {
  /// Its kind.
  package var kind: ExchangeKind
  /// Its file's path from the root.
  package var path: Path
  /// Its values, in the kind's exchanged form.
  package var entries: [DataValue.Entry]
  /// Its photos.
  package var photos: [ExportedPhoto] = []
  /// True where cells that a spreadsheet would work out as formulas are escaped.
  package var escapesFormulas = false
  /// What it hangs together with, where the format tells that.
  package var links = ExportedLinks()

  /// A record; `value` is what its file says. Nil where that is no map, and so no record.
  package init?(kind: ExchangeKind, path: Path, value: DataValue, photos: [ExportedPhoto] = []) {
    guard case .map(let entries) = kind.shape.arranged(value) else { return nil }
    self.kind = kind
    self.path = path
    self.entries = entries
    self.photos = photos
  }
}

/// The records that a record hangs together with, by their ids.
package struct ExportedLinks: Sendable {
  /// The one above it by place; nil where there is none.
  package var parent: String?
  /// The ones that its values name: by the kind that is meant, and the name as it is written.
  package var targets: [String: [Path: String]] = [:]

  /// No links.
  package init() {}
}

/// A kind as it is exchanged.
package struct ExchangeKind: Sendable {
  /// The kind.
  package let kind: Kind
  /// The form of its records.
  package let shape: RecordShape
  /// True where its records say where they stand.
  package let writesPath: Bool
  /// The columns of a table of its records.
  let columns: TableColumns
  /// Where its records' values go in a database. The names of the tables are those of a file with no other kind in it.
  let tables: SQLiteTables

  /// A kind; `writesPath` says whether its records tell their paths.
  package init(_ kind: Kind, writesPath: Bool) {
    self.kind = kind
    self.writesPath = writesPath
    shape = RecordShape(kind)
    columns = TableColumns(shape)
    var taken: Set<String> = []
    tables = SQLiteTables(kind, shape, taken: &taken)
  }

  /// The kinds of a catalogue: those that others refer to or stand in the folder of, those that do, and those whose records nothing else names, say their
  /// paths; with `paths` all do.
  package static func all(_ kinds: [Kind], paths: Bool) -> [ExchangeKind] {
    var placed: Set<String> = []
    for kind in kinds {
      for reference in kind.references { placed.insert(reference.kind) }
      if let parent = kind.parent { placed.formUnion([parent, kind.name]) }
    }
    return kinds.map { kind in
      let isNamed = kind.display != nil || !kind.identity.isEmpty
      return ExchangeKind(kind, writesPath: paths || placed.contains(kind.name) || !isNamed)
    }
  }
}

/// A photo of a record, as it is exported: never its bytes.
package struct ExportedPhoto: Sendable, Hashable {
  /// Its path from the root.
  package var path: Path
  /// The digest of its bytes, 64 hexadecimal digits; nil where they could not be read.
  package var digest: String?
  /// Units: bytes.
  package var size: Int
  /// When it was taken, as far as anybody says.
  package var taken: String?

  /// A photo of these values.
  package init(path: Path, digest: String?, size: Int, taken: String?) {
    self.path = path
    self.digest = digest
    self.size = size
    self.taken = taken
  }

  /// As a map.
  var value: DataValue {
    var entries = [DataValue.Entry("path", .string(path.string))]
    if let digest { entries.append(DataValue.Entry("sha256", .string(digest))) }
    entries.append(DataValue.Entry("size", .number(String(size))))
    if let taken { entries.append(DataValue.Entry("taken", .string(taken))) }
    return .map(entries)
  }
}

/// The names of the members that stand beside a record's own.
package enum ExchangeMember {
  /// What all of them begin with; no field of a kind does.
  package static let mark: Character = "@"
  /// The kind, where the document does not say it.
  package static let kind = "@kind"
  /// The version of the kind's schema, where that is above 1 and the document does not say it.
  package static let version = "@version"
  /// The path of the record's file from the root.
  package static let path = "@path"
  /// The record's photos: told, never read.
  package static let photos = "@photos"
}

extension ExportedRecord {
  /// The record's members with those beside them, as a value. `naming`: with its kind, for forms that have records of all kinds in one row.
  func document(naming: Bool) -> DataValue {
    var all: [DataValue.Entry] = []
    all.reserveCapacity(entries.count + 4)
    if naming {
      all.append(DataValue.Entry(ExchangeMember.kind, .string(kind.kind.name)))
      if kind.kind.version > 1 { all.append(DataValue.Entry(ExchangeMember.version, .number(String(kind.kind.version)))) }
    }
    if kind.writesPath { all.append(DataValue.Entry(ExchangeMember.path, .string(path.string))) }
    all += entries
    if !photos.isEmpty { all.append(DataValue.Entry(ExchangeMember.photos, .list(photos.map(\.value)))) }
    return .map(all)
  }
}
