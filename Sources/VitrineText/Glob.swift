// Path patterns as a person writes them in vitrine.yaml: `games/**/*.yaml`.

/// A pattern for whole relative paths, with `/` between their parts.
///
/// `*` stands for any characters of one name, `?` for one, `[a-z]` and `[!a-z]` for one of a set or one not in it, `{a,b}` for either, `**` as
/// a whole part for any number of folders, none included, and `\` takes the next character's meaning away. Upper and lower case differ;
/// a leading dot is nothing special.
package struct Glob: Sendable {
  /// The pattern as it was written.
  package let source: String
  /// The folder that every match lies in, as far as the pattern names one: "games" for `games/**/*.yaml`, "" for `*.yaml`.
  package let folder: String
  private let alternatives: [Wildcards]

  /// The longest pattern, in bytes.
  package static let longest = 1024
  /// The most patterns that `{a,b}` may stand for.
  package static let mostAlternatives = 64

  /// Compiles a pattern. Errors: throws where it is not one, with the place.
  package init(_ source: String) throws(GlobError) {
    let bytes = Array(source.utf8)
    self.source = source
    alternatives = try GlobParser.parse(bytes)
    let shared = alternatives.dropFirst().reduce(alternatives.first?.prefix ?? []) { shared, next in
      Array(zip(shared, next.prefix).prefix { $0 == $1 }.map(\.0))
    }
    let end = shared.lastIndex(of: 0x2F) ?? 0
    folder = String(decoding: shared[..<end], as: UTF8.self)
  }

  /// True where the pattern matches the whole path.
  package func matches(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
    // By pointer: copying an alternative out of its array costs more than refusing a path.
    alternatives.withUnsafeBufferPointer { alternatives in
      for index in alternatives.indices where alternatives[index].matches(path) { return true }
      return false
    }
  }

  /// The same for a string.
  package func matches(_ path: String) -> Bool {
    var path = path
    return path.withUTF8 { matches($0) }
  }
}

/// Why a path pattern was not taken.
package struct GlobError: Error, Sendable, Hashable {
  /// What is wrong: lower case, no full stop.
  package let message: String
  /// Where. Units: bytes of the pattern, counted from 0.
  package let offset: Int

  init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }
}
