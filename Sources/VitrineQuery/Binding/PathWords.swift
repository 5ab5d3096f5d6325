// Paths as values, by wildcards.

import VitrineText

/// Paths as values.
enum PathWords {
  /// The test of a path: with `*` or `?` in the text a pattern for the whole path, or, without `/`, for its last part; else any part of it.
  static func test(_ text: String) throws(PatternError) -> any ValueTest {
    guard text.contains("*") || text.contains("?") else { return ContainsTest(text) }
    return PatternTest(try Pattern(ecma: expression(text)))
  }

  /// The test of paths whose last part contains a text.
  static func lastPart(containing text: String) -> any ValueTest {
    let anyCase = text.unicodeScalars.map { scalar -> String in
      guard scalar.isASCII, scalar.properties.isAlphabetic else { return escaped(String(scalar)) }
      return "[" + scalar.properties.lowercaseMapping + scalar.properties.uppercaseMapping + "]"
    }
    guard text.utf8.allSatisfy({ $0 < 0x80 }), let pattern = pattern(anyCase.joined() + "[^/]*$") else {
      return ContainsTest(text)
    }
    return PatternTest(pattern)
  }

  /// The test of paths of the records with an id, or with an id that ends in these parts.
  static func record(named id: String) -> (any ValueTest)? {
    pattern("(?:^|/)" + escaped(id) + "(?:\\.ya?ml)?$").map { PatternTest($0) }
  }

  private static func pattern(_ expression: String) -> Pattern? {
    do throws(PatternError) { return try Pattern(ecma: expression) } catch { return nil }
  }

  private static func expression(_ text: String) -> String {
    var result = text.contains("/") ? "^" : "(?:^|/)"
    var rest = text[...]
    while let first = rest.first {
      if rest.hasPrefix("**/") {
        result += "(?:[^/]+/)*"
        rest = rest.dropFirst(3)
        continue
      }
      if rest.hasPrefix("**") {
        result += ".*"
        rest = rest.dropFirst(2)
        continue
      }
      result += first == "*" ? "[^/]*" : first == "?" ? "[^/]" : escaped(String(first))
      rest = rest.dropFirst()
    }
    return result + "$"
  }

  private static func escaped(_ text: String) -> String {
    String(text.flatMap { "\\^$.|?*+()[]{}/".contains($0) ? ["\\", $0] : [$0] })
  }
}
