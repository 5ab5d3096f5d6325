// The terms of a query's text that a filter sets and clears: `status:library,wishlist` among whatever else a person typed.

import VitrineQuery
import VitrineSource

/// The text of a query in terms, as they are separated by blanks outside quotes, parentheses and braces.
package struct QueryTerms: Sendable, Hashable {
  /// The terms, as they are written.
  package private(set) var terms: [String]

  /// The terms of a text.
  package init(_ text: String) {
    terms = Self.split(text, at: " ").filter { !$0.isEmpty }
  }

  /// The text of all terms.
  package var text: String { terms.joined(separator: " ") }

  /// What stands before values that are wanted as a whole, and not within longer ones.
  private static let exact = "eq:"

  /// The values that are wanted of a field, by terms `field:value,value` or `field:eq:value,value` at the top.
  package func values(of field: String) -> [String] {
    terms.filter { $0.hasPrefix(field + ":") }.flatMap { Self.values(in: $0, of: field) }
  }

  private static func values(in term: String, of field: String) -> [String] {
    var values = term.dropFirst(field.count + 1)
    if values.hasPrefix(exact) { values = values.dropFirst(exact.count) }
    return split(String(values), at: ",").map(unquoted)
  }

  /// The query with a value of a field wanted besides the others, or no longer wanted. `known` are the values of a field of texts, which a query finds within longer ones, too: where
  /// only such are wanted, each is wanted as a whole. Decision 0121 says why.
  package func toggling(_ value: String, of field: String, among known: Set<String> = []) -> QueryTerms {
    var result = self
    let place = terms.firstIndex { $0.hasPrefix(field + ":") }
    var values = place.map { Self.values(in: terms[$0], of: field) } ?? []
    if let place = values.firstIndex(of: value) { values.remove(at: place) } else { values.append(value) }
    let isExact = values.allSatisfy(known.contains)
    let term = "\(field):\(isExact ? Self.exact : "")\(values.map(Self.quoted).joined(separator: ","))"
    if values.isEmpty {
      if let place { result.terms.remove(at: place) }
    } else if let place {
      result.terms[place] = term
    } else {
      result.terms.append(term)
    }
    return result
  }

  /// The query with a value of a field wanted as well as the others, by a term of its own, or no longer wanted. Where a record has only one value of it
  /// (`isSingle`), another takes its place.
  package func narrowing(by value: String, of field: String, isSingle: Bool, among known: Set<String> = []) -> QueryTerms {
    var result = self
    let own = terms.indices.filter { terms[$0].hasPrefix(field + ":") }
    if let place = own.first(where: { Self.values(in: terms[$0], of: field) == [value] }) { return removing(at: place) }
    // Somebody wrote several values of which any is wanted.
    if values(of: field).contains(value) { return toggling(value, of: field, among: known) }
    if isSingle { result.terms.removeAll { $0.hasPrefix(field + ":") } }
    result.terms.append("\(field):\(known.contains(value) ? Self.exact : "")\(Self.quoted(value))")
    return result
  }

  /// The query without one of its terms.
  package func removing(at place: Int) -> QueryTerms {
    var result = self
    if result.terms.indices.contains(place) { result.terms.remove(at: place) }
    return result
  }

  /// A value as a query writes it.
  package static func quoted(_ value: String) -> String {
    let isBare =
      !value.isEmpty && value.first != "-"
      && value.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil || "_-#".unicodeScalars.contains(scalar)
      }
    if isBare { return value }
    var text = "\""
    for character in value {
      if character == "\"" || character == "\\" { text += "\\" }
      text.append(character)
    }
    return text + "\""
  }

  private static func unquoted(_ text: String) -> String {
    guard let quote = text.first, quote == "\"" || quote == "'", text.count > 1, text.last == quote else { return text }
    var result = ""
    var isEscaped = false
    for character in text.dropFirst().dropLast() {
      if character == "\\", !isEscaped {
        isEscaped = true
      } else {
        result.append(character)
        isEscaped = false
      }
    }
    return result
  }

  private static func split(_ text: String, at separator: Character) -> [String] {
    var parts = [""]
    var quote: Character?
    var depth = 0
    var isEscaped = false
    for character in text {
      if let open = quote {
        if character == open, !isEscaped { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if character == "(" || character == "{" {
        depth += 1
      } else if character == ")" || character == "}" {
        depth -= 1
      } else if character == separator, depth <= 0 {
        parts.append("")
        continue
      }
      isEscaped = character == "\\" && !isEscaped
      parts[parts.count - 1].append(character)
    }
    return parts
  }
}
