// The records that a record refers to, by their titles: what lists show in place of the words that the file has.

import VitrineApplication
import VitrineCatalog
import VitrineFormats
import VitrineModel
import VitrineRules
import VitrineSource

/// What the references of one record lead to.
struct ReferenceNames {
  private var targets: [String: RecordSurroundings.Neighbour] = [:]
  private let request: PageRequest

  /// The names for a record of a kind. Nothing is looked up for kinds that show no reference in lists.
  init(of path: Path, _ kind: Kind, _ request: PageRequest) {
    self.request = request
    guard kind.references.contains(where: { reference in kind.columns.contains(reference.path) }),
      let around = request.catalogue.book.surroundings(ofRecordAt: path)
    else { return }
    for (reference, target) in zip(around.facts.references, around.targets) {
      guard case .record(let record) = target else { continue }
      targets[Self.key(reference.wantedKind, reference.target)] = record
    }
  }

  private static func key(_ kind: String, _ text: String) -> String { "\(kind):\(text)" }

  /// The address of a record's page.
  func address(of record: RecordSurroundings.Neighbour) -> String {
    PageAddress.record(record.path, request.open.kinds[record.kind])
  }

  /// A cell of a field of references, each record written by `write`; nil for other fields. What leads nowhere stays as it is written.
  func cell(
    _ cell: Cell, of field: Kind.Field?, write: (_ record: RecordSurroundings.Neighbour) -> Markup
  ) -> Markup? {
    guard let kind = field?.reference, !targets.isEmpty else { return nil }
    let cells = if case .list(let cells) = cell { cells } else { [cell] }
    return cells.filter { !$0.isEmpty }.map { cell -> Markup in
      guard case .text(let text) = cell, let record = targets[Self.key(kind, text)] else {
        return ValueMarkup.cell(cell, request.words, of: field)
      }
      return write(record)
    }.joined(by: ", ")
  }
}
