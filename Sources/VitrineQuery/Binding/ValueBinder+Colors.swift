// Colours as values: by name, by group, by hex, and by how near they are to another.

package import VitrineModel
import VitrineSource
import VitrineText

extension ValueBinder {
  /// A name or alias, a group of the palette, or `#rrggbb`.
  func color(_ value: Query.Value) throws(QueryError) -> ValueTest {
    let end = RangeEnd(text: try single(value), range: value.range)
    let field = field.field
    let names = ValueWords.colors(of: field, named: end.text)
    if !names.isEmpty { return .some(names.map { .folded(Folding.fold($0)) }) }
    guard let hex = OKLab.hex(end.text) else {
      let words = field.palette.map(\.name) + field.aliases.map(\.word) + field.paletteGroups.map(\.name)
      let nearest =
        (NearestWord.nearest(to: end.text, in: words) ?? NearestWord.nearest(to: end.text, in: field.palette.map(\.label)))
        .map { "did you mean '\($0)'?" }
      throw error("'\(end.text)' is no colour", end.range, nearest ?? "write a name of the palette, a group of it, or 1b2a4b")
    }
    let named = field.palette.filter { OKLab.hex($0.hex) == hex }.map { ValueTest.folded(Folding.fold($0.name)) }
    return .some([.folded(Array(hex.utf8))] + named)
  }

  /// Colours at most so far from one. Shape: `near:navy,10` or `near:1b2a4b,10`.
  func nearColor(_ values: [Query.Value]) throws(QueryError) -> ValueTest {
    guard values.count == 2 else {
      throw error(
        "'near:' takes a colour and a distance, not \(values.count) values", valuesRange(values), "such as near:navy,10")
    }
    let word = try text(values[0])
    let names = ValueWords.names(of: field.field, named: word)
    let hex = field.field.palette.first { $0.name == names.first }?.hex ?? OKLab.hex(word)
    guard let hex, let color = OKLab(hex: hex) else {
      let nearest = NearestWord.nearest(to: word, in: field.field.palette.map(\.name) + field.field.aliases.map(\.word))
      throw error(
        "'\(word)' is no colour", values[0].range,
        nearest.map { "did you mean '\($0)'?" } ?? "write a name of the palette, or 1b2a4b")
    }
    let end = try text(values[1])
    guard let distance = NumberWords.number(end, unit: nil), distance >= 0, distance.isFinite else {
      throw error("'\(end)' is no distance", values[1].range, "write a number: 2 is hardly seen, 10 is a kindred colour")
    }
    let palette = Dictionary(field.field.palette.map { ($0.name, $0.hex) }) { first, _ in first }
    return .color(color, within: distance, palette: palette)
  }

  /// From the first value to the last; the whole term where there is none.
  func valuesRange(_ values: [Query.Value]) -> ByteRange {
    guard let first = values.first, let last = values.last else { return term.range }
    return ByteRange(first.range.start, last.range.end)
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
