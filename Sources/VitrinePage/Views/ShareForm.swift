// What a person wants to share, as the form says it: which records, in which form, with how much of the photos' metadata.

import VitrineApplication
import VitrineCatalog
import VitrineHTTP
import VitrineModel
import VitrinePhotos
import VitrineRules
import VitrineSharing
import VitrineSource

/// The questions of the page `/share`, and their answers.
struct ShareForm: Sendable {
  /// A form of what is shared.
  enum Form: String, CaseIterable, Sendable {
    case page = "html"
    case zip
    case tar = "tar.gz"

    /// The archive; nil for the page alone.
    var archive: ArchiveForm? {
      switch self {
      case .page: nil
      case .zip: .zip
      case .tar: .gzippedTar
      }
    }
  }

  /// What photos keep of their metadata.
  enum Metadata: String, CaseIterable, Sendable {
    case none
    case place
    case all

    /// The choice.
    var choice: MetadataChoice {
      switch self {
      case .none: .stripped(.nothing)
      case .place: .stripped(.location)
      case .all: .kept
      }
    }
  }

  /// The kind's name as in addresses; "" for all.
  let kind: String
  /// The query.
  let query: String
  /// The records that were chosen one by one; none where kind and query say which.
  let paths: [String]
  /// In which form.
  let form: Form
  /// With which metadata.
  let metadata: Metadata
  /// Whether what belongs to them comes along.
  let follows: Bool
  /// Whether photos of a page stay as large as they are.
  let isFullSize: Bool
  /// Whether the person said what they want, so that it can be shown.
  let isAsked: Bool

  /// What the address or the form says.
  init(_ request: PageRequest) {
    let said = request.isWrite ? request.form : request.query
    func value(_ name: String) -> String? { said.first { $0.name == name }?.value }
    // The bar of a list sends its kind and its query along, though records are chosen.
    paths = said.filter { $0.name == "path" }.map(\.value)
    kind = paths.isEmpty ? value("kind") ?? "" : ""
    query = paths.isEmpty ? value("q") ?? "" : ""
    form = value("as").flatMap { Form(rawValue: $0) } ?? .page
    metadata = value("metadata").flatMap { Metadata(rawValue: $0) } ?? .none
    follows = value("follow") != nil
    isFullSize = value("full-size") != nil
    isAsked = !paths.isEmpty || said.contains { ["kind", "q", "as"].contains($0.name) }
  }

  /// The records that are meant.
  ///
  /// Errors: the query cannot be understood; a record is not there any more.
  func selection(_ request: PageRequest) throws -> ExportSelection {
    var selection = try ExportView.selection(kind: kind, query: query, paths: paths, request)
    if follows { selection.follow() }
    return selection
  }

  /// What the file is called where it is saved.
  func fileName(_ contents: ShareContents, _ request: PageRequest) -> String {
    let name: String =
      if contents.records.count == 1, let record = contents.records.first {
        record.around.facts.path.stem.name.string
      } else if !kind.isEmpty { kind } else { PageFrame.title(of: request) }
    let plain = name.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
    let parts = String(plain).split(separator: "-")
    return (parts.isEmpty ? "shared" : String(parts.joined(separator: "-").prefix(60))) + "." + form.rawValue
  }

  /// The way back to the same questions: a link, or where records were chosen one by one a form that sends them again.
  func wayBack(_ request: PageRequest) -> Markup {
    let title = request.words("share.title")
    guard !paths.isEmpty else { return "<a class=\"chip back\" href=\"\(address)\">‹ \(title)</a>" }
    let asked = choices.map { "<input type=\"hidden\" name=\"\($0.0)\" value=\"\($0.1)\">" as Markup }
    return
      "<form method=\"post\" action=\"/share\">\(which(request))\(asked)<button class=\"chip back\">‹ \(title)</button></form>"
  }

  /// The answers that are no records.
  private var choices: [(String, String)] {
    [("as", form.rawValue), ("metadata", metadata.rawValue)] + (follows ? [("follow", "1")] : [])
      + (isFullSize ? [("full-size", "1")] : [])
  }

  /// The address that shows the same again, of records by kind and query.
  private var address: String {
    "/share?" + ([("kind", kind), ("q", query)] + choices).map { "\($0.0)=\(PageAddress.encoded($0.1))" }.joined(separator: "&")
  }

  // MARK: the questions

  /// The form. `isReady` where there is something to share.
  func markup(isReady: Bool, _ request: PageRequest) -> Markup {
    let words = request.words
    let forms = Form.allCases.map {
      choice("as", $0.rawValue, isChosen: $0 == form, words("share.as.\($0)"), words("share.as.\($0).hint"))
    }
    let metadata = Metadata.allCases.map {
      choice("metadata", $0.rawValue, isChosen: $0 == self.metadata, words("share.metadata.\($0)"), nil)
    }
    return """
      <form class="edit" id="share" method="\(paths.isEmpty ? "get" : "post")" action="/share">\(which(request))
      <fieldset class="field"><legend>\(words("share.form"))</legend>\(forms)</fieldset>
      <fieldset class="field"><legend>\(words("share.metadata"))</legend>\(metadata)</fieldset>
      <label class="choice"><input type="checkbox" name="follow" value="1"\(" checked", if: follows)> <span>\(words("export.follow"))</span></label>
      <label class="choice"><input type="checkbox" name="full-size" value="1"\(" checked", if: isFullSize)> <span>\(words("share.fullSize"))</span></label>
      <div class="actions"><button class="btn\(" first", if: !isReady)" data-preview>\(words("share.preview"))</button>\
      \("<button class=\"btn first\" formmethod=\"post\" name=\"do\" value=\"make\">\(words("share.do"))</button>", if: isReady)\(PageFrame.doing(words("share.doing")))</div></form>
      """
  }

  private func which(_ request: PageRequest) -> Markup {
    let words = request.words
    guard paths.isEmpty else {
      return "\(paths.map { "<input type=\"hidden\" name=\"path\" value=\"\($0)\">" as Markup })"
    }
    let kinds = ([("", words("all.title"))] + request.open.kinds.map { ($0.plural, PageFrame.plural(of: $0)) }).map {
      "<option value=\"\($0.0)\"\(" selected", if: $0.0 == kind)>\($0.1)</option>" as Markup
    }
    return """
      <div class="field"><label for="kind">\(words("export.kind"))</label><select class="input" id="kind" name="kind">\(kinds)</select></div>
      <div class="field"><label for="q">\(words("export.query"))</label><input class="input" id="q" name="q" value="\(query)" placeholder="status:library" autocomplete="off" spellcheck="false"></div>
      """
  }

  private func choice(_ name: String, _ value: String, isChosen: Bool, _ label: String, _ hint: String?) -> Markup {
    """
    <label class="choice"><input type="radio" name="\(name)" value="\(value)"\(" checked", if: isChosen)>\
    <span>\(label)\(hint.map { " <span class=\"faint\">\($0)</span>" as Markup })</span></label>
    """
  }
}
