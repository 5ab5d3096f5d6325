// What an editor can ask for, in a copy of the example.

import Testing
import VitrineEditing
import VitrineLanguageServer
import VitrineTesting

@Suite struct CompletionTests {
  @Test("keys that are missing are offered, those that are required first, and none that is there")
  func keys() throws {
    let talk = try talk()
    let (labels, texts) = talk.completions(captain, "name: A\n|")
    #expect(labels.first == "miniature_type" && texts.first == "miniature_type: ")
    #expect(labels.contains("history") && !labels.contains("name"))
    #expect(texts.contains("history:\n  - "))
    #expect(talk.completions("games/new.yaml", "|").texts.contains { $0.hasPrefix("title: \nrelease: \nstatus: \nproperties:") })
  }

  @Test(
    "keys within maps and lists are offered where they may stand",
    arguments: [
      ("history:\n  - |", "status"), ("history:\n- |", "status"), ("history:\n  - status: primed\n    |", "at"),
      ("history:\n  - {status: primed, |", "at"), ("history:\n  - {status: primed, |}\nname: A\n", "at"),
      ("name: \"A\nhistory:\n  - status: primed\n    a|", "at"),
    ])
  func nested(text: String, key: String) throws {
    let labels = try talk().completions(captain, text).labels
    #expect(labels.contains(key) && !labels.contains("name") && (key == "status" || !labels.contains("status")), "\(labels)")
  }

  @Test(
    "records are offered by title and by name where a reference is typed",
    arguments: [
      "recipes: [mac|", "recipes: [gold-trim, mac|]\n", "recipes:\n  - mac|", "recipes:\n- Macragge b|\nname: A\n",
      "recipes:\n  - \"mac|",
    ])
  func references(text: String) throws {
    let (labels, texts) = try talk().completions(captain, text)
    #expect(labels.first == "Macragge blue armour" && texts.first == "macragge-blue")
  }

  @Test("values are offered: of closed lists, of other records, of the clock, and files")
  func values() throws {
    let talk = try talk()
    #expect(talk.completions(captain, "miniature_type: |").labels.contains("character"))
    #expect(talk.completions(captain, "miniature_type: cha|  # a comment\nname: A\n").texts.contains("character"))
    let genres = talk.completions("games/hades.yaml", "title: x\nproperties:\n  genres:\n    - a|\n")
    #expect(
      genres.labels.contains { $0.hasPrefix("A") } && genres.labels.allSatisfy { $0.lowercased().hasPrefix("a") }, "\(genres)")
    #expect(talk.completions("games/hades.yaml", "release: |").labels == ["20261123"])
    #expect(talk.completions("minis/40k/ultramarines/project.yaml", "photos:\n  - file: |").labels.contains("project-army.jpg"))
    #expect(
      talk.completions("games/hades.yaml", "properties:\n  genres: |").texts.allSatisfy { $0.hasPrefix("[") && $0.hasSuffix("]") }
    )
  }

  @Test("an item that names a record is resolved to the record's page, any other to itself")
  func resolving() throws {
    let talk = try talk(["textDocument": ["completion": ["completionItem": ["documentationFormat": ["markdown"]]]]])
    talk.open(captain, "name: A\nrecipes:\n  - \n")
    let position: JSONValue = ["line": 2, "character": 4]
    let list = talk.request(
      "textDocument/completion", ["textDocument": ["uri": .string(talk.uri(captain))], "position": position])
    let item = try #require(list["items"]?.items?.first { $0["data"] != nil })
    #expect(item["documentation"] == nil)
    let resolved = talk.request("completionItem/resolve", item)
    #expect(resolved["label"] == item["label"] && resolved["textEdit"] == item["textEdit"])
    #expect(resolved.member("documentation", "kind")?.text == "markdown")
    #expect(resolved.member("documentation", "value")?.text?.contains(item["label"]?.text ?? "?") == true)
    #expect(talk.request("completionItem/resolve", ["label": "x"]) == ["label": "x"])
    let foreign: JSONValue = ["label": "x", "data": ["uri": "file:///nowhere/a.yaml", "record": "../../etc/passwd"]]
    #expect(talk.request("completionItem/resolve", foreign) == foreign)
  }

  @Test("the manifest and views have keys and values, too")
  func ownTexts() throws {
    let talk = try talk()
    #expect(talk.completions("vitrine.yaml", "vitrine: 1\n|").labels.contains("collections"))
    #expect(talk.completions("vitrine.yaml", "vitrine: 1\ncollections:\n  - |").labels.contains("files"))
    let home = "vitrine: 1\nhome: |\ncollections:\n  - {kind: game, files: \"games/**/*.yaml\"}\n"
    #expect(talk.completions("vitrine.yaml", home).labels.contains("game"))
    #expect(talk.completions("views/backlog.view.yaml", "kind: game\n|").labels.contains("query"))
    #expect(talk.completions("views/backlog.view.yaml", "kind: game\nquery: status:wi|\n").texts == ["status:wishlist"])
    #expect(talk.completions("views/backlog.view.yaml", "kind: game\nquery: zelda stat|\n").texts.contains("zelda status:"))
  }
}

@Suite struct LookingTests {
  private let text = "name: A\nminiature_type: character\nrecipes: [macragge-blue]\nprogress_updated: 2026-11-20T21:15:00+03:00\n"

  private func marked(_ word: String) -> String {
    guard let place = text.range(of: word) else { return text + "|" }
    return text[..<place] + "|" + text[place...]
  }

  @Test("hovering says what a key means, what a value is, and shows the record that is named")
  func hover() throws {
    let talk = try talk()
    func page(_ word: String) -> String {
      talk.ask("textDocument/hover", captain, marked(word)).member("contents", "value")?.text ?? ""
    }
    #expect(page("miniature_type").contains("required"))
    #expect(page("macragge-blue").contains("Macragge blue armour") && page("macragge-blue").contains("Nuln Oil"))
    #expect(page("2026-11-20").contains("Friday"))
    let wrong = talk.ask("textDocument/hover", captain, "name: A\nfo|o: 1\n").member("contents", "value")?.text ?? ""
    #expect(wrong.contains("unknown-field"))
  }

  @Test("hovering speaks the language of the editor, or the one that the catalogue names (GF9)")
  func hoverInTurkish() throws {
    let text = "vitrine: 1\ncollections: [{kind: memory, files: \"*.yaml\"}]\n"
    for (manifest, locale) in [(text, "tr"), (text, "tr-TR"), (text + "lang: tr\n", "en")] {
      let talk = try Conversation(files: ["vitrine.yaml": manifest, "a.yaml": "title: Çay\n"], locale: locale)
      let page = talk.ask("textDocument/hover", "a.yaml", "da|te: 2026-11-20\n").member("contents", "value")?.text ?? ""
      #expect(page.contains("**Tarih**") && page.contains("Olduğu gün; daha fazlası bilinmiyorsa"), "\(page)")
    }
  }

  @Test("a reference leads to its record, and a record knows who refers to it")
  func definition() throws {
    let talk = try talk()
    let place = talk.ask("textDocument/definition", captain, marked("macragge-blue"))
    #expect(place["uri"]?.text == talk.uri("recipes/macragge-blue.yaml"))
    let users = talk.ask("textDocument/references", captain, marked("macragge-blue"), ["context": ["includeDeclaration": false]])
    let names = (users.items ?? []).compactMap { $0["uri"]?.text }
    #expect(names.contains(talk.uri(captain)) && names.contains(talk.uri("minis/40k/ultramarines/project.yaml")))
    let photo = talk.ask(
      "textDocument/definition", "minis/40k/ultramarines/project.yaml", "name: x\nphotos:\n  - file: project|-army.jpg\n")
    #expect(photo["uri"]?.text == talk.uri("minis/40k/ultramarines/project-army.jpg"))
  }

  @Test("documents have outlines, folds, selections, links, hints, colours, words and counts")
  func shape() throws {
    let talk = try talk()
    let project = "minis/40k/ultramarines/project.yaml"
    try talk.open(project)
    func about(_ method: String, _ name: String, _ more: JSONValue = [:]) -> JSONValue {
      talk.request(method, .map([JSONValue.Entry("textDocument", ["uri": .string(talk.uri(name))])] + (more.entries ?? [])))
    }
    let symbols = about("textDocument/documentSymbol", project).items ?? []
    #expect(symbols.first?["name"]?.text == "game_system" && symbols.first?["detail"]?.text == "Warhammer 40K")
    #expect(symbols.contains { $0["name"]?.text == "photos" && $0["children"]?.items?.count == 1 })
    let folds = about("textDocument/foldingRange", project).items ?? []
    #expect(folds.contains { ($0["endLine"]?.integer ?? 0) > ($0["startLine"]?.integer ?? 0) })
    let selection = about("textDocument/selectionRange", project, ["positions": [["line": 0, "character": 15]]]).items ?? []
    #expect(selection.first?.member("range", "start", "character")?.integer == 13)
    #expect(selection.first?["parent"] != nil)
    let links = (about("textDocument/documentLink", project).items ?? []).compactMap { $0["target"]?.text }
    #expect(
      links.contains(talk.uri("recipes/gold-trim.yaml")) && links.contains(talk.uri("minis/40k/ultramarines/project-army.jpg")))
    let hints = (about("textDocument/inlayHint", project).items ?? []).compactMap { $0["label"]?.text }
    #expect(hints.contains("Macragge blue armour") && hints.contains("Saturday"))
    let lenses = (about("textDocument/codeLens", "recipes/macragge-blue.yaml").items ?? []).compactMap {
      $0.member("command", "title")?.text
    }
    #expect(lenses.contains { $0.hasPrefix("used by ") })
    let words = about("textDocument/semanticTokens/full", project)["data"]?.items ?? []
    #expect(words.count > 20 && words.count % 5 == 0)
    let found = talk.request("workspace/symbol", ["query": "kind:recipe"]).items ?? []
    #expect(found.count == 8)
    #expect(
      (talk.request("workspace/symbol", ["query": "macragge"]).items ?? []).contains {
        $0["name"]?.text == "Macragge blue armour"
      })
  }

  @Test("colours of a garment have swatches, and another colour gets the nearest name of the palette")
  func colors() throws {
    let talk = try talk()
    let all = talk.request("workspace/symbol", ["query": "kind:garment"]).items ?? []
    let uris = all.compactMap { $0.member("location", "uri")?.text }
    let swatches = uris.flatMap { uri in
      (talk.request("textDocument/documentColor", ["textDocument": ["uri": .string(uri)]]).items ?? []).map {
        (uri: uri, color: $0)
      }
    }
    let first = try #require(swatches.first)
    #expect(swatches.count >= uris.count / 2)
    let names = talk.request(
      "textDocument/colorPresentation",
      [
        "textDocument": ["uri": .string(first.uri)], "range": first.color["range"] ?? .null,
        "color": ["red": 0, "green": 0, "blue": 0, "alpha": 1],
      ])
    #expect((names.items ?? []).first?["label"]?.text == "black")
  }
}

@Suite struct EditingTests {
  private func actions(_ talk: Conversation, _ name: String, line: Int, _ character: Int = 2, only: JSONValue? = nil)
    -> [JSONValue]
  {
    let place: JSONValue = ["line": JSONValue(line), "character": JSONValue(character)]
    let context: JSONValue = only.map { ["diagnostics": [], "only": $0] } ?? ["diagnostics": []]
    let params: JSONValue = [
      "textDocument": ["uri": .string(talk.uri(name))], "range": ["start": place, "end": place], "context": context,
    ]
    return talk.request("textDocument/codeAction", params).items ?? []
  }

  @Test("fixes are actions whose edits take the finding away", arguments: [able, [:]])
  func fixes(capabilities: JSONValue) throws {
    let talk = try talk(capabilities)
    let text = "nmae: A\nminiature_type: charcter\n"
    talk.open(captain, text)
    let found = actions(talk, captain, line: 0)
    let fix = try #require(
      found.first { $0["kind"]?.text == "quickfix" && $0["title"]?.text?.contains("name") == true }, "\(found)")
    #expect(fix["diagnostics"]?.items?.count == 1)
    let fixed = applied(edits(fix["edit"], talk.uri(captain)), to: text)
    #expect(fixed == "name: A\nminiature_type: charcter\n")
    let silence = try #require(found.first { $0["title"]?.text == "ignore 'unknown-field' in this file" })
    talk.change(captain, [["text": .string(applied(edits(silence["edit"], talk.uri(captain)), to: text))]])
    talk.publish()
    #expect(!talk.underlined(captain).contains { $0.contains(" unknown-field ") })
  }

  @Test("a finding is accepted in its line by a comment above it, where a comment can stand there")
  func lineSilence() throws {
    let talk = try talk()
    let text = "name: A\nminiature_type: character\nnotes: |\n  one\nnested:\n  - {a: 1}\nother: "
    talk.open(captain, text + "1\n")
    let found = actions(talk, captain, line: 4)
    let silence = try #require(found.first { $0["title"]?.text == "ignore 'unknown-field' in this line" }, "\(found)")
    let silenced = applied(edits(silence["edit"], talk.uri(captain)), to: text + "1\n")
    #expect(silenced.contains("  one\n# vitrine: ignore-line unknown-field accepted on "))
    talk.change(captain, [["text": .string(silenced)]])
    talk.publish()
    #expect(talk.underlined(captain).filter { $0.contains(" unknown-field ") }.map { $0.contains("other") } == [true])
  }

  @Test("all safe fixes are one action, for editors that ask for it when they save")
  func all() throws {
    let talk = try talk()
    let text = "name: A\nminiature_type: Character\nfoo: 1\n"
    talk.open(captain, text)
    let found = actions(talk, captain, line: 0, only: ["source.fixAll"])
    #expect(found.compactMap { $0["kind"]?.text } == ["source.fixAll.vitrine"], "\(talk.underlined(captain))")
    let fixed = applied(edits(found.first?["edit"], talk.uri(captain)), to: text)
    #expect(fixed == "name: A\nminiature_type: character\nfoo: 1\n")
  }

  @Test("a value that is none of its list can be added to it")
  func widerList() throws {
    let talk = try talk()
    talk.open(captain, "name: A\nminiature_type: wizard\n")
    let found = actions(talk, captain, line: 1, 18).first { $0["title"]?.text?.hasPrefix("add 'wizard' to the list") == true }
    let changes = try #require(found).member("edit", "documentChanges")?.items ?? []
    #expect(changes.first?["uri"]?.text == talk.uri("schemas/vocabulary/miniature-type.yaml"))
    #expect(changes.last?["edits"]?.items?.first?["newText"]?.text?.contains("wizard") == true)
  }

  @Test("the record that a reference names and that is missing can be made")
  func create() throws {
    let talk = try talk()
    talk.open(captain, "name: A\nminiature_type: character\nrecipes: [new-thing]\n")
    let place: JSONValue = ["line": 2, "character": 13]
    let params: JSONValue = [
      "textDocument": ["uri": .string(talk.uri(captain))], "range": ["start": place, "end": place],
      "context": ["diagnostics": []],
    ]
    let found = talk.request("textDocument/codeAction", params).items ?? []
    let create = try #require(found.first { $0["title"]?.text?.hasPrefix("create the ") == true }, "\(found)")
    let changes = create.member("edit", "documentChanges")?.items ?? []
    #expect(changes.first?["kind"]?.text == "create" && changes.first?["uri"]?.text == talk.uri("recipes/new-thing.yaml"))
    #expect(changes.last?["edits"]?.items?.first?["newText"]?.text?.contains("name: New Thing") == true, "\(changes)")
  }

  @Test("a record gets another name, in its file and in all that names it, with unsaved texts counted")
  func rename() throws {
    let talk = try talk()
    talk.open("minis/40k/ultramarines/lieutenant.yaml", "name: L\nminiature_type: character\nrecipes: [macragge-blue]\n")
    let text = "name: A\nrecipes: [macragge|-blue]\n"
    let range = talk.ask("textDocument/prepareRename", captain, text)
    #expect(range["placeholder"]?.text == "macragge-blue")
    let edit = talk.ask("textDocument/rename", captain, text, ["newName": "ultra-blue"])
    let changes = edit["documentChanges"]?.items ?? []
    #expect(
      changes.contains {
        $0["kind"]?.text == "rename" && $0["oldUri"]?.text == talk.uri("recipes/macragge-blue.yaml")
          && $0["newUri"]?.text == talk.uri("recipes/ultra-blue.yaml")
      })
    let lieutenant = edits(edit, talk.uri("minis/40k/ultramarines/lieutenant.yaml"))
    #expect(
      applied(lieutenant, to: "name: L\nminiature_type: character\nrecipes: [macragge-blue]\n")
        == "name: L\nminiature_type: character\nrecipes: [ultra-blue]\n")
    let refused = try Conversation(parts: ["minis", "recipes", "vitrine.yaml"]).ask(
      "textDocument/rename", captain, text, ["newName": "x"])
    #expect(refused["code"]?.integer == -32803)
    #expect(talk.ask("textDocument/rename", captain, text, ["newName": "../../../etc/x"])["code"]?.integer == -32803)
  }

  @Test("a record that lies elsewhere than its fields say is moved to where it belongs")
  func move() throws {
    let manifest =
      "vitrine: 1\ncollections:\n  - {kind: memory, files: \"memories/**/*.yaml\", new: \"memories/{date.year}/{title}.yaml\"}\n"
    let memory = "title: Tea\ndate: 2025-05-29\ncategory: Friends\n"
    let talk = try Conversation(files: ["vitrine.yaml": manifest, "memories/2026/tea.yaml": memory], capabilities: able)
    talk.open("memories/2026/tea.yaml", memory)
    let found = actions(talk, "memories/2026/tea.yaml", line: 0, 0).first { $0["kind"]?.text == "refactor.move" }
    #expect(found?["title"]?.text == "move to 'memories/2025', where it belongs")
    talk.open("memories/2026/tea.yaml", "title: Tea\ndate: 2025-45-99\ncategory: Friends\n")
    #expect(!actions(talk, "memories/2026/tea.yaml", line: 0, 0).contains { $0["kind"]?.text == "refactor.move" })
    talk.open("memories/2026/tea.yaml", memory)
    let moved = try #require(found?.member("edit", "documentChanges")?.items?.first { $0["kind"]?.text == "rename" })
    #expect(moved["newUri"]?.text == talk.uri("memories/2025/tea.yaml"))
    talk.change("memories/2026/tea.yaml", [["text": "title: Tea\ndate: 2026-05-29\ncategory: Friends\n"]])
    #expect(!actions(talk, "memories/2026/tea.yaml", line: 0, 0).contains { $0["kind"]?.text == "refactor.move" })
  }

  @Test("formatting tidies lines, and keys where the editor says so")
  func formatting() throws {
    let talk = try talk()
    talk.open(captain, "miniature_type: character  \nname: A")
    let params: JSONValue = [
      "textDocument": ["uri": .string(talk.uri(captain))], "options": ["tabSize": 2, "insertSpaces": true],
    ]
    let edits = talk.request("textDocument/formatting", params)
    #expect(applied(edits, to: "miniature_type: character  \nname: A") == "miniature_type: character\nname: A\n")
  }
}

extension String {
  /// Where a text begins.
  fileprivate func range(of text: String) -> String.Index? {
    indices.first { self[$0...].hasPrefix(text) }
  }
}
