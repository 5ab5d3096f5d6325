// What a completion writes: YAML, in which the chosen value is read back.

import Testing
import VitrineEditing
import VitrineLanguageServer
import VitrineSource
import VitrineSyntax
import VitrineTesting

private let values = [
  "Sound, Inc.", "A [b]", "c: d", "#1", "it's", "\"said\"", "- dash", "true", "1.0", "{a}", "b #c", "*star", "&and", "!bang", "%",
  "@at", "null", "~", "2026-05-29", "plain", "a\\b", "a]", "}", "é, ü", ":x", "x:", "? y",
]

private let schema = """
  title: Thing
  type: object
  required: [title, kind]
  properties:
    title: {type: string}
    kind: {type: string, x-vitrine: {vocabulary: folded}}
    makers: {type: array, items: {type: string, x-vitrine: {vocabulary: folded}}}
    inner:
      type: object
      required: [at, of]
      properties:
        at: {type: string, x-vitrine: {vocabulary: folded}}
        of: {type: array, items: {type: string}}
    history:
      type: array
      items: {type: object, required: [at], properties: {at: {type: string}, by: {type: string}}}
    size: {enum: [1, 2]}
    mark: {enum: [1.50, true, "8", "no, thanks"]}

  """

private func things(snippets: Bool = false) throws -> Conversation {
  let list = values.map { DataValue.string($0) }
  let inner = values.map { DataValue.map([.init("at", .string($0))]) }
  var files = [
    "vitrine.yaml": "vitrine: 1\ncollections: [{kind: thing, files: \"things/*.yaml\"}, {kind: game, files: \"games/*.yaml\"}]\n",
    "schemas/thing.schema.yaml": schema,
    "views/a.view.yaml": "title: A\nkind: game\nquery: status:library\n",
    "games/a.yaml": "title: A\nrelease: 2020\nstatus: library\nproperties: {series: [\"it's\"]}\n",
  ]
  for (number, value) in values.enumerated() {
    let record = DataValue.map([
      .init("title", .string("T\(number)")), .init("kind", .string(value)), .init("makers", .list(list)),
      .init("inner", inner[number]),
    ])
    files["things/\(number).yaml"] = String(decoding: YAMLDocument.text(record), as: UTF8.self)
  }
  return try Conversation(
    files: files, capabilities: ["textDocument": ["completion": ["completionItem": ["snippetSupport": .bool(snippets)]]]])
}

extension Conversation {
  /// The texts after each completion at the `|` of a text, by the labels of the items.
  fileprivate func completed(_ name: String, _ marked: String) -> [String: String] {
    let items = ask("textDocument/completion", name, marked)["items"]?.items ?? []
    let text = marked.replacing("|", with: "", maxReplacements: 1)
    return Dictionary(
      items.map { ($0["label"]?.text ?? "", applied(.list([$0["textEdit"] ?? .null]), to: text)) }
    ) { first, _ in first }
  }
}

/// The texts of all scalars at the end of a path in a text, "!" where that has findings.
private func scalars(_ text: String, _ names: [String]) -> [String] {
  let parsed = YAML.parse(Array(text.utf8))
  guard parsed.findings.isEmpty else { return ["! \(parsed.findings[0].message)"] }
  return parsed.tree.withReader { reader in
    var node = parsed.tree.roots.first
    for name in names { node = node.flatMap { reader.value($0, named: name) } }
    guard let node else { return ["nothing"] }
    return reader.node(node).kind == .sequence ? reader.items(node).map { reader.text($0) } : [reader.text(node)]
  }
}

@Suite struct CompletionTextTests {
  @Test(
    "a value of a closed list keeps the type that the schema gives it",
    arguments: [
      ("size: |", "size: 1"), ("size: [|]", "size: [2]"), ("mark: |", "mark: 1.50"), ("mark: |", "mark: true"),
      ("mark: |", "mark: \"8\""), ("{mark: |}", "{mark: \"no, thanks\"}"),
    ])
  func types(marked: String, wanted: String) throws {
    let texts = try things().completed("things/0.yaml", marked).values
    #expect(texts.contains(wanted) || texts.contains(wanted.replacing("\"", with: "'")), "\(texts)")
  }

  @Test(
    "a completed value is read back as the one that was chosen",
    arguments: [
      ("kind: |", ["kind"]), ("kind:|", ["kind"]), ("kind:\t|", ["kind"]), ("kind: \"|\"", ["kind"]), ("makers: |", ["makers"]),
      ("makers: [|]", ["makers"]), ("makers: [it's, |]", ["makers"]), ("makers: [\"a\\\"b\", |]", ["makers"]),
      ("makers: [\"|\"]", ["makers"]), ("makers:\n  - |", ["makers"]), ("makers:\n  -|", ["makers"]),
      ("makers:\n    |", ["makers"]),
      ("makers:\n  - a\n  |", ["makers"]), ("makers: [\n  a,\n  |\n]", ["makers"]), ("makers: [  # these\n  |\n]", ["makers"]),
      ("makers:\n  [a,\n   |]", ["makers"]), ("inner: {at: |}", ["inner", "at"]), ("inner: {at:|}", ["inner", "at"]),
      ("inner: {of: [a, it's], at: |}", ["inner", "at"]), ("inner: {\n  of: [a],\n  at: |\n}", ["inner", "at"]),
      ("{\"title\": \"x\", \"makers\": [\"a\",\n  |]}", ["makers"]),
    ])
  func readBack(marked: String, names: [String]) throws {
    let talk = try things()
    let texts = talk.completed("things/new.yaml", marked + "\n")
    for value in values {
      let text = try #require(texts[value], "\(value) in \(texts.keys.sorted())")
      #expect(scalars(text, names).last == value, "\(text)")
    }
  }

  @Test(
    "keys are written as the brackets around them have it",
    arguments: [
      ("inner: {|}", "of", "inner: {of: [}"), ("inner: {|}", "at", "inner: {at: }"), ("{|}", "inner", "{inner: {}"),
      ("inner: {|}", "all that is required", "inner: {at: , of: []}"), ("inner: {a|: x}", "at", "inner: {at: x}"),
      ("history:\n  |", "at", "history:\n  - at: "), ("history:\n  - at: x\n  |", "by", "history:\n  - at: x\n  - by: "),
      ("history:\n  -|", "at", "history:\n  - at: "), ("inner: {\n  at: a,\n  |\n}", "of", "inner: {\n  at: a,\n  of: [\n}"),
      ("|", "all that is required", "title: \nkind: "),
    ])
  func keys(marked: String, label: String, wanted: String) throws {
    let texts = try things().completed("things/new.yaml", marked)
    #expect(texts[label] == wanted, "\(texts.keys.sorted())")
  }

  @Test("an editor that takes snippets gets places to fill in")
  func snippets() throws {
    let talk = try things(snippets: true)
    #expect(talk.completed("things/new.yaml", "|")["all that is required"] == "title: $1\nkind: $2")
    #expect(talk.completed("things/new.yaml", "inner: {|}")["of"] == "inner: {of: [$1]}")
    #expect(talk.completed("things/new.yaml", "inner: {|}")["all that is required"] == "inner: {at: $1, of: [$2]}")
    let items = talk.ask("textDocument/completion", "things/new.yaml", "|")["items"]?.items ?? []
    let formats = items.map { ($0["insertTextFormat"]?.integer == 2) == ($0["label"]?.text == "all that is required") }
    #expect(formats.allSatisfy { $0 } && !formats.isEmpty)
  }

  @Test("nothing is offered in comments", arguments: ["# |", "kind: x  # |", "inner: {at: x  # |\n}", "#|"])
  func comments(marked: String) throws {
    #expect(try things().completed("things/new.yaml", marked).isEmpty)
  }

  @Test(
    "a word of a view's query takes the place of that word alone",
    arguments: [
      ("query: \"status:|\"", "status:wishlist", "query: \"status:wishlist\""),
      ("query: 'x stat|us:library y'", "status:", "query: 'x status: y'"),
      ("query: x status:w| y", "status:wishlist", "query: x status:wishlist y"),
      ("query: @|", "@a", "query: '@a'"),
    ])
  func queries(marked: String, label: String, wanted: String) throws {
    let texts = try things().completed("views/b.view.yaml", "kind: game\n" + marked + "\n")
    #expect(texts[label] == "kind: game\n" + wanted + "\n", "\(texts)")
  }
}
