// Measures changes of many files through the journal, beside a C program that writes the same files as carefully with nothing around it.
//
//   cc -O2 -o .build/carefulwrite contrib/bench/carefulwrite.c
//   VITRINE_BENCH=1 swift run -c release MeasureJournal FOLDER N
//
// Makes N files of 512 bytes in 100 folders of the new FOLDER, changes all of them, undoes that, and undoes the making; says how long each took.

import Glibc
import VitrineChanges
import VitrineJournal
import VitrineSource
import VitrineSystem

func monotonic() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

func processor() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

func measured(_ what: String, _ body: () throws -> Void) rethrows {
  let (start, work) = (monotonic(), processor())
  try body()
  let milliseconds = { (seconds: Double) in Int(seconds * 1000) }
  print("\(what): \(milliseconds(monotonic() - start)) ms, of the processors \(milliseconds(processor() - work)) ms")
}

let words = CommandLine.arguments
guard words.count == 3, let count = Int(words[2]), mkdir(words[1], 0o777) == 0 else {
  print("usage: MeasureJournal NEWFOLDER N")
  exit(2)
}
let text = [UInt8](repeating: UInt8(ascii: "x"), count: 512)
let changed = [UInt8](repeating: UInt8(ascii: "y"), count: 512)
let paths = (0..<count).map { "d\($0 / ((count + 99) / 100))/\($0).yaml" }
let head = JournalEntry.Head(title: "measure", words: [], time: 0, version: "0")
var calls = WriteCalls.system
if getenv("NOSYNC") != nil { calls.syncAll = { _ in 0 } }

let creation = Plan("create", paths.map { .create(Path($0), FileText(text)) })
let edit = Plan("edit", paths.map { FileEdit(path: Path($0), expected: .bytes(text), change: .replace(FileText(changed))) })
try measured("create \(count)") {
  _ = try JournalWriter(Journal(root: words[1], calls: calls), who: "measure").carryOut(creation, as: head)
}
try measured("edit \(count)") {
  _ = try JournalWriter(Journal(root: words[1], calls: calls), who: "measure").carryOut(edit, as: head)
}
try measured("undo the edit") { try JournalWriter(Journal(root: words[1], calls: calls), who: "measure").undo(2) }
try measured("undo the creation") { try JournalWriter(Journal(root: words[1], calls: calls), who: "measure").undo(1) }
try measured("list the journal") { _ = try Journal(root: words[1]).records() }
