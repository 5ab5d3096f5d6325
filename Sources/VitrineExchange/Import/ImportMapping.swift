// A mapping file: how records of another shape become records of a kind.

import VitrineEditing
import VitrineModel
import VitrineRules
package import VitrineSource
import VitrineSyntax
import VitrineText

/// What a mapping file says.
///
/// Shape, in YAML: `kind`, `records` (the dotted name of the list in a JSON text), `separator` (of a table), and `fields`: for each field of the kind by
/// its dotted name the name of a column or member, or a map of
/// `from`, `value` (the same for every record), `default`, `split`, `skip`, `map`, `date`, `item`.
package struct ImportMapping: Sendable {
  /// The place of the kind among the catalogue's.
  package let kind: Int
  /// The names that lead to the list of records.
  let records: [String]
  /// What stands between two cells; nil to find out.
  let separator: UInt8?
  /// The fields.
  private(set) var fields: [MappedField] = []

  /// Reads a mapping file; nil, with what is wrong, where it cannot be used.
  package static func read(_ bytes: [UInt8], _ kinds: [ExchangeKind]) -> (mapping: ImportMapping?, findings: [Finding]) {
    let parsed = YAML.parse(bytes)
    guard parsed.isComplete, parsed.findings.allSatisfy({ $0.severity != .error }), let root = parsed.tree.roots.first else {
      return (nil, parsed.findings)
    }
    return parsed.tree.withReader { reader in
      var reading = MappingReading(reader: reader, kinds: kinds)
      let mapping = reading.mapping(root)
      return (reading.findings.isEmpty ? mapping : nil, parsed.findings + reading.findings)
    }
  }

  /// A mapping of the given parts.
  init(kind: Int, records: [String], separator: UInt8?, fields: [MappedField]) {
    self.kind = kind
    self.records = records
    self.separator = separator
    self.fields = fields
  }
}

/// How one field gets its value.
struct MappedField: Sendable {
  /// The names that lead to it.
  var path: [String]
  /// What the schema says of it.
  var field: Kind.Field
  /// The column or member it comes from.
  var from: String?
  /// The value of every record.
  var value: DataValue?
  /// The value where the source has none.
  var fallback: DataValue?
  /// What stands between the values in one text.
  var split: String?
  /// Words that say that there is no value.
  var skip: Set<String> = []
  /// Other values for words.
  var map: [String: DataValue] = [:]
  /// The patterns of days.
  var dates: [DatePattern] = []
  /// What an item becomes: `{}` in its texts is the value.
  var item: DataValue?
}

// MARK: reading a mapping file

private struct MappingReading {
  let reader: TreeReader
  let kinds: [ExchangeKind]
  var findings: [Finding] = []

  init(reader: TreeReader, kinds: [ExchangeKind]) {
    self.reader = reader
    self.kinds = kinds
  }

  private mutating func note(_ id: NodeID, _ message: String, label: String = "") {
    findings.append(Finding(ImportRules.mapping, at: reader.node(id).range, message, label: label))
  }

  private mutating func checkNames(_ map: NodeID, _ known: [String]) {
    for entry in reader.writtenEntries(map) where !known.contains(reader.text(entry.key)) {
      let name = reader.text(entry.key)
      let nearest = NearestWord.nearest(to: name, in: known)
      note(entry.key, "unknown member '\(name)'", label: nearest.map { "did you mean '\($0)'?" } ?? "")
    }
  }

  mutating func mapping(_ root: NodeID) -> ImportMapping? {
    guard reader.node(root).kind == .mapping else {
      note(root, "a mapping must be a map, but this is \(reader.words(root))")
      return nil
    }
    checkNames(root, ["kind", "records", "separator", "fields"])
    guard let name = reader.value(root, "kind") else {
      note(root, "there is no 'kind' here")
      return nil
    }
    guard let kind = kinds.firstIndex(where: { $0.kind.name == reader.text(name) }) else {
      let nearest = NearestWord.nearest(to: reader.text(name), in: kinds.map(\.kind.name))
      note(name, "'\(reader.text(name))' is no kind of this catalogue", label: nearest.map { "did you mean '\($0)'?" } ?? "")
      return nil
    }
    guard let list = reader.value(root, "fields"), reader.resolved(list).kind == .mapping else {
      note(root, "there is no map 'fields' here")
      return nil
    }
    var separator: UInt8?
    if let id = reader.value(root, "separator") {
      let text = reader.text(id)
      if text.utf8.count != 1 { note(id, "a separator must be one character, such as ';'") }
      separator = text.utf8.first
    }
    let records = reader.value(root, "records").map { reader.text($0).split(separator: ".").map(String.init) } ?? []
    var fields: [MappedField] = []
    for entry in reader.writtenEntries(list) {
      if let field = field(entry, kinds[kind]) { fields.append(field) }
    }
    return ImportMapping(kind: kind, records: records, separator: separator, fields: fields)
  }

  private mutating func field(_ entry: Entry, _ kind: ExchangeKind) -> MappedField? {
    let name = reader.text(entry.key)
    guard let field = kind.kind.field(FieldPath(dotted: name)) else {
      let nearest = NearestWord.nearest(to: name, in: kind.kind.fields.map(\.path.dotted))
      note(
        entry.key, "a \(kind.kind.name) has no field '\(name)'", label: nearest.map { "did you mean '\($0)'?" } ?? "")
      return nil
    }
    if field.isList, !field.isOwnList {
      note(entry.key, "'\(name)' lies in a list; map the list, and give its items with 'item'")
      return nil
    }
    var mapped = MappedField(path: field.path.names, field: field)
    let value = entry.value
    guard reader.resolved(value).kind == .mapping else {
      guard reader.resolved(value).kind == .string else {
        note(value, "this must be the name of a column or member, or a map such as {value: ...}")
        return nil
      }
      mapped.from = reader.text(value)
      return mapped
    }
    checkNames(value, ["from", "value", "default", "split", "skip", "map", "date", "item"])
    mapped.from = reader.value(value, "from").map { reader.text($0) }
    mapped.value = reader.value(value, "value").map { reader.dataValue($0) }
    mapped.fallback = reader.value(value, "default").map { reader.dataValue($0) }
    mapped.split = reader.value(value, "split").map { reader.text($0) }
    mapped.item = reader.value(value, "item").map { reader.dataValue($0) }
    if let skip = reader.value(value, "skip") { mapped.skip = Set(texts(skip)) }
    if let map = reader.value(value, "map") {
      reader.forEachEntry(map) { mapped.map[reader.text($0.key)] = reader.dataValue($0.value) }
    }
    if let date = reader.value(value, "date") {
      for text in texts(date) {
        guard let pattern = DatePattern(text) else {
          note(date, "'\(text)' does not say year, month and day", label: "such as 'D MMM YYYY' or 'YYYY-MM-DD'")
          continue
        }
        mapped.dates.append(pattern)
      }
    }
    if (mapped.from == nil) == (mapped.value == nil) { note(entry.key, "'\(name)' needs either 'from' or 'value'") }
    if mapped.split == "" { note(entry.key, "'split' must not be empty") }
    return mapped
  }

  private func texts(_ id: NodeID) -> [String] {
    reader.resolved(id).kind == .sequence ? reader.items(id).map { reader.text($0) } : [reader.text(id)]
  }
}
