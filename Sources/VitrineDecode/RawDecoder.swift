// The door to LibRaw.

import CRaw

/// Reads what a sensor saw. Source: libraw.h of LibRaw 0.20.
struct RawDecoder {
  private let raw: vitrine_raw

  /// Loads the library; it must come before files cannot be opened any more.
  ///
  /// Errors: it is not there.
  init() throws(DecodeFailure) {
    var raw = vitrine_raw()
    guard vitrine_load_raw(&raw) != 0 else {
      throw DecodeFailure(
        reason:
          "raw files need LibRaw \(LIBRAW_MAJOR_VERSION).\(LIBRAW_MINOR_VERSION), which is not installed (Debian's package libraw20)"
      )
    }
    self.raw = raw
  }

  /// The preview that the camera made, where it is about large enough; else the picture developed, at half its size where that is large enough. Not turned.
  ///
  /// Errors: it is no raw file, too large, or damaged.
  func decode(_ bytes: UnsafeBufferPointer<UInt8>, within side: Int) throws(DecodeFailure) -> (Picture, ColorProfile) {
    guard let file = raw.`init`(0) else { throw DecodeFailure(reason: "there is not enough memory") }
    try check(raw.open(file, UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count))
    let sizes = file.pointee.sizes
    let (width, height) = (Int(sizes.iwidth), Int(sizes.iheight))
    try Picture.check(width: width, height: height)
    try Picture.check(width: Int(sizes.raw_width), height: Int(sizes.raw_height))
    if let preview = preview(file, within: side, isLandscape: width >= height) { return preview }

    file.pointee.params.use_camera_wb = 1
    file.pointee.params.output_bps = 8
    // sRGB; turned by whoever asked, as everything is.
    file.pointee.params.output_color = 1
    file.pointee.params.user_flip = 0
    // The quickest of its ways to make colours of the sensor's: good for copies of a few megapixels.
    file.pointee.params.user_qual = 0
    file.pointee.params.half_size = max(width, height) * 2 / 3 >= side ? 1 : 0
    try check(raw.unpack(file))
    try check(raw.process(file))
    var status: Int32 = 0
    guard let image = raw.image(file, &status) else { throw DecodeFailure(reason: "the picture cannot be developed") }
    let size = (width: Int(image.pointee.width), height: Int(image.pointee.height))
    try Picture.check(width: size.width, height: size.height)
    let channels = Int(image.pointee.colors)
    guard image.pointee.type == LIBRAW_IMAGE_BITMAP, image.pointee.bits == 8, channels == 3 || channels == 1,
      Int(image.pointee.data_size) >= size.width * size.height * channels, let start = vitrine_raw_pixels(image)
    else { throw DecodeFailure(reason: "the picture cannot be developed") }
    let pixels = UnsafeBufferPointer(start: start, count: size.width * size.height * channels)
    if channels == 3 { return (Picture(width: size.width, height: size.height, pixels: Array(pixels)), .srgb) }
    return (Picture(width: size.width, height: size.height, pixels: pixels.flatMap { [$0, $0, $0] }), .srgb)
  }

  /// The largest preview, where it is a JPEG with at least three quarters of the pixels that are wanted along its longer side.
  private func preview(
    _ file: UnsafeMutablePointer<libraw_data_t>, within side: Int, isLandscape: Bool
  ) -> (Picture, ColorProfile)? {
    guard raw.unpack_thumb(file) == 0, vitrine_raw_thumbnail_is_jpeg(file) != 0, let start = file.pointee.thumbnail.thumb else {
      return nil
    }
    let count = Int(file.pointee.thumbnail.tlength)
    return start.withMemoryRebound(to: UInt8.self, capacity: count) { start in
      let bytes = UnsafeBufferPointer(start: start, count: count)
      do throws(DecodeFailure) {
        let picture = try JPEGCodec.decode(bytes, within: side)
        // One that the camera turned already would be turned twice.
        guard max(picture.width, picture.height) * 4 >= side * 3, (picture.width >= picture.height) == isLandscape else {
          return nil
        }
        return (picture, ColorProfile(icc: JPEGProfile.find(bytes)))
      } catch {
        return nil
      }
    }
  }

  private func check(_ status: Int32) throws(DecodeFailure) {
    guard status != 0 else { return }
    throw DecodeFailure(reason: "LibRaw cannot read the picture (its error \(status))")
  }
}
