// What goes with a record, shown before it goes.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineModel
import VitrineRules
import VitrineSource

/// The removal of a record.
struct RemovalView {
  private let request: PageRequest
  private let detail: RecordDetail
  /// The most records that are named which name it.
  static let mostNamed = 20
  private var words: PageWords { request.words }
  private var address: String { PageAddress.record(detail.around.facts.path, detail.kind) }

  /// The removal of a record.
  init(_ request: PageRequest, _ detail: RecordDetail) { (self.request, self.detail) = (request, detail) }

  /// What would go, or its removal.
  func answer() throws -> PageAnswer {
    let naming = Self.naming(request.typed("naming") ?? request.value("naming") ?? "kept")
    if request.isWrite {
      // A sweep of the hand removes at once what nothing names; else it is shown first what that means.
      let isSwept = request.typed("quick") != nil
      if isSwept, !detail.around.users.isEmpty {
        return .page(PageContent(title: title, main: try preview(naming), place: detail.kind.plural))
      }
      guard isSwept || request.typed("digest") == detail.digest else {
        throw PageError(status: 409, message: words("delete.changed"))
      }
      // What leads nowhere then is shown here beforehand, and by the report afterwards.
      let plan = try self.plan(naming)
      let run = ChangeView.run(request)
      let outcome = naming == .kept ? try run.carryOut(agreed: plan) : try run.carryOut(plan, checkedOn: request.catalogue)
      switch outcome {
      case .done(let number, _): return .redirect(ChangeView.address(PageAddress.collection(detail.kind), "done", number))
      case .nothing: return .redirect(PageAddress.collection(detail.kind))
      case .refused(let findings): throw PageError(status: 422, message: findings.map(\.message).joined(separator: "; "))
      }
    }
    return .page(PageContent(title: title, main: try preview(naming), place: detail.kind.plural))
  }

  private var title: String { words("delete.title", detail.around.facts.title) }

  /// What becomes of references to what goes, by its word in forms.
  static func naming(_ word: String) -> RemovePlanner.Naming {
    switch word {
    case "unlinked": .unlinked
    case "cascaded": .cascaded
    default: .kept
    }
  }

  private func plan(_ naming: RemovePlanner.Naming) throws(PlanRefusal) -> Plan {
    try RemovePlanner.plan([detail.around.facts.path], naming: naming, in: request.catalogue, at: request.moment)
  }

  private func preview(_ naming: RemovePlanner.Naming) throws -> Markup {
    var choices: Markup = .empty
    if !detail.around.users.isEmpty {
      let all: [(word: String, naming: RemovePlanner.Naming)] = [
        ("kept", .kept), ("unlinked", .unlinked), ("cascaded", .cascaded),
      ]
      let links = all.map {
        "<a class=\"chip\" href=\"\(address)?delete&amp;naming=\($0.word)\"\(" aria-current=\"true\"", if: $0.naming == naming)>\(words("delete." + $0.word))</a>"
          as Markup
      }
      let users = detail.around.users.prefix(Self.mostNamed).map {
        "<li>\(ValueMarkup.reference($0.path, title: $0.title, request))</li>" as Markup
      }
      let count = detail.around.users.count
      let rest: Markup =
        count > users.count ? "<li class=\"faint\">\(words("record.more", count: count - users.count))</li>" : .empty
      let warning: Markup = naming == .kept ? "<p class=\"notice\">\(words("delete.dangling"))</p>" : .empty
      choices =
        "<p>\(words("delete.named", count: count))</p><ul class=\"files\">\(users)\(rest)</ul><div class=\"layouts\">\(links)</div>\(warning)"
    }
    var body: Markup
    do throws(PlanRefusal) {
      let plan = try self.plan(naming)
      let gone = plan.edits.filter { $0.change.isRemoval }
      let changed = plan.edits.filter { !$0.change.isRemoval }
      func list(_ label: String, _ edits: [FileEdit]) -> Markup {
        let items = edits.prefix(200).map { edit -> Markup in
          let isRecord = request.catalogue.record(at: edit.path) != nil
          return
            "<li>\(isRecord ? ValueMarkup.reference(edit.path, title: request.catalogue.record(at: edit.path)?.title ?? "", request) : Markup.text(""))\(" ", if: isRecord)<span class=\"faint\">\(edit.path.string)</span></li>"
        }
        return edits.isEmpty ? .empty : "<h2>\(label)</h2><ul class=\"files\">\(items)</ul>"
      }
      let word = naming == .unlinked ? "unlinked" : naming == .cascaded ? "cascaded" : "kept"
      body = """
        \(list(words("delete.gone", count: gone.count), gone))\(list(words("delete.edited", count: changed.count), changed))
        <form method="post" action="\(address)?delete"><input type="hidden" name="digest" value="\(detail.digest)">\
        <input type="hidden" name="naming" value="\(word)"><div class="actions"><button class="btn danger">\(words("delete.do"))</button>\
        <a class="btn" href="\(address)">\(words("form.cancel"))</a></div></form>
        """
    } catch {
      body =
        "<p class=\"msg\" role=\"alert\">\(words.said(error.message))</p><div class=\"actions\"><a class=\"btn\" href=\"\(address)\">\(words("form.cancel"))</a></div>"
    }
    return """
      <div class="bar"><a class="chip back" href="\(address)">‹ \(detail.around.facts.title)</a></div>
      <section class="removal"><h1>\(title)</h1><p class="sub">\(words("delete.trash"))</p>\(choices)\(body)</section>
      """
  }
}
