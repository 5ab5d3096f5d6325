// The record of an older version that an imported one was made of: where its values stand in the text.

import VitrineChanges
import VitrineEditing
import VitrineSource
import VitrineSyntax

/// A record as it was before it was brought up to the version of today.
struct OlderRecord: Sendable {
  /// Its tree.
  var tree: Tree
  /// Its map in the tree.
  var root: NodeID
  /// How far the tree's bytes stand behind the start of the text.
  var offset: Int
  /// What became of its places.
  var moved = MovedPlaces()

  /// Where a value comes from that is at `path` today, or else what it is in; nil where that is the whole record.
  func range(of path: [PathStep]) -> ByteRange? {
    tree.withReader { reader in
      let nearest = reader.nearest(moved.source(of: path), from: root)
      return nearest == root ? nil : reader.node(nearest).range.moved(by: offset)
    }
  }
}

extension TreeReader {
  /// The path that a JSON Pointer means below a node; what is not there counts as a key.
  func path(of pointer: String, from root: NodeID) -> [PathStep] {
    var current: NodeID? = root
    return pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { token in
      var step = PathStep.key(Self.unescaped(token))
      if let id = current, resolved(id).kind == .sequence, let index = Int(token) { step = .item(index) }
      current = current.flatMap { child(step, of: $0) }
      return step
    }
  }

  /// The node at a path, or the last one on the way to it.
  func nearest(_ path: [PathStep], from root: NodeID) -> NodeID {
    var current = root
    for step in path {
      guard let next = child(step, of: current) else { break }
      current = next
    }
    return current
  }

  private func child(_ step: PathStep, of id: NodeID) -> NodeID? {
    switch step {
    case .key(let key): return value(id, named: key)
    case .item(let index):
      for (number, item) in items(id).enumerated() where number == index { return item }
      return nil
    }
  }
}

extension DataValue {
  /// A map without some of its keys.
  func without(_ keys: Set<String>) -> DataValue {
    guard !keys.isEmpty, case .map(let entries) = self else { return self }
    return .map(entries.filter { !keys.contains($0.key) })
  }
}
