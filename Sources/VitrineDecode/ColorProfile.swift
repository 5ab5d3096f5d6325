// The door to Little CMS: the colours of a profile as those of sRGB.

import CColor

/// In which colours pixels are meant.
enum ColorProfile {
  /// Those that screens and pictures without a profile have.
  case srgb
  /// Those of Apple's cameras and screens.
  case displayP3
  /// What a profile says, as ICC defines it.
  case icc([UInt8])

  /// The largest profile that is read. Units: bytes.
  static let largest = 4 << 20

  /// What a profile in a file says; the colours of sRGB where there is none, or one that says it is that.
  init(icc bytes: [UInt8]?) {
    guard let bytes, bytes.count > 128, !Self.isSRGB(bytes) else {
      self = .srgb
      return
    }
    self = .icc(bytes)
  }

  /// The profile of "sRGB IEC61966-2.1" is in most pictures that have one; by its name, wherever that stands near the beginning.
  private static func isSRGB(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      for place in 128..<min(bytes.count, 1_024) where bytes.has("sRGB IEC61966", at: place) { return true }
      return false
    }
  }

  /// The way from a profile to sRGB.
  struct Conversion {
    private let color: vitrine_color

    /// Loads the library; it must come before files cannot be opened any more. Nil where it is not there: colours stay as they are then.
    init?() {
      var color = vitrine_color()
      guard vitrine_load_color(&color) != 0 else { return nil }
      self.color = color
    }

    /// Turns the pixels of a picture to those of sRGB; leaves them where the profile is damaged, or is none for red, green and blue.
    func apply(_ profile: ColorProfile, to picture: inout Picture) {
      var color = color
      let source: cmsHPROFILE?
      switch profile {
      case .srgb: return
      case .displayP3: source = vitrine_display_p3(&color)
      case .icc(let bytes): source = color.open(bytes, UInt32(bytes.count))
      }
      guard let source, let transform = vitrine_to_srgb(&color, source) else { return }
      let count = picture.width * picture.height
      picture.pixels.withUnsafeMutableBytes { color.apply(transform, $0.baseAddress, $0.baseAddress, UInt32(count)) }
    }
  }
}
