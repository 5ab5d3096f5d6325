// What a client may say to the language server: no trap, no endless run, an answer for every request, and nothing written.

import FoundationEssentials
import FuzzShared
import VitrineApplication
import VitrineEditing
import VitrineLanguageServer
import VitrineSource
import VitrineSyntax

/// One input of the fuzzer: a stream of messages, and the same bytes as lines that are a message each.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzProtocol(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Sound.bytes(start, count)
  var framing = MessageFraming(limit: 4_096)
  var frames: [MessageFraming.Frame] = []
  // Streams arrive in pieces of any length.
  for piece in [bytes[..<(count / 3)], bytes[(count / 3)...]] {
    framing.add(piece)
    while let frame = framing.next() { frames.append(frame) }
  }
  var whole = MessageFraming(limit: 4_096)
  whole.add(bytes)
  var others: [MessageFraming.Frame] = []
  while let frame = whole.next() { others.append(frame) }
  Sound.demand(frames == others, "the messages of a stream depend on its pieces")
  for case .content(let content) in frames { Client.shared.say(content) }
  for line in bytes.split(separator: 0x0A) { Client.shared.say(Array(line)) }
  return 0
}

/// A client whose server has a small catalogue.
private final class Client {
  nonisolated(unsafe) static let shared = Client()

  private static let folder = "/tmp/vitrine-fuzz-protocol"
  private static let files = [
    "vitrine.yaml":
      "vitrine: 1\ncollections:\n  - {kind: recipe, files: \"recipes/**/*.yaml\"}\n  - {kind: miniature, files: \"minis/**/*.yaml\"}\n",
    "recipes/a.yaml": "name: A\nsteps:\n  - {technique: base, paints: []}\n",
    "minis/b.yaml": "name: B\nminiature_type: troop\nrecipes: [a]\nprogress_updated: 2026-11-20T21:15:00+03:00\n",
    "views/v.view.yaml": "title: V\nquery: kind:recipe\n",
    "schemas/recipe.schema.yaml": "title: R\nx-vitrine: {plural: recipes, display: name}\nproperties: {name: {type: string}}\n",
  ]

  private var server: LanguageServer?
  private var replies = 0
  private var said = 0

  init() {
    do {
      try? FileManager.default.removeItem(atPath: Self.folder)
      for (name, text) in Self.files {
        let path = Self.folder + "/" + name
        let above = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        try FileManager.default.createDirectory(atPath: above, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: path))
      }
      let clock = try WallClock.system.stopped { _ in "2026-11-23T12:00:00+03:00" }
      server = LanguageServer(LanguageServer.Surroundings(clock: clock, send: { [unowned self] in hear($0) }, wake: {}))
    } catch {
      preconditionFailure("\(error)")
    }
    begin()
  }

  private func begin() {
    let operations: JSONValue = ["resourceOperations": ["create", "rename", "delete"]]
    say(
      request: "initialize",
      [
        "capabilities": ["workspace": ["workspaceEdit": operations]],
        "workspaceFolders": [["uri": .string("file://" + Self.folder)]],
      ])
    say(Array(#"{"jsonrpc":"2.0","method":"initialized","params":{}}"#.utf8))
  }

  private func say(request method: String, _ params: JSONValue) {
    let message: JSONValue = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
    say(message.json)
  }

  private func hear(_ message: JSONValue) {
    Sound.demand(JSON.parse(message.json).isComplete, "what the server says is no JSON")
    if message["method"] == nil { replies += 1 }
  }

  /// Says something to the server, and demands an answer where one is due.
  func say(_ content: [UInt8]) {
    let message = Message(content)
    // A server that was shut down has nothing more to say to the next input.
    if case .request(_, "shutdown", _) = message { return }
    if case .notification("exit", _) = message { return }
    let before = replies
    server?.take(message)
    switch message {
    case .request, .invalid: Sound.demand(replies == before + 1, "a request has \(replies - before) replies")
    case .notification, .reply: Sound.demand(replies == before, "a reply to no request")
    }
    said += 1
    if said % 64 == 0 { server?.publish() }
    if said % 4_096 == 0 { demandUntouched() }
  }

  private func demandUntouched() {
    for (name, text) in Self.files {
      let present = FileManager.default.contents(atPath: Self.folder + "/" + name)
      Sound.demand(present == Data(text.utf8), "'\(name)' was written")
    }
  }
}
