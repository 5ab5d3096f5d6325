// The YAML reader on any bytes: no trap, a sound tree, and its two ways of reading agree.

import FuzzShared
import VitrineSource
import VitrineSyntax

/// One input of the fuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzYAML(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Sound.bytes(start, count)
  let parsed = YAML.parse(bytes)
  Sound.check(parsed)
  Sound.checkOutputs(of: parsed)
  if YAML.isPlain(bytes) { demandSame(parsed, YAML.parseWithLibYAML(bytes)) }
  let stream = YAML.parse(bytes, for: .stream)
  Sound.check(stream)
  if stream.isComplete, stream.tree.roots.count > 1 { Sound.checkOutputs(of: stream) }
  for fix in parsed.findings.prefix(4).flatMap(\.fixes) { Sound.check(YAML.parse(fix.edits.applied(to: bytes))) }
  return 0
}

/// The plain scanner and libyaml must give the same tree.
private func demandSame(_ plain: ParsedText, _ slow: ParsedText) {
  Sound.demand(slow.isComplete && slow.findings == plain.findings, "libyaml finds \(slow.findings.map(\.message))")
  Sound.demand(plain.tree.nodes.count == slow.tree.nodes.count, "libyaml reads other nodes")
  for (id, (left, right)) in zip(plain.tree.nodes, slow.tree.nodes).enumerated() {
    let isSame =
      left.kind == right.kind && left.style == right.style && left.flags == right.flags && left.range == right.range
      && left.content == right.content && left.contentCount == right.contentCount && left.next == right.next
      && left.propertiesStart == right.propertiesStart
    Sound.demand(isSame, "node \(id): \(left), by libyaml \(right)")
  }
}
