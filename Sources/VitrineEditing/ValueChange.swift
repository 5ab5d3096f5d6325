// What is to be changed in one text: paths and values, no bytes.

import VitrineSyntax

/// A step of a path into a value, with the meaning of a token of a JSON Pointer (RFC 6901).
package enum PathStep: Sendable {
  /// The value under a key of a map.
  case key(String)
  /// The item of a list, counted from 0.
  case item(Int)
}

extension PathStep: Hashable {
  /// Whether two steps are the same, keys compared by their bytes.
  package static func == (left: PathStep, right: PathStep) -> Bool {
    switch (left, right) {
    case (.key(let left), .key(let right)): left.hasSameBytes(as: right)
    case (.item(let left), .item(let right)): left == right
    case (.key, _), (.item, _): false
    }
  }

  /// Feeds the step.
  package func hash(into hasher: inout Hasher) {
    switch self {
    case .key(let key): key.hashBytes(into: &hasher)
    case .item(let index): hasher.combine(index)
    }
  }
}

extension [PathStep] {
  /// The path as a JSON Pointer: "/properties/platforms/0/system"; "" for the whole document.
  package var pointer: String {
    reduce(into: "") { pointer, step in
      switch step {
      case .key(let key): pointer += "/" + TreeReader.escaped(key)
      case .item(let index): pointer += "/\(index)"
      }
    }
  }
}

/// One change of the value of a document.
package enum ValueChange: Hashable, Sendable {
  /// Writes a value at a path: in place of the one that stands there, or as a new entry. Maps that are missing on the way are made; what is null
  /// counts as missing. The empty path is the whole document. A map or list that takes the place of another keeps what is the same in
  /// both, and the order of the keys that stay.
  case set([PathStep], DataValue)
  /// Puts an item into the list at a path, before the item that is `at` now; nil: at the end. A missing list is made.
  case insert([PathStep], at: Int?, DataValue)
  /// Takes away a key with its value, or a list item. A list or map that becomes empty is written `[]` or `{}`.
  case remove([PathStep])
  /// Gives the key at the end of a path another name, in its place.
  case rename([PathStep], to: String)

  /// The path it is about.
  package var path: [PathStep] {
    switch self {
    case .set(let path, _), .insert(let path, _, _), .remove(let path), .rename(let path, _): path
    }
  }
}
