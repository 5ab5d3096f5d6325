// The OpenAPI document and the service say the same.

import FoundationEssentials
import Glibc
import Testing
import VitrineClient
import VitrineSchema
import VitrineService
import VitrineSource
import VitrineSyntax
import VitrineTesting

/// The document against a running service.
@Suite struct OpenAPITests {
  /// The program itself, run on the files: what it says is what a service is to say.
  private static let program: CommandRunner = { request, _ in
    let words = request.words.map {
      "'" + $0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
    let files = try? TemporaryFolder()
    let folder = files?.path ?? ""
    let line =
      "cd '\(request.folder)' && '\(Programs.vitrine)' \(words.joined(separator: " ")) >\(folder)/out 2>\(folder)/err"
    let status = system(line)
    return CommandReply(
      output: (try? files?.read("out")) ?? [], errors: (try? files?.read("err")) ?? [], status: status >> 8 & 0xFF)
  }

  private func document(_ running: RunningService) throws -> JSONValue {
    let reply = try running.get("/v1/openapi.json")
    #expect(reply.status == 200)
    return try #require(JSONValue(reply.body))
  }

  /// The findings of a text against a schema of the document.
  private func findings(_ body: [UInt8], _ schema: String, _ document: JSONValue) throws -> [String] {
    var library = SchemaLibrary()
    library.add(uri: "openapi.json", tree: document.tree)
    let compiled = try #require(library.compile(uri: "openapi.json#/components/schemas/" + schema).schema)
    let value = JSON.parse(body)
    var evaluator = Evaluator(compiled)
    return (value.findings + evaluator.evaluate(value.tree, root: try #require(value.tree.roots.first))).map {
      "\(schema): \($0.pointer) \($0.message)"
    }
  }

  private func operations(_ document: JSONValue) throws -> [(path: String, method: String, operation: JSONValue)] {
    let paths = try #require(document["paths"])
    return paths.names.flatMap { path in
      paths[path].map { methods in
        methods.names.compactMap { method in methods[method].map { (path, method.uppercased(), $0) } }
      } ?? []
    }
  }

  /// A target with examples for what the path needs, and what else is given.
  private func target(_ path: String, _ operation: JSONValue, _ query: [String] = []) -> String {
    var path = path
    for parameter in operation["parameters"]?.items ?? [] where parameter["in"]?.text == "path" {
      path = path.replacing("{\(parameter["name"]?.text ?? "")}", with: parameter["example"]?.text ?? "")
    }
    return path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
  }

  @Test("every route that was agreed on is in the document, and no other")
  func routes() throws {
    let running = try RunningService()
    let document = try document(running)
    #expect(document["openapi"]?.text == "3.1.0")
    #expect(
      try operations(document).map { "\($0.method) \($0.path)" } == [
        "GET /v1/status", "GET /v1/folders", "GET /v1/rows", "GET /v1/records/{id}", "GET /v1/report", "GET /v1/stats",
        "GET /v1/explain",
        "GET /v1/explain/{rule}", "GET /v1/events", "POST /v1/command", "POST /v1/plan", "POST /v1/page", "POST /v1/reload",
        "POST /v1/accept",
        "POST /v1/stop",
        "GET /v1/openapi.json",
      ])
  }

  @Test("every method, parameter and status is as the document says")
  func parameters() throws {
    let running = try RunningService()
    let document = try document(running)
    for (path, method, operation) in try operations(document) where path != "/v1/events" {
      let responses = try #require(operation["responses"])
      let success = Int(responses.names.first ?? "") ?? 0
      let body = operation["requestBody"] == nil ? nil : #"{"words":["x"]}"#
      func status(_ method: String, _ query: [String]) throws -> Int {
        try running.ask(method, target(path, operation, query), body: body).status
      }
      #expect(try status(method, []) == success, "\(method) \(path)")
      #expect(try status("PATCH", []) == 405)
      #expect(try status(method, ["unknown=1"]) == 400)
      for header in responses[responses.names[0]]?["headers"]?.names ?? [] {
        #expect(
          try running.ask(method, target(path, operation), body: body).headers[header.lowercased()] != nil, "\(path) \(header)")
      }
      for parameter in operation["parameters"]?.items ?? [] where parameter["in"]?.text == "query" {
        let name = try #require(parameter["name"]?.text)
        var schema = try #require(parameter["schema"])
        if let items = schema["items"] {
          schema = items
          #expect(try status(method, ["\(name)=a", "\(name)=b"]) == success)
        }
        let words = schema["enum"]?.items.map(\.text) ?? []
        let values =
          !words.isEmpty ? words : schema["type"]?.text == "integer" ? ["0", "7"] : name == "kind" ? ["thing", "things"] : ["x"]
        for value in values { #expect(try status(method, ["\(name)=\(value)"]) == success, "\(path)?\(name)=\(value)") }
        #expect(try status(method, ["\(name)="]) == 400, "\(path)?\(name)=")
        if schema["type"]?.text == "integer" { #expect(try status(method, ["\(name)=x"]) == 400) }
        if !words.isEmpty { #expect(try status(method, ["\(name)=\(words[0])x"]) == 400) }
      }
    }
  }

  @Test("real answers on a real catalogue are as the schemas of the document say, in the formats it names")
  func answers() throws {
    let running = try RunningService(copyOf: "examples/collection", run: Self.program)
    let document = try document(running)
    let paths = try running.get("/v1/rows?format=paths").text
    let record = try #require(paths.split(separator: "\n").first).dropLast(".yaml".count)
    for (path, method, operation) in try operations(document) where path != "/v1/events" && path != "/v1/stop" {
      let target = path == "/v1/records/{id}" ? "/v1/records/\(record)" : target(path, operation)
      let reply = try running.ask(method, target, body: operation["requestBody"] == nil ? nil : #"{"words":["list"]}"#)
      let responses = try #require(operation["responses"])
      #expect("\(reply.status)" == responses.names[0], "\(target): \(reply.text)")
      let type = try #require(reply.headers["content-type"])
      let schema = try #require(responses[responses.names[0]]?["content"]?[type]?["schema"], "\(target) \(type)")
      let reference = schema["$ref"]?.text ?? schema["anyOf"]?.items.first?["$ref"]?.text
      if let name = reference?.split(separator: "/").last {
        #expect(try findings(reply.body, String(name), document) == [], "\(target)")
      }
    }
    for target in [
      "/v1/nowhere", "/v1/rows?q=nosuchfield:1", "/v1/records/nothing-of-that-name", "/v1/explain/nothing",
      "/v1/report?path=nowhere",
    ] {
      let reply = try running.get(target)
      #expect(reply.status == (target.contains("?q") ? 400 : 404), "\(target): \(reply.text)")
      #expect(try findings(reply.body, "Error", document) == [])
    }
  }

  @Test("a use case answers with the bytes, the status and the words that its command has")
  func commands() throws {
    let (cases, commands) = (
      try RunningService(copyOf: "examples/collection", run: Self.program),
      try RunningService(copyOf: "examples/collection", run: Self.program, readsByCommands: true)
    )
    let targets = [
      "rows?format=table", "rows?kind=game&sort=-release&limit=3&columns=title,release&format=csv",
      "rows?q=system:snes&format=ndjson",
      "rows?kind=games&columns=%2Bid&group=status&format=markdown", "rows?q=nosuchfield:1", "rows?q=(", "rows?sort=nothing",
      "rows?columns=titel",
      "rows?kind=game&q=@backlog", "rows?q=nothing+finds+this", "rows?limit=0", "records/hades", "records/hades?format=page",
      "records/games%2Fhades.yaml?format=markdown", "records/hades?format=yaml", "records/nothing", "records/e",
      "records/nofield:1",
      "report?format=short", "report?format=short&path=games&path=drafts", "report?path=nowhere", "report?format=github&path=..",
      "stats", "stats?format=table", "stats?kind=game&by=release", "stats?kind=game&by=platform.system,release:year&format=table",
      "stats?by=kind&format=csv", "stats?kind=game&by=release&period=month&limit=4", "stats?by=nothing", "stats?by=title:year",
      "stats?by=release:century", "stats?by=a,b,c", "stats?kind=garment&by=category&sum=price.amount&mean=price.amount",
      "stats?sum=title", "stats?by=kind&sort=-records", "stats?by=kind&sort=nothing", "explain", "explain/V112",
      "explain/duplicate-key",
      "explain/nothing",
    ]
    for target in targets {
      let (one, other) = (try cases.get("/v1/" + target), try commands.get("/v1/" + target))
      #expect(one.text == other.text, "\(target)")
      #expect(one.status == other.status, "\(target)")
      #expect(one.headers["vitrine-exit-status"] == other.headers["vitrine-exit-status"], "\(target)")
    }
  }

  @Test("events and bodies are as the schemas of the document say")
  func events() throws {
    let running = try RunningService()
    let document = try document(running)
    let client = try running.client()
    try client.send("GET", "/v1/events")
    _ = try client.reply()
    func data(_ event: String) -> [UInt8] { Array((event.split(separator: "\n").last ?? "").dropFirst("data: ".count).utf8) }
    #expect(try findings(data(client.chunk()), "Status", document) == [])
    try running.folder.write("title: One\nunknown: 1\ntitel: [\n", to: "things/one.yaml")
    #expect(try findings(data(client.chunk()), "Generation", document) == [])
    try running.folder.write("titel: One\n", to: "things/one.yaml")
    #expect(try findings(data(client.chunk()), "Generation", document) == [])
    #expect(
      try findings(Array(#"{"words":["a"],"folder":"/x","environment":{"A":"b"},"width":null}"#.utf8), "Command", document) == [])
    #expect(try findings(Array(#"{"words":"a"}"#.utf8), "Command", document) != [])
  }

  @Test("the schemas are schemas")
  func schemas() throws {
    let document = try document(RunningService())
    var library = SchemaLibrary()
    let folder = TestData.checkout + "/Sources/CStock/metaschemas/draft2020-12/"
    func add(_ name: String, _ uri: String) throws {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + name + ".json")))
      library.add(uri: "https://json-schema.org/draft/2020-12/" + uri, tree: JSON.parse(bytes).tree)
    }
    try add("schema", "schema")
    for name in ["core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation", "content"] {
      try add("meta/" + name, "meta/" + name)
    }
    let schemas = try #require(document["components"]?["schemas"])
    for name in schemas.names {
      let schema = try #require(schemas[name])
      let text = schema.source
      library.add(uri: name, tree: JSON.parse(text).tree)
      #expect(library.validateSchema(uri: name).map(\.finding.message) == [], "\(name)")
    }
  }
}
