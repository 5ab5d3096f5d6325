// What a daemon says of itself: its JSON to values, and those to sentences.

import VitrineSyntax

/// The answer to `GET /v1/status`.
package struct DaemonStatus: Sendable {
  /// A subtree that is looked through again and again, for no events come from it.
  struct Polled: Sendable {
    var path: String
    var folders: Int
    var reason: String
  }

  /// The JSON as it came.
  package let bytes: [UInt8]
  /// The version of the program that it is.
  package private(set) var version = ""
  private(set) var root = ""
  /// The number of its process.
  package private(set) var process = 0
  private(set) var started = ""
  private(set) var generation = 0
  private(set) var records = 0
  private(set) var photos = 0
  private(set) var findings: [(count: Int, word: String)] = []
  private(set) var folders = 0
  private(set) var overflows = 0
  private(set) var polled: [Polled] = []
  /// Why nothing follows now, in a sentence.
  package private(set) var freeze: String?
  /// True where that is that many records went at once.
  private(set) var isLoss = false
  private(set) var lastGood: [String] = []
  private(set) var clients = 0
  private(set) var memory = 0

  /// Reads an answer; what is not there stays 0 or empty.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let tree = JSON.parse(bytes).tree
    guard let top = tree.roots.first else { return }
    tree.withReader { reader in
      let object = JSONObject(reader: reader, id: top)
      version = object.text("version")
      root = object.text("root")
      process = object.number("pid")
      started = object.text("started")
      // Nobody cares for its microseconds.
      if let point = started.firstIndex(of: "."), started.hasSuffix("Z") { started = started[..<point] + "Z" }
      generation = object.number("generation")
      records = object.number("records")
      photos = object.number("photos")
      clients = object.number("clients")
      memory = object.number("memory")
      if let counts = object.object("findings") {
        findings = [(counts.number("error"), "error"), (counts.number("warning"), "warning"), (counts.number("info"), "note")]
      }
      if let watching = object.object("watching") {
        folders = watching.number("folders")
        overflows = watching.number("overflows")
        polled = watching.objects("polled").map {
          Polled(path: $0.text("path"), folders: $0.number("folders"), reason: $0.text("reason"))
        }
      }
      freeze = object.object("freeze").map { $0.text("message") }
      isLoss = object.object("freeze").map { $0.number("gone") > 0 } ?? false
      lastGood = object.texts("lastGood")
    }
  }

  /// Records and findings in one phrase: "87 records, 3 errors and 1 warning".
  package var summary: String { counted(records, "record") + ", " + report }

  /// The findings in a phrase: "3 errors and 1 warning".
  private var report: String {
    let words = findings.filter { $0.count > 0 }.map { counted($0.count, $0.word) }
    guard let last = words.last else { return "no findings" }
    return words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " and " + last
  }

  /// The status as lines, each with a label. `socket` is where it is asked.
  package func lines(socket: String) -> String {
    var lines: [(label: String, text: String)] = [
      ("daemon", "runs (pid \(process)), version \(version)" + (started.isEmpty ? "" : ", since \(started)")),
      ("catalogue", root),
      ("records", "\(records), with \(counted(photos, "photo"))"),
      ("report", report + (findings.contains { $0.count > 0 } ? "; 'vitrine check' tells them" : "")),
      ("watching", counted(folders, "folder") + ", generation \(generation)"), ("socket", socket),
    ]
    if overflows > 0 {
      lines.append(
        (
          "overflows",
          "the system lost events \(overflows == 1 ? "once" : "\(overflows) times"), and all was read again each time"
        ))
    }
    for polled in polled {
      let place = polled.path.isEmpty ? "all" : "'\(polled.path)'"
      let more = polled.folders > 1 ? " (\(polled.folders) folders)" : ""
      lines.append(("polled", "\(place)\(more): \(polled.reason)"))
    }
    if let freeze { lines.append(("frozen", freeze + (isLoss ? "; 'vitrine daemon accept' accepts it" : ""))) }
    for path in lastGood.prefix(10) {
      lines.append(("last good", "'\(path)' cannot be understood now, and is shown as it last was"))
    }
    if lastGood.count > 10 { lines.append(("last good", "and \(lastGood.count - 10) more")) }
    lines.append(("clients", "\(clients), memory \((memory + (1 << 19)) >> 20) MiB"))
    return lines.map { $0.label + String(repeating: " ", count: 11 - $0.label.utf8.count) + $0.text + "\n" }.joined()
  }

}

/// An object of a JSON text, whose members may be missing.
private struct JSONObject {
  let reader: TreeReader
  let id: NodeID

  private func value(_ key: String) -> NodeID? {
    reader.node(id).kind == .mapping ? reader.value(id, named: key) : nil
  }

  func text(_ key: String) -> String { value(key).map { reader.node($0).kind == .string ? reader.text($0) : "" } ?? "" }

  func number(_ key: String) -> Int { value(key).flatMap { Int(reader.text($0)) } ?? 0 }

  func object(_ key: String) -> JSONObject? {
    value(key).flatMap { reader.node($0).kind == .mapping ? JSONObject(reader: reader, id: $0) : nil }
  }

  func objects(_ key: String) -> [JSONObject] { items(key, .mapping).map { JSONObject(reader: reader, id: $0) } }

  func texts(_ key: String) -> [String] { items(key, .string).map { reader.text($0) } }

  private func items(_ key: String, _ kind: Node.Kind) -> [NodeID] {
    guard let id = value(key), reader.node(id).kind == .sequence else { return [] }
    return reader.items(id).filter { reader.node($0).kind == kind }
  }
}
