// What can be asked of the service, as a declaration: it drives the routing, the checking of parameters, and the OpenAPI document.

import VitrineApplication

/// One method of one path.
struct Endpoint: Sendable {
  /// What is done.
  enum Action: Sendable {
    /// A use case answers what the parameters ask for.
    case reads(@Sendable (Asked) -> ReadRequest)
    /// `vitrine` runs with the words in the body.
    case runsBody
    /// `vitrine` plans the change that the words in the body ask for.
    case plansBody
    /// How the catalogue is.
    case status
    /// What is believed of every folder.
    case folders
    /// The OpenAPI document.
    case document
    /// The stream of events.
    case events
    /// Reads everything again.
    case reload
    /// Takes what is on the disk for true.
    case accept
    /// Opens the page for browsers.
    case page
    /// Ends the service.
    case stop
  }

  /// A parameter of the path or of the query.
  struct Parameter: Sendable {
    /// What values it takes.
    enum Form: Sendable {
      /// Any text but an empty one.
      case text
      /// The name or the plural of a kind of the catalogue.
      case kind
      /// A whole number from 0.
      case number
      /// One of these words.
      case choice([String])
    }

    /// Its name.
    var name: String
    /// Its values.
    var form: Form
    /// What it is for, in a sentence without a full stop.
    var summary: String
    /// An example of a value; "" where none fits every catalogue.
    var example: String
    /// Whether it may be given several times.
    var repeats = false
  }

  /// What a reply holds.
  struct Content: Sendable {
    /// The name of the format; "" where there is only one.
    var format: String
    /// Its `Content-Type`.
    var type: String
    /// The name of its schema among those of the document; nil for what is not JSON.
    var schema: String?
  }

  /// `GET` or `POST`; what can be got has a head too.
  var method: String
  /// The parts of the path. One in braces stands for any text, and for the rest of the path.
  var path: [String]
  /// A name for programs that are made from the document.
  var name: String
  /// What it gives, in a sentence without a full stop.
  var summary: String
  /// More on it; "" where there is no more.
  var description: String
  /// What is done.
  var action: Action
  /// The parameters, that of the path first.
  var parameters: [Parameter]
  /// What it gives; the first is given where nobody asks for a format.
  var contents: [Content]
  /// The status where all is well.
  var success = 200
  /// The name of the schema of the body; nil where none is read.
  var body: String?

  /// The path as the document writes it.
  var template: String { "/" + path.joined(separator: "/") }

  /// The parameter in the path.
  var pathParameter: Parameter? {
    guard let last = path.last, last.hasPrefix("{") else { return nil }
    return parameters.first { "{\($0.name)}" == last }
  }

  /// The value of the path's parameter, "" where it has none; nil for another path.
  func match(_ parts: [String]) -> String? {
    guard path.last?.hasPrefix("{") == true else { return parts == path ? "" : nil }
    let fixed = path.dropLast()
    guard parts.count > fixed.count, parts.starts(with: fixed) else { return nil }
    let rest = parts[fixed.count...].joined(separator: "/")
    return rest.isEmpty ? nil : rest
  }
}
