// The door to libjpeg-turbo: a JPEG decoded at some eighths of its size, and coded again.

import CTurboJPEG

/// Makes smaller JPEGs.
///
/// Source: turbojpeg.h of libjpeg-turbo 2.1: tjDecompressHeader3, tjGetScalingFactors, tjDecompress2, tjCompress2.
enum ReducedJPEG {
  /// The most pixels of a picture. Units: pixels.
  private static let mostPixels = 400_000_000
  /// How well the smaller picture is coded, of 100.
  private static let quality: Int32 = 82

  /// A JPEG whose longer side has at most `most` pixels, or an eighth of what it had; without metadata and colour profile.
  ///
  /// Errors: it is no JPEG, too large, damaged, or in colours for printing.
  static func make(_ bytes: [UInt8], within most: Int) throws(DecodeFailure) -> [UInt8] {
    guard let decoder = tjInitDecompress() else { throw DecodeFailure(reason: "there is not enough memory") }
    defer { tjDestroy(decoder) }
    var (width, height, sampling, colors): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard tjDecompressHeader3(decoder, bytes, UInt(bytes.count), &width, &height, &sampling, &colors) == 0 else {
      throw failure(of: decoder)
    }
    guard width > 0, height > 0 else { throw DecodeFailure(reason: "the picture is not there") }
    guard Int(width) * Int(height) <= mostPixels else {
      throw DecodeFailure(reason: "the picture has \(width) by \(height) pixels, which are too many")
    }
    guard colors != Int32(TJCS_CMYK.rawValue), colors != Int32(TJCS_YCCK.rawValue) else {
      throw DecodeFailure(reason: "the picture is in colours for printing")
    }
    let factor = factor(for: Int(max(width, height)), within: most)
    let (smallWidth, smallHeight) = (scaled(width, factor), scaled(height, factor))
    let isGray = colors == Int32(TJCS_GRAY.rawValue)
    let format = Int32((isGray ? TJPF_GRAY : TJPF_RGB).rawValue)
    var pixels = [UInt8](repeating: 0, count: Int(smallWidth) * Int(smallHeight) * (isGray ? 1 : 3))
    let flags = Int32(TJFLAG_STOPONWARNING)
    guard tjDecompress2(decoder, bytes, UInt(bytes.count), &pixels, smallWidth, 0, smallHeight, format, flags) == 0 else {
      throw failure(of: decoder)
    }

    guard let coder = tjInitCompress() else { throw DecodeFailure(reason: "there is not enough memory") }
    defer { tjDestroy(coder) }
    var result: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { tjFree(result) }
    let coding = Int32((isGray ? TJSAMP_GRAY : TJSAMP_420).rawValue)
    guard tjCompress2(coder, pixels, smallWidth, 0, smallHeight, format, &result, &size, coding, quality, 0) == 0, let result
    else {
      throw failure(of: coder)
    }
    return Array(UnsafeBufferPointer(start: result, count: Int(size)))
  }

  /// The largest factor up to 1 that makes a side short enough; the smallest there is where none does.
  private static func factor(for side: Int, within most: Int) -> tjscalingfactor {
    var count: Int32 = 0
    let factors = UnsafeBufferPointer(start: tjGetScalingFactors(&count), count: Int(count)).filter { $0.num <= $0.denom }
    let fitting = factors.filter { Int(scaled(Int32(side), $0)) <= most }
    let order: (tjscalingfactor, tjscalingfactor) -> Bool = { $0.num * $1.denom < $1.num * $0.denom }
    return fitting.max(by: order) ?? factors.min(by: order) ?? tjscalingfactor(num: 1, denom: 1)
  }

  /// A side at a factor, as libjpeg-turbo rounds it. Source: TJSCALED in turbojpeg.h.
  private static func scaled(_ side: Int32, _ factor: tjscalingfactor) -> Int32 {
    (side * factor.num + factor.denom - 1) / factor.denom
  }

  private static func failure(of handle: tjhandle) -> DecodeFailure {
    DecodeFailure(reason: tjGetErrorStr2(handle).map { String(cString: $0) } ?? "the picture cannot be decoded")
  }
}
