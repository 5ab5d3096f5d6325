// What changes did to one record: as the journal knows it, each with its difference and the way back, and as git has it.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineJournal
import VitrineModel
import VitrineRules
import VitrineSource

/// The history of a record.
struct HistoryView {
  private let request: PageRequest
  private let detail: RecordDetail

  /// The history of a record.
  init(_ request: PageRequest, _ detail: RecordDetail) { (self.request, self.detail) = (request, detail) }

  /// What the address has behind its `?`.
  static let word = "history"
  /// The most changes of the journal that are shown.
  private static let mostShown = 100

  /// A change in the list, and when it was made. Units: whole seconds since 1970.
  private typealias Item = (time: Double, markup: Markup)

  private var address: String { PageAddress.record(detail.around.facts.path, detail.kind) }

  /// The page.
  func answer() throws -> PageAnswer {
    let words = request.words
    let journal = try Journal(root: request.catalogue.root)
    // Backwards through the names that the record had.
    var path = detail.around.facts.path
    var photos = Set(detail.around.photos.map(\.path))
    var names = [path]
    var changes: [Item] = []
    // What the record held before the change that was looked at last, which is what an earlier one left.
    var later = detail.text
    for record in try journal.records().reversed() where changes.count < Self.mostShown {
      var steps: [Int] = []
      var former = path
      for (index, step) in record.entry.steps.enumerated() {
        switch step {
        case .move(let from, let to, _):
          if to == path {
            steps.append(index)
            if record.state == .done { former = from }
          } else if photos.contains(to) {
            steps.append(index)
            photos.insert(from)
          }
        case .create(let changed, _), .replace(let changed, _, _), .remove(let changed, _), .drop(let changed, _):
          if changed == path || photos.contains(changed) { steps.append(index) }
        }
      }
      guard !steps.isEmpty else { continue }
      let time = (Double(record.entry.head.time) / 1e9).rounded(.down)
      changes.append((time, item(record, steps, path, journal, &later)))
      if former != path { names.append(former) }
      path = former
    }
    // A former name may be another record's by now.
    let own = names.filter { $0 == detail.around.facts.path || request.catalogue.record(at: $0) == nil }
    let commits = RecordCommits(ofRecordAt: own, in: request.catalogue.root)
    let items = Self.merged(commits.map { self.items($0) } ?? [], changes)
    let body: Markup
    if items.isEmpty {
      let said = commits?.rest == .nothing ? words("history.emptyGit") : words("history.empty")
      body = "<div class=\"empty\"><p>\(said)</p></div>"
    } else {
      body = "<ul class=\"log\">\(items)</ul>"
    }
    let title = words("history.title", detail.around.facts.title)
    let text = commits == nil ? words("history.text") : words("history.textGit")
    let main: Markup = """
      <div class="bar"><a class="chip back" href="\(address)">‹ \(detail.around.facts.title)</a></div>
      <h1>\(title)</h1><p class="sub">\(text)</p>\
      <div id="results">\(body)\(commits.map { rest($0.rest) })</div>
      """
    return .page(PageContent(title: title, main: main, place: detail.kind.plural))
  }

  /// Commits and changes of the journal, the latest first; a commit comes after what was changed in the same second.
  private static func merged(_ commits: [Item], _ changes: [Item]) -> [Markup] {
    let items = (commits + changes).enumerated().sorted { ($1.element.time, $0.offset) < ($0.element.time, $1.offset) }
    return items.map { $0.element.markup }
  }

  /// What is said where git may have more commits than are shown.
  private func rest(_ rest: RecordCommits.Rest) -> Markup {
    let words = request.words
    return switch rest {
    case .nothing: .empty
    case .more: "<p class=\"sub\">\(words("history.more", count: RecordCommits.mostCommits))</p>"
    case .unknown: "<p class=\"sub\">\(words("history.cut"))</p>"
    }
  }

  /// The commits as items of the list. One whose date is none stays where git has it.
  private func items(_ commits: RecordCommits) -> [Item] {
    var time = Double.infinity
    return commits.commits.map { commit in
      time = commit.moment?.instant.rounded(.down) ?? time
      return (time, item(commit, commits))
    }
  }

  private func item(_ commit: RecordCommits.Commit, _ commits: RecordCommits) -> Markup {
    let words = request.words
    let moment = commit.moment.map { "\($0.words(in: request.open.language)) · " } ?? ""
    let difference: Markup
    if request.value("commit") == commit.id {
      let text = commits.difference(of: commit).map { String(decoding: $0, as: UTF8.self) }
      difference =
        text.map { PlanPreview.difference($0, isOpen: true, request) } ?? "<p class=\"faint\">\(words("history.unread"))</p>"
    } else {
      difference = """
        <p><a class="quiet" href="\(address)?history&amp;commit=\(commit.id)#commit-\(commit.id)">\(words("plan.difference"))</a></p>
        """
    }
    return """
      <li class="change" id="commit-\(commit.id)"><p><b><bdi>\(commit.subject)</bdi></b></p>\
      <p class="faint">\(moment)<bdi>\(commit.author)</bdi> · <code>\(String(commit.id.prefix(8)))</code></p>\
      \(commit.oldPath.map { "<p><span class=\"faint\">\($0.string) →</span> \(commit.path.string)</p>" as Markup })\(difference)</li>

      """
  }

  private func item(_ record: Journal.Record, _ steps: [Int], _ path: Path, _ journal: Journal, _ later: inout [UInt8]) -> Markup
  {
    let words = request.words
    let moment = CivilMoment(nanoseconds: record.entry.head.time, offset: request.clock.offset(record.entry.head.time))
    var text: [UInt8] = []
    for index in steps where record.entry.steps[index].path == path {
      var (before, after) = journal.sides(of: record, step: index)
      // The file may stand elsewhere by now.
      if after == nil, case .replace(_, _, .digest(let digest)) = record.entry.steps[index], ContentDigest(later) == digest {
        after = later
      }
      if let before, record.state == .done { later = before }
      if before != nil || after != nil { text += UnifiedDiff.render(path: path, old: before, new: after) }
    }
    let isUndone = record.state == .undone
    let back = address + "?history"
    return """
      <li class="change\(" undone", if: isUndone)" id="change-\(record.number)"><p><b>\(ChangeTitle.text(record.entry.head.title, words))</b></p>\
      <p class="faint">\(record.number) · \(moment.words(in: request.open.language)) · \(record.entry.head.words.joined(separator: " "))</p>\
      <form method="post" action="\(isUndone ? "/redo" : "/undo")"><input type="hidden" name="number" value="\(record.number)">\
      <input type="hidden" name="back" value="\(back)"><button class="btn small">\(words(isUndone ? "toast.redo" : "toast.undo"))</button></form>\
      \(PlanPreview.difference(String(decoding: text, as: UTF8.self), request))</li>

      """
  }
}

/// Another name or place for a record.
struct RenameView {
  private let request: PageRequest
  private let detail: RecordDetail

  /// The renaming of a record.
  init(_ request: PageRequest, _ detail: RecordDetail) { (self.request, self.detail) = (request, detail) }

  private var address: String { PageAddress.record(detail.around.facts.path, detail.kind) }

  /// The form, the plan, or the record at its new place.
  func answer() throws -> PageAnswer {
    guard request.isWrite, let name = request.typed("to"), !name.isEmpty else { return form(nil) }
    let path = detail.around.facts.path
    do {
      let isKeeper = !request.catalogue.children(of: path).isEmpty
      let target = try MoveTarget(name, of: path, isKeeper: isKeeper, in: request.open, folder: request.catalogue.root)
      let plan = try MovePlanner.plan(
        path, to: target.path, takesFolder: target.takesFolder, in: request.catalogue, at: request.moment)
      var preview = PlanPreview(
        plan: plan, action: address + "?rename", fields: [("to", name)], button: request.words("rename.do"), back: address)
      if preview.isAgreed(request) {
        // It stands there, and no longer here.
        preview = PlanPreview(
          plan: plan, action: preview.action, button: preview.button, back: PageAddress.record(target.path, detail.kind))
      }
      return try preview.outcome(request) ?? preview.page(request.words.said(plan.title), place: detail.kind.plural, request)
    } catch let error as PlanRefusal {
      return form(request.words.said(error.message))
    } catch let error as RequestError {
      return form(request.words.said(error.message))
    } catch let error as PageError {
      return form(request.words.said(error.message))
    }
  }

  private func form(_ said: String?) -> PageAnswer {
    let words = request.words
    let title = words("rename.title", detail.around.facts.title)
    let message: Markup = said.map { "<p class=\"msg\" role=\"alert\">\($0)</p>" } ?? .empty
    let present = request.typed("to") ?? detail.around.facts.path.stem.string
    let main: Markup = """
      <div class="bar"><a class="chip back" href="\(address)">‹ \(words("form.cancel"))</a></div>
      <form class="edit" method="post" action="\(address)?rename"><h1>\(title)</h1><div class="field"><label for="to">\(words("rename.to"))</label>\
      <input class="input" id="to" name="to" value="\(present)" autocomplete="off" spellcheck="false" required>\(message)<p class="hint">\(words("rename.hint"))</p></div>\
      <div class="actions"><button class="btn first">\(words("bulk.preview"))</button><a class="btn" href="\(address)">\(words("form.cancel"))</a></div></form>
      """
    return .page(PageContent(title: title, main: main, status: said == nil ? 200 : 422, place: detail.kind.plural))
  }
}
