// Makers' notes in ExifTool's words, made of libexif's.

/// The names and words of makers' notes.
enum MakerNoteWords {
  /// ExifTool's name of a note. Shape: `name` is libexif's, without blanks and signs.
  static func name(_ name: String, maker: String) -> String {
    tables.first { maker.lowercased().hasPrefix($0.maker) }?.names[name] ?? name
  }

  /// A note's value as ExifTool writes it, as far as libexif's words allow that; nil where these say that it cannot be read.
  static func words(_ words: String, of name: String, maker: String) -> String? {
    if ["Invalid ", "Internal error"].contains(where: { words.hasPrefix($0) }) { return nil }
    let parts = words.split(separator: " ", maxSplits: 3)
    if parts.count > 3, parts[1] == "bytes", parts[2] == "unknown" { return "(Binary data \(parts[0]) bytes)" }
    if words.hasPrefix("0x"), let code = Int(words.dropFirst(2), radix: 16) {
      return unknown.contains(code) ? "n/a" : String(code)
    }
    if words.hasPrefix("Unknown value "), let code = Int(words.dropFirst(14)) { return "Unknown (\(code))" }
    switch name {
    case "ColorSpace": return ["1": "sRGB", "2": "Adobe RGB"][words] ?? words
    case "ISO" where words.hasPrefix("ISO "): return String(words.dropFirst(4))
    case "Lens": return MakerNotes.lens(words) ?? words
    case "BWMode", "Macro": return ["No": "Off", "Yes": "On"][words] ?? words
    // Signed bytes, of which libexif makes numbers without a sign.
    case "FlashExposureComp": return signed(words, steps: 6)
    case "ExposureDifference": return signed(words, steps: 12)
    default:
      return isShouted(words) && maker.lowercased().hasPrefix("nikon") ? words.prefix(1) + words.dropFirst().lowercased() : words
    }
  }

  /// A number of steps of an f-stop as one of f-stops, where it lies above what a signed byte of them holds.
  private static func signed(_ words: String, steps: Double) -> String? {
    guard let value = Double(words) else { return words }
    return ExifNumber.decimal(value >= 128 / steps ? value - 256 / steps : value, places: 1)
  }

  /// Numbers by which cameras say that there is nothing.
  private static let unknown: Set = [0xFFFF, 0x7FFF]

  /// True for a word of Nikon's in capitals, `AUTO`; numbers of a model or of a mode are none.
  private static func isShouted(_ words: String) -> Bool {
    words.count > 2 && words.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
  }

  /// libexif's names in which it differs from ExifTool, a maker a table. Source: names of ExifTool's output.
  private static let tables: [(maker: String, names: [String: String])] = [
    (
      "canon",
      [
        "DriveMode": "ContinuousDrive", "EasyShootingMode": "EasyMode", "ExposureMode": "CanonExposureMode",
        "FirmwareVersion": "CanonFirmwareVersion", "FlashDetails": "FlashBits",
        "FlashExposureCompensation": "FlashExposureComp", "FlashMode": "CanonFlashMode", "FocalUnitspermm": "FocalUnits",
        "ISO": "CameraISO", "ImageNumber": "FileNumber", "ImageSize": "CanonImageSize",
        "ImageType": "CanonImageType", "LongFocalLengthofLens": "MaxFocalLength", "MaximalAperture": "MaxAperture",
        "MinimalAperture": "MinAperture", "ModelID": "CanonModelID", "Selftimer": "SelfTimer", "ShotISO": "BaseISO",
        "ShortFocalLengthofLens": "MinFocalLength", "ThumbnailValidArea": "ThumbnailImageValidArea",
        "WhiteBalanceShiftAB": "WBShiftAB", "WhiteBalanceShiftGM": "WBShiftGM",
      ]
    ),
    (
      "fuji",
      [
        "AutoExposureCheck": "ExposureWarning", "AutoFocusCheck": "FocusWarning", "BlurCheck": "BlurWarning",
        "ChromaticitySaturation": "Saturation", "ContinuousSequence": "SequenceNumber", "ContinuousTaking": "AutoBracketing",
        "FlashMode": "FujiFlashMode", "FlashStrength": "FlashExposureComp", "FocusPoint": "FocusPixel",
        "FocusingMode": "FocusMode",
        "MacroMode": "Macro", "SlowSynchro": "SlowSync",
      ]
    ),
    (
      "nikon",
      [
        "AFFocusPosition": "AFInfo", "ActiveDLighting": "ActiveD-Lighting", "Bracketing": "ShootingMode", "ColorMode": "ColorHue",
        "ExposureBracketVal": "ExposureBracketValue", "ExposureDiff": "ExposureDifference",
        "ExternalFlashExpCompensation": "ExternalFlashExposureComp", "Firmware": "MakerNoteVersion",
        "FlashExpCompensation": "FlashExposureComp", "FlashExposureBracketVal": "FlashExposureBracketValue",
        "FlashMode": "FlashType", "FlashUsed": "FlashMode", "HighISONr": "HighISONoiseReduction", "Hue": "HueAdjustment",
        "LightType": "LightSource", "Optimization": "ImageOptimization", "PowerupTime": "PowerUpTime",
        "Saturation2": "Saturation",
        "SerialNumber2": "SerialNumber", "Sharpening": "Sharpness", "ToneCompensation": "ToneComp",
        "TotalPictures": "ShutterCount",
        "WhiteBalanceFine": "WhiteBalanceFineTune", "WhiteBalanceRB": "WB_RBLevels",
      ]
    ),
    (
      "olympus",
      ["DigiZoom": "DigitalZoom", "FirmwareVersion": "CameraType", "Mode": "SpecialMode"]
    ),
    (
      "pentax",
      [
        "ImageProcessing": "ImageEditing", "Mode": "PictureMode", "ModelID": "PentaxModelID",
        "PentaxPreviewLength": "PreviewImageLength",
        "PentaxPreviewSize": "PreviewImageSize", "PentaxPreviewStart": "PreviewImageStart",
      ]
    ),
    ("apple", ["RUNTIME": "RunTime"]),
  ]
}
