// A key with a slip beside it: `title, "Foo: Bar"`, whose colon in the text makes it a key of its own.

import VitrineSource
import VitrineSyntax

/// A known key at the start of an unknown one, which goes on with what should be its value, or behind a sign that does not belong there.
struct KeySlip {
  /// The longest key that is looked at. Units: bytes.
  private static let longest = 1_000

  /// The known key.
  let name: String
  /// What to do, in words.
  let help: String
  /// The title of the fix.
  let title: String
  /// What makes it the known key.
  let edits: [TextEdit]

  /// What an unknown key was meant to be; nil where no known name stands in it so.
  init?(_ id: NodeID, among names: [String], _ reader: TreeReader) {
    let key = reader.node(id)
    guard key.style == .plain, key.kind != .alias, key.propertiesStart == key.start, key.range.count <= Self.longest else {
      return nil
    }
    let bytes = reader.bytes[key.range.indices]
    let signs = bytes.prefix { !$0.isAlphanumeric && $0 < 0x80 }
    if !signs.isEmpty, let name = names.first(where: { bytes.dropFirst(signs.count).elementsEqual($0.utf8) }) {
      self.name = name
      help = "delete what stands before '\(name)'"
      title = "delete it"
      edits = [TextEdit(ByteRange(Int(key.start), Int(key.start) + signs.count), "")]
      return
    }
    let name = names.filter { name in
      bytes.starts(with: name.utf8) && bytes.count > name.utf8.count + 1
        && Self.isSign(bytes[bytes.startIndex + name.utf8.count], bytes[bytes.startIndex + name.utf8.count + 1])
    }.max { $0.utf8.count < $1.utf8.count }
    guard let name else { return nil }
    self.name = name
    let start = Int(key.start) + name.utf8.count
    let end = bytes[start...].firstIndex { !" ,:=;|".utf8.contains($0) } ?? Int(key.end)
    help = "write ': ' after '\(name)'"
    title = "write ': ' there"
    edits = [TextEdit(ByteRange(start, end), ": ")]
  }

  /// Whether two bytes may be what stands in place of a colon and its blank.
  private static func isSign(_ byte: UInt8, _ next: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "\""),
      UInt8(ascii: "'"), UInt8(ascii: "["), UInt8(ascii: "{"):
      true
    case 0x20: "=,:;|\"'[{".utf8.contains(next) || next &- 0x41 < 26
    default: false
    }
  }
}
