// What no editor says, and texts that nobody means: every request is answered, and nothing is read or written outside of the catalogue.

import FoundationEssentials
import Testing
import VitrineEditing
import VitrineLanguageServer
import VitrineTesting

private func talk() throws -> Conversation {
  try Conversation(
    parts: ["minis", "recipes", "games", "wardrobe", "views", "vitrine.yaml"],
    capabilities: ["workspace": ["workspaceEdit": ["resourceOperations": ["create", "rename", "delete"]]]])
}

@Suite struct HostileTests {
  private static let methods = [
    "textDocument/completion", "textDocument/hover", "textDocument/definition", "textDocument/references",
    "textDocument/documentSymbol",
    "textDocument/documentLink", "textDocument/codeAction", "textDocument/formatting", "textDocument/rename",
    "textDocument/prepareRename",
    "textDocument/documentColor", "textDocument/colorPresentation", "textDocument/inlayHint", "textDocument/codeLens",
    "textDocument/foldingRange", "textDocument/selectionRange", "textDocument/semanticTokens/full", "textDocument/diagnostic",
    "workspace/symbol", "workspace/willRenameFiles", "workspace/willDeleteFiles", "workspace/diagnostic",
  ]

  @Test("whatever is asked is answered, of any text, at any place, in any form")
  func everything() throws {
    let talk = try talk()
    let texts = [
      "", "\n", "\u{FEFF}name: A\n", "name: [[[[", "- - - -", "a: &a [*a]\nb: *a\n", "? x\n: y\n", "\"", "'", "{", "}", ":", "- ",
      "-", "#", "name: |\n  x\n\n",
      "name: é😀\r\nrecipes:\r\n- 😀\r\n", String(repeating: "[", count: 5_000), String(repeating: "- ", count: 2_000),
      "a:\n b:\n  c:\n   d:", "<<: *x\n", "\0",
      "--- 1\n--- 2\n", "\t\t", "recipes: {a: [b, {c: d", "history:\n  - {status: primed, at: ]}",
    ]
    let more = [
      "schemas/recipe.schema.yaml": [
        "x-vitrine: {display: [a", "properties:\n  a: {$ref: \"#/properties/a\"}\n  b: {items: {$ref: recipe.schema.yaml}}\n",
        "allOf: [{$ref: \"#\"}]\nproperties: {", "$ref: ../../../../etc/passwd\n", "$ref: \"#/a~/~1/99999999999999999999\"\n",
        String(repeating: "items: {", count: 500),
        "x-vitrine:\n  sort: [-, --, \"\"]\n  display: a.b.c.d\n  identity: {field: 1}\n",
      ],
      "views/x.view.yaml": [
        "query: \"@x @x (@x\"\nkind: nothing\nsort: [-]\n", "query: '@'\n", "query: |\n  @é@x\n", "sort: {a: 1}\nquery: [@x]\n",
      ],
      "vitrine.yaml": [
        "vitrine: 1\ncollections: [{kind: [a], files: {}}]\nrules: [1]\n", "rules: {nothing: x, V402: }\n",
        "collections:\n  - kind: recipe\n",
      ],
    ]
    let places = [(0, 0), (0, 12), (0, 7), (1, 3), (2, 2), (Int.max, Int.max)]
    for name in [captain, "vitrine.yaml", "views/x.view.yaml", "schemas/recipe.schema.yaml", "none.txt", "games/x.yml"] {
      for text in name == captain ? texts : Array(texts.prefix(4)) + (more[name] ?? []) {
        talk.open(name, text)
        for (line, character) in places {
          let place: JSONValue = ["line": JSONValue(line), "character": JSONValue(character)]
          let end: JSONValue = ["line": JSONValue(0), "character": JSONValue(3)]
          let params: JSONValue = [
            "textDocument": ["uri": .string(talk.uri(name))], "position": place, "range": ["start": place, "end": end],
            "newName": "n", "query": "(",
            "context": ["diagnostics": []], "positions": [place], "color": ["red": 2, "green": "x"], "files": [["oldUri": 1], 2],
          ]
          for method in Self.methods {
            let reply = talk.reply(method, params)
            #expect(reply["result"] != nil || reply["error"] != nil, "\(method)")
          }
        }
        talk.close(name)
      }
    }
    for uri in [
      "untitled:1", "file:///", "file:///..", "file:///%00", "", "http://x/y.yaml", "file://" + talk.folder.path + "/../x.yaml",
    ] {
      talk.notify("textDocument/didOpen", ["textDocument": ["uri": .string(uri), "version": 1, "text": "a: 1\n"]])
      for method in Self.methods {
        _ = talk.reply(method, ["textDocument": ["uri": .string(uri)], "position": ["line": 0, "character": 0]])
        _ = talk.reply(method, ["textDocument": 1])
        _ = talk.reply(method, [1])
        _ = talk.reply(method, .null)
      }
    }
    for method in [
      "textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "textDocument/didSave",
      "workspace/didChangeWorkspaceFolders",
    ] {
      for params in [
        JSONValue.null, [], [:], ["textDocument": ["uri": 1]], ["contentChanges": [1], "textDocument": ["uri": "x"]],
      ] { talk.notify(method, params) }
    }
    talk.publish()
    #expect(talk.request("textDocument/hover", captain, line: 0, 1)["contents"] != nil)
  }

  @Test("a name that leads out of the catalogue, by dots, escapes or links, is no document of it")
  func outside() throws {
    let talk = try talk()
    let outside = try TemporaryFolder(inMemory: true)
    try outside.write("name: Secret\n", to: "secret.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: talk.folder.path + "/recipes/link.yaml", withDestinationPath: outside.path + "/secret.yaml")
    let root = "file://" + talk.folder.path
    let uris = [
      root + "/recipes/../../" + (outside.path.split(separator: "/").last ?? "") + "/secret.yaml",
      root + "/recipes/%2e%2e/%2e%2e/secret.yaml",
      root + "%2f..%2fsecret.yaml", "file://" + outside.path + "/secret.yaml", root + "/recipes/link.yaml",
      "FILE://elsewhere" + outside.path + "/secret.yaml",
    ]
    for uri in uris {
      let params: JSONValue = ["textDocument": ["uri": .string(uri)], "position": ["line": 0, "character": 1]]
      for method in ["textDocument/hover", "textDocument/documentSymbol", "textDocument/formatting"] {
        let reply = talk.reply(method, params)
        #expect(!String(decoding: reply.json, as: UTF8.self).contains("Secret"), "\(uri) \(method)")
      }
    }
    let moved = talk.request(
      "workspace/willRenameFiles",
      [
        "files": [
          ["oldUri": .string(talk.uri("recipes/gold-trim.yaml")), "newUri": .string("file://" + outside.path + "/x.yaml")]
        ]
      ])
    #expect(moved.isNull)
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path) == ["secret.yaml"])
  }

  @Test("a file of a megabyte is typed in, and everything is answered")
  func large() throws {
    let talk = try talk()
    let lines = (0..<16_000).map { "  - {brand: Citadel, name: Macragge Blue number \($0), code: x}\n" }
    talk.open("recipes/large.yaml", "name: Large\npaints_used:\n" + lines.joined())
    #expect(talk.underlined("recipes/large.yaml").isEmpty, "\(talk.underlined("recipes/large.yaml").prefix(2))")
    let place: JSONValue = ["line": 8_000, "character": 5]
    talk.change("recipes/large.yaml", [["range": ["start": place, "end": place], "text": "y"]])
    for method in ["textDocument/completion", "textDocument/hover", "textDocument/semanticTokens/full"] {
      let reply = talk.reply(method, ["textDocument": ["uri": .string(talk.uri("recipes/large.yaml"))], "position": place])
      #expect(reply["result"] != nil, "\(method)")
    }
    talk.publish()
    #expect(talk.underlined("recipes/large.yaml").contains { $0.hasPrefix("8000:5 unknown-field") })
    // Keys that are typed one upon the other are read together.
    func time(_ keys: Int) -> Duration {
      ContinuousClock().measure {
        for _ in 0..<keys { talk.change("recipes/large.yaml", [["range": ["start": place, "end": place], "text": "z"]]) }
        talk.publish()
      }
    }
    let one = time(1)
    #expect(time(40) < one * 20)
    #expect(talk.underlined("recipes/large.yaml").contains { $0.contains("'" + String(repeating: "z", count: 41) + "ybrand'") })
  }
}
