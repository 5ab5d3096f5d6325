// The addresses below a kind's plural: its list, its records, and what is done with one.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineModel
import VitrineSource

/// Finds the kind or the record of an address.
enum KindPages {
  static func answer(_ request: PageRequest) throws -> PageAnswer {
    guard let word = request.path.first, let kind = PageAddress.kind(of: word, among: request.open.kinds) else {
      throw PageError.missing(request.words("error.address"))
    }
    guard let id = PageAddress.id(of: request.path) else {
      if request.isWrite { throw PageError(status: 405, message: request.words("error.method")) }
      return CollectionView(request, kind: kind).answer()
    }
    guard let detail = detail(id, kind, request) else {
      if request.isWrite, request.has("edit") {
        if let moved = moved(id, kind, request) { return try EditView(request, moved, isMoved: true).answer() }
        // Whoever was typing when the record went keeps what was typed.
        return NewRecordView.rescue(request.open.kinds[kind], request)
      }
      throw PageError.missing(request.words("error.record", id))
    }
    if let answer = LinkedRecord.answer(detail, request) { return answer }
    if request.has("edit") {
      switch TextEditView.canEdit(detail) {
      // Who edits the text of what was broken when they began keeps what they typed.
      case .fields where request.typed(TextEditView.name) == nil: return try EditView(request, detail).answer()
      case .fields, .text: return try TextEditView(request, detail).answer()
      case .nothing:
        let lost = TypedFields.changed(request, detail.kind).map { "\($0.title): \($0.text)" }
        let said = [request.words("text.foreign")] + (lost.isEmpty ? [] : [request.words("text.typed")]) + lost
        return .page(RecordView(request, detail, said: said).content(status: 422))
      }
    }
    if request.has("delete") { return try RemovalView(request, detail).answer() }
    if request.has(HistoryView.word) { return try HistoryView(request, detail).answer() }
    if request.has("rename") { return try RenameView(request, detail).answer() }
    if request.has("photos") { return try PhotoUpload(request, detail).answer() }
    if request.isWrite { return try RecordActions(request, detail).answer() }
    return .page(RecordView(request, detail).content())
  }

  /// Leads from the path of a record's file to its page: `/record/games/hades.yaml`.
  static func lead(_ request: PageRequest) throws -> PageAnswer {
    let path = Path(request.path.dropFirst().joined(separator: "/"))
    guard let record = request.catalogue.record(at: path) else {
      throw PageError.missing(request.words("error.record", path.string))
    }
    return .redirect(PageAddress.record(path, request.open.kinds[record.kind]))
  }

  /// The record that a form was made of, under the name that it has by now; nil where that is not certain, or no form can hold it.
  private static func moved(_ id: String, _ kind: Int, _ request: PageRequest) -> RecordDetail? {
    let form = RenamedRecord(
      kind: kind, digest: request.typed("digest") ?? "", held: { HeldFields.text(of: $0, in: request) })
    let paths = Path.recordSuffixes.lazy.compactMap { form.path(of: Path(id + $0), in: request.catalogue) }
    guard let path = paths.first, request.catalogue.target(ofLinkAt: path) == nil,
      let detail = RecordDetail(at: path, in: request.catalogue, places: request.open.places)
    else { return nil }
    if case .fields = TextEditView.canEdit(detail) { return detail }
    return nil
  }

  private static func detail(_ id: String, _ kind: Int, _ request: PageRequest) -> RecordDetail? {
    for suffix in Path.recordSuffixes {
      let path = Path(id + suffix)
      guard request.catalogue.record(at: path)?.kind == kind,
        let detail = RecordDetail(at: path, in: request.catalogue, places: request.open.places)
      else {
        continue
      }
      return detail
    }
    return nil
  }
}
