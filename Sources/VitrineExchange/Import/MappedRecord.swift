// Records of another shape, made ours by a mapping.

import VitrineEditing
import VitrineModel
import VitrineRules
import VitrineSchema
import VitrineSource
import VitrineSyntax
import VitrineText

/// Makes records by a mapping, one after the other, and keeps count of what becomes of the source's values.
struct RecordMaker {
  private let mapping: ImportMapping
  private var values: ForeignValues
  /// The maps that a record must have and that may be empty.
  private let emptyMaps: [FieldPath]
  /// What became of the values.
  private(set) var account = ImportAccount()
  /// Which fields got a value, and of which the source has at least an empty one.
  private var hasValue: [Bool]
  private var isThere: [Bool]
  private var recordCount = 0
  /// Where the values go that stand under the names of the source.
  private var places: [String: Place] = [:]

  private enum Place {
    /// A field takes them.
    case field
    /// They are kept in a field of one's own, under the name of what holds them.
    case other(String)
    /// They are dropped.
    case nowhere
  }

  /// A maker of records; `reference` gives for what a record is called, and the kind that is wanted, the name to write.
  init(_ mapping: ImportMapping, _ kind: Kind, reference: @escaping (String, String?) -> String) {
    self.mapping = mapping
    values = ForeignValues(kind, reference: reference)
    emptyMaps = kind.requiredEmptyMaps
    hasValue = mapping.fields.map { _ in false }
    isThere = hasValue
  }

  /// The record that a source's record stands for.
  mutating func record(_ source: some SourceRecord) -> ForeignReader.Made {
    recordCount += 1
    var made = ForeignReader.Made(value: .map([]), places: [], range: source.range)
    for (index, field) in mapping.fields.enumerated() {
      let pointer = field.path.map { "/" + TreeReader.escaped($0) }.joined()
      var result: DataValue?
      if let from = field.from {
        let found = source.values(from)
        if !found.isEmpty { isThere[index] = true }
        result = value(found, field, pointer, &made) { source.values($0).map(\.value).filter(\.says) }
      } else if let template = field.value {
        let used = template.names.flatMap { source.values($0) }
        if !used.isEmpty { isThere[index] = true }
        result = template.filled { source.values($0).map(\.value).filter(\.says) }.map { values.whole($0, field.field) }
        if let place = used.first { made.places.append((pointer, place.range)) }
      }
      if result != nil { hasValue[index] = true }
      let fallback = field.fallback?.filled { source.values($0).map(\.value).filter(\.says) }
      if let value = result ?? fallback.map({ values.whole($0, field.field) }) { made.value.put(value, at: field.path[...]) }
    }
    takeOthers(of: source, &made)
    made.fill(emptyMaps)
    return made
  }

  /// A field's value from those of the source; nil where there is none.
  private mutating func value(
    _ source: [SourceValue], _ field: MappedField, _ pointer: String, _ made: inout ForeignReader.Made,
    beside: (String) -> [DataValue]
  ) -> DataValue? {
    var results: [DataValue] = []
    var known: Set<DataValue> = []
    let isSet = !field.field.isOwnList || field.field.hasUniqueItems || field.field.isVocabulary || !field.field.uniqueBy.isEmpty
    if let first = source.first { made.places.append((pointer, first.range)) }
    for found in source {
      for part in parts(found, field) {
        guard part.says else { continue }
        if let word = part.word, field.skip[word] != nil {
          account.skipped += 1
          continue
        }
        let here = field.field.isOwnList ? "\(pointer)/\(results.count)" : pointer
        for item in items(part, found, field, here, &made, beside) {
          if isSet, !known.insert(item).inserted {
            account.repeated += 1
            continue
          }
          if field.field.isOwnList { made.places.append(("\(pointer)/\(results.count)", found.range)) }
          results.append(item)
        }
      }
    }
    guard let first = results.first else { return nil }
    return field.field.isOwnList || results.count > 1 ? .list(results) : first
  }

  private func parts(_ found: SourceValue, _ field: MappedField) -> [DataValue] {
    guard case .string(let text) = found.value else { return [found.value] }
    guard let split = field.split else {
      // Each word of a list in brackets is one that 'map' and 'skip' may know.
      if field.field.isOwnList, let listed = ForeignValues.listed(text) { return listed }
      return [.string(SurroundingSpace.trimmed(text))]
    }
    return text.separated(by: split).map { .string(SurroundingSpace.trimmed($0)) }
  }

  /// What one value of the source becomes: several items for a list in brackets. `beside` gives the record's own values, which a template names where a value
  /// has no members.
  private mutating func items(
    _ part: DataValue, _ found: SourceValue, _ field: MappedField, _ pointer: String, _ made: inout ForeignReader.Made,
    _ beside: (String) -> [DataValue]
  ) -> [DataValue] {
    var value = part
    if let word = part.word, let mapped = field.map[word] {
      guard let filled = mapped.filled({ _ in [part] }), filled.says else {
        account.skipped += 1
        return []
      }
      value = filled
    } else if let word = part.word, !field.dates.isEmpty {
      if let date = values.date(word, field.field, field.dates) {
        value = date
      } else {
        let patterns = field.dates.map { "'\($0.text)'" }.joined(separator: " or ")
        made.faults.append(.init(pointer: pointer, range: found.range, message: "'\(word)' is no date of the form \(patterns)"))
      }
    }
    guard let item = field.item else {
      // Lists in brackets that are split by hand stand for themselves.
      return field.split == nil ? values.items(value, field.field) : [values.item(value, field.field)]
    }
    let listed = field.split == nil ? value.text.flatMap { ForeignValues.listed($0) } ?? [value] : [value]
    return listed.flatMap { value -> [DataValue] in
      guard value.isCollection || item.names.allSatisfy(\.isEmpty) else {
        for name in item.names where !name.isEmpty {
          guard !beside(name).isEmpty else {
            made.faults.append(
              .init(
                pointer: pointer, range: found.range,
                message: "'{\(name)}' of the mapping names a member, and neither '\(value.word ?? "")' nor the record has it",
                isKept: false))
            return []
          }
          places[name] = .field
        }
        return item.filled { $0.isEmpty ? [value] : beside($0) }.map { values.items($0, field.field) } ?? []
      }
      let filled = item.filled { name in name.isEmpty ? [value] : value.members(name[...]).filter(\.says) }
      return filled.map { values.items($0, field.field) } ?? []
    }
  }

  // MARK: what no field takes

  /// Counts the values of what stands beside the records, under a name.
  mutating func noteBeside(_ source: some SourceRecord, _ name: String) {
    source.forEachValue { part, found in
      guard found.value.says else { return }
      account.beside[part == "." ? name : name + "." + part, default: 0] += 1
    }
  }

  private mutating func takeOthers(of source: some SourceRecord, _ made: inout ForeignReader.Made) {
    var others: [(name: String, value: SourceValue)] = []
    source.forEachValue { name, found in
      guard found.value.says else { return }
      let place = places[name] ?? place(of: name)
      places[name] = place
      switch place {
      case .field: account.arrived += 1
      case .nowhere: account.dropped[name, default: 0] += 1
      case .other(let column):
        account.kept[column, default: 0] += 1
        let isWhole = column != name
        guard !isWhole || !others.contains(where: { $0.name == column }) else { return }
        others.append((column, isWhole ? source.whole(column) ?? found : found))
      }
    }
    for (name, found) in others {
      let key = ImportAccount.fieldName(for: name)
      let value = values.whole(found.value, Kind.Field(path: FieldPath([key]), meaning: .text))
      // Objects of a list may have the same member each.
      let present = made.value[key]
      made.value.put(present.map { .list(($0.items ?? [$0]) + [value]) } ?? value, at: [key])
      made.places.append(("/" + TreeReader.escaped(key), found.range))
    }
  }

  /// Where the values of a name of the source go.
  private func place(of name: String) -> Place {
    let sources = mapping.fields.flatMap(\.sources)
    if sources.contains(where: { $0.covers(name) }) { return .field }
    guard mapping.keepsOthers else { return .nowhere }
    // What is taken in no part at all keeps its structure.
    let top = String(name.split(separator: ".", omittingEmptySubsequences: false).first ?? "")
    return .other(sources.contains { top.covers($0) } ? name : top)
  }

  /// The fields of the mapping that got a value in no record, as findings of the mapping file.
  func findings() -> [Finding] {
    guard recordCount > 0 else { return [] }
    let names = places.keys.sorted()
    let count = recordCount == 1 ? "the record" : "any of \(recordCount) records"
    return mapping.fields.indices.filter { !hasValue[$0] }.map { index in
      let field = mapping.fields[index]
      let name = field.from ?? field.value?.names.first ?? ""
      let range = field.from == nil ? field.range : field.fromRange
      guard !isThere[index] else {
        return Finding(ImportRules.nothing, at: range, "'\(name)' has no value for '\(field.field.path.dotted)' in \(count)")
      }
      let nearest = NearestWord.nearest(to: name, in: names) ?? names.first { $0.hasSuffix("." + name) }
      return Finding(
        ImportRules.nothing, at: range, "there is no '\(name)' in \(count), so '\(field.field.path.dotted)' gets no value",
        label: nearest.map { "did you mean '\($0)'?" } ?? "")
    }
  }
}

extension Kind {
  /// The maps outside of lists that must be there and may be empty.
  /// The maps that a record must have and that may be empty.
  var requiredEmptyMaps: [FieldPath] {
    fields.filter { field in
      let members = fields.filter { $0.path.names.dropLast().elementsEqual(field.path.names) }
      return !field.isList && field.isRequired && field.isMap && !members.isEmpty && !members.contains(where: \.isRequired)
    }.map(\.path)
  }
}

extension DataValue {
  /// True where it is something: not nothing, nor an empty text.
  var says: Bool { self != .null && self != .string("") }

  /// The values of members by a dotted name; lists on the way are crossed.
  func members(_ name: Substring) -> [DataValue] {
    switch self {
    case .list(let items): return items.flatMap { $0.members(name) }
    case .map:
      if let value = self[String(name)] { return value.items ?? [value] }
      guard let dot = name.firstIndex(of: ".") else { return [] }
      return self[String(name[..<dot])]?.members(name[name.index(after: dot)...]) ?? []
    case .null, .bool, .number, .string: return []
    }
  }

  func isMap(at names: some Sequence<String>) -> Bool {
    names.reduce(Optional(self)) { value, name in value?[name] }?.entries != nil
  }

  func isThere(at names: some Sequence<String>) -> Bool {
    names.reduce(Optional(self)) { value, name in value?[name] } != nil
  }
}

extension String {
  /// True where a name of a mapping takes the values of a name of the source: all of them, or what holds them.
  fileprivate func covers(_ name: String) -> Bool { self == name || self == "." || name.hasPrefix(self + ".") }

  /// The parts between the occurrences of a separator.
  func separated(by separator: String) -> [String] {
    let wanted = Array(separator.utf8)
    var parts: [String] = []
    var part: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.first {
      if rest.starts(with: wanted) {
        parts.append(String(decoding: part, as: UTF8.self))
        part = []
        rest = rest.dropFirst(wanted.count)
      } else {
        part.append(byte)
        rest = rest.dropFirst()
      }
    }
    return parts + [String(decoding: part, as: UTF8.self)]
  }
}
