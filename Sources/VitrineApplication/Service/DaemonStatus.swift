// What a daemon says of itself: its JSON to values, and those to sentences.

import VitrineSyntax

/// The answer to `GET /v1/status`.
package struct DaemonStatus: Sendable {
  /// The JSON as it came.
  package let bytes: [UInt8]
  /// The version of the program that it is.
  package private(set) var version = ""
  private(set) var root = ""
  /// The number of its process.
  package private(set) var process = 0
  private(set) var started = ""
  private(set) var generation = 0
  private(set) var outline = StateOutline()
  private(set) var clients = 0
  private(set) var editors = 0
  private(set) var memory = 0

  /// Reads an answer; what is not there stays 0 or empty.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    let tree = JSON.parse(bytes).tree
    guard let top = tree.roots.first else { return }
    tree.withReader { reader in
      let object = EventObject(reader: reader, id: top)
      version = object.text("version") ?? ""
      root = object.text("root") ?? ""
      process = object.integer("pid") ?? 0
      started = object.text("started") ?? ""
      // Nobody cares for its microseconds.
      if let point = started.firstIndex(of: "."), started.hasSuffix("Z") { started = started[..<point] + "Z" }
      generation = object.integer("generation") ?? 0
      clients = object.integer("clients") ?? 0
      editors = object.integer("editors") ?? 0
      memory = object.integer("memory") ?? 0
      outline = StateOutline(object)
    }
  }

  /// True where the catalogue stays as it was although its files are different.
  package var isFrozen: Bool { outline.freeze != nil }

  private var findings: [(count: Int, word: String)] {
    [(outline.counts.errors, "error"), (outline.counts.warnings, "warning"), (outline.counts.infos, "note")]
  }

  /// Records and findings in one phrase: "87 records, 3 errors and 1 warning".
  package var summary: String { counted(outline.records, "record") + ", " + report }

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
      ("records", "\(outline.records), with \(counted(outline.photos, "photo"))"),
      ("report", report + (findings.contains { $0.count > 0 } ? "; 'vitrine check' shows them" : "")),
      ("watching", counted(outline.watching?.folders ?? 0, "folder") + ", generation \(generation)"), ("socket", socket),
    ]
    let overflows = outline.watching?.overflows ?? 0
    if overflows > 0 {
      lines.append(
        (
          "overflows",
          "the system lost events \(overflows == 1 ? "once" : "\(overflows) times"), and all was read again each time"
        ))
    }
    for polled in outline.watching?.polled ?? [] {
      let place = polled.path.isEmpty ? "all" : "'\(polled.path)'"
      let more = polled.folders > 1 ? " (\(polled.folders) folders)" : ""
      lines.append(("polled", "\(place)\(more): \(polled.reason)"))
    }
    let links = outline.watching?.links ?? 0
    if links > 0 {
      lines.append(
        (
          "links",
          counted(links, "symbolic link") + (links == 1 ? " leads" : " lead")
            + " outside, nowhere, or to a file that is left out; what becomes of that is looked at every second"
        ))
    }
    if let shortage = outline.watching?.shortage {
      lines.append(("held back", "what changed cannot be read for now, and is tried again: \(shortage)"))
    }
    if let freeze = outline.freeze {
      let isLoss = if case .massLoss = freeze { true } else { false }
      lines.append(("frozen", freeze.message + (isLoss ? "; 'vitrine daemon accept' accepts it" : "")))
    }
    let lastGood = outline.lastGood
    for path in lastGood.prefix(10) {
      lines.append(("last good", "'\(path)' cannot be understood now, and is shown as it last was"))
    }
    if lastGood.count > 10 { lines.append(("last good", "and \(lastGood.count - 10) more")) }
    let served = editors > 0 ? " and \(counted(editors, "editor"))" : ""
    lines.append(("clients", "\(clients)\(served), memory \((memory + (1 << 19)) >> 20) MiB"))
    return lines.map { $0.label + String(repeating: " ", count: 11 - $0.label.utf8.count) + $0.text + "\n" }.joined()
  }

}
