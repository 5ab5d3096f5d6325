// A document tidied as by `vitrine fmt`.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineEditing

/// `textDocument/formatting`.
enum Formatting: LanguageFeature {
  static let methods = ["textDocument/formatting"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] {
    [JSONValue.Entry("documentFormattingProvider", true)]
  }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    guard let document = try request.document() else { return .null }
    var ways: Set<Tidying> = [.trailingSpaces, .finalNewline]
    if request.server.client.ordersKeys { ways.insert(.keys) }
    let isRecord = document.kind != nil
    guard isRecord || document.open.catalogue.isOwnText(document.path) else { return .null }
    let outcome = FormatPlanner.plan(
      ways, records: isRecord ? [document.path] : [], texts: isRecord ? [] : [document.path], in: document.open.catalogue)
    if let refusal = outcome.refusals.first, outcome.plan.edits.isEmpty {
      throw ProtocolError(.requestFailed, "\(refusal)")
    }
    return .list(outcome.plan.edits.flatMap { PlannedEdits.textEdits($0, on: document.text, request.encoding) })
  }
}
