// Many records changed at once: those that were chosen in a list, or all that a search finds.

import VitrineAnswers
import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineHTTP
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineRules
import VitrineSource

/// What is done with the chosen records of a list.
struct BulkView {
  private let request: PageRequest
  private let paths: [Path]
  private let back: String
  /// What the form sends along to choose the same records again.
  private let chosen: [(name: String, value: String)]
  private var words: PageWords { request.words }

  /// Changes records.
  ///
  /// Shape: the form has `path` for each record; `do` is `set` or `delete`, or `set-all` for all that the query `q` finds of `kind`.
  static func answer(_ request: PageRequest) throws -> PageAnswer {
    let view = try BulkView(request)
    switch request.typed("do") {
    case "delete": return try view.removal()
    case "set", "set-all": return try view.change()
    default: throw PageError(status: 422, message: request.words("error.form"))
    }
  }

  private init(_ request: PageRequest) throws {
    self.request = request
    back = PageAddress.local(request.typed("back") ?? "/all")
    if request.typed("do") == "set-all" {
      let word = request.typed("kind") ?? ""
      let kind = request.open.kinds.firstIndex { $0.name == word }
      let query = request.typed("q") ?? ""
      let found = try RecordQuery(text: query, kind: kind, in: request.open).answer()
      paths = found.rows.map { request.open.index.path(of: $0) }
      chosen = [("do", "set-all"), ("kind", word), ("q", query)]
    } else {
      let named = request.form.filter { $0.name == "path" }.map { Path($0.value) }
      paths = named.filter { request.catalogue.record(at: $0) != nil }
      chosen = [("do", request.typed("do") ?? "")] + paths.map { ("path", $0.string) }
    }
    guard !paths.isEmpty else { throw PageError(status: 422, message: request.words("bulk.none")) }
  }

  // MARK: removal

  private func removal() throws -> PageAnswer {
    let word = request.typed("naming") ?? "kept"
    let naming = RemovalView.naming(word)
    var plan = try RemovePlanner.plan(paths, naming: naming, in: request.catalogue, at: request.moment)
    let users = RemovePlanner.references(to: paths, in: request.catalogue)
    // What goes is listed below, and what names it is asked about above: photos that stay are all that is left to say.
    plan.summary = Array(plan.summary.dropFirst().dropLast(users.isEmpty || naming == .cascaded ? 0 : 1))
    let fields = chosen + [("naming", word), ("back", back)]
    let preview = PlanPreview(
      plan: plan, action: "/bulk", fields: fields, button: words("delete.do"), isDanger: true, back: back)
    if let outcome = try preview.outcome(request, isSeen: word == "kept") { return outcome }
    return preview.page(
      words("bulk.delete", count: paths.count), place: "",
      above: "<p class=\"sub\">\(words("delete.trash"))</p>\(namings(word, of: users), if: !users.isEmpty)",
      request)
  }

  /// What names those that go, and what becomes of that.
  private func namings(_ chosenWord: String, of users: [Path]) -> Markup {
    let named = users.prefix(RemovalView.mostNamed)
    let items = named.map { path -> Markup in
      let title = request.catalogue.record(at: path)?.title ?? path.string
      return "<li>\(ValueMarkup.reference(path, title: title, request))</li>"
    }
    let rest: Markup =
      users.count > named.count ? "<li class=\"faint\">\(words("record.more", count: users.count - named.count))</li>" : .empty
    let hidden = (chosen + [("back", back)]).map {
      "<input type=\"hidden\" name=\"\($0.0)\" value=\"\($0.1)\">" as Markup
    }
    let buttons = ["kept", "unlinked", "cascaded"].map { word -> Markup in
      let isOn = word == chosenWord
      return """
        <button class="chip\(" on", if: isOn)" name="naming" value="\(word)"\(" aria-pressed=\"true\"", if: isOn)>\(words("delete." + word))</button>
        """
    }
    let warning: Markup = chosenWord == "kept" ? "<p class=\"notice\">\(words("delete.dangling"))</p>" : .empty
    return """
      <p>\(words("bulk.named"))</p><ul class="files">\(items)\(rest)</ul>\
      <form method="post" action="/bulk">\(hidden)<div class="layouts">\(buttons)</div></form>\(warning)
      """
  }

  // MARK: one field of all

  private func change() throws -> PageAnswer {
    let kinds = Set(paths.compactMap { request.catalogue.record(at: $0)?.kind })
    guard kinds.count == 1, let kind = kinds.first.map({ request.open.kinds[$0] }) else {
      throw PageError(status: 422, message: words("bulk.oneKind"))
    }
    let form = EditForm(kind, text: nil, digest: "")
    let inputs = form.inputs.filter { $0.control != .items && $0.control != .yaml }
    let title = words("bulk.set", count: paths.count)
    guard let name = request.typed("field"), let input = inputs.first(where: { $0.name == name }) else {
      let options = inputs.map { "<option value=\"\($0.name)\">\($0.field.title)</option>" as Markup }
      return page(
        title,
        "<label for=\"bulk-field\">\(words("bulk.field"))</label><select class=\"input\" id=\"bulk-field\" name=\"field\">\(options)</select>",
        words("bulk.next"))
    }
    let operation = request.typed("operation") ?? ""
    guard !operation.isEmpty else { return value(title, input, [], form) }
    let sent = request.form.filter { $0.name == name }.map { ($0.name, $0.value) }
    let order = request.form.filter { $0.name == "order:" + name }.map { ($0.name, $0.value) }
    let submission = FormSubmission(form, sent + order)
    let messages = submission.refusals(in: request.catalogue, at: request.moment, all: true).filter { $0.name == name }
    guard messages.isEmpty || operation == "remove" else {
      return value(title, submission.inputs.first { $0.name == name } ?? input, messages, form)
    }
    let assignments: [FieldAssignment] =
      switch operation {
      case "add": texts(sent).map { FieldAssignment(input.field.path.names, .add, $0) }
      case "subtract": texts(sent).map { FieldAssignment(input.field.path.names, .subtract, $0) }
      case "remove": [FieldAssignment(input.field.path.names, .remove)]
      default: submission.values.filter { $0.names == input.field.path.names }
      }
    guard !assignments.isEmpty else { return value(title, input, [], form) }
    let plan = try SetPlanner.plan(assignments, records: paths, in: request.catalogue, at: request.moment)
    let fields = chosen + [("field", name), ("operation", operation), ("back", back)] + sent + order
    let preview = PlanPreview(plan: plan, action: "/bulk", fields: fields, button: words("bulk.do"), back: back)
    return try preview.outcome(request) ?? preview.page(words.said(plan.title), place: "", request)
  }

  /// The items of a list, one a line.
  private func texts(_ sent: [(String, String)]) -> [String] {
    sent.flatMap { $0.1.split(separator: "\n").map(String.init) }.filter { !$0.isEmpty }
  }

  private func value(
    _ title: String, _ input: EditForm.Input, _ messages: [FormSubmission.Message], _ form: EditForm
  ) -> PageAnswer {
    let writer = InputMarkup(request: request, kind: form.kind, messages: [input.name: messages])
    var operations = [("set", words("bulk.operation.set"))]
    if input.field.isOwnList {
      operations = [("add", words("bulk.operation.add")), ("subtract", words("bulk.operation.subtract"))] + operations
    }
    if !input.field.isRequired { operations.append(("remove", words("bulk.operation.remove"))) }
    let choices = operations.enumerated().map { place, operation in
      "<label class=\"segment\"><input type=\"radio\" name=\"operation\" value=\"\(operation.0)\"\(" checked", if: place == 0)><span>\(operation.1)</span></label>"
        as Markup
    }
    return page(
      title,
      """
      <input type="hidden" name="field" value="\(input.name)"><fieldset class="field"><legend>\(words("bulk.operation"))</legend>\
      <div class="segments">\(choices)</div></fieldset>\(writer.fields([input]))
      """, words("bulk.preview"), status: messages.isEmpty ? 200 : 422)
  }

  /// The most chosen records that are named.
  private static let mostNamed = 8

  /// Which records are changed.
  private var names: Markup {
    let titles = paths.prefix(Self.mostNamed).compactMap { request.catalogue.record(at: $0)?.title }
    let rest = paths.count - titles.count
    return
      "<p class=\"sub\"><bdi>\(titles.joined(separator: ", "))</bdi>\(" \(words("record.more", count: rest))", if: rest > 0)</p>"
  }

  private func page(_ title: String, _ inside: Markup, _ button: String, status: Int = 200) -> PageAnswer {
    let hidden = (chosen + [("back", back)]).map {
      "<input type=\"hidden\" name=\"\($0.0)\" value=\"\($0.1)\">" as Markup
    }
    let main: Markup = """
      <div class="bar"><a class="chip back" href="\(back)">‹ \(words("form.cancel"))</a></div>
      <form class="edit" method="post" action="/bulk"><h1>\(title)</h1>\(names)\(hidden)\(inside)<div class="actions">\
      <button class="btn first">\(button)</button><a class="btn" href="\(back)">\(words("form.cancel"))</a></div></form>
      """
    return .page(PageContent(title: title, main: main, status: status))
  }
}
