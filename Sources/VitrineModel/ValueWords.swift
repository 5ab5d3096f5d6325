// Words as values: how an enum's values, their aliases and their labels are recognised.

import VitrineText

/// Words of closed lists.
package enum ValueWords {
  /// A word as it is compared: folded, with `-`, `_` and blanks alike.
  package static func key(_ text: String) -> [UInt8] {
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
