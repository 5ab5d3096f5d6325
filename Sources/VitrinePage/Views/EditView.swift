// The form of a record, and what becomes of it when it is sent.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineHTTP
import VitrineModel
import VitrineRules
import VitrineSource

/// A record's form, which is saved when somebody says so, or field by field where the kind does. Decision 0123 says why.
struct EditView {
  private let request: PageRequest
  private let detail: RecordDetail
  /// Whether the form that was sent is of the same record under another name.
  private let isMoved: Bool
  private var words: PageWords { request.words }
  private var address: String { PageAddress.record(detail.around.facts.path, detail.kind) }
  /// Where a saved form leads to.
  private var goal: String { isMoved ? ChangeView.address(address, RecordView.movedWord, 1) : address }

  /// The form of a record; with `isMoved` the one that was sent was made when the record had another name.
  init(_ request: PageRequest, _ detail: RecordDetail, isMoved: Bool = false) {
    (self.request, self.detail, self.isMoved) = (request, detail, isMoved)
  }

  /// The form, or what was sent with it carried out.
  func answer() throws -> PageAnswer {
    let form = EditForm(detail.kind, text: detail.text, digest: detail.digest)
    guard request.isWrite else {
      return .page(content(form.inputs, FormSubmission(unsent: form).messages(detail.findings), [:], status: 200))
    }
    var submission = FormSubmission(form, FormPage.sent(request, form))
    let conflicts = submission.conflicts(with: form)
    let isFixing = ["fix", "take", "keep"].contains { request.typed($0) != nil }
    let refused = submission.refusals(in: request.catalogue, at: request.moment, all: false)
    submission.takesUnreadable = !refused.isEmpty
    let known = conflicts + refused
    let attempt = try FormPage.attempt(known, request) {
      try write(submission, besides: refused, isTrial: request.has("check") || isFixing || !known.isEmpty)
    }
    if let address = attempt.address { return .redirect(address) }
    if request.has("check") {
      let notice: Markup = isMoved ? "<div id=\"form-messages\">\(moved)</div>" : .empty
      return .part("\(notice)\(FormPage.messages(attempt.messages, submission.inputs, detail.kind, request))")
    }
    let held = submission.held(form, conflicts: conflicts)
    return .page(content(submission.inputs, attempt.messages, held, status: attempt.status))
  }

  /// What is said above the form of a record that has another name by now.
  private var moved: Markup {
    isMoved
      ? "<p class=\"notice\" role=\"status\">\(words("form.moved", detail.around.facts.path.stem.string))</p>" : .empty
  }

  /// Writes what was sent, or only looks what would be wrong with it besides values that cannot be read.
  private func write(
    _ submission: FormSubmission, besides refused: [FormSubmission.Message], isTrial: Bool
  ) throws -> FormPage.Outcome {
    let path = detail.around.facts.path
    let plan = try SetPlanner.plan(submission.assignments, records: [path], in: request.catalogue, at: request.moment)
    if isTrial { return .refused(submission.messages(PlanCheck(plan, on: request.catalogue).newErrors, besides: refused)) }
    switch try ChangeView.run(request).carryOut(plan, checkedOn: request.catalogue) {
    case .nothing: return .done(goal)
    case .done(let number, _): return .done(ChangeView.address(goal, "done", number))
    case .refused(let findings): return .refused(submission.messages(findings))
    }
  }

  private func content(
    _ inputs: [EditForm.Input], _ messages: [FormSubmission.Message], _ held: [String: String], status: Int
  ) -> PageContent {
    let title = words("edit.title", detail.around.facts.title)
    let main = FormPage(
      kind: detail.kind, action: address + "?edit", back: address, digest: detail.digest, held: held,
      record: detail.around.facts.path, notice: moved
    ).markup(
      title: title, inputs, messages, isTried: status != 200, request)
    return PageContent(
      title: title, main: main, status: status, place: detail.kind.plural, usesPosition: detail.kind.location != nil)
  }
}

/// A new record's form.
enum NewRecordView {
  static func answer(_ request: PageRequest) throws -> PageAnswer {
    guard request.path.count == 2 else { return .page(choice(request)) }
    let kind = try self.kind(request)
    return .page(content(kind, PlacedForm.inputs(begun(kind, request), kind, request), [], status: 200, request))
  }

  static func save(_ request: PageRequest) throws -> PageAnswer {
    let kind = try self.kind(request)
    let form = EditForm(kind, text: nil, digest: "")
    var submission = FormSubmission(form, FormPage.sent(request, form))
    if request.has("photo") {
      let writer = InputMarkup(request: request, kind: kind, messages: [:])
      return .part(writer.fields(PhotoOffers.inputs(submission, kind, request)))
    }
    let (photos, refused) = try PhotoUpload.photos(in: request, of: kind, having: [])
    var known = submission.refusals(in: request.catalogue, at: request.moment, all: true)
    submission.takesUnreadable = !known.isEmpty
    known += refused.map { FormSubmission.Message(name: PhotoField.name, text: $0) }
    let parent = ParentField(request, kind)
    let isTrial = request.has("check") || request.typed("fix") != nil
    // While one types, what is still to be chosen is no fault.
    if !isTrial, let refusal = parent?.refusal { known.insert(refusal, at: 0) }
    let attempt = try FormPage.attempt(known, request) {
      try write(submission, of: kind, below: parent, photos, besides: isTrial || !known.isEmpty ? known : nil, request)
    }
    if let address = attempt.address { return .redirect(address) }
    let messages = attempt.messages
    if request.has("check") {
      return .part("\(parent?.markup(messages) ?? .empty)\(FormPage.messages(messages, submission.inputs, kind, request))")
    }
    return .page(content(kind, submission.inputs, messages, status: attempt.status, request))
  }

  /// What was typed into the form of a record that is gone by now, as a new one.
  static func rescue(_ kind: Kind, _ request: PageRequest) -> PageAnswer {
    let sent = request.form.filter { !$0.name.hasPrefix("was:") }.map { (name: $0.name, value: $0.value) }
    let submission = FormSubmission(EditForm(kind, text: nil, digest: ""), sent)
    if request.has("check") { return .part(FormPage.messages([], submission.inputs, kind, request)) }
    let said = FormSubmission.Message(name: "", text: request.words("form.gone"))
    return .page(content(kind, submission.inputs, [said], status: 404, request))
  }

  /// Writes the record, or only looks what would be wrong with it besides what is `known`; nil for that writes it.
  private static func write(
    _ submission: FormSubmission, of kind: Kind, below parent: ParentField?, _ photos: PhotoAddition,
    besides known: [FormSubmission.Message]?, _ request: PageRequest
  ) throws -> FormPage.Outcome {
    var wanted = try NewRecordRequest(
      kind: kind.name, in: request.open, folder: request.catalogue.root, NewPlanner.Options { RandomID.make() })
    if let parent {
      // What else is wrong does not depend on which one it is.
      let path = parent.chosen ?? (known == nil ? nil : parent.example)
      var chosen = path.map { [FieldAssignment([ParentField.name], .set, $0)] } ?? []
      try wanted.takeParent(from: &chosen)
    }
    wanted.setPhotos(photos)
    let plan = try wanted.plan(submission.values, offers: submission.offers, at: request.moment)
    if let known { return .refused(submission.messages(PlanCheck(plan, on: request.catalogue).newErrors, besides: known)) }
    switch try ChangeView.run(request).carryOut(plan, checkedOn: request.catalogue) {
    case .done(let number, _):
      let path = plan.edits.first { $0.path.isRecordFile }?.path ?? .root
      return .done(ChangeView.address(PageAddress.record(path, kind), "done", number))
    case .nothing: return .done(PageAddress.collection(kind))
    case .refused(let findings): return .refused(submission.messages(findings))
    }
  }

  /// What the form begins with: another record's values, or those of the address, as in `/new/game?title=Hades`.
  private static func begun(_ kind: Kind, _ request: PageRequest) -> [EditForm.Input] {
    let path = request.value("from").map { Path($0) }
    let source = path.flatMap { path in
      request.catalogue.record(at: path).flatMap {
        request.open.kinds[$0.kind].name == kind.name ? request.catalogue.text(at: path) : nil
      }
    }
    var inputs = EditForm(kind, text: source, digest: "").inputs
    let blank = EditForm(kind, text: nil, digest: "").inputs
    for place in inputs.indices {
      if source != nil { inputs[place] = inputs[place].copied }
      let field = inputs[place].field
      // An id is one record's alone, and so are its photos.
      if field.isPhoto || field.path.dotted == "id", let empty = blank.first(where: { $0.name == inputs[place].name }) {
        inputs[place] = empty
      }
      if source != nil, field.path == kind.display, let title = inputs[place].texts.first {
        inputs[place].texts = [request.words("record.copy", title)]
      }
      if let typed = request.value(inputs[place].name), inputs[place].control != .items { inputs[place].texts = [typed] }
    }
    return inputs
  }

  private static func kind(_ request: PageRequest) throws -> Kind {
    guard request.path.count == 2, let index = Kind.index(calledBy: request.path[1], among: request.open.kinds) else {
      throw PageError.missing(request.words("error.address"))
    }
    return request.open.kinds[index]
  }

  private static func choice(_ request: PageRequest) -> PageContent {
    let kinds = request.open.kinds.enumerated().map { index, kind -> Markup in
      """
      <li><a class="kind \(ValueMarkup.pastel(index))" href="/new/\(PageAddress.encoded(kind.name))"><span class="name">\(kind.title)</span>\
      <span class="faint">\(kind.description)</span></a></li>

      """
    }
    let list: Markup =
      kinds.isEmpty
      ? "<div class=\"empty\"><p>\(request.words("new.none"))</p></div>" : "<ul class=\"kinds\">\(kinds)</ul>"
    let main: Markup = "<header class=\"head\"><h1>\(request.words("new.title"))</h1></header>\(list)"
    return PageContent(title: request.words("new.title"), main: main, place: "new")
  }

  private static func content(
    _ kind: Kind, _ inputs: [EditForm.Input], _ messages: [FormSubmission.Message], status: Int, _ request: PageRequest
  ) -> PageContent {
    let title = request.words("new.of", kind.language.lowercased(kind.title))
    let page = FormPage(
      kind: kind, action: "/new/\(PageAddress.encoded(kind.name))",
      back: request.value("back").map(PageAddress.local) ?? PageAddress.collection(kind),
      held: Dictionary(EditForm(kind, text: nil, digest: "").inputs.map { ($0.name, $0.text) }) { first, _ in first },
      takesPhotos: PhotoField.isFor(kind), parent: ParentField(request, kind))
    let main = page.markup(
      title: title, inputs.filter { !isMade($0, for: kind) }, messages, isTried: status != 200, request)
    return PageContent(title: title, main: main, status: status, place: kind.plural, usesPosition: kind.location != nil)
  }
}

extension NewRecordView {
  /// Whether a new record gets a field without the person's doing: an id, the moment it is made, words about photos that are still to come.
  private static func isMade(_ input: EditForm.Input, for kind: Kind) -> Bool {
    let field = input.field
    if field.initial == .uuid || field.initial == .now { return true }
    return input.control == .items && PhotoField.isFor(kind)
      && input.items.last?.contains { $0.field.isPhoto && $0.field.isRequired } == true
      && input.items.count == 1 && field.path.names.count == 1 && !field.isRequired
  }
}

/// A form of a record.
struct FormPage {
  /// The kind of the record.
  let kind: Kind
  /// Where the form is sent.
  let action: String
  /// Where it leads when it is left.
  let back: String
  /// The digest of the record's file; "" for a new one.
  var digest = ""
  /// What fields held when the person began, by their names, where that is not what stands in them.
  var held: [String: String] = [:]
  /// The record; nil for a new one.
  var record: Path?
  /// Whether photos are sent with it.
  var takesPhotos = false
  /// What a new record may stand below.
  var parent: ParentField?
  /// What is said above it besides messages.
  var notice = Markup.empty

  /// What became of a form that was sent.
  enum Outcome {
    /// It is done, or there was nothing to do: the address to go on with.
    case done(String)
    /// What stands in the way; nothing in a form that was only looked at and is right.
    case refused([FormSubmission.Message])
  }

  /// What became of a form, with all that is said of it.
  struct Attempt {
    /// The address to go on with; nil where something stands in the way.
    var address: String?
    /// What that is.
    var messages: [FormSubmission.Message] = []
    /// The status of the reply.
    var status = 200
  }

  /// The most messages that need no list at the top.
  private static let fewMessages = 2

  /// Tries to write a form, and gives what is `known` to stand in the way together with what is found to.
  ///
  /// Errors: what is no matter of the form.
  static func attempt(
    _ known: [FormSubmission.Message], _ request: PageRequest, _ write: () throws -> Outcome
  ) throws -> Attempt {
    do {
      switch try write() {
      case .done(let address): return Attempt(address: address)
      case .refused(let said):
        let messages = known + said
        return Attempt(messages: messages, status: messages.isEmpty ? 200 : 422)
      }
    } catch {
      let (said, status) = try failure(error, request)
      // That a value cannot be read is the reason, and is said already.
      return known.isEmpty ? Attempt(messages: said, status: status) : Attempt(messages: known, status: 422)
    }
  }

  /// What is said above a form whose values are right and could not be written, and the status of the reply: what was typed stays in it.
  ///
  /// Errors: what is no matter of the form is thrown on.
  static func failure(_ error: any Error, _ request: PageRequest) throws -> ([FormSubmission.Message], Int) {
    let (said, status): (String, Int) =
      switch error {
      case let refusal as PlanRefusal: (refusal.message, 422)
      case let failure as RequestError:
        (failure.message, failure.reason == .conflict ? 409 : failure.reason == .invalid ? 422 : 503)
      default: throw error
      }
    let text = request.words("form.unwritten", request.words.said(said))
    return ([FormSubmission.Message(name: "", text: text)], status)
  }

  /// What was sent, with what a button of a message asks for taken up: a fix, or the other side of a conflict.
  static func sent(_ request: PageRequest, _ present: EditForm) -> [FormSubmission.Sent] {
    var sent = request.form.map { (name: $0.name, value: $0.value) }
    if let fix = request.typed("fix"), let mark = fix.firstIndex(of: "=") {
      let (name, value) = (String(fix[..<mark]), String(fix[fix.index(after: mark)...]))
      sent.removeAll { $0.name == name }
      sent.append((name, value))
    }
    if let name = request.typed("keep"), let input = present.inputs.first(where: { $0.name == name }) {
      // The other side was seen, and this one is meant.
      sent.removeAll { $0.name == "was:" + name }
      sent.append(("was:" + name, input.text))
    }
    if let name = request.typed("take"), let input = present.inputs.first(where: { $0.name == name }) {
      // As if it had been there from the start.
      sent.removeAll { [name, "was:" + name, "order:" + name].contains($0.name) || $0.name.hasPrefix(name + "/") }
      sent.append(("was:" + name, input.text))
      for text in input.texts { sent.append((name, text)) }
    }
    return sent
  }

  /// The form.
  func markup(
    title: String, _ inputs: [EditForm.Input], _ messages: [FormSubmission.Message], isTried: Bool, _ request: PageRequest
  ) -> Markup {
    let words = request.words
    let byName = Dictionary(grouping: messages, by: \.name)
    let writer = InputMarkup(request: request, kind: kind, messages: byName, held: held, record: record)
    // What only tools read stands last. The items of a page are counted from 0, whichever were sent.
    let inputs = (inputs.filter { $0.field.initial != .uuid } + inputs.filter { $0.field.initial == .uuid }).map { input in
      var input = input
      input.numbers = []
      return input
    }
    let photos = takesPhotos ? PhotoField.field((byName[PhotoField.name] ?? []).map(\.text), of: kind, request) : .empty
    // Files need a form of their own type.
    let type: Markup = takesPhotos ? " enctype=\"multipart/form-data\"" : .empty
    let general = (byName[""] ?? []).map { "<p class=\"msg\" role=\"alert\">\(words.said($0.text))</p>" as Markup }
    var summary: Markup = .empty
    if isTried, messages.count > Self.fewMessages {
      let links = messages.filter { !$0.name.isEmpty }.map { message in
        let isPhoto = message.name == PhotoField.name
        let above = message.name == ParentField.name ? parent?.title : nil
        let field = inputs.lazy.compactMap { Self.title(of: message.name, $0) }.first ?? above
        let title = isPhoto ? words("photo.field") : field ?? message.name
        return
          "<li><a href=\"#in-\(isPhoto ? "photo" : PageAddress.encoded(message.name))\">\(title): \(words.said(message.text))</a></li>"
          as Markup
      }
      summary =
        "<div class=\"summary\" role=\"alert\"><p>\(words("form.several", count: messages.count))</p><ul>\(links)</ul></div>"
    }
    // Of what saves itself there is nothing to cancel.
    let savesItself = kind.savesFields && record != nil
    let away = words(savesItself ? "form.close" : "form.cancel")
    return """
      <div class="bar"><a class="chip back" href="\(back)">‹ \(away)</a></div>
      <record-form data-word-leave="\(words("form.leave"))" data-word-unsaved="\(words("form.unsaved"))" data-word-stay="\(words("form.stay"))" \
      data-word-discard="\(words("form.discard"))" data-word-restored="\(words("form.restored"))" data-word-merged="\(words("form.merged"))" \
      data-word-gone="\(words("form.gone"))"\(" data-saves=\"\(words("form.saves"))\"", if: savesItself)><form class="edit" method="post" action="\(action)"\(type) autocomplete="off" novalidate>
      <button class="default visually-hidden" tabindex="-1" aria-hidden="true">\(words("form.save"))</button>
      <h1>\(title)</h1>
      <input type="hidden" name="digest" value="\(digest)">\(record == nil ? [] : HeldFields.markup(of: kind, inputs, held))
      <div id="form-messages">\(notice)\(summary)\(general)</div>
      \(photos)\(parent?.markup(messages) ?? .empty)\(writer.fields(inputs))
      <div class="actions"><button class="btn first" name="save" value="1">\(words("form.save"))</button>\
      <a class="btn" href="\(back)">\(away)</a></div>
      </form></record-form>
      """
  }

  /// What an input is called, or a member of one of its items; nil where the name is of another.
  private static func title(of name: String, _ input: EditForm.Input) -> String? {
    if name == input.name { return input.field.title }
    let parts = name.split(separator: "/")
    guard parts.count == 3, parts[0] == input.name, let place = Int(parts[1]) else { return nil }
    let member = input.items.last?.first { $0.field.path.names.last.map { $0 == parts[2] } ?? false }
    return member.map { "\(input.field.title) \(place + 1), \($0.field.title)" }
  }

  /// The messages alone, each in the element that it belongs into, for the page's script.
  static func messages(
    _ messages: [FormSubmission.Message], _ inputs: [EditForm.Input], _ kind: Kind, _ request: PageRequest
  ) -> Markup {
    let writer = InputMarkup(request: request, kind: kind, messages: Dictionary(grouping: messages, by: \.name))
    return writer.fields(inputs)
  }
}
