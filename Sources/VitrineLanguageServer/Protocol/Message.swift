// Requests, notifications and replies. Source: JSON-RPC 2.0; Language Server Protocol 3.17.

import VitrineEditing

/// The number or the text that a request is known by.
package enum RequestID: Hashable, Sendable {
  /// A number, by its digits.
  case number(String)
  /// A text.
  case text(String)

  init?(_ value: JSONValue?) {
    switch value {
    case .number(let digits): self = .number(digits)
    case .string(let text): self = .text(text)
    case .null, .bool, .list, .map, nil: return nil
    }
  }

  /// The id as it stands in messages.
  package var json: JSONValue {
    switch self {
    case .number(let digits): .number(digits)
    case .text(let text): .string(text)
    }
  }
}

/// What a client says.
package enum Message: Sendable {
  /// It wants a reply.
  case request(RequestID, method: String, params: JSONValue)
  /// It wants none.
  case notification(method: String, params: JSONValue)
  /// It replies to what the server asked.
  case reply(RequestID, JSONValue)
  /// No message of the protocol; the id, where there is one, and why.
  case invalid(RequestID?, ProtocolError)

  /// Whether it only says that a text changed.
  var isChange: Bool {
    if case .notification("textDocument/didChange", _) = self { true } else { false }
  }

  /// The message in a content.
  package init(_ content: [UInt8]) {
    guard let value = JSONValue(json: content) else {
      self = .invalid(nil, ProtocolError(.parseError, "the content is no JSON"))
      return
    }
    let id = RequestID(value["id"])
    guard case .map = value, value["jsonrpc"]?.text == "2.0" else {
      self = .invalid(id, ProtocolError(.invalidRequest, "no message of JSON-RPC 2.0"))
      return
    }
    let params = value["params"] ?? .null
    guard let method = value["method"] else {
      if let id, value["result"] != nil || value["error"] != nil {
        self = .reply(id, value["result"] ?? .null)
      } else {
        self = .invalid(id, ProtocolError(.invalidRequest, "neither 'method' nor 'result' is there"))
      }
      return
    }
    guard let name = method.text, params.isCollection || params.isNull else {
      self = .invalid(id, ProtocolError(.invalidRequest, "'method' is no text, or 'params' is neither list nor object"))
      return
    }
    if let id {
      self = .request(id, method: name, params: params)
    } else if value["id"] == nil {
      self = .notification(method: name, params: params)
    } else {
      self = .invalid(nil, ProtocolError(.invalidRequest, "'id' is neither number nor text"))
    }
  }
}

/// Why a request gets no result.
package struct ProtocolError: Error, Sendable {
  /// The codes of JSON-RPC and of the protocol.
  package enum Code: Int, Sendable {
    /// The content is no JSON.
    case parseError = -32700
    /// It is JSON and no request.
    case invalidRequest = -32600
    /// Nobody knows the method.
    case methodNotFound = -32601
    /// The parameters are not those of the method.
    case invalidParams = -32602
    /// The server cannot go on.
    case internalError = -32603
    /// `initialize` did not come first.
    case serverNotInitialized = -32002
    /// What was asked for cannot be done.
    case requestFailed = -32803
    /// The client did not want the reply any more.
    case requestCancelled = -32800
  }

  /// What is wrong, for programs.
  package let code: Code
  /// The same for people.
  package let message: String

  /// An error of a code and a message.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The error as it stands in replies.
  package var json: JSONValue { ["code": JSONValue(code.rawValue), "message": .string(message)] }
}

/// What the server says, as the contents of messages.
package enum Outgoing {
  /// The result of a request.
  package static func reply(_ id: RequestID, _ result: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": id.json, "result": result]
  }

  /// Why a request has no result; without an id where nobody knows which request it was.
  package static func failure(_ id: RequestID?, _ error: ProtocolError) -> JSONValue {
    ["jsonrpc": "2.0", "id": id?.json ?? .null, "error": error.json]
  }

  /// A notification.
  package static func notification(_ method: String, _ params: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "method": .string(method), "params": params]
  }

  /// A request to the client.
  package static func request(_ id: Int, _ method: String, _ params: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": JSONValue(id), "method": .string(method), "params": params]
  }
}
