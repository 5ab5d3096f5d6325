// The JSON reader on any bytes: no trap, a sound tree, and what it accepts it writes and reads again as the same.

import FuzzShared
import VitrineSource
import VitrineSyntax

/// One input of the fuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzJSON(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let parsed = JSON.parse(Sound.bytes(start, count))
  Sound.check(parsed)
  Sound.checkOutputs(of: parsed)
  for fix in parsed.findings.prefix(4).flatMap(\.fixes) { Sound.check(JSON.parse(fix.edits.applied(to: parsed.tree.bytes))) }
  guard parsed.isComplete, let written = try? TreeJSON.text(of: parsed.tree) else { return 0 }
  let again = JSON.parse(written)
  Sound.demand(again.isComplete, "what was read is not read again")
  Sound.demand((try? TreeJSON.text(of: again.tree)) == written, "what was read again is not the same")
  Sound.demand(again.tree.nodes.count == parsed.tree.nodes.count, "what was read again has other nodes")
  return 0
}
