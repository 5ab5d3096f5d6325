// Changes made to values, without any text: what an edit must come to.

import VitrineEditing

extension DataValue {
  /// The value after a change; nil where the change makes no sense.
  func changed(by change: ValueChange) -> DataValue? {
    switch change {
    case .set(let path, let value): changing(path[...], makes: true) { _ in value }
    case .remove(let path): removing(path[...])
    case .rename(let path, let name): renaming(path[...], name)
    case .insert(let path, let index, let value):
      changing(path[...], makes: true) { old in
        var items: [DataValue] = []
        if case .list(let found) = old { items = found } else if old != .null { return nil }
        guard (0...items.count).contains(index ?? items.count) else { return nil }
        items.insert(value, at: index ?? items.count)
        return .list(items)
      }
    }
  }

  private func changing(_ path: ArraySlice<PathStep>, makes: Bool, _ body: (DataValue) -> DataValue?) -> DataValue? {
    guard let step = path.first else { return body(self) }
    switch (step, self) {
    case (.key(let key), .map(var entries)):
      if let index = entries.firstIndex(where: { same($0.key, key) }) {
        guard let value = entries[index].value.changing(path.dropFirst(), makes: makes, body) else { return nil }
        entries[index].value = value
      } else {
        guard makes, let value = DataValue.null.changing(path.dropFirst(), makes: makes, body) else { return nil }
        entries.append(Entry(key, value))
      }
      return .map(entries)
    case (.key(let key), .null):
      guard makes, let value = DataValue.null.changing(path.dropFirst(), makes: makes, body) else { return nil }
      return .map([Entry(key, value)])
    case (.item(let index), .list(var items)):
      guard items.indices.contains(index), let value = items[index].changing(path.dropFirst(), makes: makes, body) else {
        return nil
      }
      items[index] = value
      return .list(items)
    default: return nil
    }
  }

  private func removing(_ path: ArraySlice<PathStep>) -> DataValue? {
    guard let last = path.last else { return nil }
    return changing(path.dropLast(), makes: false) { old in
      switch (last, old) {
      case (.key(let key), .map(var entries)):
        guard let index = entries.firstIndex(where: { same($0.key, key) }) else { return nil }
        entries.remove(at: index)
        return .map(entries)
      case (.item(let index), .list(var items)) where items.indices.contains(index):
        items.remove(at: index)
        return .list(items)
      default: return nil
      }
    }
  }

  private func renaming(_ path: ArraySlice<PathStep>, _ name: String) -> DataValue? {
    guard case .key(let key)? = path.last else { return nil }
    return changing(path.dropLast(), makes: false) { old in
      guard case .map(var entries) = old, let index = entries.firstIndex(where: { same($0.key, key) }) else { return nil }
      guard same(key, name) || !entries.contains(where: { same($0.key, name) }) else { return nil }
      entries[index].key = name
      return .map(entries)
    }
  }

  /// The value with the entries of all maps in the order of their keys.
  var sorted: DataValue {
    switch self {
    case .null, .bool, .number, .string: self
    case .list(let items): .list(items.map(\.sorted))
    case .map(let entries):
      .map(
        entries.map { Entry($0.key, $0.value.sorted) }.sorted { left, right in
          left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
        })
    }
  }

  /// The paths of the value and all below it.
  var paths: [[PathStep]] {
    var paths: [[PathStep]] = [[]]
    switch self {
    case .null, .bool, .number, .string: break
    case .list(let items): for (index, item) in items.enumerated() { paths += item.paths.map { [.item(index)] + $0 } }
    case .map(let entries): for entry in entries { paths += entry.value.paths.map { [.key(entry.key)] + $0 } }
    }
    return paths
  }

  /// The value at a path.
  func value(at path: [PathStep]) -> DataValue? {
    var found: DataValue? = self
    for step in path {
      switch step {
      case .key(let key): found = found?[key]
      case .item(let index): found = found?.items.flatMap { $0.indices.contains(index) ? $0[index] : nil }
      }
    }
    return found
  }
}

private func same(_ left: String, _ right: String) -> Bool { Array(left.utf8) == Array(right.utf8) }
