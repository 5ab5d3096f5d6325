// What the form of a new record is filled in with when a photo is chosen, before it is saved.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineModel
import VitrinePhotos
import VitrinePlaces

/// Values for a form from its photos.
enum PhotoOffers {
  /// The inputs of a form in which nobody typed, with what the photos that came along say, and without photos what the form began with. Photos may be cut
  /// short: what they say of themselves stands near their start.
  static func inputs(_ submission: FormSubmission, _ kind: Kind, _ request: PageRequest) -> [EditForm.Input] {
    let texts = texts(submission, kind, request)
    let untouched = submission.inputs.map { input in
      var input = input
      guard input.texts.isEmpty || input.text == input.offered else { return input }
      input.offered = texts[input.name]
      input.texts = input.offered.map { [$0] } ?? []
      return input
    }
    return PlacedForm.inputs(untouched, kind, request)
  }

  /// What the photo that was taken first says, by the names of inputs, with the name of its place.
  private static func texts(_ submission: FormSubmission, _ kind: Kind, _ request: PageRequest) -> [String: String] {
    let photos = request.files.filter { $0.field == PhotoField.name }.compactMap { file in
      ReadPhoto(file.bytes, name: file.name).metadata
    }
    let dated = photos.filter { $0.taken != nil }
    guard let photo = dated.min(by: { ($0.taken ?? "") < ($1.taken ?? "") }) ?? photos.first else { return [:] }
    let given = submission.values
    let binder = FieldBinder(kind, in: request.catalogue, request.moment)
    // A value that cannot be read says nothing of the day.
    let bound = given.compactMap { try? binder.bind($0) }
    let said = PhotoFilling.ofSameDay(
      PhotoFilling.assignments(of: kind, from: photo, besides: binder.names(of: given)), as: bound, of: kind,
      from: photo)
    var texts: [String: String] = [:]
    for assignment in said {
      let members = kind.field(FieldPath(assignment.names)).map { PhotoFilling.members(assignment.value, of: $0, kind) } ?? []
      for one in members.isEmpty ? [assignment] : members { texts[one.names.joined(separator: ".")] = one.value }
    }
    if let location = kind.location, let latitude = texts[location.dotted + ".lat"].flatMap({ Double($0) }),
      let longitude = texts[location.dotted + ".lon"].flatMap({ Double($0) }), let field = PlaceFilling.nameField(of: kind)
    {
      texts[field.dotted] = request.open.places.place(latitude: latitude, longitude: longitude)?.nearbyName(
        in: request.open.language)
    }
    return texts
  }
}
