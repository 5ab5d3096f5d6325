// What a person does with a shot while looking at it in the camera: stars, or away with it.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineModel
import VitrineRules
import VitrineSource

/// A request about a shot that was taken.
///
/// Shape of the form: `record`, the id of its record; `stars`, 0 to 5, or `remove`, the path of the photo that did not turn out.
struct ShotReview {
  private let request: PageRequest

  /// The review of a request.
  init(_ request: PageRequest) { self.request = request }

  /// The most stars.
  static let mostStars = 5

  /// The field of a kind that holds its stars; nil where its records have none.
  static func field(of kind: Kind) -> Kind.Field? {
    kind.field(FieldPath(dotted: "rating")).flatMap { $0.types.contains("integer") && !$0.isList ? $0 : nil }
  }

  /// Does it. The page's script gets the stars as text.
  ///
  /// Errors: there is no such record or photo; its kind has no stars; the record would be wrong.
  func answer() throws -> PageAnswer {
    let record = try ShotSaving.record(request.typed("record") ?? "", request)
    guard let photo = request.typed("remove") else { return try rate(record) }
    return try carryOut(removal(of: Path(photo), from: record), "")
  }

  private func rate(_ record: RecordEntry) throws -> PageAnswer {
    guard let stars = request.typed("stars").flatMap({ Int($0) }), (0...Self.mostStars).contains(stars),
      let field = Self.field(of: request.open.kinds[record.kind])
    else { throw PageError(status: 422, message: request.words("error.form")) }
    let assignment =
      stars == 0
      ? FieldAssignment(field.path.names, .remove, "") : FieldAssignment(field.path.names, .set, String(stars))
    let plan = try SetPlanner.plan([assignment], records: [record.path], in: request.catalogue, at: request.moment)
    return try carryOut(plan, String(stars))
  }

  /// Takes away the photo; and the record with it, where that is a shot of its own and has no other.
  private func removal(of photo: Path, from record: RecordEntry) throws -> Plan {
    let photos = RecordDetail(at: record.path, in: request.catalogue)?.around.photos.map(\.path) ?? []
    guard photos.contains(photo) else { throw PageError.missing(request.words("error.photo")) }
    let shots = try? IngestRequest(shotsIn: request.open).kind
    if photos.count == 1, shots?.name == request.open.kinds[record.kind].name {
      return try RemovePlanner.plan([record.path], naming: .kept, in: request.catalogue, at: request.moment)
    }
    return try PhotoPlanner.remove([photo], from: record.path, in: request.catalogue, at: request.moment)
  }

  private func carryOut(_ plan: Plan, _ text: String) throws -> PageAnswer {
    if case .refused(let findings) = try ChangeView.run(request).carryOut(plan, checkedOn: request.catalogue) {
      throw PageError(status: 422, message: findings.map(\.message).joined(separator: "; "))
    }
    return .bytes(Array(text.utf8), type: "text/plain; charset=utf-8", headers: [("Cache-Control", "no-store")])
  }
}
