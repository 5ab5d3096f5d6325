// Numbers and values of a schema, copied into its program.

import VitrineSource
import VitrineSyntax

extension SubschemaCompiler {
  /// Copies values into the program's literals.
  func valueSet(_ values: [NodeID], _ compiler: inout Compiler) -> UInt32 {
    var all: [UInt32] = []
    var others: [UInt32] = []
    var strings: [(name: [UInt8], value: UInt32, bit: UInt8)] = []
    var seen: Set<[UInt8]> = []
    for value in values {
      let literal = compiler.program.addLiteral(reader, value, depth: 0)
      all.append(literal)
      if reader.resolved(value).kind == .string {
        let bytes = Array(reader.content(value))
        if seen.insert(bytes).inserted { strings.append((bytes, literal, 255)) }
      } else {
        others.append(literal)
      }
    }
    let set = ValueSet(strings: compiler.program.table(strings), others: compiler.stretch(others), all: compiler.stretch(all))
    compiler.program.values.append(set)
    return UInt32(clamping: compiler.program.values.count - 1)
  }

  /// The number that a keyword is, as an index of the program's `bounds`.
  func bound(_ key: String, _ compiler: inout Compiler) -> UInt32? {
    guard let node = member(key), reader.node(node).isNumber else { return nil }
    let content = reader.content(node)
    let number = ExactNumber(content)
    guard number.kind == .small || number.kind == .big else { return nil }
    compiler.program.bounds.append(Bound(number: number, text: compiler.program.intern(Array(content))))
    return UInt32(clamping: compiler.program.bounds.count - 1)
  }
}

extension Program {
  /// Copies a value of a schema document; its node in the literals. Beyond two million nodes, or too deep, a null stands for the rest.
  mutating func addLiteral(_ reader: TreeReader, _ id: NodeID, depth: Int) -> NodeID {
    let source = reader.resolved(id)
    let copy = NodeID(clamping: literals.nodes.count)
    var node = source
    node.flags = []
    guard literals.nodes.count < 2_000_000, depth < 600 else {
      literals.nodes.append(Node(kind: .null, style: .plain, start: 0, end: 0, next: copy + 1, propertiesStart: 0))
      return copy
    }
    literals.nodes.append(node)
    switch source.kind {
    case .null, .bool, .int, .float, .string:
      let content = reader.content(id)
      literals.nodes[Int(copy)].content = UInt32(clamping: literals.decoded.count)
      literals.nodes[Int(copy)].contentCount = UInt32(clamping: content.count)
      literals.nodes[Int(copy)].flags = .decoded
      literals.decoded += content
    case .sequence:
      for item in reader.items(id) { _ = addLiteral(reader, item, depth: depth + 1) }
    case .mapping:
      var count: UInt32 = 0
      reader.forEachEntry(id) { entry in
        _ = addLiteral(reader, entry.key, depth: depth + 1)
        _ = addLiteral(reader, entry.value, depth: depth + 1)
        count += 2
      }
      literals.nodes[Int(copy)].content = count
    case .alias: break
    }
    literals.nodes[Int(copy)].next = NodeID(clamping: literals.nodes.count)
    return copy
  }
}
