// How messages of this room are worded: quotes, lists, the nearest word.

/// Finds the candidate nearest to a word, or nil where none is near.
///
/// The room knows no edit distance of its own: the caller hands in the house's, and tests a simple one.
package typealias Suggest = (_ word: String, _ candidates: [String]) -> String?

/// `text` in single quotes, fit for a terminal: control characters are written as escapes and a long text is cut.
func quoted(_ text: String) -> String {
  var result = "'"
  var length = 0
  for scalar in text.unicodeScalars {
    length += 1
    if length > 100 { return result + "…'" }
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
      result += "\\u{" + String(scalar.value, radix: 16) + "}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "'"
}

/// "a", "a or b", "a, b or c".
func joined(_ words: [String], _ conjunction: String = "or") -> String {
  guard let last = words.last else { return "nothing" }
  if words.count == 1 { return last }
  return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
}

/// The candidate a person most likely meant: the only one that begins with the word, else what `suggest` says.
///
/// Words beyond 64 bytes are nobody's typing error and are not looked at.
func nearest(_ word: String, _ candidates: [String], _ suggest: Suggest) -> String? {
  guard word.utf8.count <= 64, !candidates.isEmpty else { return nil }
  if word.utf8.count >= 2 {
    let beginning = candidates.filter { $0.hasPrefix(word) }
    if beginning.count == 1 { return beginning[0] }
  }
  return suggest(word, candidates)
}
