// The live catalogue without its service: what `live latency` sets beside `vitrined`, to see what the wire costs.
//
//   VITRINE_BENCH=1 swift run -c release MeasureLive ROOT
//
// Writes 16 bytes to standard output when it is ready, and again with every generation in which findings came or went: the time
// (CLOCK_MONOTONIC, nanoseconds) and how many findings there are. Ends when its standard input does.

import Glibc
import VitrineCatalog
import VitrineIndex
import VitrineLive
import VitrineSource

func monotonic() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

func tell(_ findings: Int) {
  var told: (Int64, Int64) = (monotonic(), Int64(findings))
  if write(1, &told, 16) != 16 { exit(1) }
}

guard CommandLine.arguments.count == 2 else {
  print("usage: MeasureLive ROOT")
  exit(2)
}
do {
  let live = try LiveCatalog(root: CommandLine.arguments[1])
  tell(live.state.catalogue.findings.count)
  _ = live.subscribe { delta in
    if !delta.appeared.isEmpty || !delta.fixed.isEmpty { tell(delta.outline.summary.findings.count) }
  }
  var byte: UInt8 = 0
  while read(0, &byte, 1) == 1 {}
} catch {
  print("MeasureLive: \(error)")
  exit(3)
}
