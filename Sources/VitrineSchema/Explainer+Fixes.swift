// Fixes that several keywords suggest: a value without its list, a literal in place of a value.

import VitrineSource
import VitrineSyntax

extension Explainer {
  /// The only item of a list, if it is a scalar on one line that can be moved.
  func singleItem(_ value: NodeID) -> NodeID? {
    let node = reader.node(value)
    guard node.kind == .sequence, node.content == 1, let item = reader.items(value).first(where: { _ in true }) else {
      return nil
    }
    let scalar = reader.node(item)
    let isMovable =
      scalar.isScalar && scalar.style != .literal && scalar.style != .folded && scalar.propertiesStart == scalar.start
    return isMovable && !scalar.range.isEmpty ? item : nil
  }

  /// An edit that writes the only item of a list without the list.
  ///
  /// Safe: where one value alone may stand, a list of one can mean nothing but that value; and no comment stands between the brackets.
  func unwrapping(_ item: NodeID, _ list: Node) -> Fix {
    let text = Array(reader.bytes[reader.node(item).range.indices])
    let item = reader.node(item).range
    let around = [reader.bytes[Int(list.range.start)..<Int(item.start)], reader.bytes[Int(item.end)..<Int(list.range.end)]]
    let isSafe = !around.contains { $0.contains(UInt8(ascii: "#")) }
    return Fix("write the value without a list", [TextEdit(list.range, text)], isSafe: isSafe)
  }

  /// How a literal is written in place of a node; nil for collections.
  func replacement(_ literal: NodeID, for node: Node) -> [UInt8]? {
    let target = machine.literals.node(literal)
    let content = Array(machine.literals.content(literal))
    switch target.kind {
    case .string:
      let isQuoted = node.style == .singleQuoted || node.style == .doubleQuoted
      // In JSON, where every text is in double quotes, a bare word would be a fault; there only quoted texts surround this one.
      let style: Node.Style = node.kind == .string ? node.style : .doubleQuoted
      return ScalarText.yaml(for: content, style: isQuoted ? node.style : style == .plain ? .plain : .doubleQuoted, inFlow: true)
    case .bool, .int, .float: return content
    case .null: return Array("null".utf8)
    case .sequence, .mapping, .alias: return nil
    }
  }
}
