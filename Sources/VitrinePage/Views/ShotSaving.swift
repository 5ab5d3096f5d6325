// Shots of the page's camera, and photos that were chosen in its place: a record each, or photos of a record.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineModel
import VitrinePhotos
import VitrineRules
import VitrineSource

/// Saves the photos of a form of `/camera`.
///
/// Shape of the form: `:photo`, the files; `for`, the id of a record; `taken`, `iso`, `shutter`, `camera`, `latitude`, `longitude`, what the browser knows and the
/// photo does not say; `geotag`, `strip` for a photo without location.
struct ShotSaving {
  private let request: PageRequest

  /// The photos of a request.
  init(_ request: PageRequest) { self.request = request }

  /// Saves them all, or none. The page's script gets the address of the record as text.
  func answer() throws -> PageAnswer {
    let target = try request.typed("for").flatMap { $0.isEmpty ? nil : try Self.record($0, request) }
    let ingest = try target == nil ? IngestRequest(shotsIn: request.open) : nil
    guard let kind = target.map({ request.open.kinds[$0.kind] }) ?? ingest?.kind else { throw PageError.missing("") }
    let (addition, refusals) = try PhotoUpload.photos(in: request, of: kind, having: photos(of: target))
    guard !addition.photos.isEmpty else {
      throw PageError(status: 422, message: (refusals + addition.remarks).first ?? request.words("photo.none"))
    }
    let photos = try addition.photos.map(finished)
    let (plan, path): (Plan, Path)
    if let target {
      plan = try PhotoPlanner.add(photos, to: target.path, fills: false, in: request.catalogue, at: request.moment)
      path = target.path
    } else {
      let groups = photos.map { photo in
        let time = (photo.metadata?.taken ?? "").dropFirst(11).prefix(8)
        return PhotoRecords.Group(stem: time.isEmpty ? kind.name : String(time.map { $0 == ":" ? "-" : $0 }), photos: [photo])
      }
      guard let planned = try ingest?.plan(groups, at: request.moment), let first = planned.records.first else {
        throw PageError.missing("")
      }
      (plan, path) = (planned.plan, first)
    }
    let address = PageAddress.record(path, kind)
    guard request.part == "address" else { return try ChangeView.done(plan, address, request) }
    switch try ChangeView.run(request).carryOut(plan, checkedOn: request.catalogue) {
    case .nothing, .done:
      return .bytes(Array(address.utf8), type: "text/plain; charset=utf-8", headers: [("Cache-Control", "no-store")])
    case .refused(let findings): throw PageError(status: 422, message: findings.map(\.message).joined(separator: "; "))
    }
  }

  private func photos(of target: RecordEntry?) -> [PhotoFacts] {
    guard let target else { return [] }
    return RecordDetail(at: target.path, in: request.catalogue)?.around.photos ?? []
  }

  /// A photo with what the browser knows of it, and without its location where that is not wanted.
  ///
  /// Errors: the location cannot be taken out.
  private func finished(_ photo: PhotoPlanner.Addition) throws -> PhotoPlanner.Addition {
    var photo = photo
    var metadata = photo.metadata ?? PhotoMetadata()
    if request.typed("geotag") == "strip", metadata.latitude != nil {
      do throws(StrippingRefusal) {
        photo.bytes = FileText(try LocationRemoval.removed(from: photo.bytes.bytes))
      } catch {
        throw PageError(status: 422, message: error.reason)
      }
      metadata.latitude = nil
      metadata.longitude = nil
    }
    // The words of a browser, like all that comes in, are only taken as what they are meant to be.
    if let taken = request.typed("taken"), isMoment(taken) { metadata.taken = metadata.taken ?? taken }
    if let iso = request.typed("iso").flatMap({ Int($0) }), iso > 0 { metadata.iso = metadata.iso ?? iso }
    if let shutter = request.typed("shutter"), isShutter(shutter) {
      metadata.shutter = metadata.shutter ?? shutter
    }
    if let camera = request.typed("camera"), !camera.isEmpty, camera.utf8.count <= 120 {
      metadata.camera = metadata.camera ?? camera
    }
    if let latitude = coordinate("latitude", 90), let longitude = coordinate("longitude", 180), metadata.latitude == nil,
      request.typed("geotag") != "strip"
    {
      metadata.latitude = latitude
      metadata.longitude = longitude
    }
    photo.metadata = metadata
    return photo
  }

  /// Whether a text is a time in seconds, or a fraction of one: `2`, `0.5`, `1/250`.
  private func isShutter(_ text: String) -> Bool {
    guard text.utf8.count <= 8 else { return false }
    if text.hasPrefix("1/") { return Int(text.dropFirst(2)).map { $0 > 0 && $0 <= 100_000 } ?? false }
    return Double(text).map { $0 > 0 && $0 <= 86_400 } ?? false
  }

  private func isMoment(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { CivilMoment($0) }?.offset != nil
  }

  private func coordinate(_ name: String, _ most: Double) -> String? {
    guard let text = request.typed(name), text.utf8.count < 24, let value = Double(text), abs(value) <= most else { return nil }
    return text
  }

  /// The record of an id.
  ///
  /// Errors: there is none.
  static func record(_ id: String, _ request: PageRequest) throws -> RecordEntry {
    for suffix in Path.recordSuffixes {
      if let record = request.catalogue.record(at: Path(id + suffix)) { return record }
    }
    throw PageError.missing(request.words("error.record", id))
  }
}
