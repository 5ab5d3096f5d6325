// What an editor underlines: what a check says, for the texts as they are in the editor.

import Testing
import VitrineEditing
import VitrineLanguageServer
import VitrineTesting

@Suite struct DiagnosticsTests {
  private static let manifest = """
    vitrine: 1
    collections:
      - {kind: recipe, files: "recipes/**/*.yaml"}
      - {kind: game, files: "games/**/*.yaml"}

    """

  private func talk(_ files: [String: String] = [:], capabilities: JSONValue = [:], options: JSONValue = [:]) throws
    -> Conversation
  {
    try Conversation(
      files: files.merging(["vitrine.yaml": Self.manifest]) { first, _ in first }, capabilities: capabilities, options: options)
  }

  @Test("the findings of the whole catalogue are there at once, and those of a text as it is typed")
  func typing() throws {
    let talk = try talk(["recipes/a.yaml": "name: A\nyaer: 1\n", "recipes/b.yaml": "name: B\n"])
    #expect(talk.underlined("recipes/a.yaml").map { String($0.prefix(17)) } == ["1:0 unknown-field"])
    try talk.open("recipes/b.yaml")
    #expect(talk.shown["recipes/b.yaml"] == nil)
    talk.change(
      "recipes/b.yaml",
      [["range": ["start": ["line": 0, "character": 7], "end": ["line": 0, "character": 7]], "text": "\nfoo: 1"]])
    talk.publish()
    #expect(talk.underlined("recipes/b.yaml").map { String($0.prefix(17)) } == ["1:0 unknown-field"])
    talk.close("recipes/b.yaml")
    talk.publish()
    #expect(talk.shown["recipes/b.yaml"] == nil)
  }

  @Test("an unsaved text has its consequences in other files, and takes them back when it is closed")
  func consequences() throws {
    let game = "title: Hades\nrelease: 2020\n"
    let talk = try talk(["games/a.yaml": game, "games/b.yaml": "title: Other\nrelease: 2020\n"])
    func duplicates() -> [JSONValue] { talk.shown.values.joined().filter { $0["code"]?.text == "duplicate-key" } }
    #expect(duplicates().isEmpty)
    talk.open("games/b.yaml", game)
    #expect(duplicates().count == 1)
    #expect(duplicates().contains { !($0["relatedInformation"]?.items ?? []).isEmpty })
    talk.close("games/b.yaml")
    talk.publish()
    #expect(duplicates().isEmpty)
  }

  @Test("a text whose file is not there yet is a record, unless the catalogue leaves such files out")
  func unsaved() throws {
    let talk = try talk([".vitrineignore": "drafts/\n"])
    talk.open("recipes/new.yaml", "foo: 1\n")
    #expect(talk.underlined("recipes/new.yaml").contains { $0.contains("required") })
    talk.open("drafts/new.yaml", "foo: 1\n")
    talk.open("recipes/.hidden.yaml", "foo: 1\n")
    #expect(talk.shown.keys.sorted() == ["recipes/new.yaml"])
    talk.close("recipes/new.yaml")
    talk.publish()
    #expect(talk.shown.isEmpty)
  }

  @Test("an unsaved manifest and an unsaved schema count at once")
  func frame() throws {
    let talk = try talk(["recipes/a.yaml": "name: A\n"])
    talk.open("vitrine.yaml", Self.manifest + "  - {kind: nothing, files: \"x/**\"}\n")
    #expect(talk.underlined("vitrine.yaml").contains { $0.contains("unknown-kind") })
    talk.open("schemas/recipe.schema.yaml", "type: object\nproperties: {name: {type: integer}}\n")
    #expect(talk.underlined("recipes/a.yaml").contains { $0.contains("type") })
    talk.close("schemas/recipe.schema.yaml")
    talk.close("vitrine.yaml")
    talk.publish()
    #expect(talk.shown.isEmpty)
  }

  @Test("files that change on the disk are followed without a word of the editor")
  func outside() throws {
    let talk = try talk()
    try talk.folder.write("foo: 1\n", to: "recipes/c.yaml")
    talk.publish()
    #expect(talk.shown["recipes/c.yaml"] != nil)
    try talk.folder.write("name: C\n", to: "recipes/c.yaml")
    talk.publish()
    #expect(talk.shown.isEmpty)
  }

  @Test("columns are of the first encoding that the editor offers", arguments: [("utf-8", 7), ("utf-16", 4), ("utf-32", 3)])
  func columns(encoding: String, column: Int) throws {
    let talk = try talk(
      ["recipes/a.yaml": "name: A\n{é😀: 1}\n"], capabilities: ["general": ["positionEncodings": [.string(encoding)]]])
    talk.open("recipes/a.yaml", "{é😀: 1, name: A}\n")
    let ends = (talk.shown["recipes/a.yaml"] ?? []).compactMap { $0.member("range", "end", "character")?.integer }
    #expect(ends.contains(column), "\(ends)")
  }

  @Test(
    "a byte order mark is a column of a text that the editor sent, and none of a file that it takes it off",
    arguments: [("utf-8", 3), ("utf-16", 1), ("utf-32", 1)])
  func byteOrderMark(encoding: String, width: Int) throws {
    let text = "\u{FEFF}{foo: 1, name: A}\n"
    let talk = try talk(["recipes/a.yaml": text], capabilities: ["general": ["positionEncodings": [.string(encoding)]]])
    func places() -> [Int] {
      (talk.shown["recipes/a.yaml"] ?? []).compactMap { $0.member("range", "start", "character")?.integer }
    }
    #expect(places() == [1])
    talk.open("recipes/a.yaml", text)
    #expect(places() == [1 + width])
    talk.change("recipes/a.yaml", [["text": "{foo: 1, name: A}\n"]])
    talk.publish()
    #expect(places() == [1])
  }

  @Test("an editor that asks for findings itself is sent none")
  func pull() throws {
    let talk = try talk(["recipes/a.yaml": "name: A\nfoo: 1\n"], options: ["diagnostics": "pull"])
    #expect(talk.shown.isEmpty)
    let one = talk.request("textDocument/diagnostic", ["textDocument": ["uri": .string(talk.uri("recipes/a.yaml"))]])
    #expect(one["items"]?.items?.count == 1)
    let all = talk.request("workspace/diagnostic", ["previousResultIds": []])
    #expect(all["items"]?.items?.compactMap { $0["uri"]?.text } == [talk.uri("recipes/a.yaml")])
  }

  @Test("a catalogue is found when a file of it is opened, and files of none are left alone")
  func found() throws {
    let talk = try Conversation(files: ["in/vitrine.yaml": Self.manifest, "b.yaml": "foo: 1\n"], beginsWithCatalogue: false)
    talk.open("b.yaml", "foo: 1\n")
    #expect(talk.shown.isEmpty)
    talk.open("in/recipes/a.yaml", "foo: 1\n")
    #expect(talk.shown.keys.sorted() == ["in/recipes/a.yaml"])
  }
}
