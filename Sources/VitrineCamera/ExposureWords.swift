// What a camera is set to as photographers say it, in one line: `ISO 400  1/250 s  ƒ 5.6  Daylight`.

extension CameraState {
  /// The controls that such a line has, in its order.
  private static let spoken: [CameraControl] = [.iso, .shutter, .aperture, .compensation, .whiteBalance, .kelvin, .focusMode]

  /// What the camera is set to. What it does not tell is left out, and so are a compensation of nothing and a temperature that another white balance keeps
  /// from counting.
  package var exposureWords: String {
    let known = Dictionary(known.map { ($0.control, $0.setting) }) { first, _ in first }
    return Self.spoken.compactMap { control in
      guard let setting = known[control] else { return nil }
      if control == .kelvin, !isKelvinMeant(known[.whiteBalance]) { return nil }
      return control.words(setting.shown, on: camera.connection)
    }.joined(separator: "  ")
  }

  /// Whether the white balance is the one that a temperature says.
  private func isKelvinMeant(_ whiteBalance: CameraSetting?) -> Bool {
    guard let whiteBalance else { return true }
    switch camera.connection {
    case .photo: return whiteBalance.value(for: "kelvin") == whiteBalance.current
    case .video: return whiteBalance.shown == "off"
    }
  }
}

extension CameraControl {
  /// A value with its sign, as photographers read it; nil where it says nothing.
  fileprivate func words(_ value: String, on connection: ConnectedCamera.Connection) -> String? {
    let number = CameraNumber(value)?.value
    switch self {
    case .iso: return value.lowercased().holds("iso") ? value : "ISO \(value)"
    case .shutter: return number == nil ? value : "\(read(value)) s"
    case .aperture: return number.map { "ƒ \(CameraNumber.text($0))" } ?? value
    case .compensation:
      guard let number, number != 0 else { return nil }
      let tenths = CameraNumber.text((number * 10).rounded() / 10)
      return "\(number > 0 ? "+" : "")\(tenths) EV"
    case .kelvin: return number == nil ? value : "\(CameraNumber.text(number ?? 0)) K"
    case .whiteBalance:
      // A webcam says only whether it balances white by itself.
      guard connection == .photo else { return value == "on" ? "AWB" : nil }
      return value.lowercased().hasPrefix("auto") ? "AWB" : value
    case .focusMode: return connection == .photo ? value : value == "on" ? "AF" : "MF"
    case .focus, .mode, .format, .target, .battery: return value
    }
  }
}
