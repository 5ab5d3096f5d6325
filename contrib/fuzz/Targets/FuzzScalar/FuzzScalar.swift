// Scalars as edits write them: any string, in any style and place, reads back as itself.

import FuzzShared
import VitrineSource
import VitrineSyntax

/// One input of the fuzzer: the content of a scalar.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzScalar(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let content = Array(String(decoding: Sound.bytes(start, count), as: UTF8.self).utf8)
  for style in [Node.Style.plain, .singleQuoted, .doubleQuoted, .literal] {
    check(content, "k: ", ScalarText.yaml(for: content, style: style), "\n")
    check(content, "", ScalarText.yaml(for: content, style: style), "\n")
    check(content, "[", ScalarText.yaml(for: content, style: style, inFlow: true), ", x]\n")
    check(content, "k:\n  l: ", ScalarText.yaml(for: content, style: style, blockIndent: 4), "\n  m: n\n")
    // A key that is written on one line has at most 1024 characters in YAML.
    if count < 200 { check(content, "{", ScalarText.yaml(for: content, style: style, inFlow: true), ": v}\n") }
  }
  return 0
}

private func check(_ content: [UInt8], _ before: String, _ written: [UInt8], _ after: String) {
  let source = Array(before.utf8) + written + Array(after.utf8)
  let parsed = YAML.parse(source)
  let isRight = parsed.tree.withReader { reader in
    reader.nodes.indices.contains { id in
      let node = reader.nodes[id]
      return node.kind == .string && Int(node.start) == before.utf8.count && reader.content(NodeID(id)).elementsEqual(content)
    }
  }
  Sound.demand(isRight && parsed.findings.isEmpty, "written as \(String(decoding: source, as: UTF8.self).debugDescription)")
}
