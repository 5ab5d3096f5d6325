// Measures the live catalogue in process: what it costs to begin, from close(2) of a saved record to the state that has it, a burst of changed
// files beside a cold check of the same files, and what it holds.
//
//   cc -O2 -o .build/records contrib/bench/records.c && .build/records 100000 FOLDER
//   VITRINE_BENCH=1 swift run -c release MeasureApplying FOLDER/catalogue [SAVES [BURST]]
//
// The records of the catalogue are changed, and put back at the end.

import Glibc
import Synchronization
import VitrineCatalog
import VitrineFiles
import VitrineIndex
import VitrineLive
import VitrineSource

func monotonic() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// The resident bytes of this process.
func residentBytes() -> Int {
  guard let file = fopen("/proc/self/statm", "re") else { return 0 }
  defer { fclose(file) }
  var buffer = [CChar](repeating: 0, count: 128)
  guard fgets(&buffer, 128, file) != nil else { return 0 }
  let bytes: [UInt8] = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  let words: [Substring] = String(decoding: bytes, as: UTF8.self).split(separator: " ")
  guard words.count > 1, let pages = Int(words[1]) else { return 0 }
  return pages * 4096
}

/// Writes a file anew and answers when it was about to be closed.
@discardableResult func save(_ path: String, _ text: [UInt8]) -> Int64 {
  let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  _ = text.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
  let time = monotonic()
  close(file)
  return time
}

/// Microseconds with a tenth.
func micro(_ nanoseconds: Int64) -> String { "\(nanoseconds / 1000).\(nanoseconds / 100 % 10)" }

/// Milliseconds with a tenth.
func milli(_ nanoseconds: Int64) -> String { micro(nanoseconds / 1000) }

/// A number that one thread leaves and another waits for.
final class Bell: Sendable {
  private let value = Atomic<Int64>(0)
  private let ends: [Int32]

  init() {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    self.ends = ends
  }

  func ring(_ time: Int64) {
    value.store(time, ordering: .releasing)
    var byte: UInt8 = 1
    write(ends[1], &byte, 1)
  }

  func wait() -> Int64 {
    var byte: UInt8 = 0
    read(ends[0], &byte, 1)
    return value.load(ordering: .acquiring)
  }
}

let arguments = CommandLine.arguments
guard arguments.count > 1 else {
  print("usage: MeasureApplying CATALOGUE [SAVES [BURST]]")
  exit(2)
}
let root = arguments[1]
let saves = arguments.count > 2 ? Int(arguments[2]) ?? 2000 : 2000
let burst = arguments.count > 3 ? Int(arguments[3]) ?? 10_000 : 10_000
let listing = try FileTree.list(root: root)
let paths = listing.files.map { listing.path(of: $0).string }.filter {
  $0.hasSuffix(".yaml") && $0 != "vitrine.yaml" && !$0.hasPrefix("schemas")
}
print("\(paths.count) records, \(saves) saves, a burst of \(min(burst, paths.count))")

var checks: [Int64] = []
for _ in 0..<3 {
  let start = monotonic()
  _ = try CatalogueLoader.load(root: root)
  checks.append(monotonic() - start)
}
let check = checks.sorted()[1]
let before = residentBytes()
var start = monotonic()
var options = LiveCatalog.Options()
options.lossLimit = 1
let live = try LiveCatalog(root: root, options: options)
let ready = monotonic() - start
let bell = Bell()
live.barrier { _ in bell.ring(monotonic()) }
let prepared = bell.wait() - start
print(
  "ready after \(milli(ready)) ms, the first barrier after \(milli(prepared)) ms; a check takes \(milli(check)) ms:",
  "ratio \(Double(ready * 100 / check) / 100)")
print(
  "\((residentBytes() - before) / max(paths.count, 1)) bytes a record beside what a check leaves, \(residentBytes() / max(paths.count, 1)) in all"
)

/// The text of a record with another value, or with a fault.
func changed(_ text: [UInt8], _ round: Int) -> [UInt8] {
  text + Array((round % 4 == 3 ? "nonsense\(round): 1\n" : "notes: saved \(round)\n").utf8)
}

let texts = try paths.prefix(burst).map { try FileReader.read(path: Path(root).appending($0)) }
let told = live.subscribe { delta in bell.ring(monotonic()) }
var delays: [Int64] = []
for round in 0..<saves {
  let place = round * 7919 % texts.count
  usleep(UInt32(300 + round * 37 % 500))
  let closed = save(root + "/" + paths[place], changed(texts[place], round))
  delays.append(bell.wait() - closed)
}
live.unsubscribe(told)
delays.sort()
print(
  "close(2) to published: p50 \(micro(delays[delays.count / 2])) µs, p90 \(micro(delays[delays.count * 9 / 10])),",
  "p99 \(micro(delays[delays.count * 99 / 100])), most \(micro(delays[delays.count - 1]))")
print("\(live.state.catalogue.findings.count) findings, generation \(live.state.generation)")

// The same files alone, as a catalogue of their own.
var template = Array("/tmp/vitrine-measure-XXXXXX".utf8CString)
guard mkdtemp(&template) != nil else { exit(3) }
let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
save(folder + "/vitrine.yaml", try FileReader.read(path: Path(root + "/vitrine.yaml")))
for (path, text) in zip(paths, texts) {
  var end = path.startIndex
  while let slash = path[end...].firstIndex(of: "/") {
    mkdir(folder + "/" + path[..<slash], 0o755)
    end = path.index(after: slash)
  }
  save(folder + "/" + path, changed(text, 1))
}
for round in 0..<5 {
  start = monotonic()
  _ = try CatalogueLoader.load(root: folder)
  let cold = monotonic() - start
  for (number, path) in paths.prefix(burst).enumerated() { save(root + "/" + path, changed(texts[number], round)) }
  let written = monotonic()
  let generation = live.state.generation
  live.barrier { _ in bell.ring(monotonic()) }
  let settled = bell.wait() - written
  print(
    "burst: settled \(milli(settled)) ms after the last close, in \(live.state.generation - generation) more steps; cold check \(milli(cold)) ms:",
    "ratio \(Double(settled * 100 / cold) / 100)")
}
for (number, path) in paths.prefix(burst).enumerated() { save(root + "/" + path, texts[number]) }
live.barrier { _ in bell.ring(monotonic()) }
_ = bell.wait()
print("\(residentBytes() / max(paths.count, 1)) bytes a record in all at the end")
for path in paths.prefix(burst) { unlink(folder + "/" + path) }
live.stop()
