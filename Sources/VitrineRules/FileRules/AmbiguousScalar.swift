// Plain words that other YAML readers take for something else.

import VitrineModel
import VitrineSchema
import VitrineSource
import VitrineSyntax

/// A plain scalar that YAML 1.1 readers (PyYAML, Ruby, many editors' tools) take for a boolean or a number, where YAML 1.2 reads a text.
///
/// The fix is safe: in quotes it is the text that vitrine reads already. Of a number with leading zeros nobody can say which was meant, so it has none.
enum AmbiguousScalar: FileRule {
  static let rule = SchemaRules.ambiguousScalar

  static func check(_ file: RecordFile, _ report: (Finding) -> Void) {
    var pointers = PointerFinder()
    for id in file.reader.nodes.indices {
      let node = file.reader.nodes[id]
      guard node.kind == .string || node.kind == .int, node.style == .plain, node.contentCount > 0, node.contentCount <= 24 else {
        continue
      }
      let content = file.reader.content(NodeID(id))
      guard let meaning = otherMeaning(content, node.kind), !pointers.isKey(NodeID(id), file.reader, root: file.root) else {
        continue
      }
      report(finding(node, content, meaning, pointers.pointer(of: NodeID(id), file.reader, root: file.root)))
    }
  }

  /// What YAML 1.1 makes of the content; nil where it agrees with YAML 1.2.
  private static func otherMeaning(_ content: UnsafeBufferPointer<UInt8>, _ kind: Node.Kind) -> String? {
    let first = content[0] | 0x20
    if kind == .int {
      let digits = content[0] == UInt8(ascii: "-") || content[0] == UInt8(ascii: "+") ? 1 : 0
      guard content.count > digits + 1, content[digits] == UInt8(ascii: "0"), content[digits + 1] != UInt8(ascii: "o"),
        content[digits + 1] != UInt8(ascii: "x"), content[digits...].allSatisfy({ (0x30...0x37).contains($0) })
      else { return nil }
      return "an octal number"
    }
    switch first {
    case UInt8(ascii: "y"), UInt8(ascii: "n"), UInt8(ascii: "o"): return isBooleanWord(content) ? "true or false" : nil
    case 0x30...0x39: return isSexagesimal(content) ? "a number in base 60" : isGrouped(content) ? "a number" : nil
    default: return nil
    }
  }

  private static func isBooleanWord(_ content: UnsafeBufferPointer<UInt8>) -> Bool {
    guard content.count <= 3, content.count >= 2 else { return false }
    let word = String(decoding: content, as: UTF8.self)
    return ["yes", "Yes", "YES", "no", "No", "NO", "on", "On", "ON", "off", "Off", "OFF"].contains(word)
  }

  /// `[0-9]+(:[0-5]?[0-9])+`, such as 12:30.
  private static func isSexagesimal(_ content: UnsafeBufferPointer<UInt8>) -> Bool {
    let parts = content.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count > 1 else { return false }
    return parts.enumerated().allSatisfy { index, part in
      guard !part.isEmpty, part.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
      return index == 0 || part.count == 1 || (part.count == 2 && part[part.startIndex] <= 0x35)
    }
  }

  /// Digits with underscores, such as 1_000.
  private static func isGrouped(_ content: UnsafeBufferPointer<UInt8>) -> Bool {
    content.contains(UInt8(ascii: "_")) && content.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "_") }
  }
}

// MARK: messages

extension AmbiguousScalar {
  private static func finding(
    _ node: Node, _ content: UnsafeBufferPointer<UInt8>, _ meaning: String, _ pointer: String
  ) -> Finding {
    let text = String(decoding: content, as: UTF8.self)
    let read = node.kind == .int ? "the number \(text.drop { $0 == "0" })" : "the text '\(text)'"
    let fix = Fix(
      "put it in quotes", [TextEdit(ByteRange(at: node.start), "'"), TextEdit(ByteRange(at: node.end), "'")], isSafe: true)
    return Finding(
      rule, at: node.range, pointer: pointer,
      "\(text) is \(read) here, but other YAML readers take it for \(meaning)",
      help: node.kind == .int ? "leave out the leading zeros, or quote the value if it is a text" : "put it in quotes",
      fixes: node.kind == .int ? [] : [fix])
  }
}
