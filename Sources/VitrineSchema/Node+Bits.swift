// A node's facts by pattern and bit: comparisons of another module's enums and option sets are calls, which the fast path cannot afford.

import VitrineSyntax

extension Node {
  /// True for an alias.
  @inline(__always) var isAlias: Bool { if case .alias = kind { true } else { false } }
  /// True for a string.
  @inline(__always) var isString: Bool { if case .string = kind { true } else { false } }
  /// True for a mapping with merge keys: `Flags.merges`.
  @inline(__always) var hasMerges: Bool { flags.rawValue & 2 != 0 }
  /// True where the content stands in the side buffer: `Flags.decoded`.
  @inline(__always) var isDecoded: Bool { flags.rawValue & 1 != 0 }
  /// True for a scalar that is written in a block: `|` or `>`.
  @inline(__always) var isBlockScalar: Bool {
    switch style {
    case .literal, .folded: true
    case .plain, .singleQuoted, .doubleQuoted, .block, .flow: false
    }
  }
}
