// What a text may cost. Beyond a limit there is a finding, not a hang.

/// The limits on what is read from one text. Each has a rule of its own, so that a person learns which was met.
package enum Limits {
  /// The largest file that is parsed, in bytes: 64 MiB.
  package static let fileBytes = 64 << 20
  /// The deepest nesting of collections. libyaml has no limit of its own and takes quadratic time in nested brackets.
  package static let depth = 64
  /// The deepest nesting of JSON, whose reader takes linear time: deeper than `depth`, for what other programs export.
  package static let jsonDepth = 512
  /// The largest number of nodes that a text may stand for once its aliases are followed.
  package static let expandedNodes = 10_000_000
  /// The largest number of entries that merge keys may bring into one mapping.
  package static let mergedEntries = 100_000
  /// The largest text that is written of one tree, in bytes: 256 MiB. Only aliases and deep indentation come near it.
  package static let writtenBytes = 256 << 20
  /// How many findings one text may have before the rest is left out.
  package static let findings = 1_000
}
