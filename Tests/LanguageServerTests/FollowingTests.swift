// Catalogues that come and go, names that files have, and findings that an editor asks for.

import FoundationEssentials
import Testing
import VitrineEditing
import VitrineLanguageServer
import VitrineTesting

private let manifest =
  "vitrine: 1\ncollections: [{kind: recipe, files: \"recipes/**/*.yaml\"}, {kind: game, files: \"games/*.yaml\"}]\n"

@Suite struct FollowingTests {
  @Test("a catalogue within another is given up when its manifest is deleted, and its documents are the other's")
  func nested() throws {
    let files = [
      "vitrine.yaml": manifest, "recipes/in/vitrine.yaml": manifest, "recipes/in/recipes/a.yaml": "name: A\nfoo: 1\n",
      "recipes/in/recipes/b.yaml": "bar: 1\n",
    ]
    let talk = try Conversation(files: files)
    talk.open("recipes/in/recipes/a.yaml", "name: A\nfoo: 1\nbaz: 1\n")
    #expect(talk.underlined("recipes/in/recipes/a.yaml").map { $0.prefix(3) } == ["1:0", "2:0"])
    try FileManager.default.removeItem(atPath: talk.folder.path + "/recipes/in/vitrine.yaml")
    try talk.folder.write("name: B\n", to: "recipes/in/recipes/b.yaml")
    talk.publish()
    talk.publish()
    #expect(talk.underlined("recipes/in/recipes/a.yaml").count == 2 && talk.shown["recipes/in/recipes/b.yaml"] == nil)
    talk.change("recipes/in/recipes/a.yaml", [["text": "name: A\n"]])
    talk.publish()
    #expect(talk.shown.isEmpty, "\(talk.shown)")
    talk.close("recipes/in/recipes/a.yaml")
    talk.publish()
    #expect(talk.underlined("recipes/in/recipes/a.yaml").count == 1)
  }

  @Test("a catalogue that comes within another has its documents")
  func newcomer() throws {
    let talk = try Conversation(files: ["vitrine.yaml": manifest, "recipes/in/recipes/a.yaml": "name: A\n"])
    talk.open("recipes/in/recipes/a.yaml", "name: A\nfoo: 1\n")
    #expect(talk.underlined("recipes/in/recipes/a.yaml").count == 1)
    try talk.folder.write(manifest, to: "recipes/in/vitrine.yaml")
    talk.change("recipes/in/recipes/a.yaml", [["text": "name: A\nfoo: 1\nbar: 1\n"]])
    talk.publish()
    talk.publish()
    #expect(talk.underlined("recipes/in/recipes/a.yaml").count == 2)
    talk.close("recipes/in/recipes/a.yaml")
    talk.publish()
    #expect(talk.shown.isEmpty, "\(talk.shown)")
  }

  @Test("a folder that the editor closes takes its findings and symbols along")
  func closedFolder() throws {
    let talk = try Conversation(files: ["vitrine.yaml": manifest, "recipes/a.yaml": "name: A\nfoo: 1\n"])
    #expect(!talk.shown.isEmpty)
    let folder: JSONValue = ["uri": .string(talk.uri("")), "name": "catalogue"]
    talk.notify("workspace/didChangeWorkspaceFolders", ["event": ["added": [], "removed": [folder]]])
    #expect(talk.shown.isEmpty)
    #expect(talk.request("workspace/symbol", ["query": ""]).items ?? [] == [])
    talk.notify("workspace/didChangeWorkspaceFolders", ["event": ["added": [folder], "removed": []]])
    talk.publish()
    #expect(!talk.shown.isEmpty)
  }

  @Test("a document that is opened under another spelling of its name leaves nothing under it")
  func spelling() throws {
    let talk = try Conversation(files: ["vitrine.yaml": manifest, "recipes/a.yaml": "name: A\nfoo: 1\n"])
    talk.open("r%65cipes/a.yaml", "name: A\nfoo: 1\nbar: 1\n")
    #expect(talk.underlined("r%65cipes/a.yaml").count == 2 && talk.shown["recipes/a.yaml"] == nil)
    talk.close("r%65cipes/a.yaml")
    talk.publish()
    #expect(talk.underlined("recipes/a.yaml").count == 1 && talk.shown["r%65cipes/a.yaml"] == nil)
    // The same where the text is what the file has.
    talk.open("r%65cipes/a.yaml", "name: A\nfoo: 1\n")
    #expect(talk.underlined("r%65cipes/a.yaml").count == 1 && talk.shown["recipes/a.yaml"] == nil)
    talk.close("r%65cipes/a.yaml")
    talk.publish()
    #expect(talk.underlined("recipes/a.yaml").count == 1 && talk.shown["r%65cipes/a.yaml"] == nil)
  }

  @Test("an editor that asks for the findings of all files hears which have none any more, and which are as they were")
  func pulled() throws {
    let talk = try Conversation(
      files: ["vitrine.yaml": manifest, "recipes/a.yaml": "foo: 1\n", "recipes/b.yaml": "bar: 1\n"],
      capabilities: ["workspace": ["diagnostics": ["refreshSupport": true]]], options: ["diagnostics": "pull"])
    var known: [JSONValue] = []
    func reports() -> [String] {
      let items = talk.request("workspace/diagnostic", ["previousResultIds": .list(known)])["items"]?.items ?? []
      known = items.map { ["uri": $0["uri"] ?? .null, "value": $0["resultId"] ?? .null] }
      return items.map { item in
        "\(item["uri"]?.text?.suffix(6) ?? "") \(item["kind"]?.text ?? "") \(item["items"]?.items?.count ?? -1)"
      }
    }
    func refreshes() -> Int { talk.said.count { $0["method"]?.text == "workspace/diagnostic/refresh" } }
    #expect(reports() == ["a.yaml full 2", "b.yaml full 2"])
    #expect(reports() == ["a.yaml unchanged -1", "b.yaml unchanged -1"])
    let before = refreshes()
    try talk.folder.write("name: A\n", to: "recipes/a.yaml")
    talk.publish()
    #expect(refreshes() == before + 1)
    #expect(reports() == ["a.yaml full 0", "b.yaml unchanged -1"])
    #expect(reports() == ["a.yaml unchanged -1", "b.yaml unchanged -1"])
    // What is typed in is asked for by the editor.
    try talk.open("recipes/b.yaml")
    talk.publish()
    let opened = refreshes()
    talk.change("recipes/b.yaml", [["text": "bar: 2\n"]])
    talk.publish()
    #expect(refreshes() == opened)
  }

  @Test("while a schema is typed in everything is answered, and the findings follow when that rests")
  func typing() throws {
    let schema = "title: Recipe\ntype: object\nx-vitrine: {plural: recipes, display: name}\nproperties: {name: {type: string}}\n"
    let talk = try Conversation(
      files: ["vitrine.yaml": manifest, "schemas/recipe.schema.yaml": schema, "recipes/a.yaml": "name: A\nfoo: 1\n"])
    try talk.open("schemas/recipe.schema.yaml")
    let before = talk.shown
    talk.change("schemas/recipe.schema.yaml", [["text": .string(schema + "additionalProperties: fa")]])
    let hover = talk.request("textDocument/hover", "schemas/recipe.schema.yaml", line: 1, 1)
    #expect(!hover.isNull && talk.shown == before)
    let place: JSONValue = ["line": 0, "character": 0]
    let asked: JSONValue = [
      "textDocument": ["uri": .string(talk.uri("schemas/recipe.schema.yaml"))], "range": ["start": place, "end": place],
    ]
    #expect(talk.request("textDocument/codeAction", asked) == [])
    talk.change("schemas/recipe.schema.yaml", [["text": .string(schema + "additionalProperties: false\n")]])
    talk.publish()
    #expect(talk.underlined("recipes/a.yaml").count == 1 && talk.shown["schemas/recipe.schema.yaml"] == nil)
    // A comment changes nothing.
    talk.change("schemas/recipe.schema.yaml", [["text": .string("# x\n" + schema + "additionalProperties: false\n")]])
    talk.publish()
    #expect(talk.underlined("recipes/a.yaml").count == 1)
  }

  @Test("hints can be turned off, each for itself")
  func hints() throws {
    let files = [
      "vitrine.yaml": "vitrine: 1\ncollections: [{kind: miniature, files: \"m/*.yaml\"}, {kind: recipe, files: \"r/*.yaml\"}]\n",
      "r/a.yaml": "name: Apple\n",
      "m/b.yaml": "name: B\nminiature_type: character\nrecipes: [a]\nprogress_updated: 2026-11-20T21:15:00+03:00\n",
    ]
    let cases: [(JSONValue, [String])] = [
      ([:], ["Apple", "Friday"]), (["inlayHints": ["titles": false]], ["Friday"]),
      (["inlayHints": ["weekdays": false]], ["Apple"]), (["inlayHints": false], []),
    ]
    for (options, wanted) in cases {
      let talk = try Conversation(files: files, options: options)
      let hints = talk.request("textDocument/inlayHint", ["textDocument": ["uri": .string(talk.uri("m/b.yaml"))]])
      #expect((hints.items ?? []).compactMap { $0["label"]?.text } == wanted)
      let lenses = talk.request("textDocument/codeLens", ["textDocument": ["uri": .string(talk.uri("r/a.yaml"))]])
      #expect((lenses.items ?? []).isEmpty == (options["inlayHints"]?.flag == false))
    }
  }

  @Test("a key has no name to change, the title behind it has")
  func keys() throws {
    let talk = try Conversation(files: ["vitrine.yaml": manifest, "recipes/a.yaml": "name: Apple\n"])
    #expect(talk.request("textDocument/prepareRename", "recipes/a.yaml", line: 0, 2).isNull)
    #expect(!talk.request("textDocument/prepareRename", "recipes/a.yaml", line: 0, 8).isNull)
  }
}

@Suite struct RequiredFieldTests {
  @Test("what is required is added by one action, as values of the right type")
  func required() throws {
    let schema = """
      title: Thing
      type: object
      required: [title, at, count, is, state, sides, tags, inner]
      properties:
        title: {type: string}
        at: {type: string, format: date}
        count: {type: integer}
        is: {type: boolean}
        state: {enum: [new, old]}
        sides: {enum: [4, 6]}
        tags: {type: array, items: {type: string}}
        inner: {type: object, required: [by], properties: {by: {type: string, default: me}, to: {type: string}}}

      """
    let talk = try Conversation(
      files: [
        "vitrine.yaml": "vitrine: 1\ncollections: [{kind: thing, files: \"things/*.yaml\"}]\n",
        "schemas/thing.schema.yaml": schema,
      ], capabilities: able)
    for (text, wanted) in [
      (
        "title: New\n",
        "title: New\nat: 2026-11-23\ncount: 0\nis: false\nstate: new\nsides: 4\ntags: []\ninner:\n  by: me\n"
      ),
      (
        "title: New\nat: 2026-01-01\ncount: 1\nis: true\nstate: old\nsides: 6\ntags: []\ninner: {to: x}\n",
        "inner: {by: me, to: x}\n"
      ),
    ] {
      let name = "things/new.yaml"
      talk.open(name, text)
      let last = text.split(separator: "\n").count - 1
      let start: JSONValue = ["line": 0, "character": 0]
      let range: JSONValue = ["start": start, "end": ["line": JSONValue(last), "character": 99]]
      let params: JSONValue = [
        "textDocument": ["uri": .string(talk.uri(name))], "range": range, "context": ["diagnostics": []],
      ]
      let actions = talk.request("textDocument/codeAction", params).items ?? []
      let found = actions.filter { $0["title"]?.text == "add what is required" }
      #expect(found.count == 1)
      let result = applied(edits(found.first?["edit"], talk.uri(name)), to: text)
      #expect(result.hasSuffix(wanted), "\(result)")
      talk.open(name, result)
      #expect(talk.shown[name] == nil, "\(talk.underlined(name))")
    }
  }
}
