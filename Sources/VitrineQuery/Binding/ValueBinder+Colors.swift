// Colours as values: by name, by group and by hex.

package import VitrineModel
import VitrineSource
import VitrineText

extension ValueBinder {
  /// A name or alias, a group of the palette, or `#rrggbb`.
  func color(_ value: Query.Value) throws(QueryError) -> any ValueTest {
    let end = RangeEnd(text: try single(value), range: value.range)
    let field = field.field
    let names = ValueWords.colors(of: field, named: end.text)
    if !names.isEmpty { return AnyTest.of(names.map { FoldedTest($0) }) }
    guard let hex = OKLab.hex(end.text) else {
      let words = field.palette.map(\.name) + field.aliases.map(\.word) + field.paletteGroups.map(\.name)
      let nearest =
        (NearestWord.nearest(to: end.text, in: words) ?? NearestWord.nearest(to: end.text, in: field.palette.map(\.label)))
        .map { "did you mean '\($0)'?" }
      throw error("'\(end.text)' is no colour", end.range, nearest ?? "write a name of the palette, a group of it, or 1b2a4b")
    }
    let named = field.palette.filter { OKLab.hex($0.hex) == hex }.map { FoldedTest($0.name) }
    return AnyTest.of([FoldedTest(hex)] + named)
  }
}

extension ValueWords {
  /// The colours of a palette that a word stands for: one by its name, alias or label.
  package static func names(of field: Kind.Field, named word: String) -> [String] {
    let known = field.palette.map(\.name)
    if known.contains(word) { return [word] }
    let key = key(word)
    let folded = known.filter { self.key($0) == key }
    if !folded.isEmpty { return folded }
    let aliased = field.aliases.filter { self.key($0.word) == key && known.contains($0.value) }.map(\.value)
    return aliased.isEmpty ? field.palette.filter { self.key($0.label) == key }.map(\.name) : aliased
  }

  /// The same, or all colours of a group by its name or label.
  static func colors(of field: Kind.Field, named word: String) -> [String] {
    let names = names(of: field, named: word)
    if !names.isEmpty { return names }
    let key = key(word)
    let groups = field.paletteGroups.filter { self.key($0.name) == key || self.key($0.label) == key }.map(\.name)
    return field.palette.filter { groups.contains($0.group) || (!$0.group.isEmpty && self.key($0.group) == key) }.map(\.name)
  }
}
