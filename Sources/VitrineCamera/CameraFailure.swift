// What keeps a camera from doing what is asked of it, in words for a person.

/// A failed request to a camera.
package struct CameraFailure: Error, Sendable, Hashable {
  /// Whose fault it is.
  package enum Reason: Sendable {
    /// What was asked for is nothing that the camera has.
    case request
    /// The camera, the cable, another program.
    case world
  }

  /// What is wrong and what to do: lower case, no full stop.
  package let message: String
  /// Whose fault it is.
  package let reason: Reason

  /// A failure with a message.
  package init(_ message: String, _ reason: Reason = .world) { (self.message, self.reason) = (message, reason) }
}

extension CameraFailure {
  /// No camera is found.
  static let none = CameraFailure(
    "no camera is connected; connect one by USB and switch it on, and set it to PTP where its menu has a choice ('vitrine camera list' shows what is there)"
  )

  /// What gphoto2 complains of, with the next step. Source: libgphoto2, gphoto2-result.h and gphoto2-port-result.h, the numbers and their words.
  init(complaint: String, of camera: String) {
    let text = complaint.lowercased()
    func says(_ words: String...) -> Bool { words.contains { text.holds($0) } }
    if says("permission denied", "insufficient permission", "access denied (insufficient") {
      self.init(
        "you may not use \(camera): 'sudo apt install libgphoto2-6' brings the udev rules for it, and 'sudo adduser $USER plugdev' "
          + "lets you in after the next login")
    } else if says("(-53:", "(-60:", "could not claim", "could not lock", "resource busy") {
      self.init(
        "another program has \(camera); close it, or unmount the camera in the file manager ('gio mount -s gphoto2'), and try again"
      )
    } else if says("(-105:", "could not detect any camera", "no camera found") {
      self = .none
    } else if says(
      "(-52:", "(-7:", "(-34:", "(-35:", "could not find the requested device", "no such device", "i/o problem",
      "error reading from the port",
      "error writing to the port")
    {
      self.init(
        "\(camera) is gone: it was unplugged, switched off, or fell asleep; wake it and try again, what was taken until then is there"
      )
    } else if says("out of focus", "(0xa002", "focus failed", "8d01") {
      self.init(
        "\(camera) could not focus, and so took no photo; focus by hand ('vitrine camera set focus-mode=manual'), or aim at something with contrast"
      )
    } else if says("(-110:", "i/o in progress", "device busy", "0x2019") {
      self.init("\(camera) is busy: it writes, shows a menu or a film; wait a moment, leave its menu, and try again")
    } else if says("store full", "0x200c", "no space left", "(-115:") {
      self.init("there is no space left on the card of \(camera), or on the disk; make some, and try again")
    } else if says("(-10:", "timeout") {
      self.init("\(camera) does not answer; switch it off and on, and try again")
    } else if says("(-6:", "unsupported operation") {
      self.init("\(camera) cannot do that by cable; 'vitrine camera fetch' takes what is on its card")
    } else if says("(-108:", "file not found", "(-107:", "directory not found") {
      self.init("\(camera) has no such file or folder")
    } else {
      let lines = complaint.split(separator: "\n").filter { !$0.allSatisfy { $0 == " " } }
      let line = lines.first { !$0.hasPrefix("***") && !$0.hasPrefix("For debugging") } ?? lines.first ?? "nothing"
      self.init("\(camera) did not do it; gphoto2 says: \(line.prefix(200))")
    }
  }

  /// A name that the camera has no setting of.
  static func unknown(_ name: String, near: String?, known: [String]) -> CameraFailure {
    CameraFailure(
      "this camera has no '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? " that a computer can set")
        + (near == nil && !known.isEmpty ? "; it has \(known.joined(separator: ", "))" : ""), .request)
  }
}
