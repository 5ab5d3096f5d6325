// What a browser knows of a picture that its camera page has taken: for the record, and for the file.

import VitrineModel
import VitrinePhotos
import VitrineSource

/// The fields of a form of `/camera` that are no files.
struct CameraFacts {
  private let request: PageRequest

  /// Those of a request.
  init(_ request: PageRequest) { self.request = request }

  /// True where neither record nor file is to have a location.
  var isWithoutPlace: Bool { request.typed("geotag") == "strip" }

  /// What is known. The words of a browser, like all that comes in, are only taken as what they are meant to be.
  var metadata: PhotoMetadata {
    var metadata = PhotoMetadata()
    if let taken = request.typed("taken"), isMoment(taken) { metadata.taken = taken }
    if let iso = request.typed("iso").flatMap({ Int($0) }), (1...10_000_000).contains(iso) { metadata.iso = iso }
    if let shutter = request.typed("shutter"), isShutter(shutter) { metadata.shutter = shutter }
    if let camera = request.typed("camera"), !camera.isEmpty, camera.utf8.count <= 120 { metadata.camera = camera }
    if let turn = request.typed("orientation").flatMap({ Int($0) }), (1...8).contains(turn) { metadata.orientation = turn }
    if !isWithoutPlace, let latitude = coordinate("latitude", 90), let longitude = coordinate("longitude", 180) {
      metadata.latitude = latitude
      metadata.longitude = longitude
    }
    return metadata
  }

  /// The frame of a film that a file of the form is; nil where the form says nothing of one.
  ///
  /// Errors: its bytes are not what the form says.
  func frame(_ bytes: () -> [UInt8]) throws(PageError) -> LinearDNG.Frame? {
    guard let word = request.typed("frame"), !word.isEmpty else { return nil }
    guard let format = LinearDNG.Frame.Format(rawValue: word), let width = request.typed("width").flatMap({ Int($0) }),
      let height = request.typed("height").flatMap({ Int($0) }),
      let frame = LinearDNG.Frame(
        format, width: width, height: height, isFullRange: request.typed("range") == "full",
        matrix: request.typed("matrix") ?? "",
        bytes: bytes())
    else { throw PageError(status: 422, message: request.words("camera.noFrame")) }
    return frame
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
}
