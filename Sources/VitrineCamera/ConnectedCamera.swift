// The cameras that are connected, and the one that is meant.

/// A camera.
package struct ConnectedCamera: Sendable, Hashable {
  /// Which program speaks with it.
  package enum Connection: Sendable, Hashable {
    /// gphoto2, by USB.
    case photo
    /// The kernel's driver of webcams.
    case video
  }

  /// Which program speaks with it.
  package let connection: Connection
  /// What it calls itself; "" where only its port is known.
  package let model: String
  /// Where it is: `usb:001,007`, `/dev/video0`, `disk:/folder`.
  package let port: String

  /// How messages call it.
  package var name: String { model.isEmpty ? "the camera" : "'\(model)'" }

  /// The words that tell its program which camera is meant.
  var words: [String] {
    switch connection {
    case .photo: (model.isEmpty ? [] : ["--camera", model]) + (port.isEmpty ? [] : ["--port", port])
    case .video: ["--device", port]
    }
  }
}

extension ConnectedCamera {
  /// All that are connected: those that take photos by cable, then webcams.
  ///
  /// Errors: no program that speaks with cameras is installed.
  package static func all() throws(CameraFailure) -> [ConnectedCamera] {
    var cameras: [ConnectedCamera] = []
    var failure: CameraFailure?
    do throws(CameraFailure) {
      let text = try CameraProgram.gphoto.run(["--auto-detect"]).text
      cameras += PhotoCameraListing.cameras(text).map { ConnectedCamera(connection: .photo, model: $0.model, port: $0.port) }
    } catch { failure = error }
    // Who has no program for webcams has none to be asked for.
    do throws(CameraFailure) {
      let text = try CameraProgram.video.run(["--list-devices"]).text
      cameras += WebcamListing.cameras(text).map { ConnectedCamera(connection: .video, model: $0.model, port: $0.port) }
    } catch {}
    if cameras.isEmpty, let failure { throw failure }
    return cameras
  }

  /// The camera that is meant: the one at a port; the one of a name, or of a part of it; else the only one, and a photo camera before a webcam.
  ///
  /// Errors: there is none, or several could be meant.
  package static func find(_ name: String?, port: String?) throws(CameraFailure) -> ConnectedCamera {
    if let port {
      return ConnectedCamera(connection: port.hasPrefix("/dev/video") ? .video : .photo, model: name ?? "", port: port)
    }
    let all = try all()
    guard let name else {
      let photo = all.filter { $0.connection == .photo }
      let found = photo.isEmpty ? all : photo
      guard let first = found.first else { throw .none }
      guard found.count == 1 else { throw several(found) }
      return first
    }
    let wanted = name.lowercased()
    if let exact = all.first(where: { $0.port == name || $0.model.lowercased() == wanted }) { return exact }
    let found = all.filter { $0.model.lowercased().holds(wanted) }
    guard let first = found.first else {
      guard !all.isEmpty else { throw .none }
      throw CameraFailure("no camera '\(name)' is connected; there is \(all.map(\.name).joined(separator: " and "))", .request)
    }
    guard found.count == 1 else { throw several(found) }
    return first
  }

  private static func several(_ found: [ConnectedCamera]) -> CameraFailure {
    CameraFailure(
      "\(found.count) cameras are connected: \(found.map { "\($0.name) at \($0.port)" }.joined(separator: ", ")); '--camera' says which",
      .request)
  }
}
