// What became of the values of a foreign text: each of them arrived, was kept, or was left out for a reason.

/// The count of a mapped text's values; empty ones are none.
package struct ImportAccount: Sendable, Equatable {
  /// Values that a field takes.
  package internal(set) var arrived = 0
  /// Values kept in fields that begin with `x-`, by the names they have in the text.
  package internal(set) var kept: [String: Int] = [:]
  /// Values that no field takes, by name.
  package internal(set) var dropped: [String: Int] = [:]
  /// Values that stand around the list of records, and belong to none of them, by name.
  package internal(set) var beside: [String: Int] = [:]
  /// Values that the mapping says are none.
  package internal(set) var skipped = 0
  /// Values that stood in a list already.
  package internal(set) var repeated = 0

  /// The account in sentences, one a line.
  package var words: [String] {
    var parts = ["\(arrived) of \(arrived + total(kept) + total(dropped) + total(beside)) values have a field"]
    if skipped > 0 { parts.append("\(skipped) of them skipped as no value") }
    if repeated > 0 { parts.append("\(repeated) said twice") }
    var lines = [parts.joined(separator: ", ")]
    if !kept.isEmpty { lines.append("kept: " + Self.named(kept) { " as \(Self.fieldName(for: $0))" }) }
    if !dropped.isEmpty {
      lines.append(
        "dropped, as no field takes them: \(Self.named(dropped)); 'others: keep' in the mapping keeps them as x-…")
    }
    if !beside.isEmpty { lines.append("dropped, as they stand beside the records: " + Self.named(beside)) }
    return lines
  }

  /// The most names that are listed: a map by keys of its own may have any number.
  private static let mostNames = 30

  /// Names with their counts, those with the most values first where there are many.
  private static func named(_ counts: [String: Int], _ more: (String) -> String = { _ in "" }) -> String {
    var names = counts.keys.sorted()
    let left = names.count - mostNames
    if left > 0 {
      names.sort { (counts[$1] ?? 0, $0) < (counts[$0] ?? 0, $1) }
      names = names.prefix(mostNames).sorted()
    }
    let listed = names.map { "\($0) (\(counts[$0] ?? 0))\(more($0))" }.joined(separator: ", ")
    return left > 0 ? "\(listed) and \(left) more names" : listed
  }

  private func total(_ counts: [String: Int]) -> Int { counts.values.reduce(0, +) }

  /// The field that a value is kept in: `x-hours-played` for `Hours Played`.
  static func fieldName(for name: String) -> String {
    var words = ""
    for character in name.lowercased() {
      if character.isLetter || character.isNumber {
        words.append(character)
      } else if !words.isEmpty, words.last != "-" {
        words.append("-")
      }
    }
    while words.last == "-" { words.removeLast() }
    return "x-" + (words.isEmpty ? "value" : words)
  }
}
