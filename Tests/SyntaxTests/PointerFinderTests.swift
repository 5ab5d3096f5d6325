// JSON Pointers to nodes, in any order of asking.

import Testing
import VitrineSyntax

@Suite("JSON Pointers of nodes") struct PointerFinderTests {
  private static let texts = [
    "a", "[]", "a: {b: [1, {c: 2, d/e: [[3]]}], f~g: x}\nh:\n  - i\n  - {j: k}\nl: []\nm: n\n",
    "? [p, {q: r}]\n: s\n? {t: u}\n: [v, w]\nx: &a [1, 2]\ny: [*a, *a]\nz: {<<: {b: 1}, c: 2}\n",
  ]

  /// Every node's pointer, and which are keys, by a walk through the whole tree. What is in a key has the key's pointer, and is none itself.
  private func walk(
    _ reader: TreeReader, _ id: NodeID, _ pointer: String, into all: inout [NodeID: String], _ keys: inout Set<NodeID>
  ) {
    all[id] = pointer
    let node = reader.node(id)
    if node.kind == .mapping {
      for entry in reader.writtenEntries(id) {
        let member = "\(pointer)/\(TreeReader.escaped(reader.text(entry.key)))"
        for inKey in entry.key..<entry.value { all[inKey] = member }
        keys.insert(entry.key)
        walk(reader, entry.value, member, into: &all, &keys)
      }
    } else if node.kind == .sequence {
      for (index, item) in reader.items(id).enumerated() { walk(reader, item, "\(pointer)/\(index)", into: &all, &keys) }
    }
  }

  @Test("each node has its own, asked for forwards, backwards, twice or at random", arguments: texts)
  func everyNode(text: String) throws {
    let tree = YAML.parse(Array(text.utf8)).tree
    let root = try #require(tree.roots.first)
    tree.withReader { reader in
      var expected: [NodeID: String] = [:]
      var keys: Set<NodeID> = []
      walk(reader, root, "", into: &expected, &keys)
      let nodes = expected.keys.sorted()
      var random = SystemRandomNumberGenerator()
      let orders = [nodes, nodes.reversed(), nodes.flatMap { [$0, $0] }, nodes.shuffled(using: &random)]
      for order in orders {
        var finder = PointerFinder()
        for id in order {
          #expect(finder.pointer(of: id, reader, root: root) == expected[id], "node \(id) of \(order)")
          #expect(finder.isKey(id, reader, root: root) == keys.contains(id), "node \(id) of \(order)")
        }
      }
    }
  }

  /// To walk from the list's start for each of them would take minutes.
  @Test("200,000 items of a list are found one after the other")
  func many() throws {
    let tree = YAML.parse(Array("[\(String(repeating: "a, ", count: 200_000))]".utf8)).tree
    let root = try #require(tree.roots.first)
    tree.withReader { reader in
      var finder = PointerFinder()
      var last = ""
      for item in reader.items(root) { last = finder.pointer(of: item, reader, root: root) }
      #expect(last == "/199999")
    }
  }
}
