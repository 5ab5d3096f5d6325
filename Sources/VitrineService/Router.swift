// From a request's method, path and query to an endpoint and checked values.

import VitrineHTTP
import VitrineText

/// What is asked: an endpoint, and the values of its parameters.
struct Asked: Sendable {
  /// A value that was given.
  struct Value: Sendable {
    /// Of which parameter.
    var parameter: Endpoint.Parameter
    /// The value.
    var text: String
  }

  /// The endpoint.
  var endpoint: Endpoint
  /// The values: that of the path, then those of the query in the order of the declaration.
  var values: [Value]
  /// Whether only the head of the reply is wanted.
  var isHead: Bool

  /// The value of a parameter, the first where there are several.
  func value(_ name: String) -> String? { values.first { $0.parameter.name == name }?.text }

  /// Whether the answer waits for what was written just before.
  var waits: Bool { value(Endpoint.barrier.name) != "none" }

  /// What the reply will hold.
  var content: Endpoint.Content? {
    let format = value("format")
    return endpoint.contents.first { $0.format == format } ?? endpoint.contents.first
  }

  /// The values of a parameter.
  func values(_ name: String) -> [String] { values.filter { $0.parameter.name == name }.map(\.text) }

  /// The value of a parameter that is a number.
  func number(_ name: String) -> Int? { value(name).flatMap { Int($0) } }

  /// The format of the answer; "" where there is only one.
  var format: String { value("format") ?? content?.format ?? "" }
}

/// Finds endpoints.
enum Router {
  /// What a request asks.
  ///
  /// Errors: there is no such path, method or parameter, or a value is not what it takes.
  static func route(_ method: String, _ target: RequestTarget) throws(RequestFault) -> Asked {
    let found = Endpoint.all.filter { $0.match(target.path) != nil }
    guard !found.isEmpty else { throw unknownPath(target.path) }
    guard let endpoint = found.first(where: { $0.method == (method == "HEAD" ? "GET" : method) }) else {
      let allowed = found.map { $0.method == "GET" ? "GET, HEAD" : $0.method }.joined(separator: ", ")
      throw RequestFault("\(found[0].template) takes \(allowed), not '\(method)'", status: 405, allowed: allowed)
    }
    var values: [Asked.Value] = []
    if let parameter = endpoint.pathParameter, let text = endpoint.match(target.path) {
      values.append(Asked.Value(parameter: parameter, text: text))
    }
    let known = endpoint.parameters.filter { $0.name != endpoint.pathParameter?.name }
    for given in target.parameters where !known.contains(where: { $0.name == given.name }) {
      throw unknownParameter(given.name, endpoint, known.map(\.name))
    }
    for parameter in known {
      let given = target.parameters.filter { $0.name == parameter.name }
      if given.count > 1, !parameter.repeats { throw RequestFault("parameter '\(parameter.name)' is there \(given.count) times") }
      for value in given {
        try check(value.value, parameter)
        values.append(Asked.Value(parameter: parameter, text: value.value))
      }
    }
    return Asked(endpoint: endpoint, values: values, isHead: method == "HEAD")
  }

  private static func check(_ value: String, _ parameter: Endpoint.Parameter) throws(RequestFault) {
    let name = parameter.name
    switch parameter.form {
    case .text, .kind: if value.isEmpty { throw RequestFault("parameter '\(name)' is empty") }
    case .number:
      guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), Int(value) != nil else {
        throw RequestFault("parameter '\(name)' is '\(value)'; expected a whole number")
      }
    case .choice(let words):
      if words.contains(value) { return }
      let nearest = NearestWord.nearest(to: value, in: words).map { "; did you mean '\($0)'?" } ?? ""
      throw RequestFault("parameter '\(name)' is '\(value)'; expected \(listed(words))\(nearest)")
    }
  }
}

// Messages.
extension Router {
  private static func unknownPath(_ path: [String]) -> RequestFault {
    let written = "/" + path.joined(separator: "/")
    let nearest = NearestWord.nearest(to: written, in: Endpoint.all.map(\.template))
    let help = nearest.map { "did you mean '\($0)'?" } ?? "'/v1/openapi.json' lists what there is"
    return RequestFault("there is no '\(written)'; \(help)", status: 404)
  }

  private static func unknownParameter(_ name: String, _ endpoint: Endpoint, _ known: [String]) -> RequestFault {
    let nearest = NearestWord.nearest(to: name, in: known).map { "did you mean '\($0)'?" }
    let help = nearest ?? (known.isEmpty ? "it takes none" : "expected \(listed(known))")
    return RequestFault("unknown parameter '\(name)' of \(endpoint.template); \(help)")
  }

  private static func listed(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
