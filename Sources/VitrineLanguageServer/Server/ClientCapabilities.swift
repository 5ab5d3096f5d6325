// What a client can do, as far as the server does something else for it.

import VitrineCatalog
import VitrineEditing
import VitrineModel
import VitrineSource

/// What `initialize` says of a client.
package struct ClientCapabilities: Sendable {
  /// What columns count.
  private(set) package var encoding = PositionEncoding.utf16
  /// True where diagnostics are sent unasked.
  private(set) package var takesPublishedDiagnostics = true
  /// True where the server may say that findings are to be asked for again.
  private(set) var refreshesDiagnostics = false
  /// True where the server shows what takes long.
  private(set) var takesProgress = false
  /// True where edits may make, rename and delete files.
  private(set) var takesFileOperations = false
  /// True where snippets with places to fill in may be inserted.
  private(set) var takesSnippets = false
  /// True where a list of folds may be of whole lines only.
  private(set) var foldsLinesOnly = false
  /// True where symbols of a document may lie in each other.
  private(set) var takesNestedSymbols = false
  /// True where formatting puts keys into the order of the schema.
  private(set) var ordersKeys = false
  /// True where the code of a finding may lead to a page.
  private(set) var takesCodeDescriptions = false
  /// The hints that are wanted.
  private(set) var hints = InlayHints.Wanted()
  /// True where links may have words that show when one points at them.
  private(set) var takesLinkTooltips = false
  /// True where pages of what is hovered over may be Markdown.
  private(set) var hoversInMarkdown = true
  /// True where pages of what is completed may be Markdown.
  private(set) var completesInMarkdown = false

  /// The language that the person reads in the editor.
  private(set) var language = Language.english

  /// A page of what is completed, in the form that the client shows.
  func documentation(_ page: String) -> JSONValue {
    completesInMarkdown ? ["kind": "markdown", "value": .string(page)] : .string(page.withoutMarkdown)
  }

  /// A client that says nothing.
  package init() {}

  /// The folders that a client with some parameters of `initialize` works in.
  static func folders(_ params: JSONValue) -> [Path] {
    let named = (params["workspaceFolders"]?.items ?? []).compactMap { $0["uri"]?.text }
    let folders = named.compactMap(DocumentURI.path)
    if !folders.isEmpty { return folders }
    if let root = params["rootUri"]?.text.flatMap(DocumentURI.path) { return [root] }
    if let root = params["rootPath"]?.text.map({ Path($0) }), root.isAbsolute { return [root] }
    return []
  }

  /// The client of some parameters of `initialize`.
  package init(_ params: JSONValue) {
    let capabilities = params["capabilities"] ?? .null
    let offered = capabilities.member("general", "positionEncodings")?.items ?? []
    if let locale = params["locale"]?.text { language = Languages.first(of: [Language.tag(ofLocale: locale)]) }
    encoding = offered.lazy.compactMap { $0.text.flatMap(PositionEncoding.init) }.first ?? .utf16
    let document = capabilities["textDocument"] ?? .null
    // Who takes both would show every finding twice.
    switch params.member("initializationOptions", "diagnostics")?.text {
    case "pull": takesPublishedDiagnostics = false
    case "push": takesPublishedDiagnostics = true
    default: takesPublishedDiagnostics = document["publishDiagnostics"] != nil || document["diagnostic"] == nil
    }
    refreshesDiagnostics = capabilities.member("workspace", "diagnostics", "refreshSupport")?.flag ?? false
    takesCodeDescriptions = document.member("publishDiagnostics", "codeDescriptionSupport")?.flag ?? !takesPublishedDiagnostics
    ordersKeys = params.member("initializationOptions", "format", "keys")?.flag ?? false
    hints = InlayHints.Wanted(params.member("initializationOptions", "inlayHints") ?? .null)
    takesProgress = capabilities.member("window", "workDoneProgress")?.flag ?? false
    let operations = capabilities.member("workspace", "workspaceEdit", "resourceOperations")?.items?.compactMap(\.text) ?? []
    // Who can do these takes the edits that have them, whether or not it says so besides; neovim does not.
    takesFileOperations = operations.contains("create") && operations.contains("rename")
    takesSnippets = document.member("completion", "completionItem", "snippetSupport")?.flag ?? false
    foldsLinesOnly = document.member("foldingRange", "lineFoldingOnly")?.flag ?? false
    takesNestedSymbols = document.member("documentSymbol", "hierarchicalDocumentSymbolSupport")?.flag ?? false
    takesLinkTooltips = document.member("documentLink", "tooltipSupport")?.flag ?? false
    func takesMarkdown(_ formats: JSONValue?) -> Bool? { formats?.items?.contains { $0.text == "markdown" } }
    hoversInMarkdown = takesMarkdown(document.member("hover", "contentFormat")) ?? true
    completesInMarkdown = takesMarkdown(document.member("completion", "completionItem", "documentationFormat")) ?? false
  }
}
