// Measures edits of one file: what a change costs on top of reading the file, in one thread.
//
//   VITRINE_BENCH=1 swift run -c release MeasureEditing [RECORDS]    10,000 records unless named

import Glibc
import VitrineEditing
import VitrineSource
import VitrineSyntax

/// The text of record number `number`. `isRich`: with comments in the way of people and a block, which libyaml reads.
func text(_ number: Int, isRich: Bool) -> [UInt8] {
  let systems = ["Windows", "Nintendo Switch", "PlayStation 4", "PlayStation 5"]
  let notes = isRich ? "notes: |\n  A first line about it.\n  A second line about it.\n" : "notes: A line about it.\n"
  return Array(
    """
    title: The Legend of \(number)
    release: \(19_850_101 + number % 40 * 10_000)   # a day
    status: completed
    properties:
      series: []
      developers: [Northlight Works, Blue Forge]
      publishers: [Blue Forge]
      genres:
        - RPG
        - Action
      modes: [single-player]
      platforms:
        - {system: \(systems[number % 4]), format: digital}
        - {system: \(systems[number / 4 % 4]), format: physical}
    \(notes)
    """.utf8)
}

/// Seconds of processor time that `body` takes.
func seconds(_ body: () -> Void) -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  body()
  return now() - start
}

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10_000
let order = ["title", "release", "status", "properties", "notes", "tags"]
let changes: [(name: String, change: ValueChange)] = [
  ("one developer has another name", .set([.key("properties"), .key("developers"), .item(1)], .string("Blauschmiede"))),
  ("a key has another name", .rename([.key("properties"), .key("modes")], to: "ways")),
  ("status is another", .set([.key("status")], .string("library"))),
  ("a new key", .set([.key("tags")], .list([.string("x")]))),
  ("a new item in lines", .insert([.key("properties"), .key("genres")], at: nil, .string("Puzzle"))),
  (
    "a new map in a list",
    .insert(
      [.key("properties"), .key("platforms")], at: nil,
      .map([.init("system", .string("SNES")), .init("format", .string("physical"))]))
  ),
  ("a key goes", .remove([.key("properties"), .key("publishers")])),
  ("a list of lists is another", .set([.key("properties"), .key("genres")], .list([.string("RPG"), .string("Puzzle")]))),
]
for isRich in [false, true] {
  let texts = (0..<count).map { text($0, isRich: isRich) }
  let bytes = texts.reduce(0) { $0 + $1.count } / count
  print(
    "\(count) records of \(bytes) bytes, read by \(YAML.isPlain(texts[0]) ? "the plain scanner" : "libyaml"); microseconds a record:"
  )
  var best: [Double] = Array(repeating: .infinity, count: changes.count + 1)
  for _ in 0..<5 {
    var nodes = 0
    best[0] = min(best[0], seconds { for text in texts { nodes += YAML.parse(text).tree.nodes.count } })
    for (index, change) in changes.enumerated() {
      var edits = 0
      best[index + 1] = min(
        best[index + 1],
        seconds { for text in texts { edits += ((try? TreeEditor.edits([change.change], in: text) { _ in order })?.count ?? 0) } }
      )
      precondition(edits >= count, "every record is edited")
    }
    precondition(nodes > count, "every record is read")
  }
  func microseconds(_ value: Double) -> String {
    let tenths = Int((value / Double(count) * 1e7).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
  print("  \(microseconds(best[0])) to read alone")
  for (index, change) in changes.enumerated() {
    print("  \(microseconds(best[index + 1])) with reading, \(microseconds(best[index + 1] - best[0])) on top: \(change.name)")
  }
}
