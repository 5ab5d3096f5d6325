// Changes from the page: carried out, told, undone.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineJournal
import VitrineModel
import VitrineRules
import VitrineSource

/// What the page changes.
enum ChangeView {
  /// Changes of the page.
  static func run(_ request: PageRequest) -> ChangeRun {
    ChangeRun(root: request.catalogue.root, who: "vitrine serve", clock: request.clock)
  }

  /// Carries out a plan, and leads back with its number for the toast.
  ///
  /// Errors: it would bring new errors; as for `ChangeRun.carryOut`.
  static func done(_ plan: Plan, _ back: String, _ request: PageRequest) throws -> PageAnswer {
    switch try run(request).carryOut(plan, checkedOn: request.catalogue) {
    case .nothing: return .redirect(back)
    case .done(let number, _): return .redirect(address(back, "done", number))
    case .refused(let findings):
      throw PageError(status: 422, message: findings.map(\.message).joined(separator: "; "))
    }
  }

  /// An address with a number in its query.
  static func address(_ address: String, _ name: String, _ number: Int) -> String {
    address + (address.contains("?") ? "&" : "?") + "\(name)=\(number)"
  }

  static func undo(_ request: PageRequest) throws -> PageAnswer { try turn(JournalTurn(to: .before), "undone", request) }

  static func redo(_ request: PageRequest) throws -> PageAnswer { try turn(JournalTurn(to: .after), "done", request) }

  private static func turn(_ turn: JournalTurn, _ word: String, _ request: PageRequest) throws -> PageAnswer {
    let number = request.typed("number").flatMap { Int($0) }
    let turned: (name: String, number: Int)
    do {
      turned = try run(request).turn(turn, number: number)
    } catch let error as JournalFailure {
      throw RequestError("\(error)", error.isConflict ? .conflict : .unavailable)
    } catch let error as RequestError where error.reason == .conflict {
      // What stands in the way is said beside what the change did.
      guard let number, let page = try LogView.change(number, said: error.message, request) else { throw error }
      return page
    }
    let back = Self.back(from: PageAddress.local(request.typed("back") ?? "/log"), after: turned.number, turn, request)
    return .redirect(address(back, word, turned.number))
  }

  /// Where a page leads back to whose record has moved, come or gone by a change that was turned.
  private static func back(from address: String, after number: Int, _ turn: JournalTurn, _ request: PageRequest) -> String {
    let place = address.split(separator: "?").first.map(String.init) ?? address
    guard let record = try? Journal(root: request.catalogue.root).record(number) else { return address }
    func pages(of path: Path) -> (record: String, list: String)? {
      guard let kind = RecordTitle.kind(ofRecordAt: path, request).map({ request.open.kinds[$0] }) else { return nil }
      return (PageAddress.record(path, kind), PageAddress.collection(kind))
    }
    for step in record.entry.steps {
      switch step {
      case .move(let from, let to, _):
        let (old, new) = turn.isUndo ? (to, from) : (from, to)
        if pages(of: old)?.record == place { return pages(of: new)?.record ?? address }
      case .create(let path, _) where turn.isUndo:
        if let found = pages(of: path), found.record == place { return found.list }
      case .remove(let path, _) where !turn.isUndo:
        if let found = pages(of: path), found.record == place { return found.list }
      case .create, .remove, .replace, .drop: continue
      }
    }
    return address
  }
}

/// What is done with a record in one step: a stage reached.
struct RecordActions {
  private let request: PageRequest
  private let detail: RecordDetail

  /// An action on a record.
  init(_ request: PageRequest, _ detail: RecordDetail) { (self.request, self.detail) = (request, detail) }

  /// Sets one field to a value.
  func answer() throws -> PageAnswer {
    let path = detail.around.facts.path
    guard let name = request.typed("set"), let value = request.typed("value"),
      let field = detail.kind.field(FieldPath(dotted: name)), Stages.isTrack(field), field.values.contains(value)
    else { throw PageError(status: 422, message: request.words("error.form")) }
    // Somebody who sees an older stage takes back nothing that another reached meanwhile.
    if let was = request.typed("was"), was != detail.scalars[name] ?? "" {
      throw PageError(status: 409, message: request.words("record.stageChanged", field.title))
    }
    let assignment = FieldAssignment(field.path.names, .set, value)
    let plan = try SetPlanner.plan([assignment], records: [path], in: request.catalogue, at: request.moment)
    return try ChangeView.done(plan, PageAddress.record(path, detail.kind), request)
  }
}
