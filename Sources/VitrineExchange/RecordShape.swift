// The form that records of a kind are exchanged in: in which order their fields stand, which are left out, which always stand.
// Decision 0021 says why.

package import VitrineEditing
package import VitrineModel

/// What a kind's schema says of the form of one map: the record itself, or a map in it. Lists are crossed: a list of maps has the shape of its maps.
package struct RecordShape: Sendable {
  /// A member that the schema knows.
  package struct Member: Sendable {
    /// Its name.
    package var name: String
    /// The field.
    package var field: Kind.Field
    /// Its own shape; without members where it is no map.
    package var shape: RecordShape
  }

  /// The members, in the order of the schema.
  package private(set) var members: [Member] = []
  /// The names of lists that are written even where there is nothing in them.
  package private(set) var always: [String] = []
  /// The same in UTF-8.
  private(set) var alwaysKeys: [[UInt8]] = []
  /// The members that are maps in which such lists must stand, or maps in them.
  private(set) var demanding: [Int] = []
  private var places: [String: Int] = [:]
  /// The names of the members in UTF-8.
  private(set) var names: [[UInt8]] = []
  /// True where a list must stand in it, or in a map in it.
  var demands: Bool { !always.isEmpty || !demanding.isEmpty }

  /// The shape of records of a kind.
  package init(_ kind: Kind) {
    for field in kind.fields { insert(field, field.path.names[...]) }
    settle()
  }

  init() {}

  private mutating func insert(_ field: Kind.Field, _ names: ArraySlice<String>) {
    guard let name = names.first else { return }
    if names.count > 1 {
      // A field stands behind the one that holds it; where that was left out, so is this.
      if let place = places[name] { members[place].shape.insert(field, names.dropFirst()) }
    } else if places[name] == nil {
      places[name] = members.count
      var shape = RecordShape()
      shape.always = field.exchange
      members.append(Member(name: name, field: field, shape: shape))
      self.names.append(Array(name.utf8))
    }
  }

  /// Notes what is asked of every record, when all members are there.
  private mutating func settle() {
    alwaysKeys = always.map { Array($0.utf8) }
    for place in members.indices {
      members[place].shape.settle()
      if members[place].shape.demands, !members[place].shape.members.isEmpty, !members[place].field.isOwnList {
        demanding.append(place)
      }
    }
  }

  /// The member of a name; nil where the schema does not know it.
  package func member(_ name: String) -> Member? { places[name].map { members[$0] } }
}

extension RecordShape: KeyOrder {
  /// How many members the schema knows.
  package var count: Int { members.count }

  /// The place of a member in the order of the schema.
  package func place(of key: UnsafeBufferPointer<UInt8>) -> Int? {
    names.firstIndex { $0.count == key.count && $0.elementsEqual(key) }
  }

  /// The shape of a member.
  package func order(within place: Int) -> RecordShape { members[place].shape }
}

extension RecordShape {
  /// What becomes of a value.
  package struct Options: Sendable {
    /// True where private fields stay.
    package var keepsPrivate = false
    /// What becomes of the lists of `always` that are missing, or empty.
    package var lists = Lists.filled

    /// What becomes of lists with nothing in them.
    package enum Lists: Sendable {
      /// They are written though they are missing.
      case filled
      /// They are left out though they are there.
      case leftOut
      /// They stay as they are.
      case kept
    }

    /// The form of an export.
    package static let export = Options()
    /// The form that only puts things in order.
    package static let order = Options(keepsPrivate: true, lists: .kept)
    /// The form in which two values are compared.
    package static let comparison = Options(keepsPrivate: true, lists: .leftOut)
  }

  /// A value with its maps in the order of the schema, what the schema does not know behind it as it stood. Of a name that stands twice the first
  /// counts.
  package func arranged(_ value: DataValue, _ options: Options = .export) -> DataValue {
    switch value {
    case .null, .bool, .number, .string: return value
    case .list(let items): return .list(items.map { arranged($0, options) })
    case .map(let entries): return .map(arranged(entries, options))
    }
  }

  private func arranged(_ entries: [DataValue.Entry], _ options: Options) -> [DataValue.Entry] {
    var result: [DataValue.Entry] = []
    result.reserveCapacity(entries.count + always.count)
    var known = [Int](repeating: -1, count: members.count)
    var others: [Int] = []
    for (index, entry) in entries.enumerated() {
      guard let place = places[entry.key] else {
        if !others.contains(where: { entries[$0].key == entry.key }) { others.append(index) }
        continue
      }
      if known[place] < 0 { known[place] = index }
    }
    for (place, member) in members.enumerated() {
      guard known[place] >= 0 else {
        if options.lists == .filled, always.contains(member.name) { result.append(DataValue.Entry(member.name, .list([]))) }
        continue
      }
      if member.field.isPrivate, !options.keepsPrivate { continue }
      let value = entries[known[place]].value
      if options.lists == .leftOut, value.isEmptyCollection, always.contains(member.name) { continue }
      result.append(DataValue.Entry(member.name, member.shape.arranged(value, options)))
    }
    for index in others { result.append(entries[index]) }
    return result
  }
}
