// Measures queries: loads a catalogue once, then answers each query of a file many times.
//
//   MeasureQueries CATALOGUE QUERIES [ROUNDS] [--rows]
//
// QUERIES has one query a line; lines that are empty or begin with '#' are skipped. For each a line of JSON is printed: the query, how many
// rows it has with its limit (count) and without (total), and of the rounds the median and the least time of answering (median, least), and the
// median of reading and binding the text (binding), and that of 'vitrine list --format json' with it, as a service runs it, to the last byte of
// the rows (command), in microseconds. With --rows the paths of the rows follow, in order (rows), for comparing with other programs. The clock
// stands still at 2026-06-15T12:00, but for the command.

import Glibc
import VitrineAnswers
import VitrineCLI
import VitrineCatalog
import VitrineClient
import VitrineFiles
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineSource

/// What the command line asks for.
struct Request {
  var root = ""
  var queries = ""
  var rounds = 51
  var listsRows = false

  init?(_ arguments: [String]) {
    let words = arguments.dropFirst().filter { $0 != "--rows" }
    listsRows = arguments.contains("--rows")
    guard words.count == 2 || words.count == 3 else { return nil }
    (root, queries) = (words[0], words[1])
    if words.count == 3 {
      guard let count = Int(words[2]), count > 0 else { return nil }
      rounds = count
    }
  }
}

/// The median and the least of several runs, each after something that is not counted. Units: microseconds.
func measured(_ rounds: Int, after preparing: () -> Void = {}, _ body: () -> Void) -> (median: Double, least: Double) {
  let clock = ContinuousClock()
  let times = (0..<rounds).map { _ in
    preparing()
    let (seconds, attoseconds) = clock.measure(body).components
    return Double(seconds) * 1e6 + Double(attoseconds) / 1e12
  }.sorted()
  return (times[times.count / 2], times[0])
}

/// A number with one digit after the point.
func short(_ number: Double) -> String { String((number * 10).rounded() / 10) }

/// A text as JSON.
func quoted(_ text: String) -> String {
  var output = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": output += "\\\(scalar)"
    case _ where scalar.value < 0x20:
      let hex = String(scalar.value, radix: 16)
      output += "\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex
    default: output.unicodeScalars.append(scalar)
    }
  }
  return output + "\""
}

func run(_ request: Request) throws -> Int32 {
  let loaded = try CatalogueLoader.load(root: request.root, options: CatalogueLoader.Options(indexes: true))
  guard let index = loaded.index, let day = CivilDay(year: 2026, month: 6, day: 15) else { return 1 }
  let binder = QueryBinder(
    layouts: index.tables.map(\.layout), views: [:], now: CivilMoment(day: day, seconds: 43_200, offset: 0))
  let evaluator = Evaluator(index: index)
  // Each round finds what it looks for by itself.
  let forget = {
    for table in index.tables { for pool in table.pools { for segment in pool.segments { segment.memo.forget() } } }
  }
  let commands = ServedCommands.ofProcess(zone: nil)
  guard let path = realpath(request.root, nil) else { return 1 }
  let root = String(cString: path)
  var status: Int32 = 0
  let text = String(decoding: try FileReader.read(path: Path(request.queries)), as: UTF8.self)
  for line in text.split(separator: "\n").map(String.init) where !line.hasPrefix("#") {
    do throws(QueryError) {
      let bound = try binder.bind(QueryParser.parse(line))
      var answer = evaluator.answer(bound)
      let binding = measured(request.rounds) { _ = try? binder.bind(QueryParser.parse(line)) }
      let answering = measured(request.rounds, after: forget) { answer = evaluator.answer(bound) }
      var output = "{\"query\": \(quoted(line)), \"count\": \(answer.rows.count), \"total\": \(answer.total)"
      output += ", \"median\": \(short(answering.median)), \"least\": \(short(answering.least))"
      output += ", \"binding\": \(short(binding.median))"
      let words = CommandRequest(
        words: ["list", "--format", "json", "--", line], folder: root, environment: ["LC_ALL": "C.UTF-8"], width: nil)
      guard commands.reply(to: words, on: loaded, root: root, lastGood: []).status == 0 else { return 1 }
      let command = measured(request.rounds, after: forget) {
        _ = commands.reply(to: words, on: loaded, root: root, lastGood: [])
      }
      output += ", \"command\": \(short(command.median))"
      if request.listsRows {
        let paths = answer.rows.map { id in
          let table = index.tables[id.table]
          return quoted(
            table.values(id.row, table.layout.builtIns.path).first.map {
              table.pools[table.layout.builtIns.path].text($0)
            } ?? "")
        }
        output += ", \"rows\": [" + paths.joined(separator: ", ") + "]"
      }
      print(output + "}")
    } catch {
      print("{\"query\": \(quoted(line)), \"error\": \(quoted(error.message))}")
      status = 2
    }
  }
  return status
}

if let request = Request(CommandLine.arguments) {
  do { exit(try run(request)) } catch {
    print("MeasureQueries: \(error)")
    exit(3)
  }
} else {
  print("MeasureQueries CATALOGUE QUERIES [ROUNDS] [--rows]")
  exit(2)
}
