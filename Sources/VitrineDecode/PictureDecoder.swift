// Any picture to pixels: by what its first bytes are, with the library for it.

/// Decodes pictures. It is made before the process gives up opening files, since libraries are loaded for it, and used after that.
enum PictureDecoder {
  case jpeg(ColorProfile.Conversion?)
  case png(ColorProfile.Conversion?)
  case webp(ColorProfile.Conversion?)
  case gif
  case heif(HEIFDecoder, ColorProfile.Conversion?)
  case tiff(TIFFDecoder, ColorProfile.Conversion?)
  case raw(RawDecoder, ColorProfile.Conversion?)

  /// The decoder for a picture. Raw formats are TIFF files underneath: whoever asks knows that it `isRaw`.
  ///
  /// Errors: no format that is known here; a library that is not there.
  init(for bytes: UnsafeBufferPointer<UInt8>, isRaw: Bool) throws(DecodeFailure) {
    guard bytes.count > 12 else { throw DecodeFailure(reason: "the file is no picture") }
    if bytes[0] == 0xFF, bytes[1] == 0xD8 {
      let profile = JPEGProfile.find(bytes)
      self = .jpeg(Self.conversion(for: ColorProfile(icc: profile)))
    } else if bytes.has("PNG\r\n", at: 1) {
      self = .png(Self.conversion(for: ColorProfile(icc: PNGCodec.profile(bytes))))
    } else if bytes.has("RIFF", at: 0), bytes.has("WEBP", at: 8) {
      self = .webp(Self.conversion(for: ColorProfile(icc: WebPDecoder.profile(bytes))))
    } else if bytes.has("GIF8", at: 0) {
      self = .gif
    } else if isRaw {
      self = .raw(try RawDecoder(), ColorProfile.Conversion())
    } else if bytes.has("ftyp", at: 4) {
      self = .heif(try HEIFDecoder(), ColorProfile.Conversion())
    } else if bytes.has("II", at: 0) || bytes.has("MM", at: 0) {
      self = .tiff(try TIFFDecoder(), ColorProfile.Conversion())
    } else {
      throw DecodeFailure(reason: "the file is no picture that can be decoded")
    }
  }

  private static func conversion(for profile: ColorProfile) -> ColorProfile.Conversion? {
    if case .srgb = profile { nil } else { ColorProfile.Conversion() }
  }

  /// A picture whose longer side has at most `side` pixels, in the colours of sRGB, turned as `orientation` asks. What HEIF's own boxes ask for is done by libheif
  /// already.
  ///
  /// Errors: it cannot be decoded, or is too large.
  func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, within side: Int, orientation: Int
  ) throws(DecodeFailure) -> Picture {
    var (picture, profile, conversion) = try pixels(bytes, within: side)
    picture.shrink(within: side)
    conversion?.apply(profile, to: &picture)
    if case .heif = self { return picture }
    picture.turn(orientation)
    return picture
  }

  private func pixels(
    _ bytes: UnsafeBufferPointer<UInt8>, within side: Int
  ) throws(DecodeFailure) -> (Picture, ColorProfile, ColorProfile.Conversion?) {
    switch self {
    case .jpeg(let conversion):
      return (try JPEGCodec.decode(bytes, within: side), ColorProfile(icc: JPEGProfile.find(bytes)), conversion)
    case .png(let conversion): return (try PNGCodec.decode(bytes), ColorProfile(icc: PNGCodec.profile(bytes)), conversion)
    case .webp(let conversion):
      return (try WebPDecoder.decode(bytes, within: side), ColorProfile(icc: WebPDecoder.profile(bytes)), conversion)
    case .gif: return (try GIFDecoder.decode(bytes), .srgb, nil)
    case .heif(let decoder, let conversion):
      let (picture, profile) = try decoder.decode(bytes)
      return (picture, profile, conversion)
    case .tiff(let decoder, let conversion):
      let (picture, profile) = try decoder.decode(bytes)
      return (picture, profile, conversion)
    case .raw(let decoder, let conversion):
      let (picture, profile) = try decoder.decode(bytes, within: side)
      return (picture, profile, conversion)
    }
  }
}
