// Values at paths inside of a value.

package import VitrineEditing
import VitrineSyntax

extension DataValue {
  /// The value at a path; nil where there is none.
  package func value(at path: some Sequence<PathStep>) -> DataValue? {
    var current = self
    for step in path {
      switch (step, current) {
      case (.key(let key), .map):
        guard let next = current[key] else { return nil }
        current = next
      case (.item(let index), .list(let items)) where items.indices.contains(index): current = items[index]
      default: return nil
      }
    }
    return current
  }

  /// The same value with another one at a path; missing maps on the way are made. A path through a scalar leaves it as it is.
  package func setting(_ value: DataValue, at path: ArraySlice<PathStep>) -> DataValue {
    guard let step = path.first else { return value }
    let rest = path.dropFirst()
    switch (step, self) {
    case (.key(let key), .map(var entries)):
      if let index = entries.firstIndex(where: { $0.key.utf8.elementsEqual(key.utf8) }) {
        entries[index].value = entries[index].value.setting(value, at: rest)
      } else {
        entries.append(Entry(key, DataValue.null.setting(value, at: rest)))
      }
      return .map(entries)
    case (.key(let key), .null): return .map([Entry(key, DataValue.null.setting(value, at: rest))])
    case (.item(let index), .list(var items)) where items.indices.contains(index):
      items[index] = items[index].setting(value, at: rest)
      return .list(items)
    default: return self
    }
  }

  /// The same value without what stands at a path.
  package func removing(at path: ArraySlice<PathStep>) -> DataValue {
    guard let step = path.first else { return .null }
    let rest = path.dropFirst()
    switch (step, self) {
    case (.key(let key), .map(var entries)):
      guard let index = entries.firstIndex(where: { $0.key.utf8.elementsEqual(key.utf8) }) else { return self }
      if rest.isEmpty { entries.remove(at: index) } else { entries[index].value = entries[index].value.removing(at: rest) }
      return .map(entries)
    case (.item(let index), .list(var items)) where items.indices.contains(index):
      if rest.isEmpty { items.remove(at: index) } else { items[index] = items[index].removing(at: rest) }
      return .list(items)
    default: return self
    }
  }
}

extension [PathStep] {
  /// The path of a JSON Pointer into a value; nil where it leads nowhere. A number is an item of a list, or the key of a map.
  package init?(pointer: String, in value: DataValue) {
    self = []
    var current = value
    for token in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let step: PathStep
      if case .list = current {
        guard let index = Int(token) else { return nil }
        step = .item(index)
      } else {
        step = .key(TreeReader.unescaped(token))
      }
      guard let next = current.value(at: [step]) else { return nil }
      append(step)
      current = next
    }
  }
}
