// JSON text to the one tree: the way in. Beside the YAML parser, above nothing but the tree and the check of UTF-8.

import VitrineSource

/// JSON, read strictly.
///
/// Source: RFC 8259. Where it leaves a choice:
/// - A byte order mark at the start is passed over (section 8.1).
/// - A key given twice in one object is a finding, after escapes are decoded; both entries stay in the tree (section 4).
/// - Half of a surrogate pair (`\ud800` alone) is a finding; the tree holds U+FFFD in its place (section 8.2).
/// - Numbers are kept digit for digit, of any size (section 6); `-0`, `1e400` and such are numbers.
/// - Nesting ends at `Limits.jsonDepth`, the number of nodes at `Limits.expandedNodes`, the size at `Limits.fileBytes` (section 9).
package enum JSON {
  /// Reads a text. Never fails: what could be read is in the tree, what is wrong in the findings.
  ///
  /// Shape: objects become mappings, keys and strings `.string` nodes in `.doubleQuoted` style whose range has the quotes in it; numbers
  /// without point and exponent are `.int`, others `.float`. Reading ends at the first syntax error; what was open is closed there.
  /// `mostBytes` and `mostNodes` are for texts that are no files of a catalogue, such as what another program exported.
  package static func parse(
    _ bytes: [UInt8], mostBytes: Int = Limits.fileBytes, mostNodes: Int = Limits.expandedNodes
  ) -> ParsedText {
    bytes.withUnsafeBufferPointer { text in
      if let finding = obstacle(in: text, mostBytes) {
        return ParsedText(tree: Tree(bytes: bytes), findings: [finding], isComplete: false)
      }
      var decoded: [UInt8] = []
      var findings: [Finding] = []
      var isComplete = false
      let capacity = min(JSONReader.mostNodes(in: text), mostNodes)
      let nodes = [Node](unsafeUninitializedCapacity: capacity) { buffer, count in
        var reader = JSONReader(text, into: buffer)
        isComplete = reader.read()
        count = reader.nodeCount
        decoded = reader.decoded
        findings = reader.findings
      }
      findings.sort(by: Finding.reportOrder)
      let tree = Tree(bytes: bytes, nodes: nodes, decoded: decoded, roots: nodes.isEmpty ? [] : [0])
      return ParsedText(tree: tree, findings: findings, isComplete: isComplete)
    }
  }

  /// What keeps a text from being read at all: its size or its encoding.
  private static func obstacle(in text: UnsafeBufferPointer<UInt8>, _ most: Int) -> Finding? {
    guard text.count <= most else {
      return Finding(
        SyntaxRules.tooLarge, at: ByteRange(at: 0),
        "the file has \(text.count) bytes; at most \(most) are read", help: "split the file")
    }
    return UTF8Check.finding(for: text)
  }
}
