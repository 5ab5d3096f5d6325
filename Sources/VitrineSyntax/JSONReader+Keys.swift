// Keys that stand twice in one object, with the pointers to them.

import VitrineSource

extension JSONReader {
  /// Finds every key of a finished object that stood before in the same object; `outer` is the collection around it.
  mutating func findDuplicateKeys(in object: NodeID, outer: NodeID) {
    var found: [(second: NodeID, first: NodeID)] = []
    withReader { reader in DuplicateKeys.find(in: object, reader) { second, first in found.append((second, first)) } }
    guard !found.isEmpty else { return }
    // The object is closed: its way up goes through `outer`.
    var pointer = ""
    if outer != Self.noParent {
      let isMember = nodes[Int(outer)].kind == .mapping
      pointer = self.pointer(to: outer) + "/" + (isMember ? token(object - 1) : String(nodes[Int(outer)].content))
    }
    for (second, first) in found.prefix(Limits.findings - min(findings.count, Limits.findings)) {
      let key = withReader { JSONDiagnosis.shown($0.content(second)) }
      findings.append(
        Finding(
          SyntaxRules.duplicateMapKey, at: nodes[Int(second)].range, pointer: pointer + "/" + token(second),
          "key \(key) is given twice", label: "given again here",
          related: [RelatedPlace(nodes[Int(first)].range, "first given here")]))
    }
  }

  /// The JSON Pointer of an open collection, which is the innermost or contains it; "" outside of all.
  func pointer(to id: NodeID) -> String {
    guard id != Self.noParent else { return "" }
    var tokens: [String] = []
    var id = id
    while nodes[Int(id)].next != Self.noParent {
      let outer = nodes[Int(id)].next
      tokens.append(nodes[Int(outer)].kind == .mapping ? token(id - 1) : String(nodes[Int(outer)].content))
      id = outer
    }
    return tokens.reversed().map { "/" + $0 }.joined()
  }

  /// A key as a token of a JSON Pointer.
  private func token(_ key: NodeID) -> String { withReader { TreeReader.escaped($0.text(key)) } }

  /// Reads what was written so far.
  @inline(__always)
  func withReader<Result>(_ body: (TreeReader) -> Result) -> Result {
    decoded.withUnsafeBufferPointer { decoded in
      body(TreeReader(nodes: UnsafeBufferPointer(rebasing: nodes[..<nodeCount]), bytes: text, decoded: decoded))
    }
  }
}
