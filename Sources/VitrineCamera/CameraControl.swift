// What a person sets on a camera, whatever its maker calls it.

/// A control that photographers know by one name.
package enum CameraControl: String, Sendable, CaseIterable {
  /// The sensitivity.
  case iso
  /// The exposure time.
  case shutter
  /// The aperture.
  case aperture
  /// The white balance by name.
  case whiteBalance = "white-balance"
  /// The white balance by colour temperature.
  case kelvin
  /// How the camera focuses.
  case focusMode = "focus-mode"
  /// The focus itself: a distance, or a step of the lens.
  case focus
  /// Exposure compensation.
  case compensation
  /// The exposure program.
  case mode
  /// What files the camera makes.
  case format
  /// Where they go first.
  case target
  /// The charge of the battery.
  case battery

  /// A few words on it.
  package var summary: String {
    switch self {
    case .iso: "sensitivity"
    case .shutter: "exposure time, in seconds"
    case .aperture: "f-number"
    case .whiteBalance: "white balance by name"
    case .kelvin: "white balance by temperature, in kelvin"
    case .focusMode: "how the camera focuses"
    case .focus: "focus by hand"
    case .compensation: "exposure compensation, in stops"
    case .mode: "exposure program"
    case .format: "files of a photo"
    case .target: "where photos go first"
    case .battery: "charge"
    }
  }

  /// What makers call it, the better one first. Source: libgphoto2, camlibs/ptp2/config.c; linux/v4l2-controls.h, with the names before Linux 5.
  var names: [String] {
    switch self {
    case .iso: ["iso", "isospeed", "iso_sensitivity"]
    case .shutter: ["shutterspeed2", "shutterspeed", "exposure_time_absolute", "exposure_absolute"]
    case .aperture: ["aperture", "f-number", "iris_absolute"]
    case .whiteBalance: ["whitebalance", "white_balance_automatic", "white_balance_temperature_auto"]
    case .kelvin: ["colortemperature", "white_balance_temperature"]
    case .focusMode: ["focusmode2", "focusmode", "focus_automatic_continuous", "focus_auto"]
    case .focus: ["manualfocusdrive", "manualfocus", "focus_absolute"]
    case .compensation: ["exposurecompensation", "auto_exposure_bias"]
    case .mode: ["expprogram", "autoexposuremodedial", "autoexposuremode", "auto_exposure", "exposure_auto"]
    case .format: ["imageformat", "imagequality"]
    case .target: ["capturetarget"]
    case .battery: ["batterylevel"]
    }
  }

  /// Other words for it.
  private var aliases: [String] {
    switch self {
    case .shutter: ["speed", "exposure", "time"]
    case .aperture: ["f"]
    case .whiteBalance: ["wb"]
    case .kelvin: ["temperature"]
    case .compensation: ["ev"]
    case .iso, .focusMode, .focus, .mode, .format, .target, .battery: []
    }
  }

  /// The control of a name.
  package init?(calling word: String) {
    let word = word.lowercased()
    guard let control = Self.allCases.first(where: { $0.rawValue == word || $0.aliases.contains(word) }) else { return nil }
    self = control
  }

  /// A value as photographers read it: Nikon's `0.0080s` is 1/125.
  package func read(_ value: String) -> String {
    guard self == .shutter, value.hasSuffix("s"), let seconds = CameraNumber(value)?.value else { return value }
    return CameraNumber.time(seconds)
  }

  /// The setting that it is on a camera: one that can be changed, where there are several; nil where the camera has none.
  func setting(among settings: [CameraSetting]) -> CameraSetting? {
    let found = names.compactMap { name in settings.first { $0.name == name } }
    return found.first { !$0.isReadOnly } ?? found.first
  }
}
