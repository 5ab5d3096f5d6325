// Where the values of a field stand in one record: from the dotted name to paths that edits take.

import VitrineEditing
import VitrineModel
import VitrineSyntax

/// One value of a field in a record.
struct ValuePlace {
  /// The path from the root of the record.
  var path: [PathStep]
  /// The value.
  var node: NodeID

  /// The path of the innermost list item that holds the value: itself where it is one; nil where no list is on the way.
  var item: [PathStep]? {
    path.lastIndex { if case .item = $0 { true } else { false } }.map { Array(path[...$0]) }
  }

  /// True for the item of a list.
  var isItem: Bool { item?.count == path.count }

  /// All scalar values of a field in document order. Lists on the way are crossed.
  static func all(of field: FieldPath, in reader: TreeReader, root: NodeID) -> [ValuePlace] {
    var places: [ValuePlace] = []
    visit(root, field.names[...], [], reader, &places)
    return places
  }

  private static func visit(
    _ id: NodeID, _ names: ArraySlice<String>, _ path: [PathStep], _ reader: TreeReader, _ places: inout [ValuePlace]
  ) {
    let node = reader.resolved(id)
    switch node.kind {
    case .sequence:
      for (index, item) in reader.items(id).enumerated() { visit(item, names, path + [.item(index)], reader, &places) }
    case .mapping:
      guard let name = names.first, let value = reader.value(id, named: name) else { return }
      visit(value, names.dropFirst(), path + [.key(name)], reader, &places)
    case .null, .alias: return
    case .bool, .int, .float, .string:
      if names.isEmpty { places.append(ValuePlace(path: path, node: id)) }
    }
  }
}
