// A photo without what it says of its owner: the same picture, bit for bit, and none of its metadata.

import VitrineModel

/// Takes metadata out of photos.
///
/// What goes: EXIF, XMP, IPTC, makers' notes, comments, times, previews, signatures, and whatever stands behind the picture, such as the film of
/// a motion photo. What stays: the picture's own compressed bytes, what colours need (ICC profile, gamma), and the way up. A part that is not
/// known here goes, unless decoders need it. A photo that cannot be walked through from end to end is refused, never stripped by half.
package enum PhotoStripping {
  /// What stays of a photo's metadata, besides the way up.
  package enum Kept: Sendable, Hashable {
    /// Nothing.
    case nothing
    /// Where it was taken, if it says so.
    case location
  }

  /// True for the formats that can be stripped.
  package static func canStrip(_ format: ImageFormat) -> Bool {
    switch format {
    case .jpeg, .png, .webp, .gif, .heic, .avif: true
    case .tiff, .dng, .cr2, .cr3, .nef, .arw, .raf, .orf, .rw2, .pef, .srw, .bmp, .jpegXL, .jpeg2000, .psd, .pdf, .film: false
    }
  }

  /// A whole photo file without its metadata.
  ///
  /// Errors: the format is none of those that can be stripped; the file is cut off, or its parts do not fit together.
  package static func strip(_ bytes: [UInt8], keeping kept: Kept = .nothing) throws(StrippingRefusal) -> StrippedPhoto {
    let sample = ImageSample(bytes)
    guard let format = ImageFormat.sniff(sample) else { throw StrippingRefusal("it is no image of a known format") }
    var image = ImageBytes(sample)
    let metadata = PhotoMetadata.read(&image, format)
    var place: (latitude: String, longitude: String)?
    if kept == .location, let latitude = metadata.latitude, let longitude = metadata.longitude { place = (latitude, longitude) }
    let turned = metadata.orientation.flatMap { $0 > 1 ? $0 : nil }
    let exif = MinimalExif.block(orientation: turned, place: place)
    switch format {
    case .jpeg: return try JPEGStripping.strip(bytes, exif: exif)
    case .png: return try PNGStripping.strip(bytes, exif: exif)
    case .webp: return try WebPStripping.strip(bytes, exif: exif)
    case .gif: return try GIFStripping.strip(bytes)
    // Properties of the picture turn it, not the tag.
    case .heic, .avif: return try HEIFStripping(bytes).strip(exif: MinimalExif.block(orientation: nil, place: place))
    case .tiff, .dng, .cr2, .cr3, .nef, .arw, .raf, .orf, .rw2, .pef, .srw, .bmp, .jpegXL, .jpeg2000, .psd, .pdf, .film:
      throw StrippingRefusal("metadata cannot be taken out of a file in the format \(format.words)")
    }
  }
}

/// Why a photo is not stripped.
package struct StrippingRefusal: Error, Sendable, Hashable {
  /// The reason, without a full stop: "it is cut off".
  package let reason: String

  /// A refusal for a reason.
  init(_ reason: String) { self.reason = reason }

  /// The file ends before the picture does.
  static let cutOff = StrippingRefusal("it is cut off")
  /// A length leads out of the file.
  static func tooLong(_ part: String) -> StrippingRefusal { StrippingRefusal("\(part) reaches past the end of the file") }
}

/// A stripped photo: which bytes of the source it is made of, and what stands between them.
package struct StrippedPhoto: Sendable, Hashable {
  /// A part of it.
  package enum Piece: Sendable, Hashable {
    /// Bytes of the source, as they are.
    case source(Range<Int>)
    /// Other bytes.
    case bytes([UInt8])
    /// So many zeros.
    case zeros(Int)
  }

  /// The parts, one after another.
  package private(set) var pieces: [Piece] = []
  /// How large it is. Units: bytes.
  package private(set) var byteCount = 0

  /// Nothing yet.
  init() {}

  /// Adds bytes of the source.
  mutating func append(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    byteCount += range.count
    if case .source(let last)? = pieces.last, last.upperBound == range.lowerBound {
      pieces[pieces.count - 1] = .source(last.lowerBound..<range.upperBound)
    } else {
      pieces.append(.source(range))
    }
  }

  /// Adds other bytes.
  mutating func append(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    byteCount += bytes.count
    pieces.append(.bytes(bytes))
  }

  /// Adds zeros.
  mutating func append(zeros count: Int) {
    guard count > 0 else { return }
    byteCount += count
    if case .zeros(let last)? = pieces.last {
      pieces[pieces.count - 1] = .zeros(last + count)
    } else {
      pieces.append(.zeros(count))
    }
  }

  /// Adds the parts of another.
  mutating func append(_ other: StrippedPhoto) {
    for piece in other.pieces {
      switch piece {
      case .source(let range): append(range)
      case .bytes(let bytes): append(bytes)
      case .zeros(let count): append(zeros: count)
      }
    }
  }

  /// Hands the photo on, piece by piece. `source` are the bytes that it was made of.
  package func write(of source: [UInt8], to sink: (UnsafeRawBufferPointer) -> Void) {
    source.withUnsafeBytes { source in
      for piece in pieces {
        switch piece {
        case .source(let range): sink(UnsafeRawBufferPointer(rebasing: source[range]))
        case .bytes(let bytes): bytes.withUnsafeBytes(sink)
        case .zeros(var count):
          let some = [UInt8](repeating: 0, count: min(count, 65_536))
          some.withUnsafeBytes { some in
            while count > 0 {
              sink(UnsafeRawBufferPointer(rebasing: some[..<min(count, some.count)]))
              count -= some.count
            }
          }
        }
      }
    }
  }

  /// The photo's bytes.
  package func bytes(of source: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(byteCount)
    write(of: source) { result.append(contentsOf: $0) }
    return result
  }
}
