// What is in focus in a picture: its sharpest edges, marked.

/// Marks the edges of a picture that are in focus.
package enum FocusPeaking {
  /// How many of the pixels at most are marked. Units: of 1,000.
  private static let mostMarked = 60
  /// What is less than this is no edge, in a picture without any.
  private static let least: Int32 = 60

  /// A picture in grey with its sharpest edges in red, and how many of 100 pixels are marked.
  ///
  /// An edge is where Sobel's operator finds lightness changing from pixel to pixel; the sharpest are those above what all but some of the pixels have.
  package static func marked(_ pixels: Pixels) -> (picture: Pixels, share: Double) {
    let (width, height) = (pixels.width, pixels.height)
    var luma = [Int32](repeating: 0, count: width * height)
    luma.withUnsafeMutableBufferPointer { luma in
      pixels.bytes.withUnsafeBufferPointer { bytes in
        for pixel in 0..<luma.count {
          luma[pixel] =
            (Int32(bytes[pixel * 3]) * 54 + Int32(bytes[pixel * 3 + 1]) * 183 + Int32(bytes[pixel * 3 + 2]) * 19) >> 8
        }
      }
    }
    let edges = edges(luma, width, height)
    var counts = [Int](repeating: 0, count: 2_048)
    for edge in edges { counts[Int(min(edge, 2_047))] += 1 }
    var (threshold, above) = (Int32(2_047), 0)
    let most = edges.count * mostMarked / 1_000
    while threshold > least, above + counts[Int(threshold)] <= most {
      above += counts[Int(threshold)]
      threshold -= 1
    }
    var picture = pixels
    var marked = 0
    picture.bytes.withUnsafeMutableBufferPointer { bytes in
      for pixel in 0..<luma.count {
        // Grey, and a little darker, so that the marks stand out.
        let grey = UInt8(luma[pixel] * 3 / 4)
        let isMarked = edges[pixel] > threshold
        if isMarked { marked += 1 }
        (bytes[pixel * 3], bytes[pixel * 3 + 1], bytes[pixel * 3 + 2]) = isMarked ? (255, 32, 32) : (grey, grey, grey)
      }
    }
    return (picture, Double(marked) * 100 / Double(max(1, luma.count)))
  }

  /// The strength of the edge at each pixel; none at the rim. Source: I. Sobel, "An isotropic 3×3 image gradient operator".
  private static func edges(_ luma: [Int32], _ width: Int, _ height: Int) -> [Int32] {
    var edges = [Int32](repeating: 0, count: luma.count)
    guard width > 2, height > 2 else { return edges }
    edges.withUnsafeMutableBufferPointer { edges in
      luma.withUnsafeBufferPointer { luma in
        for y in 1..<height - 1 {
          for x in 1..<width - 1 {
            let (up, here, down) = ((y - 1) * width + x, y * width + x, (y + 1) * width + x)
            let across =
              luma[up + 1] + 2 * luma[here + 1] + luma[down + 1] - luma[up - 1] - 2 * luma[here - 1] - luma[down - 1]
            let along =
              luma[down - 1] + 2 * luma[down] + luma[down + 1] - luma[up - 1] - 2 * luma[up] - luma[up + 1]
            edges[here] = abs(across) + abs(along)
          }
        }
      }
    }
    return edges
  }
}
