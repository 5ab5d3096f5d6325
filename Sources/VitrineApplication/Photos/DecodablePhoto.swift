// A photo that can be decoded: where its bytes are, and how it stands upright.

import VitrineChanges
package import VitrineFiles
import VitrineModel
package import VitrinePhotos
package import VitrineSystem

/// A photo in a format that `vitrine-decode` knows. One of an open file is of use as long as that is open.
package struct DecodablePhoto {
  /// Its format.
  package let format: ImageFormat
  /// What tells its bytes from those of other photos.
  package let key: String
  /// What is known of its size, turned upright; nil where that is not known.
  package let size: (width: Int, height: Int)?
  /// The bytes.
  let input: DecodingProgram.Input
  private let orientation: Int

  /// The photo in a file; nil where it is none that can be decoded.
  ///
  /// Errors: it cannot be read.
  package init?(_ file: OpenFile) throws(FileError) {
    let ends = try file.ends(most: ImageSample.endSize)
    let sample = ImageSample(head: ends.head, tail: ends.tail, size: ends.status.size)
    guard let format = ImageFormat.sniff(sample), format.isDecodable else { return nil }
    let image = ImageBytes(sample) { start, count in
      // What cannot be read is not there.
      do throws(FileError) { return try file.part(from: start, count: count) } catch { return [] }
    }
    self.init(format, image, .file(file), key: try Self.key(file, ends, format))
  }

  /// The photo that bytes are; nil where it is none that can be decoded.
  package init?(_ bytes: [UInt8]) {
    let sample = ImageSample(bytes)
    guard let format = ImageFormat.sniff(sample), format.isDecodable else { return nil }
    self.init(format, ImageBytes(sample), .bytes(bytes), key: ContentDigest(bytes).hexadecimal)
  }

  private init(_ format: ImageFormat, _ image: ImageBytes, _ input: DecodingProgram.Input, key: String) {
    var image = image
    let metadata = PhotoMetadata.read(&image, format)
    let orientation = metadata.orientation.flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
    let stored = metadata.width.flatMap { width in metadata.height.map { (width: width, height: $0) } }
    (self.format, self.input, self.key, self.orientation) = (format, input, key, orientation)
    size = stored.map { orientation >= 5 ? (width: $0.height, height: $0.width) : $0 }
  }

  /// Why the photo in a file cannot be decoded. Shape: no full stop.
  package static func refusal(of file: OpenFile) throws(FileError) -> String {
    let ends = try file.ends(most: ImageSample.endSize)
    return refusal(of: ImageFormat.sniff(ImageSample(head: ends.head, tail: ends.tail, size: ends.status.size)))
  }

  /// Why the photo that bytes are cannot be decoded. Shape: no full stop.
  package static func refusal(of bytes: [UInt8]) -> String { refusal(of: ImageFormat.sniff(bytes)) }

  private static func refusal(of format: ImageFormat?) -> String {
    format.map { "vitrine has no decoder for \($0.words)" } ?? "it is no image"
  }

  /// What the program wants to know of it.
  var words: [String] { [String(orientation)] + (format.isRaw ? ["raw"] : []) }

  /// The digest of a file's bytes; of a large one in a compressed format, of its size, its ends and its middle. There no point of the picture changes without
  /// another size, or another checksum at the end.
  private static func key(_ file: OpenFile, _ ends: FileEnds, _ format: ImageFormat) throws(FileError) -> String {
    let size = ends.status.size
    var bytes = Array("\(size) ".utf8) + ends.head + ends.tail
    if format.isTIFF {
      var place = ends.head.count
      var digests: [String] = []
      while place < size {
        let part = try file.part(from: place, count: OpenFile.mostAtOnce)
        guard !part.isEmpty else { break }
        digests.append(ContentDigest(part).hexadecimal)
        place += part.count
      }
      for digest in digests { bytes += digest.utf8 }
    } else {
      bytes += try file.part(from: size / 2, count: ImageSample.endSize)
    }
    return ContentDigest(bytes).hexadecimal
  }
}

extension ImageFormat {
  /// True for the formats that `vitrine-decode` reads, where their libraries are installed.
  package var isDecodable: Bool {
    switch self {
    case .jpeg, .png, .heic, .avif, .gif, .webp, .tiff, .dng, .cr2, .cr3, .nef, .arw, .raf, .orf, .rw2, .pef, .srw: true
    case .bmp, .jpegXL, .jpeg2000, .psd, .pdf, .film: false
    }
  }
}
