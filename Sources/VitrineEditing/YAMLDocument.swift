// A whole new document from a value, in the house's style.

import VitrineSyntax

/// Writes new YAML documents.
package enum YAMLDocument {
  /// How a document is laid out.
  package struct Options: Hashable, Sendable {
    /// The widest line that a list of scalars may fill in brackets; a longer one has an item a line. In characters.
    package var width = 100
    /// How far the entries of a map within a map are indented. In spaces, at least 1.
    package var indent = 2
    /// How far the dashes of a list stand behind their key. In spaces; 0 puts them under the key.
    package var listIndent = 2

    /// The house's style.
    package init() {}
  }

  /// The text of a document with this value, UTF-8, with a line feed at its end.
  ///
  /// Shape: maps and lists in lines; lists of scalars in brackets on one line where they fit; texts of several lines after `|`; quotes only where
  /// a reader of YAML 1.2 or 1.1 would not take the text for a text, days and moments excepted, which people write without. What is written reads
  /// back as the same value, as long as no key stands twice and no more than `Limits.depth` collections are nested.
  package static func text(_ value: DataValue, _ options: Options = Options()) -> [UInt8] {
    var style = EditStyle()
    style.width = options.width
    style.indent = max(options.indent, 1)
    style.listIndent = max(options.listIndent, 0)
    return lines(value, style) + [0x0A]
  }

  /// A text as a scalar on one line, in quotes where it needs them; `inFlow` where it stands in brackets or braces.
  package static func scalar(_ text: String, inFlow: Bool = false) -> String {
    String(decoding: YAMLWriter.scalar(.string(text), EditStyle(), inFlow: inFlow, blockIndent: nil), as: UTF8.self)
  }

  /// The lines of a document, without a line break at the end.
  static func lines(_ value: DataValue, _ style: EditStyle) -> [UInt8] {
    guard value.isCollection else { return YAMLWriter.scalar(value, style, inFlow: false, blockIndent: style.indent) }
    guard YAMLWriter.wantsLines(value, style, column: 0) else { return YAMLWriter.inline(value, style, inFlow: false) }
    return YAMLWriter.lines(value, style, column: 0)
  }
}
