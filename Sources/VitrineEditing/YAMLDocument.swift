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
  package static func text(_ value: DataValue, _ options: Options = Options()) -> [UInt8] {
    []
  }
}
