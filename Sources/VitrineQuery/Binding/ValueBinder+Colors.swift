// Colours as values: by name, by group and by hex.

import VitrineIndex
package import VitrineModel
import VitrineSource
import VitrineText

extension ValueBinder {
  /// A name or alias, a group of the palette, or `#rrggbb`.
  func color(_ value: Query.Value) throws(QueryError) -> any ValueTest {
    let end = RangeEnd(text: try single(value), range: value.range)
    let field = field.field
    let names = ValueWords.names(of: field, named: end.text)
    if !names.isEmpty { return AnyTest.of(names.map { FoldedTest($0) }) }
    let group = ValueWords.group(of: field, named: end.text)
    if !group.isEmpty { return AnyTest.of(group.map { FoldedTest($0) } + [ColorGroupTest(group, of: field.palette)]) }
    guard let hex = OKLab.hex(end.text) else {
      let words = field.palette.map(\.name) + field.aliases.map(\.word) + field.paletteGroups.map(\.name)
      let nearest =
        (NearestWord.nearest(to: end.text, in: words) ?? NearestWord.nearest(to: end.text, in: field.palette.flatMap(\.labels)))
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
    return aliased.isEmpty ? field.palette.filter { color in color.labels.contains { self.key($0) == key } }.map(\.name) : aliased
  }

  /// The colours of a palette that are in a group, by the group's name or label.
  static func group(of field: Kind.Field, named word: String) -> [String] {
    let key = key(word)
    let groups = field.paletteGroups.filter { group in
      self.key(group.name) == key || group.labels.contains { self.key($0) == key }
    }
    .map(\.name)
    return field.palette.filter { groups.contains($0.group) || (!$0.group.isEmpty && self.key($0.group) == key) }.map(\.name)
  }
}

/// The colour is written in hex, and of all colours of the palette one of a group is the nearest in OKLab; of several that are as near, the first.
private struct ColorGroupTest: PlainValueTest {
  private let names: [String]
  private let palette: [(color: OKLab, isIn: Bool)]

  init(_ names: [String], of palette: [Kind.PaletteColor]) {
    self.names = names
    self.palette = palette.compactMap { entry in OKLab(hex: entry.hex).map { ($0, names.contains(entry.name)) } }
  }

  var cost: Double { 200 }
  var fraction: Double { 0.05 }

  func passes(_ segment: ValueSegment, _ index: Int) -> Bool {
    let text = segment.text(index)
    guard text.hasPrefix("#"), let color = OKLab(hex: text) else { return false }
    var nearest: (distance: Double, isIn: Bool) = (.infinity, false)
    for entry in palette {
      let distance = color.distance(to: entry.color)
      if distance < nearest.distance { nearest = (distance, entry.isIn) }
    }
    return nearest.isIn
  }

  func explanation(_ meaning: FieldMeaning) -> String {
    "is a colour in hex that is nearest to \(names.map { "'\($0)'" }.joined(separator: ", "))"
  }
}
