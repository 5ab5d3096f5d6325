// The catalogue's own texts in an editor: the manifest, views, schemas and vocabularies.

import Testing
import VitrineEditing
import VitrineLanguageServer
import VitrineTesting

private let book = "schemas/book.schema.yaml"

/// A catalogue with a kind of its own.
private let files = [
  "vitrine.yaml": """
  vitrine: 1
  collections:
    - {kind: book, files: "books/**/*.yaml"}
    - {kind: recipe, files: "recipes/**/*.yaml"}

  """,
  book: """
  $schema: https://json-schema.org/draft/2020-12/schema
  title: Book
  description: Something to read.
  type: object
  required: [title]
  x-vitrine:
    plural: books
    display: title
    sort: [-year]
  properties:
    title: {title: Title, type: string}
    year: {title: Year, type: integer}
    genre: {$ref: vocabulary/genre.yaml}
    author:
      type: object
      properties:
        name: {title: Name, type: string}
    recipe: {type: string, x-vitrine: {reference: recipe}}

  """,
  "schemas/vocabulary/genre.yaml": "title: Genre\ndescription: A shelf of the shop.\nenum: [crime, poetry]\n",
  "books/emma.yaml": "title: Emma\nyear: 1815\ngenre: crime\nauthor: {name: Jane Austen}\n",
  "books/ilyada.yaml": "title: Ilyada\ngenre: poetry\n",
  "views/old.view.yaml": "title: Old\nkind: book\nquery: year:..1900\n",
  "views/both.view.yaml": "title: Both\nquery: \"@old genre:crime\"\nsort: [-title]\n",
]

private func talk() throws -> Conversation {
  try Conversation(files: files, capabilities: ["textDocument": ["publishDiagnostics": ["codeDescriptionSupport": true]]])
}

/// The text of a file with something of it replaced; a `|` in that is the cursor.
private func text(_ name: String, _ old: String, _ new: String) throws -> String {
  let text = try #require(files[name])
  try #require(text.contains(old))
  return text.replacing(old, with: new, maxReplacements: 1)
}

@Suite struct OwnTextTests {
  @Test(
    "what the manifest and views name is offered",
    arguments: [
      ("vitrine.yaml", "kind: book,", "kind: |,", ["book", "game", "recipe"]),
      ("vitrine.yaml", "collections:", "rules:\n  |\ncollections:", ["photo-orphan", "near-duplicate"]),
      ("vitrine.yaml", "collections:", "rules:\n  photo-orphan: |\ncollections:", ["off", "warning"]),
      ("views/old.view.yaml", "kind: book", "kind: |", ["book", "recipe"]),
      ("views/old.view.yaml", "kind: book", "kind: book\nsort: [|]", ["title", "year"]),
      ("views/old.view.yaml", "kind: book", "kind: book\nsort:\n  - -y|", ["-year"]),
      ("views/old.view.yaml", "kind: book", "kind: book\ncolumns: [title, |]", ["name", "recipe"]),
      ("views/both.view.yaml", "genre:crime", "genre:p|", ["genre:poetry"]),
    ])
  func manifestAndViews(name: String, old: String, new: String, wanted: [String]) throws {
    let labels = try talk().completions(name, try text(name, old, new)).labels
    #expect(Set(wanted).isSubset(of: labels), "\(labels)")
  }

  @Test(
    "a schema has its keywords, annotations, and what they name",
    arguments: [
      (
        "type: object\nreq", "type: object\n|\nreq", ["additionalProperties", "$defs", "patternProperties"],
        ["title", "required"]
      ),
      ("display: title", "display: |", ["title", "author.name"], ["books"]),
      ("  display: title", "  display: title\n  |", ["identity", "columns", "stamps"], ["plural", "trimmed"]),
      ("sort: [-year]", "sort: [-|]", ["-year", "-title"], []),
      ("{title: Year, type: integer}", "{title: Year, type: |}", ["integer", "string"], ["true"]),
      ("{title: Year, type: integer}", "{title: Year, |}", ["minimum", "x-vitrine"], ["title", "plural"]),
      (
        "{title: Year, type: integer}", "\n      x-vitrine:\n        |", ["trimmed", "reference", "unit"], ["plural", "minimum"]
      ),
      ("{reference: recipe}", "{reference: |}", ["book", "recipe"], []),
      (
        "vocabulary/genre.yaml", "|", ["vocabulary/genre.yaml", "vocabulary/season.yaml", "parts/photos.yaml"],
        ["book.schema.yaml"]
      ),
      ("required: [title]", "required: [title, |]", ["author", "genre"], []),
    ])
  func schemas(old: String, new: String, wanted: [String], unwanted: [String]) throws {
    let labels = try talk().completions(book, try text(book, old, new)).labels
    #expect(Set(wanted).isSubset(of: labels), "\(labels)")
    #expect(labels.allSatisfy { !unwanted.contains($0) }, "\(labels)")
  }

  @Test(
    "hovering says what keywords mean, and what names stand for",
    arguments: [
      (book, "required:", "requi|red:", "The fields that a map must have"),
      (book, "display:", "disp|lay:", "names a record to people"),
      (book, "vocabulary/genre.yaml", "vocab|ulary/genre.yaml", "A shelf of the shop"),
      (book, "reference: recipe", "reference: rec|ipe", "How to paint something"),
      (book, "sort: [-year]", "sort: [-ye|ar]", "number"),
      ("vitrine.yaml", "kind: book", "kind: bo|ok", "2 records"),
      ("vitrine.yaml", "collections:", "rules: {photo-or|phan: warning}\ncollections:", "photo-orphan (V402)"),
      ("views/both.view.yaml", "@old", "@o|ld", "1 record"),
      ("views/old.view.yaml", "kind: book", "ki|nd: book", "All kinds"),
      ("books/emma.yaml", "genre: crime", "genre: cri|me", "A shelf of the shop"),
    ])
  func hover(name: String, old: String, new: String, wanted: String) throws {
    let page = try talk().ask("textDocument/hover", name, try text(name, old, new)).member("contents", "value")?.text ?? ""
    #expect(page.contains(wanted), "\(page)")
  }

  @Test(
    "a name leads to where it is declared",
    arguments: [
      ("books/emma.yaml", "year:", "ye|ar:", book, 11), ("books/emma.yaml", "{name:", "{na|me:", book, 16),
      ("vitrine.yaml", "kind: book", "kind: bo|ok", book, 0), (book, "sort: [-year]", "sort: [-ye|ar]", book, 11),
      (book, "vocabulary/genre.yaml", "vocabulary/ge|nre.yaml", "schemas/vocabulary/genre.yaml", 0),
      ("views/both.view.yaml", "@old", "@ol|d", "views/old.view.yaml", 0),
      ("views/both.view.yaml", "[-title]", "[-ti|tle]", book, 10),
    ])
  func definition(name: String, old: String, new: String, file: String, line: Int) throws {
    let talk = try talk()
    let place = talk.ask("textDocument/definition", name, try text(name, old, new))
    #expect(place["uri"]?.text == talk.uri(file) && place.member("range", "start", "line")?.integer == line, "\(place)")
  }

  @Test("what comes with vitrine is shown as a file of the cache, and no other file is written")
  func stock() throws {
    let talk = try talk()
    let place = talk.ask("textDocument/definition", "recipes/a.yaml", "na|me: A\n")
    #expect(place["uri"]?.text?.hasPrefix("file://\(talk.cache.path)/vitrine/") == true, "\(place)")
    let path = try #require(place["uri"]?.text?.dropFirst("file://\(talk.cache.path)/".count))
    let schema = String(decoding: try talk.cache.read(String(path)), as: UTF8.self)
    let line = schema.split(separator: "\n", omittingEmptySubsequences: false)[
      place.member("range", "start", "line")?.integer ?? 0]
    #expect(line == "  name:")
    talk.open("recipes/a.yaml", "name: A\nfoo: 1\n")
    let page = try #require(talk.shown["recipes/a.yaml"]?.first?.member("codeDescription", "href")?.text)
    #expect(page.hasSuffix("/explain/unknown-field.md"))
    let explained = String(
      decoding: try talk.cache.read(String(page.dropFirst("file://\(talk.cache.path)/".count))), as: UTF8.self)
    #expect(explained.hasPrefix("# unknown-field (V102)"))
  }

  @Test("a fault of a schema, a vocabulary or a view is underlined while it is typed, and so is what follows from it")
  func findings() throws {
    let talk = try talk()
    talk.open(book, try text(book, "plural: books", "plural: books\n  colums: [title]"))
    #expect(talk.underlined(book).contains { $0.hasPrefix("7:2 annotation-invalid") }, "\(talk.underlined(book))")
    talk.change(book, [["text": .string(try text(book, "sort: [-year]", "sort: [-yaer]"))]])
    talk.publish()
    #expect(talk.underlined(book).contains { $0.hasPrefix("8:9 annotation-invalid") }, "\(talk.underlined(book))")
    talk.change(book, [["text": .string(files[book] ?? "")]])
    talk.open("schemas/vocabulary/genre.yaml", "enum: [poetry, drama]\n")
    #expect(talk.underlined(book).isEmpty && talk.underlined("books/emma.yaml").contains { $0.hasPrefix("2:7 enum") })
    talk.open("views/both.view.yaml", try text("views/both.view.yaml", "genre:crime", "genr:crime"))
    #expect(
      talk.underlined("views/both.view.yaml").contains { $0.hasPrefix("1:13 view-query-invalid") },
      "\(talk.underlined("views/both.view.yaml"))")
  }

  @Test("words of a schema are keywords, names that a person chose, and others")
  func words() throws {
    let talk = try talk()
    talk.open("schemas/x.schema.yaml", "type: object\nfoo: 1\nproperties:\n  bar: {type: string}\n")
    let data = talk.request(
      "textDocument/semanticTokens/full", ["textDocument": ["uri": .string(talk.uri("schemas/x.schema.yaml"))]])
    let words = (data["data"]?.items ?? []).compactMap(\.integer)
    // Each is line, column, length, type, nothing; a property is 0, a variable 1, a member of a list 3.
    let types = stride(from: 3, to: words.count, by: 5).map { words[$0] }
    #expect(types == [0, 3, 1, 0, 0, 0, 3])
  }
}
