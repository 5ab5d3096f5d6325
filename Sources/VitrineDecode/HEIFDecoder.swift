// The door to libheif.

import CHEIF

/// Reads HEIC and AVIF. Source: heif.h of libheif 1.15.
struct HEIFDecoder {
  private let heif: vitrine_heif

  /// Loads the library; it must come before files cannot be opened any more.
  ///
  /// Errors: it is not there.
  init() throws(DecodeFailure) {
    var heif = vitrine_heif()
    guard vitrine_load_heif(&heif) != 0 else {
      throw DecodeFailure(reason: "HEIC and AVIF need libheif, which is not installed (Debian's package libheif1)")
    }
    // Newer libraries load their decoders by it.
    if let start = heif.`init` { _ = start(nil) }
    self.heif = heif
  }

  /// The pixels of the main picture, turned and mirrored as its boxes say, and the profile of its colours.
  ///
  /// Errors: it is no HEIF, too large, damaged, or coded by what this libheif does not know.
  func decode(_ bytes: UnsafeBufferPointer<UInt8>) throws(DecodeFailure) -> (Picture, ColorProfile) {
    guard let context = heif.context_alloc() else { throw DecodeFailure(reason: "there is not enough memory") }
    try check(heif.read(context, bytes.baseAddress, bytes.count, nil))
    var found: OpaquePointer?
    try check(heif.primary(context, &found))
    guard let handle = found else { throw DecodeFailure(reason: "there is no picture") }
    try Picture.check(width: Int(heif.handle_width(handle)), height: Int(heif.handle_height(handle)))
    let isCovering = heif.has_alpha(handle) == 0
    var decoded: OpaquePointer?
    let chroma = isCovering ? heif_chroma_interleaved_RGB : heif_chroma_interleaved_RGBA
    try check(heif.decode(handle, &decoded, heif_colorspace_RGB, chroma, nil))
    guard let image = decoded else { throw DecodeFailure(reason: "there is no picture") }
    let (width, height) = (
      Int(heif.width(image, heif_channel_interleaved)), Int(heif.height(image, heif_channel_interleaved))
    )
    try Picture.check(width: width, height: height)
    var stride: Int32 = 0
    let channels = isCovering ? 3 : 4
    guard let plane = heif.plane(image, heif_channel_interleaved, &stride), Int(stride) >= width * channels else {
      throw DecodeFailure(reason: "there is no picture")
    }
    let rows = UnsafeBufferPointer(start: plane, count: Int(stride) * (height - 1) + width * channels)
    let profile = profile(of: handle)
    guard isCovering else { return (Picture(width: width, height: height, rgba: rows, stride: Int(stride)), profile) }
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 3) { pixels, count in
      for y in 0..<height {
        let row = UnsafeBufferPointer(rebasing: rows[(y * Int(stride))..<(y * Int(stride) + width * 3)])
        _ = UnsafeMutableBufferPointer(rebasing: pixels[(y * width * 3)...]).update(fromContentsOf: row)
      }
      count = width * height * 3
    }
    return (Picture(width: width, height: height, pixels: pixels), profile)
  }

  private func profile(of handle: OpaquePointer) -> ColorProfile {
    let size = heif.profile_size(handle)
    if size > 0, size <= ColorProfile.largest {
      var bytes = [UInt8](repeating: 0, count: size)
      if heif.profile(handle, &bytes).code == heif_error_Ok { return ColorProfile(icc: bytes) }
    }
    var numbers: UnsafeMutablePointer<heif_color_profile_nclx>?
    guard heif.nclx(handle, &numbers).code == heif_error_Ok, let numbers else { return .srgb }
    // Source: ITU-T H.273, table 2: 12 is SMPTE EG 432-1, the primaries of Display P3.
    return numbers.pointee.color_primaries.rawValue == 12 ? .displayP3 : .srgb
  }

  private func check(_ error: heif_error) throws(DecodeFailure) {
    guard error.code != heif_error_Ok else { return }
    throw DecodeFailure(reason: error.message.map { String(cString: $0) } ?? "the picture cannot be decoded")
  }
}
