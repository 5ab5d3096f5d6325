// Changes of values apart from any text: what a collection that is written anew will hold.

extension DataValue {
  /// The value as it reads back, with all below it: see `normalized`.
  package var allNormalized: DataValue {
    switch self {
    case .null, .bool, .string: self
    case .number: normalized
    case .list(let items): .list(items.map(\.allNormalized))
    case .map(let entries): .map(entries.map { Entry($0.key, $0.value.allNormalized) })
    }
  }

  /// A collection with another value at a number.
  static func replacing(_ index: Int, by value: DataValue, in whole: DataValue) -> DataValue {
    switch whole {
    case .list(var items) where items.indices.contains(index):
      items[index] = value
      return .list(items)
    case .map(var entries) where entries.indices.contains(index):
      entries[index].value = value
      return .map(entries)
    case .null, .bool, .number, .string, .list, .map: return whole
    }
  }

  /// A collection without what stands at a number.
  static func removing(_ index: Int, from whole: DataValue) -> DataValue {
    switch whole {
    case .list(var items) where items.indices.contains(index):
      items.remove(at: index)
      return .list(items)
    case .map(var entries) where entries.indices.contains(index):
      entries.remove(at: index)
      return .map(entries)
    case .null, .bool, .number, .string, .list, .map: return whole
    }
  }

  /// A map with another name at a number.
  static func renaming(_ index: Int, to name: String, in whole: DataValue) -> DataValue {
    guard case .map(var entries) = whole, entries.indices.contains(index) else { return whole }
    entries[index].key = name
    return .map(entries)
  }

  /// A list with one more item before a number, or a map with one more entry, which needs a name.
  static func adding(_ value: DataValue, named name: String? = nil, at index: Int, to whole: DataValue) -> DataValue {
    switch whole {
    case .list(var items) where index <= items.count:
      items.insert(value, at: index)
      return .list(items)
    case .map(var entries) where index <= entries.count:
      guard let name else { return whole }
      entries.insert(Entry(name, value), at: index)
      return .map(entries)
    case .null, .bool, .number, .string, .list, .map: return whole
    }
  }
}
