// A frame of a film as a linear DNG: what a browser gives of a camera, without a second loss by JPEG.

package import VitrineModel

/// Writes DNG. It says in itself that it is processed video, and no data of a sensor.
///
/// Source: DNG 1.4, LinearRaw; ITU-R BT.601, BT.709, BT.2020 for the colours of a frame; IEC 61966-2-1 (sRGB) for what is linear.
package enum LinearDNG {
  /// What stands in `UniqueCameraModel`, `ImageDescription` and on the page.
  package static let note = "Processed video, not sensor data"
  /// The most pixels of a side.
  private static let longestSide = 8192

  /// A frame as a browser has it: planes one behind the other, without gaps.
  package struct Frame: Sendable {
    /// How pixels are kept. Source: W3C WebCodecs, VideoPixelFormat.
    package enum Format: String, Sendable {
      /// Brightness, then blue and red at half size.
      case i420 = "I420"
      /// Brightness, then blue and red by turns at half size.
      case nv12 = "NV12"
      /// Red, green, blue, and a byte that says nothing of them.
      case rgba = "RGBA"
      /// The same.
      case rgbx = "RGBX"
      /// The other way round.
      case bgra = "BGRA"
      /// The same.
      case bgrx = "BGRX"

      fileprivate var isPlanar: Bool { self == .i420 || self == .nv12 }
      fileprivate var startsBlue: Bool { self == .bgra || self == .bgrx }
    }

    fileprivate let format: Format
    fileprivate let (width, height): (Int, Int)
    fileprivate let isFullRange: Bool
    fileprivate let weights: (red: Double, blue: Double)
    fileprivate let bytes: [UInt8]

    /// A frame; nil where its bytes are not as many as its size wants. `matrix` is the browser's word for it.
    package init?(_ format: Format, width: Int, height: Int, isFullRange: Bool, matrix: String, bytes: [UInt8]) {
      guard (2...longestSide).contains(width), (2...longestSide).contains(height) else { return nil }
      let half = ((width + 1) / 2) * ((height + 1) / 2)
      guard bytes.count == (format.isPlanar ? width * height + 2 * half : width * height * 4) else { return nil }
      (self.format, self.width, self.height, self.isFullRange, self.bytes) = (format, width, height, isFullRange, bytes)
      weights =
        switch matrix {
        case "bt709": (0.2126, 0.0722)
        case "bt2020-ncl": (0.2627, 0.0593)
        default: (0.299, 0.114)
        }
    }
  }

  /// The file. Shape: 16 bits a channel, linear, one strip.
  package static func bytes(_ frame: Frame, _ metadata: PhotoMetadata) -> [UInt8] {
    let count = frame.width * frame.height * 6
    var main = TIFFDraft()
    main.set(254, .longs([0]))
    main.set(256, .longs([frame.width]))
    main.set(257, .longs([frame.height]))
    main.set(258, .shorts([16, 16, 16]))
    main.set(259, .shorts([1]))
    main.set(262, .shorts([34892]))
    main.set(270, .text(note))
    main.set(271, .text("vitrine"))
    main.set(272, .text("camera page"))
    main.set(277, .shorts([3]))
    main.set(278, .longs([frame.height]))
    main.set(279, .longs([count]))
    main.set(282, .rationals([(72, 1)]))
    main.set(283, .rationals([(72, 1)]))
    main.set(284, .shorts([1]))
    main.set(296, .shorts([2]))
    main.set(50706, .bytes([1, 4, 0, 0]))
    main.set(50707, .bytes([1, 2, 0, 0]))
    main.set(50708, .text("vitrine: processed video, not sensor data"))
    main.set(50714, .shorts([0, 0, 0]))
    main.set(50717, .longs([65535, 65535, 65535]))
    main.set(50721, .signedRationals(matrix))
    main.set(50728, .rationals([(1, 1), (1, 1), (1, 1)]))
    main.set(50778, .shorts([21]))
    let head = ExifWriting.whole(main, metadata, ExifWriting.directory(metadata)) { offset, main in
      main.set(273, .longs([offset]))
    }
    return [UInt8](unsafeUninitializedCapacity: head.count + count) { buffer, initialized in
      _ = UnsafeMutableBufferPointer(rebasing: buffer[..<head.count]).update(fromContentsOf: head)
      frame.bytes.withUnsafeBufferPointer { source in
        LinearPixels(frame).write(source, to: UnsafeMutableBufferPointer(rebasing: buffer[head.count...]))
      }
      initialized = head.count + count
    }
  }

  /// XYZ to linear sRGB, in ten-thousandths.
  private static let matrix = [32406, -15372, -4986, -9689, 18758, 415, 557, -2040, 10570].map { ($0, 10_000) }
}

/// Pixels of a frame made linear.
private struct LinearPixels {
  private let frame: LinearDNG.Frame
  /// What brightness and colours come to, in 1/16 of a step of 255. Shape: 256 values each.
  private let (luma, redOfRed, greenOfRed, greenOfBlue, blueOfBlue): ([Int], [Int], [Int], [Int], [Int])
  /// Sixteenths of a step to 16 bits of light. Shape: 4096 values.
  private let light: [UInt16]

  init(_ frame: LinearDNG.Frame) {
    self.frame = frame
    let (red, blue) = frame.weights
    let green = 1 - red - blue
    let (black, scale) = frame.isFullRange ? (0.0, 1.0) : (16, 255 / 219.0)
    let chroma = frame.isFullRange ? 1.0 : 255 / 224.0
    func table(_ factor: Double, _ zero: Double) -> [Int] { (0..<256).map { Int(((Double($0) - zero) * factor * 16).rounded()) } }
    luma = table(scale, black)
    redOfRed = table(2 * (1 - red) * chroma, 128)
    greenOfRed = table(-2 * (1 - red) * red / green * chroma, 128)
    greenOfBlue = table(-2 * (1 - blue) * blue / green * chroma, 128)
    blueOfBlue = table(2 * (1 - blue) * chroma, 128)
    light = (0..<4096).map { step in
      let value = min(Double(step) / 16 / 255, 1)
      return UInt16((65535 * (value <= 0.04045 ? value / 12.92 : power((value + 0.055) / 1.055))).rounded())
    }
  }

  func write(_ source: UnsafeBufferPointer<UInt8>, to goal: UnsafeMutableBufferPointer<UInt8>) {
    let (width, height) = (frame.width, frame.height)
    let half = (width + 1) / 2
    let (planes, size) = (width * height, half * ((height + 1) / 2))
    var place = 0
    func put(_ value: Int) {
      let linear = light[max(0, min(value, 4095))]
      goal[place] = UInt8(truncatingIfNeeded: linear)
      goal[place + 1] = UInt8(truncatingIfNeeded: linear >> 8)
      place += 2
    }
    guard frame.format == .i420 || frame.format == .nv12 else {
      let (first, last) = frame.format == .bgra || frame.format == .bgrx ? (2, 0) : (0, 2)
      for pixel in 0..<(width * height) {
        put(Int(source[pixel * 4 + first]) << 4)
        put(Int(source[pixel * 4 + 1]) << 4)
        put(Int(source[pixel * 4 + last]) << 4)
      }
      return
    }
    let isPaired = frame.format == .nv12
    for y in 0..<height {
      let row = (y / 2) * half
      for x in 0..<width {
        let spot = row + x / 2
        let blue = Int(source[isPaired ? planes + spot * 2 : planes + spot])
        let red = Int(source[isPaired ? planes + spot * 2 + 1 : planes + size + spot])
        let bright = luma[Int(source[y * width + x])]
        put(bright + redOfRed[red])
        put(bright + greenOfRed[red] + greenOfBlue[blue])
        put(bright + blueOfBlue[blue])
      }
    }
  }
}

/// The 2.4th power of a number from 0 to 1. Shape: by Newton's method, since this room has no library of mathematics: the fifth root of x to the twelfth.
private func power(_ x: Double) -> Double {
  guard x > 0 else { return 0 }
  let square = x * x
  let wanted = square * square * square * square * square * square
  var root = max(x * x * x, 1e-12)
  for _ in 0..<60 { root -= (root - wanted / (root * root * root * root)) / 5 }
  return root
}
