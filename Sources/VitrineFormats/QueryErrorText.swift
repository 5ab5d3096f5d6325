// What is wrong with a query, as it is shown to the person who typed it: the sentence, the query, and carets under the place.

package import VitrineQuery
import VitrineSource

/// Writes a query's error as text.
package enum QueryErrorText {
  /// The widest excerpt of a query. Units: cells.
  package static let widest = 100

  /// The error in three lines, each ended by a line feed; the first without a program's name.
  ///
  /// Shape: a query wider than `widest` is cut to what is around the place; of one with line breaks the line is shown. Control characters are
  /// made visible, tabs are four blanks.
  /// ```
  /// unknown field 'developr'; did you mean 'developer'?
  ///   developr:nintendo release:2020..
  ///   ^^^^^^^^
  /// ```
  package static func text(_ error: QueryError) -> String {
    let lines = LineTable(Array(error.text.utf8))
    let excerpt = Excerpt(lines, error.range, lines.span(of: error.range), limit: widest)
    let line = [excerpt.before, excerpt.marked, excerpt.after].map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    var result = shown(message(error)) + "\n"
    result += "  " + line + "\n"
    return result + "  " + String(repeating: " ", count: excerpt.before.width) + String(repeating: "^", count: excerpt.caretCount)
      + "\n"
  }

  /// The sentence alone: the fault, what to write instead, and the view it stands in.
  package static func message(_ error: QueryError) -> String {
    let place = error.view.map { "in the view '\($0)': " } ?? ""
    return place + error.message + (error.suggestion.isEmpty ? "" : "; " + error.suggestion)
  }
}
