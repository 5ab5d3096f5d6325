// Measures the writer of what is known across files: what it takes to begin, to follow one changed record, and a batch of them.
//
//   VITRINE_BENCH=1 swift run -c release MeasureWriter [RECORDS]    100,000 records unless named

import Glibc
import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax

/// The text of record number `number`; `variant` makes another title of it.
func text(_ number: Int, variant: Int = 0) -> [UInt8] {
  let studios = ["Northlight Works", "Blue Forge", "Pixel Brothers", "Lumière Studio", "Crow & Co", "Atelier Zwölf", "Röhr"]
  let mixed = (number &* 7919) & 0xFF_FFFF
  let release = (1985 + mixed % 40) * 10_000 + (mixed % 12 + 1) * 100 + mixed / 12 % 28 + 1
  return Array(
    """
    title: The \(studios[mixed % 7]) Legend of \(mixed) Part \(number)\(variant == 0 ? "" : " again \(variant)")
    release: \(release)
    status: completed
    properties:
      developers: [\(studios[mixed % 7])]
      publishers: [\(studios[(mixed / 7) % 7])]

    """.utf8)
}

/// The path of a record.
func path(_ number: Int) -> String { "games/\(1000 + number / 500)/record-\(number).yaml" }

/// The time this thread has had on a core.
func time() -> Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// The memory that is in use. Units: bytes.
func memory() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 128)
  guard fgets(&line, 128, file) != nil else { return 0 }
  let numbers = line.prefix { $0 != 0 }.split(separator: 0x20).compactMap {
    Int(String(decoding: $0.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }
  return numbers.count > 1 ? numbers[1] * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
}

/// Microseconds with one place.
func micro(_ time: Duration) -> String {
  let tenths = time.components.attoseconds / 100_000_000_000 + time.components.seconds * 10_000_000
  return "\(tenths / 10).\(tenths % 10) µs"
}

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
var schemas = SchemaStore()
guard let kind = schemas.kind(named: "game") else { preconditionFailure("the stock schemas have no kind 'game'") }
var check = RecordCheck(kinds: [kind])
let before = memory()
var facts = CatalogueFacts()
facts.kinds = [kind]
for number in (0..<count).sorted(by: { path($0).utf8.lexicographicallyPrecedes(path($1).utf8) }) {
  facts.records.append(check.check(text(number), path: Path(path(number)), kind: 0).facts)
}
facts.terms = check.terms
print("\(count) records; facts: \((memory() - before) / count) bytes a record")
var start = time()
var writer = CatalogueWriter(facts, fileFindings: []) { _ in nil }
print("begun in \(micro(time() - start)), \(writer.report.count) findings")
facts = CatalogueFacts()
start = time()
writer.prepare()
print("prepared in \(micro(time() - start)); facts and writer: \((memory() - before) / count) bytes a record")

var single: [Duration] = []
for run in 0..<2000 {
  let number = run &* 48_271 % count
  let outcome = check.check(text(number, variant: run + 1), path: Path(path(number)), kind: 0)
  start = time()
  writer.put(outcome.facts, terms: check.terms, findings: outcome.findings)
  _ = writer.settle { _ in nil }
  single.append(time() - start)
}
single.sort()
print("one changed title with settle: median \(micro(single[1000])), p99 \(micro(single[1980])), most \(micro(single[1999]))")

var batches: [Duration] = []
let size = min(10_000, count)
for run in 0..<7 {
  let outcomes = (0..<size).map { index in
    let number = (index &* 7 &+ run) % count
    return check.check(text(number, variant: 5000 + run), path: Path(path(number)), kind: 0)
  }
  start = time()
  for outcome in outcomes { writer.put(outcome.facts, terms: check.terms, findings: outcome.findings) }
  _ = writer.settle { _ in nil }
  batches.append((time() - start) / size)
}
batches.sort()
print("a batch of \(size) changed titles: \(micro(batches[3])) a record")
print("facts and writer after all that: \((memory() - before) / count) bytes a record")
