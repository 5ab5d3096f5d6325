// The shelf of row formats: adding one is a file beside this one and its line here; a test compares the two.

/// All formats rows can be written in.
package enum RowFormats {
  /// The formats, the default first.
  package static var all: [RowFormat] {
    [
      TableRows.format, JSONRows.format, NDJSONRows.format, CSVRows.format, YAMLRows.format, MarkdownRows.format, PathRows.format,
      NULPathRows.format,
    ]
  }

  /// The format of a name, or nil.
  package static func named(_ name: String) -> RowFormat? {
    all.first { $0.name == name }
  }
}
