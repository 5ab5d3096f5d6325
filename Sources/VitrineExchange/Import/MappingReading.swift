// The reading of a mapping file: what it cannot mean is reported at its place.

import VitrineChanges
import VitrineEditing
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax
import VitrineText

/// Reads one mapping file.
struct MappingReading {
  private let reader: TreeReader
  private let kinds: [ExchangeKind]
  /// What is wrong with it, not yet located.
  private(set) var findings: [Finding] = []

  /// A reading for the kinds of a catalogue.
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

  /// The mapping that a map stands for; nil where it cannot be used. It can be used only where nothing is found.
  mutating func mapping(_ root: NodeID) -> ImportMapping? {
    guard reader.resolved(root).kind == .mapping else {
      note(root, "a mapping must be a map, but this is \(reader.words(root))")
      return nil
    }
    checkNames(root, ["kind", "records", "key", "separator", "others", "fields"])
    guard let name = reader.value(root, "kind") else {
      note(root, "there is no 'kind' here")
      return nil
    }
    guard let kind = kinds.firstIndex(where: { [$0.kind.name, $0.kind.plural].contains(reader.text(name)) }) else {
      let nearest = NearestWord.nearest(to: reader.text(name), in: kinds.map(\.kind.name))
      note(name, "'\(reader.text(name))' is no kind of this catalogue", label: nearest.map { "did you mean '\($0)'?" } ?? "")
      return nil
    }
    guard let list = reader.value(root, "fields"), reader.resolved(list).kind == .mapping else {
      note(reader.value(root, "fields") ?? root, "there is no map 'fields' here")
      return nil
    }
    var mapping = ImportMapping(kind: kind)
    if let id = reader.value(root, "separator"), let text = text(id, "a separator must be one character, such as ';'") {
      if text.utf8.count != 1 { note(id, "a separator must be one character, such as ';'") }
      mapping.separator = text.utf8.first
    }
    if let id = reader.value(root, "records"), let text = text(id, "'records' must be the name of a list, such as data.games") {
      mapping.records = text.split(separator: ".").map(String.init)
    }
    if let id = reader.value(root, "key") {
      mapping.key = text(id, "'key' must be a name for the keys of a map of records, which fields then come from")
    }
    if let id = reader.value(root, "others") {
      let word = reader.text(id)
      if !["keep", "drop"].contains(word) || reader.resolved(id).kind != .string {
        note(id, "'others' must be keep (values without a field become x-… fields) or drop")
      }
      mapping.keepsOthers = word == "keep"
    }
    for entry in reader.writtenEntries(list) {
      if let field = field(entry, kinds[kind]) { insert(field, entry, &mapping) }
    }
    return mapping
  }

  /// The text of a scalar that is not empty; else nothing, and a finding.
  private mutating func text(_ id: NodeID, _ message: String) -> String? {
    let node = reader.resolved(id)
    guard node.kind == .string, !reader.text(id).isEmpty else {
      note(id, message)
      return nil
    }
    return reader.text(id)
  }

  /// Puts a field behind those that hold it. A field within one that comes from the source has no meaning: both say what stands there.
  private mutating func insert(_ field: MappedField, _ entry: Entry, _ mapping: inout ImportMapping) {
    for other in mapping.fields {
      let (outer, inner) = other.path.count < field.path.count ? (other, field) : (field, other)
      guard inner.path.starts(with: outer.path) else { continue }
      if outer.path.count == inner.path.count {
        return note(entry.key, "'\(field.field.path.dotted)' gets its value twice")
      }
      if outer.from != nil {
        let (outer, inner) = (outer.field.path.dotted, inner.field.path.dotted)
        return note(entry.key, "'\(outer)' comes from the source as a whole, so '\(inner)' within it has no place")
      }
    }
    let place = mapping.fields.firstIndex { $0.path.count > field.path.count } ?? mapping.fields.count
    mapping.fields.insert(field, at: place)
  }

  // MARK: one field

  private mutating func target(_ entry: Entry, _ kind: ExchangeKind) -> Kind.Field? {
    let name = reader.text(entry.key)
    let path = FieldPath(dotted: name)
    guard let field = kind.kind.field(path) ?? FieldBinder(kind.kind).field(called: name) else {
      let nearest = NearestWord.nearest(to: name, in: kind.kind.fields.map(\.path.dotted))
      if path.names.contains(where: { $0.hasPrefix("x-") }) || (!kind.isClosed && nearest == nil && !path.names.isEmpty) {
        return Kind.Field(path: path, meaning: .text)
      }
      note(
        entry.key, "a \(kind.kind.name) has no field '\(name)'", label: nearest.map { "did you mean '\($0)'?" } ?? "")
      return nil
    }
    if field.isList, !field.isOwnList {
      note(entry.key, "'\(name)' lies in a list; map the list, and give its items with 'item'")
      return nil
    }
    return field
  }

  private mutating func field(_ entry: Entry, _ kind: ExchangeKind) -> MappedField? {
    guard let target = target(entry, kind) else { return nil }
    let name = reader.text(entry.key)
    var mapped = MappedField(field: target, range: reader.node(entry.key).range)
    let value = entry.value
    let nameMessage = "this must be the name of a column or member, or a map such as {value: ...}"
    guard reader.resolved(value).kind == .mapping else {
      guard let from = text(value, nameMessage) else { return nil }
      mapped.from = from
      mapped.fromRange = reader.node(value).range
      return mapped
    }
    let transforms = ["item", "split", "skip", "map", "date"]
    checkNames(value, ["from", "value", "default"] + transforms)
    if let id = reader.value(value, "from") {
      mapped.from = text(id, nameMessage)
      mapped.fromRange = reader.node(id).range
      if mapped.from == nil { return nil }
    }
    let fieldValues = ForeignValues(kind.kind) { name, _ in name }
    mapped.value = template(reader.value(value, "value"), of: target, fieldValues)
    mapped.fallback = template(reader.value(value, "default"), of: target, fieldValues)
    if (mapped.from == nil) == (reader.value(value, "value") == nil) {
      note(entry.key, "'\(name)' needs either 'from' or 'value'")
      return nil
    }
    if mapped.from == nil {
      for word in transforms {
        guard let key = key(value, word) else { continue }
        note(key, "'\(word)' says what becomes of a value of 'from', and there is none beside 'value'")
      }
      return mapped
    }
    if let id = reader.value(value, "item") { mapped.item = item(id) }
    if let id = reader.value(value, "split") {
      mapped.split = text(id, "'split' must be what stands between values, such as ','")
    }
    if let id = reader.value(value, "skip") {
      for word in texts(id, "'skip' must be words for no value, such as [NA, unknown]") { mapped.skip.insert(word, true) }
    }
    if let id = reader.value(value, "map") { map(id, of: target, fieldValues, &mapped) }
    if let id = reader.value(value, "date") { dates(id, &mapped) }
    return mapped
  }

  private func key(_ map: NodeID, _ name: String) -> NodeID? {
    for entry in reader.writtenEntries(map) where reader.text(entry.key) == name { return entry.key }
    return nil
  }

  /// A value that may have places for columns and members of the record; where it has none, the field must be able to have it.
  private mutating func template(_ id: NodeID?, of field: Kind.Field, _ values: ForeignValues) -> ValueTemplate? {
    guard let id, let template = template(id) else { return nil }
    if template.names.contains("") {
      note(id, "'{}' stands for a value of 'from' in 'item'; name a column or member here, as in '{name}'")
    }
    check(id, template, of: field, values)
    return template
  }

  /// Reports a value without places that the field cannot have.
  private mutating func check(_ id: NodeID, _ template: ValueTemplate, of field: Kind.Field, _ values: ForeignValues) {
    guard template.names.isEmpty, let value = template.filled({ _ in [] }) else { return }
    for value in value.items ?? [value] where !value.isCollection {
      if let refusal = values.refusal(of: value, field) { note(id, refusal) }
    }
  }

  private mutating func template(_ id: NodeID) -> ValueTemplate? {
    do throws(ValueTemplate.Fault) { return try ValueTemplate(reader.dataValue(id)) } catch {
      note(id, error.message)
      return nil
    }
  }

  private mutating func item(_ id: NodeID) -> ValueTemplate? {
    guard let template = template(id) else { return nil }
    if template.names.isEmpty {
      note(id, "'item' does not say where the value goes; write '{}' for it, or '{name}' for a member of it")
    }
    return template
  }

  private mutating func map(_ id: NodeID, of field: Kind.Field, _ values: ForeignValues, _ mapped: inout MappedField) {
    guard reader.resolved(id).kind == .mapping else {
      return note(id, "'map' must be a map from words of the source to values, such as {Steam: Windows}")
    }
    var entries: [Entry] = []
    reader.forEachEntry(id) { entries.append($0) }
    for entry in entries {
      guard let template = template(entry.value) else { continue }
      if template.names.contains(where: { !$0.isEmpty }) {
        note(entry.value, "in 'map' only '{}' has a meaning: the word itself")
      }
      if mapped.item == nil, template.filled({ _ in [] }) != .null { check(entry.value, template, of: field, values) }
      mapped.map.insert(reader.text(entry.key), template)
    }
  }

  private mutating func dates(_ id: NodeID, _ mapped: inout MappedField) {
    let field = mapped.field
    guard field.meaning.isTemporal || mapped.item != nil || field.itemTypes.isEmpty || field.itemTypes.contains("string") else {
      return note(id, "'\(field.path.dotted)' has no dates")
    }
    for text in texts(id, "'date' must be a pattern, or a list of them, such as 'D MMM YYYY', 'YYYY' or unix") {
      do throws(DatePattern.Fault) { mapped.dates.append(try DatePattern(text)) } catch {
        note(id, error.message, label: "such as 'D MMM YYYY', 'YYYY-MM-DD', 'MMM YYYY', 'YYYY' or unix")
      }
    }
  }

  private mutating func texts(_ id: NodeID, _ message: String) -> [String] {
    let node = reader.resolved(id)
    let items = node.kind == .sequence ? Array(reader.items(id)) : [id]
    guard !items.isEmpty, items.allSatisfy({ reader.resolved($0).isScalar }) else {
      note(id, message)
      return []
    }
    return items.map { reader.text($0) }
  }
}
