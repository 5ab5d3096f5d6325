// What a person means by a value of a field: which fields of which kinds, which spellings, which closed list.

package import VitrineModel
import VitrineText

/// A field of one kind, and thereby one column of the catalogue.
package struct PropertyField: Sendable, Hashable {
  /// The place of the kind in `ChangeSource.kinds`.
  package var kind: Int
  /// The field.
  package var path: FieldPath

  /// A field of a kind.
  package init(kind: Int, path: FieldPath) {
    self.kind = kind
    self.path = path
  }
}

/// A value of a field as a person names it.
package struct PropertyName: Sendable {
  /// The field as it was typed.
  package var field: String
  /// The fields that are meant, one or more.
  package var fields: [PropertyField]
  /// The value as it was typed.
  package var value: String
  /// More values that are meant as well, such as those that one value is to take in.
  package var others: [String] = []

  /// A value of some fields.
  package init(_ field: String, _ fields: [PropertyField], value: String) {
    self.field = field
    self.fields = fields
    self.value = value
  }
}

/// The fields that share a value, all its spellings, and the closed list it stands in.
struct PropertyScope {
  /// The fields: those that were named, and those that share their closed list.
  private(set) var fields: [PropertyField]
  /// The list; nil where the values are free.
  private(set) var list: ClosedList?
  /// The words of the list; empty where there is none.
  private(set) var words: [String] = []
  /// All values that records have in the fields.
  private(set) var spellings: Set<String> = []
  /// The spellings that are meant, in records and in the list.
  private(set) var meant: Set<String> = []

  /// What is meant by a value.
  ///
  /// Errors: no record has it, with the nearest; the field is one whose values are not managed so; two closed lists have it.
  init(_ name: PropertyName, in source: some ChangeSource) throws(PlanRefusal) {
    fields = []
    let typed = ([name.value] + name.others).map { ($0, Folding.vocabulary($0)) }
    var nearby: [String] = []
    var lists: [ClosedList] = []
    for field in name.fields {
      guard let known = source.kinds[field.kind].field(field.path) else { continue }
      try Self.check(known, source.kinds[field.kind])
      let used = Self.values(of: field, in: source)
      let meant = typed.reduce(into: Set<String>()) { $0.formUnion(Self.spellings(of: $1.0, $1.1, in: used, known)) }
      nearby += used.sorted() + known.values
      guard !meant.isEmpty else { continue }
      fields.append(field)
      spellings.formUnion(used)
      self.meant.formUnion(meant)
      if let list = source.kinds[field.kind].closedList(of: field.path), !known.values.isEmpty, !lists.contains(list) {
        lists.append(list)
        words = known.values
      }
    }
    guard !fields.isEmpty else {
      let nearest = NearestWord.nearest(to: name.value, in: nearby).map { "; did you mean '\($0)'?" }
      throw PlanRefusal(
        "no record has the \(name.field) '\(name.value)'\(nearest ?? "; 'vitrine property list \(name.field)' lists what they have")"
      )
    }
    if lists.count > 1 {
      let kinds = fields.map { source.kinds[$0.kind].name }.joined(separator: ", ")
      throw PlanRefusal("the \(name.field) '\(name.value)' is in the lists of several kinds (\(kinds)); say which with --kind")
    }
    list = lists.first
    if let list { takeSharers(of: list, in: source) }
  }

  /// Adds the fields of all kinds that use the same closed list, which would have a word that is in no list otherwise.
  private mutating func takeSharers(of list: ClosedList, in source: some ChangeSource) {
    for (index, kind) in source.kinds.enumerated() {
      for known in kind.fields where !known.values.isEmpty && kind.closedList(of: known.path) == list {
        let field = PropertyField(kind: index, path: known.path)
        guard !fields.contains(field) else { continue }
        fields.append(field)
        let own = Self.values(of: field, in: source)
        spellings.formUnion(own)
        let keys = Set(meant.map { Folding.vocabulary($0) })
        meant.formUnion(own.filter { keys.contains(Folding.vocabulary($0)) })
      }
    }
  }

  /// All values that records have in a field.
  private static func values(of field: PropertyField, in source: some ChangeSource) -> Set<String> {
    var values: Set<String> = []
    _ = source.records(ofKind: field.kind, with: field.path) { text in
      values.insert(text)
      return false
    }
    return values
  }

  private static func check(_ field: Kind.Field, _ kind: Kind) throws(PlanRefusal) {
    switch field.meaning {
    case .enumeration, .color: break
    case .text:
      guard field.isVocabulary || field.isOwnList || field.isPhoto else {
        throw PlanRefusal("'\(field.path.dotted)' of a \(kind.name) is free text, each its own; 'vitrine set' changes it")
      }
    case .reference:
      throw PlanRefusal(
        "'\(field.path.dotted)' of a \(kind.name) names records; 'vitrine mv' renames these, and all that name them")
    case .number, .boolean, .date, .dateInt, .dateTime, .time:
      throw PlanRefusal("'\(field.path.dotted)' of a \(kind.name) has no words for values; 'vitrine set' changes it")
    case .location, .map: throw PlanRefusal("'\(field.path.dotted)' of a \(kind.name) is a map; name one of its members")
    }
    if field.isPhoto { throw PlanRefusal("'\(field.path.dotted)' of a \(kind.name) names photos, which 'vitrine mv' renames") }
  }

  /// The spellings that a word stands for: those that fold alike; where there are none, the value of an alias or a label.
  private static func spellings(of word: String, _ key: [UInt8], in used: Set<String>, _ field: Kind.Field) -> Set<String> {
    let folded = used.union(field.values).filter { Folding.vocabulary($0) == key }
    if !folded.isEmpty { return Set(folded) }
    let aliases = field.aliases.filter { Folding.vocabulary($0.word) == key }.map(\.value)
    let labels = field.marks.filter { $0.value.labels.contains { Folding.vocabulary($0) == key } }.map(\.key)
    let colors = field.palette.filter { $0.labels.contains { Folding.vocabulary($0) == key } }.map(\.name)
    let values = [aliases, labels, colors].first { !$0.isEmpty } ?? []
    let keys = Set(values.map { Folding.vocabulary($0) })
    return used.union(field.values).filter { keys.contains(Folding.vocabulary($0)) }
  }
}
