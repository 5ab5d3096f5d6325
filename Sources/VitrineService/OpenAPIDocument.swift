// The service's own description, made of the endpoints: OpenAPI 3.1.

import VitrineFormats

/// The OpenAPI document.
enum OpenAPIDocument {
  /// The document as indented JSON.
  ///
  /// Source: the OpenAPI Specification 3.1.0.
  static func bytes(version: String) -> [UInt8] {
    var json = JSONWriter(indent: 2)
    json.object { json in
      json.field("openapi", "3.1.0")
      json.object("info") { json in
        json.field("title", "vitrine")
        json.field("version", version)
        json.field("description", description)
      }
      json.array("servers") { json in
        json.object { json in
          json.field("url", "http://localhost")
          json.field("description", "the catalogue's socket, as in: curl --unix-socket SOCKET http://localhost/v1/status")
        }
      }
      json.object("paths") { json in
        var templates: [String] = []
        for endpoint in Endpoint.all where !templates.contains(endpoint.template) { templates.append(endpoint.template) }
        for template in templates {
          json.object(template) { json in
            for endpoint in Endpoint.all where endpoint.template == template { json.operation(endpoint) }
          }
        }
      }
      json.object("components") { json in
        json.object("schemas") { json in
          for schema in OpenAPISchemas.all {
            json.key(schema.name)
            json.raw(schema.text.utf8)
          }
        }
        json.object("responses") { json in
          json.object("Error") { json in
            json.field("description", "the request cannot be answered; the body says why")
            json.headers(["Vitrine-Version"])
            json.contents([Endpoint.Content(format: "", type: "application/json", schema: "Error")])
          }
        }
      }
    }
    json.lineBreak()
    return json.bytes
  }

  private static let description =
    "The live catalogue on a unix socket, for its own user only. What can be got (GET) has a head (HEAD) too. Requests may name the version of vitrine they are made for in the header Vitrine-Version; another one is refused. What is no HTTP at all is refused by the library below in a form of its own."

  /// The statuses of refusals, and where they may come.
  fileprivate static func refusals(of endpoint: Endpoint) -> [(status: Int, summary: String)] {
    var found = [(400, "bad parameter, query or body"), (403, "another user")]
    switch endpoint.action {
    case .reads where endpoint.pathParameter != nil || endpoint.parameters.contains { $0.name == "path" }:
      found.append((404, "nothing of that name"))
    default: break
    }
    found.append((409, "another version was asked for"))
    if endpoint.body != nil { found.append((413, "the body is too long")) }
    found.append((431, "the head of the request is too long"))
    if case .reads = endpoint.action { found.append((500, "a file could not be read, or the answer is too long")) }
    found.append(
      (
        503,
        "the service is stopping, or has not seen in time what was written before the request, or has too many streams of events"
      ))
    return found
  }
}

extension JSONWriter {
  fileprivate mutating func operation(_ endpoint: Endpoint) {
    object(endpoint.method.lowercased()) { json in
      json.field("operationId", endpoint.name)
      json.field("summary", endpoint.summary)
      if !endpoint.description.isEmpty { json.field("description", endpoint.description) }
      json.array("parameters") { json in
        for parameter in endpoint.parameters {
          json.parameter(parameter, isInPath: parameter.name == endpoint.pathParameter?.name)
        }
        if case .events = endpoint.action {
          json.object { json in
            json.field("name", "Last-Event-ID")
            json.field("in", "header")
            json.field("description", "the id of the last event that was read")
            json.object("schema") { $0.field("type", "string") }
          }
        }
      }
      if let body = endpoint.body {
        json.object("requestBody") { json in
          json.field("required", true)
          json.contents([Endpoint.Content(format: "", type: "application/json", schema: body)])
        }
      }
      json.object("responses") { json in
        json.object("\(endpoint.success)") { json in
          json.field("description", endpoint.summary)
          json.headers(endpoint.headers)
          json.contents(endpoint.contents)
        }
        for refusal in OpenAPIDocument.refusals(of: endpoint) {
          json.object("\(refusal.status)") { json in json.field("$ref", "#/components/responses/Error") }
        }
      }
    }
  }

  private mutating func parameter(_ parameter: Endpoint.Parameter, isInPath: Bool) {
    object { json in
      json.field("name", parameter.name)
      json.field("in", isInPath ? "path" : "query")
      if isInPath { json.field("required", true) }
      json.field("description", parameter.summary)
      json.object("schema") { json in
        if parameter.repeats {
          json.field("type", "array")
          json.object("items") { $0.values(of: parameter) }
        } else {
          json.values(of: parameter)
        }
      }
      if parameter.example.isEmpty { return }
      if !parameter.repeats, case .number = parameter.form {
        json.key("example")
        json.raw(parameter.example.utf8)
      } else if parameter.repeats {
        json.array("example") { $0.string(parameter.example) }
      } else {
        json.field("example", parameter.example)
      }
    }
  }

  private mutating func values(of parameter: Endpoint.Parameter) {
    switch parameter.form {
    case .text, .kind:
      field("type", "string")
      field("minLength", 1)
    case .number:
      field("type", "integer")
      field("minimum", 0)
    case .choice(let words):
      field("type", "string")
      array("enum") { json in
        for word in words { json.string(word) }
      }
    }
  }

  /// The contents by their types; what several formats share a type for may be of the first one's schema or of none.
  fileprivate mutating func contents(_ contents: [Endpoint.Content]) {
    object("content") { json in
      var types: [String] = []
      for content in contents where !types.contains(content.type) { types.append(content.type) }
      for type in types {
        let same = contents.filter { $0.type == type }
        json.object(type) { json in
          json.object("schema") { json in
            if same.count == 1, let schema = same[0].schema {
              json.field("$ref", "#/components/schemas/" + schema)
            } else if let schema = same.first(where: { $0.schema != nil })?.schema {
              json.array("anyOf") { json in
                json.object { $0.field("$ref", "#/components/schemas/" + schema) }
                json.object { $0.field("description", same.filter { $0.schema == nil }.map(\.format).joined(separator: ", ")) }
              }
            } else {
              json.field("type", "string")
            }
          }
        }
      }
    }
  }

  fileprivate mutating func headers(_ names: [String]) {
    object("headers") { json in
      for name in names {
        json.object(name) { json in
          json.object("schema") { $0.field("type", name == "Vitrine-Version" ? "string" : "integer") }
        }
      }
    }
  }
}

extension Endpoint {
  /// The headers of a reply where all is well.
  var headers: [String] {
    switch action {
    case .document, .events: ["Vitrine-Version"]
    case .status, .folders, .page, .reload, .accept, .stop: ["Vitrine-Version", "Vitrine-Generation"]
    case .reads: ["Vitrine-Version", "Vitrine-Generation", "Vitrine-Exit-Status"]
    case .runsBody: ["Vitrine-Version", "Vitrine-Generation", "Vitrine-Exit-Status", "Vitrine-Error-Length"]
    case .plansBody:
      ["Vitrine-Version", "Vitrine-Generation", "Vitrine-Exit-Status", "Vitrine-Error-Length", "Vitrine-Change-Length"]
    }
  }
}
