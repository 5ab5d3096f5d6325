// Files that the editor renames and deletes itself: what names them follows.

import Testing
import VitrineEditing
import VitrineLanguageServer
import VitrineTesting

@Suite struct FileOperationTests {
  @Test("a file that the editor renames is followed by what names it")
  func willRename() throws {
    let talk = try talk()
    let files: JSONValue = [
      ["oldUri": .string(talk.uri("recipes/gold-trim.yaml")), "newUri": .string(talk.uri("recipes/golden-trim.yaml"))]
    ]
    let edit = talk.request("workspace/willRenameFiles", ["files": files])
    #expect(edits(edit, talk.uri(captain)) != nil)
    #expect(edit["documentChanges"]?.items?.contains { $0["kind"]?.text == "rename" } == false)
  }

  @Test("several files, or a folder, that the editor renames are followed by what names the records in them")
  func willRenameSeveral() throws {
    let schemas = [
      "vitrine.yaml": "vitrine: 1\ncollections:\n  - {kind: book, files: \"books/**/*.yaml\"}\n",
      "schemas/book.schema.yaml":
        "title: Book\nrequired: [name]\nx-vitrine: {plural: books, display: name, sort: [name]}\nproperties:\n  name: {type: string}\n"
        + "  after: {type: array, items: {type: string, x-vitrine: {reference: book}}}\n",
    ]
    let last = "name: Last\nafter: [books/le/a, b, c]\n"
    let records = ["books/le/a.yaml": "name: A\n", "books/le/b.yaml": "name: B\n", "books/c.yaml": "name: C\n"]
    let talk = try Conversation(files: schemas.merging(records) { first, _ in first }, capabilities: able)
    talk.open("books/last.yaml", last)
    func left(_ names: (String, String)...) -> String {
      let files = names.map { old, new -> JSONValue in ["oldUri": .string(talk.uri(old)), "newUri": .string(talk.uri(new))] }
      let edit = talk.request("workspace/willRenameFiles", ["files": .list(files)])
      #expect(edit["documentChanges"]?.items?.contains { $0["kind"] != nil } != true)
      return applied(edits(edit, talk.uri("books/last.yaml")), to: last)
    }
    #expect(left(("books/le/b.yaml", "books/le/bee.yaml"), ("books/c.yaml", "books/sea.yaml")).contains("[books/le/a, bee, sea]"))
    #expect(left(("books/le", "books/guin")).contains("[books/guin/a, b, c]"))
    #expect(left(("books/le", "elsewhere")) == last)
    #expect(left(("none", "books/none"), ("../x", "books/x.yaml")) == last)
  }

  @Test("a record that the editor deletes is taken out of what names it, and so are those of a folder")
  func willDelete() throws {
    let talk = try talk()
    func reply(_ names: String...) -> JSONValue {
      talk.request("workspace/willDeleteFiles", ["files": .list(names.map { ["uri": .string(talk.uri($0))] })])
    }
    let text = try talk.open(captain)
    let edit = reply("recipes/gold-trim.yaml")
    let left = applied(edits(edit, talk.uri(captain)), to: text)
    #expect(text.contains("gold-trim") && !left.contains("gold-trim") && left.contains("macragge-blue"))
    #expect(edit["documentChanges"]?.items?.contains { $0["kind"] != nil } == false)
    let folder = reply("recipes")
    #expect(!applied(edits(folder, talk.uri(captain)), to: text).contains("macragge-blue"))
    // A project alone goes without its miniatures, which then have no parent; nothing names it.
    #expect(reply("minis/40k/ultramarines/project.yaml").isNull)
    #expect(reply("games/none.yaml", "../x").isNull)
  }

  /// A catalogue in which one record lists two photos that lie elsewhere.
  private func talkOfPhotos() throws -> (talk: Conversation, text: String) {
    let text =
      "title: Hades\nrelease: 20200917\nstatus: library\nproperties: {}\nphotos:\n  - {file: ../scans/box.png, caption: front}\n  - file: /scans/back.png\n"
    let files = [
      "vitrine.yaml": "vitrine: 1\ncollections:\n  - {kind: game, files: \"games/**/*.yaml\"}\n", "games/hades.yaml": text,
      "games/other.yaml": "title: Other\nrelease: 20200917\nstatus: library\nproperties: {}\n", "scans/box.png": "\u{89}PNG",
      "scans/back.png": "\u{89}PNG back", "scans/notes.txt": "of nobody",
    ]
    let talk = try Conversation(files: files, capabilities: able)
    talk.open("games/hades.yaml", text)
    return (talk, text)
  }

  @Test("a photo that the editor renames alone, or with its folder, is followed by the records that list it")
  func willRenamePhotos() throws {
    let (talk, text) = try talkOfPhotos()
    func left(_ old: String, _ new: String) -> String {
      let files: JSONValue = [["oldUri": .string(talk.uri(old)), "newUri": .string(talk.uri(new))]]
      let edit = talk.request("workspace/willRenameFiles", ["files": files])
      #expect(edit["documentChanges"]?.items?.contains { $0["kind"] != nil } != true)
      return applied(edits(edit, talk.uri("games/hades.yaml")), to: text)
    }
    #expect(left("scans/box.png", "scans/front.png").contains("{file: ../scans/front.png, caption: front}"))
    #expect(left("scans/back.png", "games/back.png").contains("file: /games/back.png"))
    let moved = left("scans", "pictures/scans")
    #expect(moved.contains("file: ../pictures/scans/box.png") && moved.contains("file: /pictures/scans/back.png"))
    #expect(left("scans/notes.txt", "scans/n.txt") == text)
    #expect(left("scans/none.png", "scans/n.png") == text)
  }

  @Test("a photo that the editor deletes is taken out of the records that list it")
  func willDeletePhotos() throws {
    let (talk, text) = try talkOfPhotos()
    func left(_ names: String...) -> String {
      let files = JSONValue.list(names.map { ["uri": .string(talk.uri($0))] })
      let edit = talk.request("workspace/willDeleteFiles", ["files": files])
      return applied(edits(edit, talk.uri("games/hades.yaml")), to: text)
    }
    #expect(left("scans/box.png").hasSuffix("photos:\n  - file: /scans/back.png\n"))
    #expect(!left("scans").contains("scans"))
    #expect(!left("scans/box.png", "scans/back.png", "games/other.yaml").contains("scans"))
    #expect(left("scans/notes.txt") == text)
    #expect(talk.request("workspace/willDeleteFiles", ["files": [["uri": .string(talk.uri("games/hades.yaml"))]]]).isNull)
  }
}
