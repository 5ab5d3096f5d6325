// Measures the index: how long it takes to make, what it holds, and what a change of one record costs while a reader keeps the index as it was.
//
//   VITRINE_BENCH=1 swift run -c release MeasureIndex [RECORDS|FOLDER...]    100,000 and 1,000,000 records unless named
//
// Of a catalogue in a folder it measures the loading, with and without an index, in turn.

import Glibc
import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineSource
import VitrineSyntax

/// The text of record number `number`; `variant` makes other values of it.
func text(_ number: Int, variant: Int = 0) -> [UInt8] {
  let systems = ["Windows", "Nintendo Switch", "PlayStation 4", "PlayStation 5", "Xbox One", "Nintendo 3DS"]
  let genres = ["RPG", "Action", "Adventure", "Platformer", "Puzzle", "Strategy", "Racing", "Shooter"]
  let studios = ["Northlight Works", "Blue Forge", "Pixel Brothers", "Lumière Studio", "Crow & Co", "Atelier Zwölf", "Röhr"]
  let mixed = (number &* 7919 &+ variant &* 104_729) & 0xFF_FFFF
  let month = mixed % 12 + 1
  let day = mixed / 12 % 28 + 1
  let release = (1985 + mixed % 40) * 10_000 + month * 100 + day
  return Array(
    """
    title: The \(studios[mixed % 7]) Legend of \(mixed) Part \(number)\(variant == 0 ? "" : " again \(variant)")
    release: \(release)
    status: completed
    properties:
      genres:
        - \(genres[mixed % 8])
        - \(genres[(mixed / 8) % 8])
      platforms:
        - {system: \(systems[mixed % 6]), format: digital}
        - {system: \(systems[(mixed / 6) % 6]), format: physical}
      developers: [\(studios[mixed % 7])]
      publishers: [\(studios[(mixed / 7) % 7])]

    """.utf8)
}

/// The path of a record.
func path(_ number: Int) -> String { "games/\(1000 + number / 500)/record-\(number).yaml" }

/// A record for the writer.
func record(_ number: Int, variant: Int, modified: Int64) -> IndexedRecord {
  IndexedRecord(
    path: Path(path(number)), kind: 0, tree: YAML.parse(text(number, variant: variant)).tree,
    context: RecordContext(modified: modified)
  )
}

/// The bytes of an index's arrays.
func byteCount(_ index: RecordIndex) -> Int {
  var sum = 0
  for table in index.tables {
    for pool in table.pools {
      for segment in pool.segments {
        sum += segment.bytes.capacity + segment.folded.capacity + 4 * (segment.starts.capacity + segment.foldedStarts.capacity)
        sum += segment.kinds.capacity + 8 * (segment.numbers.capacity + segment.labels.capacity) + 7 * 32 + 72
      }
      sum += pool.targets.reduce(0) { $0 + $1.capacity * MemoryLayout<RowID?>.stride }
    }
    for chunk in table.chunks {
      for column in chunk.columns {
        sum += 4 * (column.values.capacity + column.starts.capacity) + MemoryLayout<ColumnChunk>.stride
        sum += column.elements.reduce(0) { $0 + 4 * $1.capacity }
      }
    }
  }
  return sum
}

/// The time this thread, or the whole process, has had on a core: other programs on the machine do not count.
func processorTime(_ clock: clockid_t) -> Duration {
  var time = timespec()
  clock_gettime(clock, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// Times `count` runs of `body`, each with a reader that holds the index as it was.
func measure(_ name: String, _ count: Int, _ writer: inout IndexWriter, _ body: (inout IndexWriter, Int) -> Void) {
  var times: [Duration] = []
  for run in 0..<count {
    let held = writer.index
    let start = processorTime(CLOCK_THREAD_CPUTIME_ID)
    body(&writer, run)
    times.append(processorTime(CLOCK_THREAD_CPUTIME_ID) - start)
    withExtendedLifetime(held) {}
  }
  times.sort()
  print(
    "  \(name): median \(micro(times[count / 2])) µs, p99 \(micro(times[count * 99 / 100])) µs, most \(micro(times[count - 1])) µs"
  )
}

/// Whole microseconds and a tenth.
func micro(_ time: Duration) -> String {
  let tenths = time.components.attoseconds / 100_000_000_000 + time.components.seconds * 10_000_000
  return "\(tenths / 10).\(tenths % 10)"
}

/// Loads a catalogue several times, with and without an index in turn.
func measureLoading(_ folder: String) throws {
  let clock = ContinuousClock()
  var plain: [Duration] = []
  var indexed: [Duration] = []
  var plainWork: [Duration] = []
  var indexedWork: [Duration] = []
  var bytes = 0
  var count = 0
  for _ in 0..<7 {
    var start = processorTime(CLOCK_PROCESS_CPUTIME_ID)
    plain.append(try clock.measure { _ = try CatalogueLoader.load(root: folder) })
    plainWork.append(processorTime(CLOCK_PROCESS_CPUTIME_ID) - start)
    var loaded: LoadedCatalogue?
    let options = CatalogueLoader.Options(indexes: true) { _ in 10_800 }
    start = processorTime(CLOCK_PROCESS_CPUTIME_ID)
    indexed.append(try clock.measure { loaded = try CatalogueLoader.load(root: folder, options: options) })
    indexedWork.append(processorTime(CLOCK_PROCESS_CPUTIME_ID) - start)
    if let index = loaded?.index { (bytes, count) = (byteCount(index), index.count) }
  }
  let ratios = zip(plain, indexed).map { $1 / $0 }.sorted()
  let work = zip(plainWork, indexedWork).map { $1 / $0 }.sorted()
  plain.sort()
  indexed.sort()
  print("\(folder): \(count) records, \(bytes / max(count, 1)) bytes a record in the index")
  print(
    "  loaded in \(plain[3] / .milliseconds(1)) ms, with the index in \(indexed[3] / .milliseconds(1)) ms; ratio \(ratios[3])")
  print(
    "  work of all cores: \(plainWork.sorted()[3] / .milliseconds(1)) ms, \(indexedWork.sorted()[3] / .milliseconds(1)) ms; ratio \(work[3])"
  )
}

var schemas = SchemaStore()
let sizes = CommandLine.arguments.dropFirst().compactMap { Int($0) }
for folder in CommandLine.arguments.dropFirst() where Int(folder) == nil { try measureLoading(folder) }
if sizes.isEmpty, CommandLine.arguments.count > 1 { exit(0) }
guard let kind = schemas.kind(named: "game") else { preconditionFailure("the stock schemas have no kind 'game'") }
let clock = ContinuousClock()
for size in sizes.isEmpty ? [100_000, 1_000_000] : sizes {
  print("\(size) records")
  let builder = IndexBuilder(kinds: [kind]) { _ in 10_800 }
  var part = builder.part()
  var gathering = Duration.zero
  for number in 0..<size {
    let tree = YAML.parse(text(number)).tree
    gathering += clock.measure {
      part.add(
        tree, path: Path(path(number)), kind: 0, modified: 1_700_000_000_000_000_000 + Int64(number) * 500_000_000,
        position: number)
    }
  }
  var made: RecordIndex?
  let gathered = builder.gathered([part])
  let sealing = clock.measure {
    made = gathered.finished((0..<gathered.unitCount).map { gathered.frozen($0) }) { _ in nil }
  }
  guard let index = made else { continue }
  print("  gathered in \(gathering / .milliseconds(1)) ms, frozen in \(sealing / .milliseconds(1)) ms on one core")
  print("  \(byteCount(index) / size) bytes a record")
  var begun: IndexWriter?
  print("  writer made in \(clock.measure { begun = IndexWriter(index) { _ in 10_800 } } / .milliseconds(1)) ms")
  guard var writer = begun.take() else { continue }
  let runs = 1000
  let now: Int64 = 1_800_000_000_000_000_000
  let titles = (0..<runs).map { run -> IndexedRecord in
    let number = run &* 7919 % size
    let changed = Array("title: Changed \(run) of".utf8) + text(number).dropFirst("title: The".utf8.count)
    let modified = 1_700_000_000_000_000_000 + Int64(number) * 500_000_000
    return IndexedRecord(
      path: Path(path(number)), kind: 0, tree: YAML.parse(changed).tree, context: RecordContext(modified: modified))
  }
  measure("title changed", runs, &writer) { $0.put(titles[$1]) }
  let wholes = (0..<runs).map { record($0 &* 104_729 % size, variant: $0 + 1, modified: now + Int64($0) * 1_000_000_000) }
  measure("record changed", runs, &writer) { $0.put(wholes[$1]) }
  let new = (0..<runs).map { record(size + $0, variant: 3, modified: now + Int64($0) * 1_000_000_000) }
  measure("record added", runs, &writer) { $0.put(new[$1]) }
  measure("record removed", runs, &writer) { $0.remove(path: Path(path($1 &* 3571 % size))) }
  print("  \(writer.relabelings) times labels were spaced anew")
}
