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
/// photo does not say; `geotag`, `strip` for a photo without location; `frame`, `width`, `height`, `range`, `matrix`, where the file is a frame of a film.
struct ShotSaving {
  private let request: PageRequest

  /// The photos of a request.
  init(_ request: PageRequest) { self.request = request }

  /// Saves them all, or none. The page's script gets the address of the record as text, and a line each of what else it shows.
  func answer() throws -> PageAnswer {
    let target = try request.typed("for").flatMap { $0.isEmpty ? nil : try Self.record($0, request) }
    let ingest = try target == nil ? IngestRequest(shotsIn: request.open) : nil
    guard let kind = target.map({ request.open.kinds[$0.kind] }) ?? ingest?.kind else { throw PageError.missing("") }
    let (addition, refusals) = try photos(of: kind, having: photos(of: target))
    guard !addition.photos.isEmpty else {
      throw PageError(status: 422, message: (refusals + addition.remarks).first ?? request.words("photo.none"))
    }
    let photos = try addition.photos.map(finished)
    let (plan, path): (Plan, Path)
    if let target {
      plan = try PhotoPlanner.add(
        photos, to: target.path, having: self.photos(of: target), fills: false, in: request.catalogue, at: request.moment)
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
    let number: Int?
    switch try ChangeView.run(request).carryOut(plan, checkedOn: request.catalogue) {
    case .nothing: number = nil
    case .done(let done, _): number = done
    case .refused(let findings): throw PageError(status: 422, message: findings.map(\.message).joined(separator: "; "))
    }
    let files = plan.edits.map(\.path).filter { !$0.isRecordFile }
    let failures = request.camera.copies.copy(files, below: request.catalogue.root)
    guard request.part == "address" else {
      guard let number else { return .redirect(address) }
      request.notes.keep(failures, of: number)
      return .redirect(ChangeView.address(address, "done", number))
    }
    // A line each of what the page's script shows of it: the address, then a word and its value.
    var lines = [address, "record \(path.stem.string)"]
    if let photo = files.first { lines.append("photo \(photo.string)") }
    if ShotReview.field(of: kind) != nil { lines.append("stars \(ShotReview.mostStars)") }
    if let aperture = photos.first?.metadata?.aperture { lines.append("aperture \(aperture)") }
    lines += failures.map { "uncopied \(request.words.said($0))" }
    return .bytes(
      Array(lines.joined(separator: "\n").utf8), type: "text/plain; charset=utf-8", headers: [("Cache-Control", "no-store")])
  }

  private func photos(of target: RecordEntry?) -> [PhotoFacts] {
    guard let target else { return [] }
    return RecordDetail(at: target.path, in: request.catalogue)?.around.photos ?? []
  }

  /// The photos of the form: a frame of a film becomes a linear DNG, and a JPEG that says nothing of itself gets what the browser knows.
  ///
  /// Errors: a photo of the record cannot be read; a frame is none.
  private func photos(of kind: Kind, having present: [PhotoFacts]) throws -> (addition: PhotoAddition, refusals: [String]) {
    guard request.typed("taken") != nil else { return try PhotoUpload.photos(in: request, of: kind, having: present) }
    let facts = CameraFacts(request)
    let metadata = facts.metadata
    var addition = try PhotoAddition(
      to: kind, having: present, in: request.catalogue, advice: "", excess: .fitted(DecodingProgram(request.context)))
    var refusals: [String] = []
    for file in request.files where file.field == PhotoField.name {
      let frame = try facts.frame { file.bytes }
      do throws(RequestError) {
        if let frame {
          try addition.take(LinearDNG.bytes(frame, metadata), name: "frame.dng", isForced: false)
        } else {
          let bytes = file.bytes
          let written = ExifWriting.written(metadata, into: bytes)
          try addition.take(written ?? bytes, name: file.name, text: written == nil ? file.text : nil, isForced: false)
        }
      } catch {
        refusals.append(error.message)
      }
    }
    return (addition, refusals)
  }

  /// A photo with what the browser knows of it, and without its location where that is not wanted.
  ///
  /// Errors: the location cannot be taken out.
  private func finished(_ photo: PhotoPlanner.Addition) throws -> PhotoPlanner.Addition {
    var photo = photo
    let facts = CameraFacts(request)
    let known = facts.metadata
    var metadata = photo.metadata ?? PhotoMetadata()
    if facts.isWithoutPlace {
      do throws(StrippingRefusal) {
        photo.bytes = FileText(try LocationRemoval.removed(from: photo.bytes.bytes))
      } catch {
        throw PageError(status: 422, message: error.reason)
      }
      metadata.latitude = nil
      metadata.longitude = nil
      metadata.place = nil
    }
    // What the photo says itself comes first.
    metadata.taken = metadata.taken ?? known.taken
    metadata.iso = metadata.iso ?? known.iso
    metadata.shutter = metadata.shutter ?? known.shutter
    metadata.camera = metadata.camera ?? known.camera
    if metadata.latitude == nil {
      metadata.latitude = known.latitude
      metadata.longitude = known.longitude
    }
    photo.metadata = metadata
    return photo
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
