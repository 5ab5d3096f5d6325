// The log of changes, and what one of them did.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineJournal
import VitrineModel

/// The journal as people read it.
enum LogView {
  /// The most changes that are listed.
  private static let mostShown = 100

  static func answer(_ request: PageRequest) throws -> PageAnswer {
    guard request.path.count > 1 else { return try log(request) }
    guard request.path.count == 2, let number = Int(request.path[1]), let page = try change(number, said: nil, request) else {
      throw PageError.missing(request.words("error.change", request.path.dropFirst().joined(separator: "/")))
    }
    return page
  }

  private static func log(_ request: PageRequest) throws -> PageAnswer {
    let words = request.words
    let journal = try Journal(root: request.catalogue.root)
    let records = try journal.records().reversed().prefix(mostShown)
    let items = records.map { record -> Markup in
      """
      <li class="change\(" undone", if: record.state == .undone)" id="change-\(record.number)"><p><a class="quiet" href="/log/\(record.number)">\
      <b>\(ChangeTitle.text(record.entry.head.title, words))</b></a></p>\(names(record, in: journal, request))\(facts(record, request))\(turn(record, request))</li>

      """
    }
    let body: Markup =
      items.isEmpty
      ? "<div class=\"empty\"><p>\(words("log.empty"))</p><p class=\"sub\">\(words("log.text"))</p></div>"
      : "<ul class=\"log\">\(items)</ul>"
    return .page(
      PageContent(
        title: words("log.title"),
        main: "<header class=\"head\"><h1>\(words("log.title"))</h1></header><div id=\"results\">\(body)</div>", place: "log"))
  }

  /// What a change did, as a difference; nil where the journal does not know it. `said` is why it could not be undone or redone.
  static func change(_ number: Int, said: String?, _ request: PageRequest) throws -> PageAnswer? {
    let (words, journal) = (request.words, try Journal(root: request.catalogue.root))
    guard let record = try journal.record(number) else { return nil }
    let title = ChangeTitle.text(record.entry.head.title, words)
    let text = String(decoding: JournalDifference.text(of: record, in: journal), as: UTF8.self)
    let main: Markup = """
      <div class="bar"><a class="chip back" href="/log">‹ \(words("log.title"))</a></div>
      <section class="removal"><h1>\(request.open.language.capitalised(title))</h1>\
      \(said.map { "<p class=\"msg\" role=\"alert\">\(words.said(CommandAdvice.removed(from: $0)))</p>" as Markup })\
      \(names(record, in: journal, request))\(facts(record, request))\(PlanPreview.difference(text, isOpen: true, request))\
      <div class="actions">\(said == nil ? turn(record, request) : .empty)</div></section>
      """
    return .page(PageContent(title: title, main: main, status: said == nil ? 200 : 409, place: "log"))
  }

  /// Which records it touched, where its title does not say.
  private static func names(_ record: Journal.Record, in journal: Journal, _ request: PageRequest) -> Markup {
    ChangeSentence.names(of: record, in: journal, request).map { "<p class=\"names\">\($0)</p>" } ?? .empty
  }

  /// Its number, when it was, how many files it touched and who it was.
  private static func facts(_ record: Journal.Record, _ request: PageRequest) -> Markup {
    let head = record.entry.head
    let moment = CivilMoment(nanoseconds: head.time, offset: request.clock.offset(head.time))
    return """
      <p class="faint">\(record.number) · \(moment.words(in: request.open.language)) · \(request.words("log.files", count: record.entry.fileCount)) · \(head.words.joined(separator: " "))</p>
      """
  }

  /// The button that takes it back, or does it again.
  private static func turn(_ record: Journal.Record, _ request: PageRequest) -> Markup {
    switch record.state {
    case .done: button("/undo", request.words("toast.undo"), record.number)
    case .undone: button("/redo", request.words("toast.redo"), record.number)
    default: .empty
    }
  }

  private static func button(_ action: String, _ label: String, _ number: Int) -> Markup {
    """
    <form method="post" action="\(action)"><input type="hidden" name="number" value="\(number)"><input type="hidden" name="back" value="/log">\
    <button class="btn small">\(label)</button></form>
    """
  }
}
