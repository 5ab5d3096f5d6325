// What the language server can do for an editor: one file a feature, in the folder Features.

import VitrineApplication
import VitrineCatalog
import VitrineEditing
import VitrineModel
import VitrineSource
import VitrineSyntax

/// One thing that an editor can ask for.
protocol LanguageFeature: Sendable {
  /// The methods that it answers.
  static var methods: [String] { get }
  /// The members of the server's capabilities that say so.
  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry]
  /// True where all that follows from what was typed is to be known first.
  static var needsSettledTexts: Bool { get }
  /// The result of a request.
  ///
  /// Errors: a `ProtocolError`, or what a use case says, which becomes one.
  static func reply(to request: FeatureRequest) throws -> JSONValue
}

extension LanguageFeature {
  /// Most things can be said of the catalogue as it was a moment ago.
  static var needsSettledTexts: Bool { false }
}

/// A request for a feature.
struct FeatureRequest {
  /// The method.
  let method: String
  /// Its parameters.
  let params: JSONValue
  /// Who is asked.
  let server: LanguageServer

  /// What columns count.
  var encoding: PositionEncoding { server.client.encoding }

  /// The document that the request is about.
  ///
  /// Errors: none is named; nil where it is no file of a catalogue.
  func document() throws -> ServedDocument? {
    guard let uri = params.member("textDocument", "uri")?.text else {
      throw ProtocolError(.invalidParams, "'textDocument' with its 'uri' is missing")
    }
    return server.document(at: uri)
  }

  /// The byte that the request is about.
  ///
  /// Errors: no place is named.
  func offset(in document: ServedDocument) throws -> Int {
    guard let position = DocumentPosition(params["position"]) else {
      throw ProtocolError(.invalidParams, "'position' is missing, or is none")
    }
    return document.text.offset(of: position, encoding)
  }
}

/// A file of a catalogue, as an editor has it.
struct ServedDocument {
  /// The name that the editor has for it.
  let uri: String
  /// Its path in the catalogue.
  let path: Path
  /// Its text.
  let text: DocumentText
  /// The version that the editor counts; nil where it is not open.
  let version: Int?
  /// The catalogue that it belongs to.
  let served: ServedCatalogue
  /// The catalogue as it is now.
  let open: OpenCatalogue

  /// The kind of the record that it is; nil for what is none.
  var kind: Kind? { open.catalogue.kindIndex(ofRecordAt: path).map { open.kinds[$0] } }

  /// The text, read.
  var tree: Tree { YAML.parse(text.bytes).tree }
}
