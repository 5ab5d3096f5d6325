// What must be true of every tree, checked without mercy: a fault ends the process, and the fuzzer keeps the text that caused it.

package import VitrineSource
package import VitrineSyntax

/// The checks that all targets share.
package enum Sound {
  /// The bytes the fuzzer hands over, as an array.
  package static func bytes(_ start: UnsafePointer<UInt8>, _ count: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// Ends the process with a sentence unless `condition` is true.
  package static func demand(_ condition: Bool, _ sentence: @autoclosure () -> String) {
    precondition(condition, sentence())
  }

  /// Checks ids, ranges and counts of a tree, and the places and words of its findings.
  package static func check(_ parsed: ParsedText) {
    let tree = parsed.tree
    for root in tree.roots { demand(Int(root) < tree.nodes.count, "a root that is no node") }
    for (id, node) in tree.nodes.enumerated() { check(id, node, tree) }
    check(parsed.findings, tree.bytes.count)
    demand(parsed.isComplete || !parsed.findings.isEmpty, "an incomplete tree without a finding")
  }

  private static func check(_ id: Int, _ node: Node, _ tree: Tree) {
    demand(node.start <= node.end && Int(node.end) <= tree.bytes.count, "the range of node \(id)")
    demand(node.propertiesStart <= node.start, "the properties of node \(id)")
    demand(Int(node.next) > id && Int(node.next) <= tree.nodes.count, "what follows node \(id)")
    switch node.kind {
    case .sequence, .mapping:
      var child = id + 1
      for _ in 0..<node.content {
        demand(child < tree.nodes.count, "a child of node \(id)")
        child = Int(tree.nodes[child].next)
      }
      demand(child == Int(node.next), "the children of node \(id) end where it ends")
      demand(node.kind == .sequence || node.content % 2 == 0, "a key without a value in node \(id)")
    case .alias: demand(Int(node.content) < id, "an alias to what comes later, in node \(id)")
    case .null, .bool, .int, .float, .string:
      let source = node.flags.contains(.decoded) ? tree.decoded.count : tree.bytes.count
      demand(Int(node.content) + Int(node.contentCount) <= source, "the content of node \(id)")
      demand(Int(node.next) == id + 1, "a scalar with children, node \(id)")
    }
  }

  /// Checks that findings have words and places in a text of `count` bytes.
  package static func check(_ findings: [Finding], _ count: Int) {
    for finding in findings {
      demand(Int(finding.range.end) <= count, "the place of '\(finding.message)'")
      demand(!finding.message.isEmpty && !finding.help.isEmpty, "a finding without words, \(finding.rule.slug)")
      for place in finding.related where place.path.isEmpty { demand(Int(place.range.end) <= count, "a related place") }
      for edit in finding.fixes.flatMap(\.edits) { demand(Int(edit.range.end) <= count, "the place of a fix") }
    }
  }

  /// Draws the tree and writes it as JSON, and checks that the JSON is JSON.
  package static func checkOutputs(of parsed: ParsedText) {
    let picture = TreeDump.text(of: parsed.tree)
    demand(picture.allSatisfy { $0 >= 0x20 || $0 == 0x0A }, "a control character in the picture")
    demand(String(validating: picture, as: UTF8.self) != nil, "a picture that is not UTF-8")
    for root in parsed.tree.roots {
      let written = try? parsed.tree.withReader { try TreeJSON.text(of: root, in: $0, limit: 1 << 22) }
      guard let written else { continue }
      let again = JSON.parse(written)
      let faults = again.findings.filter { $0.rule.slug != "duplicate-map-key" && $0.rule.slug != "too-deep" }
      demand(faults.isEmpty, "the tree written as JSON is not JSON: \(faults.map(\.message))")
    }
  }
}
