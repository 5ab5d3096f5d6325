// The text of a record that cannot be read as YAML: a form of fields would show none of it, so it is edited as it stands.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineHTTP
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax

/// A record's text in a form.
struct TextEditView {
  private let request: PageRequest
  private let detail: RecordDetail

  /// The name of the form's field: no field of a record has such a one.
  static let name = ":text"

  /// The most lines that the form shows at once.
  private static let mostRows = 30

  /// The form of a record's text.
  init(_ request: PageRequest, _ detail: RecordDetail) { (self.request, self.detail) = (request, detail) }

  /// How a record can be edited in the page.
  enum Way {
    /// By a form of its fields.
    case fields
    /// As text: it cannot be read as YAML.
    case text
    /// Not at all: it cannot be read, and no form can hold its text.
    case nothing
  }

  /// How a record can be edited.
  static func canEdit(_ detail: RecordDetail) -> Way {
    if YAML.parse(detail.text).isComplete { return .fields }
    return text(of: detail) == nil ? .nothing : .text
  }

  /// The text; nil where it is not UTF-8, or has what a form cannot send back as it was.
  private static func text(of detail: RecordDetail) -> String? {
    String(validating: detail.text, as: UTF8.self).flatMap { text in
      text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" } ? text : nil
    }
  }

  private static func line(_ message: String, at span: Span) -> String {
    "\(span.start.line):\(span.start.column) \(message)"
  }

  /// The form, or the text that was sent with it written.
  ///
  /// Errors: as of `ChangeRun.carryOut`.
  func answer() throws -> PageAnswer {
    let words = request.words
    let address = PageAddress.record(detail.around.facts.path, detail.kind)
    let present = Self.text(of: detail) ?? ""
    guard request.isWrite, let typed = request.typed(Self.name) else {
      // The file became unreadable while a form of its fields was open.
      let lost = request.isWrite ? TypedFields.changed(request, detail.kind) : []
      if request.isWrite, request.has("check") { return .part("<div id=\"form-messages\">\(notice(lost))</div>") }
      return .page(content(present, [], lost, status: lost.isEmpty ? 200 : 422))
    }
    // Browsers send every end of a line as CR LF.
    let text = String(typed.map { $0 == "\r\n" ? "\n" : $0 })
    guard request.typed("digest") == detail.digest else { return .page(content(text, [words("text.conflict")], status: 409)) }
    let bytes = Array(text.utf8)
    let result = YAML.parse(bytes)
    guard result.isComplete else {
      let table = LineTable(bytes)
      let lines = result.findings.map { Self.line(words.said($0.message), at: table.span(of: $0.range)) }
      return .page(content(text, lines, status: 422))
    }
    let path = detail.around.facts.path
    let edit = FileEdit(path: path, expected: .bytes(detail.text), change: .replace(FileText(bytes)))
    let plan = Plan("edit the text of '\(path.shown)'", [edit])
    do throws(RequestError) {
      // What else is wrong could not be found before, and is shown with the record.
      guard case .done(let number, _) = try ChangeView.run(request).carryOut(agreed: plan) else { return .redirect(address) }
      return .redirect(ChangeView.address(address, "done", number))
    } catch {
      let (messages, status) = try FormPage.failure(error, request)
      return .page(content(text, messages.map(\.text), status: status))
    }
  }

  /// What was typed into fields and is not saved.
  private func notice(_ lost: [TypedFields.Field]) -> Markup {
    guard !lost.isEmpty else { return .empty }
    let words = request.words
    let fields = lost.map { "<p>\($0.title):</p><pre tabindex=\"0\">\("\n")\($0.text)</pre>" as Markup }
    return "<div class=\"notice bad\" role=\"alert\"><p>\(words("text.typed"))</p>\(fields)</div>"
  }

  private func content(_ text: String, _ said: [String], _ lost: [TypedFields.Field] = [], status: Int) -> PageContent {
    let words = request.words
    let address = PageAddress.record(detail.around.facts.path, detail.kind)
    let title = words("edit.title", detail.around.facts.title)
    let findings =
      said.isEmpty ? detail.findings.map { Self.line(words.said($0.message), at: $0.span) } : said
    let rows = min(max(text.count { $0 == "\n" } + 2, 6), Self.mostRows)
    let main: Markup = """
      <div class="bar"><a class="chip back" href="\(address)">‹ \(words("form.cancel"))</a></div>\(notice(lost))
      <form class="edit" method="post" action="\(address)?edit" autocomplete="off"><h1>\(title)</h1><p class="sub">\(words("text.why"))</p>
      \(PageFrame.notes(findings))<input type="hidden" name="digest" value="\(detail.digest)">
      <div class="field"><label for="text">\(words("text.field")) <code>\(detail.around.facts.path.string)</code></label>\
      <textarea class="input code" id="text" name="\(Self.name)" rows="\(rows)" spellcheck="false" autocapitalize="off">\("\n")\(text)</textarea></div>
      <div class="actions"><button class="btn first" name="save" value="1">\(words("form.save"))</button>\
      <a class="btn" href="\(address)">\(words("form.cancel"))</a></div></form>
      """
    return PageContent(title: title, main: main, status: status, place: detail.kind.plural)
  }
}

/// What was typed into a form of fields whose file has no such form any more.
enum TypedFields {
  /// A field's title, and what stands in it.
  typealias Field = (title: String, text: String)

  /// The fields in which something else stands than when the form was made.
  static func changed(_ request: PageRequest, _ kind: Kind) -> [Field] {
    let sent = request.form.map { (name: $0.name, value: $0.value) }
    let submission = FormSubmission(EditForm(kind, text: nil, digest: ""), sent)
    return submission.inputs.compactMap { input in
      guard submission.changed.contains(input.name) else { return nil }
      let title = input.group.isEmpty ? input.field.title : "\(input.group), \(input.field.title)"
      // Maps that had no inputs of their own were one text.
      let typed = input.control == .items ? sent.last { $0.name == input.name }?.value : nil
      let was = sent.last { $0.name == "was:" + input.name }?.value
      if let typed, typed == was { return nil }
      return (title, typed ?? input.text)
    }
  }
}
