// Records as plain trees of values, and the walk to the values of a field: what queries mean, with nothing to make it fast.

import VitrineModel
import VitrineSyntax

/// A value of a record.
indirect enum NaiveValue {
  case null
  case scalar(String, isBool: Bool, isString: Bool)
  case list([NaiveValue])
  case map([(key: String, value: NaiveValue)])

  /// The value of a node.
  init(_ reader: TreeReader, _ id: NodeID) {
    switch reader.resolved(id).kind {
    case .null, .alias: self = .null
    case .bool: self = .scalar(reader.text(id), isBool: true, isString: false)
    case .int, .float: self = .scalar(reader.text(id), isBool: false, isString: false)
    case .string: self = .scalar(reader.text(id), isBool: false, isString: true)
    case .sequence: self = .list(reader.items(id).map { NaiveValue(reader, $0) })
    case .mapping:
      var entries: [(key: String, value: NaiveValue)] = []
      reader.forEachEntry(id) { entry in
        let key = reader.text(entry.key)
        if !entries.contains(where: { $0.key == key }) { entries.append((key, NaiveValue(reader, entry.value))) }
      }
      self = .map(entries)
    }
  }
}

/// One value of a field in a record.
struct NaiveEntry {
  /// What it is.
  enum Form: Equatable {
    case null
    case map
    case scalar
  }

  var form: Form
  var text = ""
  var isBool = false
  var isString = true
  /// The element of each list of maps it lies in, its own list among them, by the list's path: the number in the record.
  var elements: [String: Int] = [:]
}

/// A record.
struct NaiveRecord {
  var path: String
  var kind: Int
  /// The values of each field by its path, in the order of the record.
  var entries: [String: [NaiveEntry]] = [:]

  /// A record of a kind, from its tree.
  init(path: String, kind: Int, _ tree: Tree, _ fields: [Kind.Field]) {
    self.path = path
    self.kind = kind
    let maps = Dictionary(fields.map { ($0.path.dotted, $0) }) { first, _ in first }
    guard let root = tree.roots.first else { return }
    let value = tree.withReader { NaiveValue($0, root) }
    guard case .map = value else { return }
    var counts: [String: Int] = [:]
    walk(value, "", isItem: false, [:], maps, &counts)
  }

  /// Adds a value of a built-in field.
  mutating func add(_ field: String, _ text: String, elements: [String: Int] = [:]) {
    entries[field, default: []].append(NaiveEntry(form: .scalar, text: text, elements: elements))
  }

  private mutating func walk(
    _ value: NaiveValue, _ path: String, isItem: Bool, _ above: [String: Int], _ fields: [String: Kind.Field],
    _ counts: inout [String: Int]
  ) {
    var elements = above
    if case .list(let items) = value, !path.isEmpty {
      for item in items { walk(item, path, isItem: true, above, fields, &counts) }
      return
    }
    if !path.isEmpty {
      if case .null = value, !isItem { return }
      if fields[path]?.isOwnList == true, fields[path]?.isMap == true {
        elements[path] = counts[path, default: 0]
        counts[path, default: 0] += 1
      }
    }
    switch value {
    case .null: entries[path, default: []].append(NaiveEntry(form: .null, elements: elements))
    case .scalar(let text, let isBool, let isString):
      guard !path.isEmpty else { return }
      entries[path, default: []].append(
        NaiveEntry(form: .scalar, text: text, isBool: isBool, isString: isString, elements: elements))
    case .list: break
    case .map(let members):
      if !path.isEmpty { entries[path, default: []].append(NaiveEntry(form: .map, elements: elements)) }
      guard path.isEmpty || fields[path]?.isMap == true else { return }
      for (key, member) in members {
        let below = path.isEmpty ? key : path + "." + key
        if fields[below] != nil { walk(member, below, isItem: false, elements, fields, &counts) }
      }
      // What is missing is what the schema says it is then.
      for field in fields.values where field.path.names.dropLast().joined(separator: ".") == path {
        guard let value = field.defaultValue, !members.contains(where: { $0.key == field.path.names.last }) else { continue }
        let meant = value.tree.withReader { NaiveValue($0, value.node) }
        if case .map = meant { continue }
        walk(meant, field.path.dotted, isItem: false, elements, fields, &counts)
      }
    }
  }
}
