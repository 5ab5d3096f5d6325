// The door to libjpeg-turbo: a JPEG decoded at some eighths of its size, and pixels coded as one.

import CTurboJPEG

/// Reads and writes JPEGs.
///
/// Source: turbojpeg.h of libjpeg-turbo 2.1: tjDecompressHeader3, tjGetScalingFactors, tjDecompress2, tjCompress2.
enum JPEGCodec {
  /// How well pictures are coded, of 100.
  private static let quality: Int32 = 82

  /// A JPEG whose longer side has at most `most` pixels, or an eighth of what it had; without metadata and colour profile, its pixels as they are stored.
  ///
  /// Errors: it is no JPEG, too large, damaged, or in colours for printing.
  static func reduce(_ bytes: UnsafeBufferPointer<UInt8>, within most: Int, quality: Int32) throws(DecodeFailure) -> [UInt8] {
    let decoder = try Decoder(bytes)
    guard !decoder.isForPrinting else { throw DecodeFailure(reason: "the picture is in colours for printing") }
    let (picture, _) = try decoder.decode(bytes, decoder.factor { $0 <= most } ?? decoder.smallest, isStrict: true)
    return try encode(picture, isGray: decoder.isGray, quality: quality)
  }

  /// The pixels of a JPEG, decoded at the fewest eighths that leave a side of about `side` pixels, a tenth less at most: a photo of 4,032 pixels as one of
  /// 504 in place of 512 costs a third less. Of one that is damaged, what is there.
  ///
  /// Errors: it is no JPEG, or too large.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>, within side: Int) throws(DecodeFailure) -> Picture {
    let decoder = try Decoder(bytes)
    let factor = decoder.factor { $0 * 10 >= side * 9 }
    let (picture, isWhole) = try decoder.decode(bytes, factor ?? decoder.largest, isStrict: false)
    // Where nothing at all came of it, all of it is the grey that libjpeg begins with.
    guard isWhole || picture.pixels.contains(where: { $0 != picture.pixels[0] }) else {
      throw DecodeFailure(reason: "the picture is damaged")
    }
    return picture
  }

  /// A JPEG of pixels.
  ///
  /// Errors: there is not enough memory; a side is longer than JPEGs have.
  static func encode(_ picture: Picture, isGray: Bool = false, quality: Int32 = quality) throws(DecodeFailure) -> [UInt8] {
    guard let coder = tjInitCompress() else { throw DecodeFailure(reason: "there is not enough memory") }
    defer { tjDestroy(coder) }
    var result: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    defer { tjFree(result) }
    let coding = Int32((isGray ? TJSAMP_GRAY : TJSAMP_420).rawValue)
    let format = Int32(TJPF_RGB.rawValue)
    guard
      tjCompress2(
        coder, picture.pixels, Int32(picture.width), 0, Int32(picture.height), format, &result, &size, coding, quality, 0) == 0,
      let result
    else { throw DecodeFailure(handle: coder) }
    return Array(UnsafeBufferPointer(start: result, count: Int(size)))
  }

  /// A decoder that has read a header.
  private struct Decoder: ~Copyable {
    private let handle: tjhandle
    private let width: Int32
    private let height: Int32
    private let colors: Int32

    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(DecodeFailure) {
      guard let handle = tjInitDecompress() else { throw DecodeFailure(reason: "there is not enough memory") }
      var (width, height, sampling, colors): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
      do throws(DecodeFailure) {
        // A header with bytes too many between its segments is one that browsers read, too.
        guard
          tjDecompressHeader3(handle, bytes.baseAddress, UInt(bytes.count), &width, &height, &sampling, &colors) == 0
            || (tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue) && width > 0)
        else { throw DecodeFailure(handle: handle) }
        try Picture.check(width: Int(width), height: Int(height))
      } catch {
        tjDestroy(handle)
        throw error
      }
      (self.handle, self.width, self.height, self.colors) = (handle, width, height, colors)
    }

    deinit { tjDestroy(handle) }

    var isGray: Bool { colors == Int32(TJCS_GRAY.rawValue) }
    var isForPrinting: Bool { colors == Int32(TJCS_CMYK.rawValue) || colors == Int32(TJCS_YCCK.rawValue) }

    /// The factors up to 1.
    private var factors: [tjscalingfactor] {
      var count: Int32 = 0
      return UnsafeBufferPointer(start: tjGetScalingFactors(&count), count: Int(count)).filter { $0.num <= $0.denom }
    }
    var largest: tjscalingfactor { tjscalingfactor(num: 1, denom: 1) }
    var smallest: tjscalingfactor { factors.min { $0.num * $1.denom < $1.num * $0.denom } ?? largest }

    /// The factor whose longer side suits: the largest that makes it short enough, or the smallest that leaves it long enough.
    func factor(where suits: (Int) -> Bool) -> tjscalingfactor? {
      let sides = factors.map { (factor: $0, side: Int(Self.scaled(max(width, height), $0))) }.filter { suits($0.side) }
      let isLonger = suits(0)
      return sides.max { isLonger ? $0.side < $1.side : $0.side > $1.side }?.factor
    }

    /// The pixels at a factor, and whether nothing was wrong with them.
    func decode(
      _ bytes: UnsafeBufferPointer<UInt8>, _ factor: tjscalingfactor, isStrict: Bool
    ) throws(DecodeFailure) -> (picture: Picture, isWhole: Bool) {
      let (smallWidth, smallHeight) = (Self.scaled(width, factor), Self.scaled(height, factor))
      let channels = isForPrinting ? 4 : 3
      let format = Int32((isForPrinting ? TJPF_CMYK : TJPF_RGB).rawValue)
      // Colours are stored at half the size: where all is made smaller, nobody sees how they are made larger.
      let isFast = factor.num * 2 <= factor.denom
      let flags = Int32((isStrict ? TJFLAG_STOPONWARNING : TJFLAG_LIMITSCANS) | (isFast ? TJFLAG_FASTUPSAMPLE : 0))
      var status: Int32 = 0
      var pixels = [UInt8](unsafeUninitializedCapacity: Int(smallWidth) * Int(smallHeight) * channels) { pixels, count in
        let room = Int(smallWidth) * Int(smallHeight) * channels
        // What a damaged picture leaves out would be bytes of somebody's.
        pixels.update(repeating: 128)
        status = tjDecompress2(
          handle, bytes.baseAddress, UInt(bytes.count), pixels.baseAddress, smallWidth, 0, smallHeight, format, flags)
        count = room
      }
      guard status == 0 || (!isStrict && tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue)) else {
        throw DecodeFailure(handle: handle)
      }
      if isForPrinting { pixels = Self.printed(pixels) }
      return (Picture(width: Int(smallWidth), height: Int(smallHeight), pixels: pixels), status == 0)
    }

    /// Cyan, magenta, yellow and black, each as what is left of white, as Adobe's programs write them.
    private static func printed(_ inks: [UInt8]) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: inks.count / 4 * 3) { pixels, count in
        for pixel in 0..<inks.count / 4 {
          let black = Int(inks[pixel * 4 + 3])
          for channel in 0..<3 { pixels[pixel * 3 + channel] = UInt8(Int(inks[pixel * 4 + channel]) * black / 255) }
        }
        count = inks.count / 4 * 3
      }
    }

    /// A side at a factor, as libjpeg-turbo rounds it. Source: TJSCALED in turbojpeg.h.
    private static func scaled(_ side: Int32, _ factor: tjscalingfactor) -> Int32 {
      (side * factor.num + factor.denom - 1) / factor.denom
    }
  }
}

extension DecodeFailure {
  /// What libjpeg-turbo says.
  fileprivate init(handle: tjhandle) {
    self.init(reason: tjGetErrorStr2(handle).map { String(cString: $0) } ?? "the picture cannot be decoded")
  }
}
