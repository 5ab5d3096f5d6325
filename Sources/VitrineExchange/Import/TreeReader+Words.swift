// What a node is, for messages about a source.

import VitrineSyntax

extension TreeReader {
  /// What a node is, in a few words.
  func words(_ id: NodeID) -> String {
    switch resolved(id).kind {
    case .null: "nothing (null)"
    case .bool: "true or false"
    case .int, .float: "a number"
    case .string: "a text"
    case .sequence: "a list"
    case .mapping: "an object"
    case .alias: "an alias"
    }
  }
}
