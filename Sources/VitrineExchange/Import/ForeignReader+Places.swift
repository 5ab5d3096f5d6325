// Where the parts of a record stand in the text, for records that are made anew of it.

import VitrineEditing
import VitrineSource
import VitrineSyntax

extension TreeReader {
  /// The places of all values below a node, by their JSON Pointers from it, in the order of the text.
  func places(below id: NodeID, _ offset: Int) -> [(pointer: String, range: ByteRange)] {
    var places: [(pointer: String, range: ByteRange)] = []
    add(placesBelow: id, "", offset, 0, to: &places)
    return places
  }

  private func add(
    placesBelow id: NodeID, _ pointer: String, _ offset: Int, _ depth: Int, to places: inout [(pointer: String, range: ByteRange)]
  ) {
    let node = resolved(id)
    // What lies deeper is found at what it lies in.
    guard depth < Self.deepest, places.count < Self.mostPlaces else { return }
    switch node.kind {
    case .mapping:
      for entry in writtenEntries(id) {
        let here = pointer + "/" + Self.escaped(text(entry.key))
        places.append((here, self.node(entry.value).range.moved(by: offset)))
        add(placesBelow: entry.value, here, offset, depth + 1, to: &places)
      }
    case .sequence:
      for (index, item) in items(id).enumerated() {
        let here = "\(pointer)/\(index)"
        places.append((here, self.node(item).range.moved(by: offset)))
        add(placesBelow: item, here, offset, depth + 1, to: &places)
      }
    case .null, .bool, .int, .float, .string, .alias: break
    }
  }

  private static var deepest: Int { 16 }
  private static var mostPlaces: Int { 10_000 }
}

extension ForeignReader.Made {
  private static let mostFollowed = 256

  /// Has values that got another name or another place lead to where they stood.
  mutating func follow(_ changes: [ValueChange]) {
    var moved: [PathStep]?
    // Of a record with very many changes the later ones lead to the whole of it: each is looked for among all places.
    for change in changes.prefix(Self.mostFollowed) {
      switch change {
      case .rename(let path, let name): follow(path, to: path.dropLast() + [.key(name)])
      case .remove(let path): if let goal = moved { follow(path, to: goal) }
      case .set, .insert: break
      }
      // A move is a value set at its goal, then taken from where it was.
      if case .set(let path, _) = change { moved = path } else { moved = nil }
    }
  }

  private mutating func follow(_ path: [PathStep], to goal: [PathStep]) {
    let (old, new) = (path.pointer, goal.pointer)
    places += places.filter { $0.pointer == old || $0.pointer.hasPrefix(old + "/") }
      .map { (new + $0.pointer.dropFirst(old.count), $0.range) }
  }
}

extension DataValue {
  /// A map without some of its keys.
  func without(_ keys: Set<String>) -> DataValue {
    guard !keys.isEmpty, case .map(let entries) = self else { return self }
    return .map(entries.filter { !keys.contains($0.key) })
  }
}
