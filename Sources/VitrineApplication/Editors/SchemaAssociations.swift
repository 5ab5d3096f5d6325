// Which schema holds for which files, as Red Hat's YAML extension is told it.

import VitrineEditing

/// Patterns of files with their schemas. The first pattern that matches a file decides, as the collections of a catalogue do.
struct SchemaAssociations {
  private var rules: [(schema: String, pattern: String)] = []

  /// Adds a pattern after those that are here.
  mutating func add(_ schema: String, _ pattern: String) { rules.append((schema, pattern)) }

  /// The setting: each schema with its patterns.
  ///
  /// Shape: the extension applies every schema that matches; of one schema's patterns the last that matches decides, and one that begins with `!`
  /// excludes. So patterns stand in the opposite order, with those of other schemas that come before excluded.
  var value: DataValue {
    var schemas: [String] = []
    for rule in rules where !schemas.contains(rule.schema) { schemas.append(rule.schema) }
    return .map(schemas.map { DataValue.Entry($0, .list(patterns(of: $0).map { .string($0) })) })
  }

  private func patterns(of schema: String) -> [String] {
    var patterns: [String] = []
    var wide: [String] = []
    for rule in rules.reversed() {
      if rule.schema == schema {
        patterns.append(rule.pattern)
        wide.append(Self.literal(rule.pattern))
      } else if wide.contains(where: { Self.mayMeet($0, Self.literal(rule.pattern)) }) {
        patterns.append("!" + rule.pattern)
      }
    }
    return patterns
  }

  /// What a path begins with that a pattern matches.
  private static func literal(_ pattern: String) -> String { String(pattern.prefix { !"*?[{".contains($0) }) }

  /// Whether a path may begin with both.
  private static func mayMeet(_ left: String, _ right: String) -> Bool { left.hasPrefix(right) || right.hasPrefix(left) }
}
