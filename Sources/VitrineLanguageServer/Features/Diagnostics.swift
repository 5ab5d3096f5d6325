// Findings as an editor underlines them: sent when they change, and given to those who ask.

import VitrineApplication
import VitrineCatalog
import VitrineEditing
import VitrineIndex
import VitrineLive
import VitrineRules
import VitrineSource

/// `textDocument/diagnostic` and `workspace/diagnostic`.
enum Diagnostics: LanguageFeature {
  static let methods = ["textDocument/diagnostic", "workspace/diagnostic"]

  static func capabilities(for client: ClientCapabilities) -> [JSONValue.Entry] {
    if client.takesPublishedDiagnostics { return [] }
    let provider: JSONValue = ["identifier": "vitrine", "interFileDependencies": true, "workspaceDiagnostics": true]
    return [JSONValue.Entry("diagnosticProvider", provider)]
  }

  static var needsSettledTexts: Bool { true }

  static func reply(to request: FeatureRequest) throws -> JSONValue {
    if request.method == "workspace/diagnostic" { return ["items": .list(whole(request))] }
    guard let document = try request.document() else { return ["kind": "full", "items": []] }
    var items = DiagnosticList(document.served, request.server)
    return ["kind": "full", "items": items.json(document.open.catalogue.findings.findings(in: document.path), in: document.path)]
  }

  /// A report for each file with findings, and for each that had some when this was last asked.
  private static func whole(_ request: FeatureRequest) -> [JSONValue] {
    let server = request.server
    var known: [String: String] = [:]
    for previous in request.params["previousResultIds"]?.items ?? [] {
      if let uri = previous["uri"]?.text, let id = previous["value"]?.text { known[uri] = id }
    }
    var current: [String: JSONValue] = [:]
    for served in server.catalogues {
      let findings = served.state.catalogue.findings
      var items = DiagnosticList(served, server)
      for (path, own) in Dictionary(grouping: findings, by: \.path).sorted(by: { $0.key < $1.key }) {
        let uri = server.uri(of: path, in: served)
        current[uri] = items.json(own, in: path)
      }
    }
    return server.pulled.reports(current, known) { uri in server.version(of: uri).map { JSONValue($0) } ?? .null }
  }
}

/// The findings that a client does not know yet.
enum PublishedDiagnostics {
  /// So many files that are not open are underlined at once; more would bury an editor.
  private static let maximumFiles = 2_000

  /// The parameters of `textDocument/publishDiagnostics`, one a file, for all files of a catalogue whose findings are others than the client knows.
  static func news(of served: ServedCatalogue, _ server: LanguageServer) -> [JSONValue] {
    let (findings, changed) = served.report()
    let paths: [Path]
    if let changed {
      paths = changed.sorted()
    } else {
      paths = served.published.union(findings.lazy.map(\.path)).sorted()
    }
    var items = DiagnosticList(served, server)
    var news: [JSONValue] = []
    for path in paths {
      let own = findings.findings(in: path)
      let uri = server.uri(of: path, in: served)
      let isKnown = served.published.contains(path)
      if own.isEmpty {
        guard isKnown else { continue }
        served.published.remove(path)
      } else {
        if !isKnown, served.published.count >= maximumFiles, !server.isOpen(uri) {
          if !served.isAbridged {
            server.show("more than \(maximumFiles) files have findings; those of the others show when they are opened", type: 2)
          }
          served.isAbridged = true
          continue
        }
        served.published.insert(path)
      }
      let version = server.version(of: uri).map { [JSONValue.Entry("version", JSONValue($0))] } ?? []
      let members = [JSONValue.Entry("uri", .string(uri)), JSONValue.Entry("diagnostics", items.json(own, in: path))]
      news.append(.map(members + version))
    }
    return news
  }
}

/// Findings as the protocol writes them. It keeps the text that it looked into last.
struct DiagnosticList {
  private let served: ServedCatalogue
  private let server: LanguageServer
  private var texts: [Path: DocumentText] = [:]

  /// A list of the findings of a catalogue.
  init(_ served: ServedCatalogue, _ server: LanguageServer) {
    self.served = served
    self.server = server
  }

  /// The findings of one file.
  mutating func json(_ findings: [Finding], in path: Path) -> JSONValue {
    .list(findings.map { json($0, in: path) })
  }

  /// One finding.
  mutating func json(_ finding: Finding, in path: Path) -> JSONValue {
    var members: [JSONValue.Entry] = [
      JSONValue.Entry("range", range(finding.range, finding.span, in: path)),
      JSONValue.Entry("severity", JSONValue(Self.severity(finding.severity))),
      JSONValue.Entry("code", .string(finding.rule.slug)),
      JSONValue.Entry("source", "vitrine"),
      JSONValue.Entry("message", .string(Self.message(finding))),
    ]
    if server.client.takesCodeDescriptions, let page = server.reference.page(of: finding.rule) {
      members.append(JSONValue.Entry("codeDescription", ["href": .string(DocumentURI.uri(of: page))]))
    }
    if !finding.related.isEmpty {
      let related = finding.related.map { place -> JSONValue in
        let file = place.path.isEmpty ? path : place.path
        let uri = server.uri(of: file, in: served)
        return [
          "location": ["uri": .string(uri), "range": range(place.range, place.span, in: file)], "message": .string(place.message),
        ]
      }
      members.append(JSONValue.Entry("relatedInformation", .list(related)))
    }
    if Self.unnecessary.contains(finding.rule.slug) { members.append(JSONValue.Entry("tags", [1])) }
    let data: JSONValue = ["rule": .string(finding.rule.code), "pointer": .string(finding.pointer)]
    members.append(JSONValue.Entry("data", data))
    return .map(members)
  }

  /// The rules that find what may as well not be there.
  private static let unnecessary: Set<String> = ["unused-suppression", "photo-orphan", "extra-photo"]

  private static func severity(_ severity: Severity) -> Int {
    switch severity {
    case .error: 1
    case .warning: 2
    case .info: 3
    }
  }

  /// What a report says of a finding, in lines.
  private static func message(_ finding: Finding) -> String {
    let isQuestion = finding.label.hasPrefix("did you mean")
    var lines = [finding.message + (isQuestion ? "; " + finding.label : "")]
    if !isQuestion, !finding.label.isEmpty { lines.append(finding.label) }
    lines.append("help: " + finding.help)
    if !finding.note.isEmpty { lines.append("note: " + finding.note) }
    return lines.joined(separator: "\n")
  }

  private mutating func range(_ range: ByteRange, _ span: Span, in path: Path) -> JSONValue {
    // A check counts no byte order mark, and an editor that sent one does.
    if span.start.line == 1, let text = openText(of: path), text.countsByteOrderMark {
      return text.json(range, server.client.encoding)
    }
    switch server.client.encoding {
    case .utf16: return Self.json(span) { $0.utf16Column }
    case .utf32: return Self.json(span) { $0.column }
    case .utf8:
      // A place that stands at the start of its text may be one of a file without any.
      guard range.end > 0, let text = text(of: path) else { return Self.json(span) { $0.column } }
      return text.json(range, .utf8)
    }
  }

  private mutating func openText(of path: Path) -> DocumentText? { served.isOpen(path) ? text(of: path) : nil }

  private mutating func text(of path: Path) -> DocumentText? {
    if let known = texts[path] { return known }
    guard let text = served.document(at: path) else { return nil }
    if texts.count > 8 { texts = [:] }
    texts[path] = text
    return text
  }

  private static func json(_ span: Span, _ column: (Position) -> Int) -> JSONValue {
    func place(_ position: Position) -> JSONValue {
      ["line": JSONValue(position.line - 1), "character": JSONValue(column(position) - 1)]
    }
    return ["start": place(span.start), "end": place(span.end)]
  }
}
