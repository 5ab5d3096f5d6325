// One record for git: its fields as lines, and the difference of two texts.

import VitrineChanges
import VitrineEditing
package import VitrineFormats
import VitrineSource
import VitrineText

/// A record's fields, a line each.
package enum RecordLines {
  /// Values nested deeper than this stand on one line.
  private static let maximumDepth = 32

  /// The lines of a record, in the order of the fields' names; the text itself where it is no record.
  package static func text(of bytes: [UInt8]) -> [UInt8] {
    guard let value = RecordDifference.value(of: bytes) else { return bytes }
    var lines: [UInt8] = []
    append(value, "", depth: 0, &lines)
    return lines
  }

  private static func append(_ value: DataValue, _ path: String, depth: Int, _ lines: inout [UInt8]) {
    switch value {
    case .map(let entries) where !entries.isEmpty && depth < maximumDepth:
      for entry in entries.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        append(entry.value, path.isEmpty ? entry.key : path + "." + entry.key, depth: depth + 1, &lines)
      }
    case .list(let items) where !items.isEmpty && depth < maximumDepth:
      for item in items { append(item, path + "[]", depth: depth + 1, &lines) }
    case .string(let text) where text.utf8.contains(0x0A):
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) { lines += "\(path): \(line)\n".utf8 }
    default: lines += "\(path): \(FieldChange.flow(value))\n".utf8
    }
  }

  /// Writes the difference of two texts of a file: fields where both are records, else lines. A text that is nil is not there.
  package static func difference(of path: String, old: [UInt8]?, new: [UInt8]?, look: Look, to sink: inout ByteSink) {
    guard old != new else { return }
    let empty = Array("{}".utf8)
    guard let changes = RecordDifference.changes(from: old ?? empty, to: new ?? empty) else {
      sink.write(UnifiedDiff.render(path: Path(path), old: old, new: new))
      return
    }
    let word = old == nil ? "added" : new == nil ? "removed" : "changed"
    look.write(word, .info, to: &sink)
    sink.write(String(repeating: " ", count: max(1, 9 - word.count)))
    look.write(TerminalText.visible(path), .place, to: &sink)
    sink.write("\n" + (changes.isEmpty ? "  only the form is another\n" : ChangeLines.text(changes, indent: "  ")))
  }
}
