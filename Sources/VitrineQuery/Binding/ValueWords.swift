// Words as values: how an enum's values, their aliases and their labels are recognised, and paths by wildcards.

package import VitrineModel
import VitrineText

/// Words of closed lists.
package enum ValueWords {
  /// A word as it is compared: folded, with `-`, `_` and blanks alike.
  static func key(_ text: String) -> [UInt8] {
    Folding.fold(text).map { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }
  }

  /// The values of an enum that a word stands for: as it is written, else folded, else by alias, else by label; none where it is no word of it.
  package static func values(of field: Kind.Field, named word: String) -> [String] {
    if field.values.contains(word) { return [word] }
    let key = key(word)
    let folded = field.values.filter { self.key($0) == key }
    if !folded.isEmpty { return folded }
    let aliased = field.aliases.filter { self.key($0.word) == key && field.values.contains($0.value) }.map(\.value)
    if !aliased.isEmpty { return aliased }
    return field.values.filter { value in field.marks[value].map { mark in mark.labels.contains { self.key($0) == key } } ?? false
    }
  }

  /// The word of an enum that is nearest to another: a value or an alias, else a label.
  package static func nearest(to word: String, of field: Kind.Field) -> String? {
    NearestWord.nearest(to: word, in: field.values + field.aliases.map(\.word))
      ?? NearestWord.nearest(to: word, in: field.values.flatMap { field.marks[$0]?.labels ?? [] })
  }
}

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
