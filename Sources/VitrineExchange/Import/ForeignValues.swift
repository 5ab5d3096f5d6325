// The values of foreign records, read by the fields they go into: what a person may type, and dates as programs write them.

import VitrineChanges
import VitrineEditing
import VitrineModel
import VitrineSource
import VitrineSyntax

/// Reads foreign values for the fields of one kind: by aliases, labels and regardless of case, as commands do; but never by words such as `today`,
/// which mean something else each day. What a field cannot have stays as it is, for the schema to report.
struct ForeignValues {
  /// The kind.
  let kind: Kind
  private let words: ValueReader
  private let reference: (String, String?) -> String
  /// What texts were found to be, by field.
  private var known: [String: [String: DataValue]] = [:]
  private static let mostKnown = 10_000

  /// A reader for a kind; `reference` gives for what a record is called, and the kind that is wanted, the name to write.
  init(_ kind: Kind, reference: @escaping (String, String?) -> String) {
    self.kind = kind
    self.reference = reference
    words = ValueReader(
      kind: kind, references: ReferenceWords(), moment: ChangeMoment(CivilMoment(day: CivilDay(number: 0), offset: 0)))
  }

  /// The value of a whole field: a list, where the field is one.
  mutating func whole(_ value: DataValue, _ field: Kind.Field) -> DataValue {
    guard field.isOwnList else { return item(value, field) }
    guard case .list(let items) = value else { return value == .null ? value : .list(self.items(value, field)) }
    return .list(items.flatMap { self.items($0, field) })
  }

  /// The items of a list that a value stands for: several for a list in brackets.
  mutating func items(_ value: DataValue, _ field: Kind.Field) -> [DataValue] {
    guard field.isOwnList, case .string(let text) = value, let listed = Self.listed(text) else { return [item(value, field)] }
    return listed.map { item($0, field) }
  }

  /// The values of a text that is a list in brackets, `['a', "b"]`; nil for any other.
  static func listed(_ text: String) -> [DataValue]? {
    guard text.utf8.first == UInt8(ascii: "["), text.utf8.last == UInt8(ascii: "]") else { return nil }
    let parsed = YAML.parse(Array(text.utf8))
    guard parsed.isComplete, parsed.findings.allSatisfy({ $0.severity != .error }), parsed.tree.roots.count == 1,
      let root = parsed.tree.roots.first
    else { return nil }
    return parsed.tree.withReader { reader in
      reader.items(root).map { reader.resolved($0).isScalar ? .string(reader.text($0)) : reader.dataValue($0) }
    }
  }

  /// One value of a field: an item of it, where the field is a list.
  mutating func item(_ value: DataValue, _ field: Kind.Field) -> DataValue {
    switch value {
    case .null, .list: return value
    case .map(let entries):
      return .map(
        entries.map { entry in
          let member = kind.field(field.path.appending(entry.key))
          return DataValue.Entry(entry.key, member.map { whole(entry.value, $0) } ?? entry.value)
        })
    case .bool, .number, .string:
      guard let word = value.word else { return value }
      // What is typed already stays where nothing is known of the field.
      if field.isUndeclared { return text(of: value) ?? value }
      if let known = known[field.path.dotted]?[word] { return known }
      let read = scalar(word, field)
      if known[field.path.dotted, default: [:]].count < Self.mostKnown { known[field.path.dotted, default: [:]][word] = read }
      return read
    }
  }

  private func text(of value: DataValue) -> DataValue? {
    guard case .string(let text) = value else { return nil }
    return CellText.scalar(text, [])
  }

  private func scalar(_ word: String, _ field: Kind.Field) -> DataValue {
    if field.meaning.isTemporal, let date = date(word, field, []) { return date }
    switch field.meaning {
    case .date, .dateInt, .dateTime: return CellText.scalar(word, field.itemTypes)
    case .time: return .string(word)
    case .reference(let kind): return .string(reference(word, kind))
    case .text, .enumeration, .number, .boolean, .color, .location, .map:
      // What is no value of the field is reported by whoever checks the record.
      return (try? words.value(word, of: field)) ?? CellText.scalar(word, field.itemTypes)
    }
  }

  /// The date that a word is by one of some patterns, or, without any, as ISO 8601 writes dates, in the form of a field; nil where it is none.
  func date(_ word: String, _ field: Kind.Field, _ patterns: [DatePattern]) -> DataValue? {
    if patterns.isEmpty, field.meaning == .dateTime, word.utf8.contains(UInt8(ascii: ":")), WrittenDate(iso: word) != nil {
      var bytes = Array(word.utf8)
      bytes[10] = UInt8(ascii: "T")
      return .string(String(decoding: bytes, as: UTF8.self))
    }
    let found = patterns.isEmpty ? WrittenDate(iso: word) : patterns.lazy.compactMap { $0.date(word) }.first
    guard let found else { return nil }
    switch field.meaning {
    case .dateInt: return .number(found.digits)
    case .date:
      return found.month == nil && field.itemTypes.contains("integer") ? .number(found.dashed) : .string(found.dashed)
    case .dateTime, .text, .enumeration, .number, .boolean, .time, .color, .reference, .location, .map:
      return .string(found.moment)
    }
  }

  /// Why a field cannot have a value that is the same in every record; nil where it can, or nothing says so.
  func refusal(of value: DataValue, _ field: Kind.Field) -> String? {
    guard !field.isUndeclared, !field.meaning.isTemporal, let word = value.word else { return nil }
    if case .reference = field.meaning { return nil }
    do throws(PlanRefusal) {
      _ = try words.value(word, of: field)
      return nil
    } catch { return error.message }
  }
}

extension Kind.Field {
  /// True where no schema speaks of it.
  var isUndeclared: Bool { types.isEmpty && itemTypes.isEmpty && values.isEmpty && meaning == .text && !isMap }
}
