// YAML text to a tree: the way in for every record, schema and manifest.

package import VitrineSource

/// The reader of YAML 1.2 texts.
package enum YAML {
  /// What a text is read for.
  package enum Purpose: Sendable {
    /// One document a file: a second one, or none at all, is a finding.
    case document
    /// A stream of any number of documents.
    case stream
  }

  /// Reads a text. Any bytes give a tree and findings; the findings are in document order and not yet located.
  package static func parse(_ bytes: [UInt8], for purpose: Purpose = .document) -> ParsedText {
    if let finding = unreadable(bytes) {
      return ParsedText(tree: Tree(bytes: bytes), findings: [finding], isComplete: false)
    }
    if let conflict = MergeConflict.find(in: bytes) {
      return ParsedText(tree: Tree(bytes: bytes), findings: [conflict], isComplete: false)
    }
    if let nodes = bytes.withUnsafeBufferPointer({ PlainYAMLScanner.scan($0) }) {
      return ParsedText(tree: Tree(bytes: bytes, nodes: nodes, roots: [0]), findings: [], isComplete: true)
    }
    return parseWithLibYAML(bytes, for: purpose)
  }

  /// Whether a text is read without libyaml.
  package static func isPlain(_ bytes: [UInt8]) -> Bool {
    unreadable(bytes) == nil && bytes.withUnsafeBufferPointer { PlainYAMLScanner.scan($0) } != nil
  }

  /// Reads a text by libyaml's events. `bytes` must be UTF-8. What `PlainYAMLScanner` reads, it reads the same.
  package static func parseWithLibYAML(_ bytes: [UInt8], for purpose: Purpose = .document) -> ParsedText {
    var builder = YAMLTreeBuilder(byteCount: bytes.count, purpose: purpose)
    bytes.withUnsafeBufferPointer { builder.build(from: $0) }
    var findings = builder.findings
    let tree = Tree(bytes: bytes, nodes: builder.nodes, decoded: builder.decoded, roots: builder.roots)
    if tree.roots.isEmpty, builder.isComplete, purpose == .document {
      findings.append(
        Finding(
          SyntaxRules.emptyFile, at: ByteRange(at: 0),
          bytes.isEmpty ? "the file is empty" : "the file holds no document, only blanks or comments"))
    }
    if findings.count > 1 { findings.sort { $0.range < $1.range } }
    return ParsedText(tree: tree, findings: findings, isComplete: builder.isComplete)
  }

  /// The finding for a file of more bytes than are read.
  package static func tooLarge(byteCount: Int) -> Finding {
    Finding(SyntaxRules.tooLarge, at: ByteRange(at: 0), "the file has \(byteCount) bytes; at most \(Limits.fileBytes) are read")
  }

  /// Why the bytes cannot be taken as text at all; nil when they can.
  private static func unreadable(_ bytes: [UInt8]) -> Finding? {
    guard bytes.count <= Limits.fileBytes else { return tooLarge(byteCount: bytes.count) }
    return bytes.withUnsafeBufferPointer { UTF8Check.finding(for: $0) }
  }
}
