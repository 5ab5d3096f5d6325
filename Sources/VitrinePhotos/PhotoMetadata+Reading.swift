// From an image's bytes to its metadata, whatever its format.

package import VitrineModel

extension PhotoMetadata {
  /// Reads the metadata of an image. Any bytes give an answer; what cannot be read is not there.
  ///
  /// The size is the picture's own, never what EXIF says of it: that of a JPEG's frame, a PNG's header, a HEIC's primary item, a TIFF's first
  /// directory, a raw file's largest picture. It is the size as stored; `orientation` says how to turn it. Not read: makers' own notes, XMP,
  /// compressed texts of PNG, anything of JPEG XL, JPEG 2000, PSD, PDF and films.
  package static func read(_ image: inout ImageBytes, _ format: ImageFormat) -> PhotoMetadata {
    var metadata = PhotoMetadata()
    switch format {
    case .jpeg: JPEGMetadata.read(&image, into: &metadata)
    case .png: PNGMetadata.read(&image, into: &metadata)
    case .heic, .avif: HEIFMetadata.read(&image, into: &metadata)
    case .tiff, .dng, .cr2, .nef, .arw, .orf: RawMetadata.readTIFF(&image, isPanasonic: false, into: &metadata)
    case .rw2: RawMetadata.readTIFF(&image, isPanasonic: true, into: &metadata)
    case .cr3: RawMetadata.readCR3(&image, into: &metadata)
    case .raf: RawMetadata.readRAF(&image, into: &metadata)
    case .webp: WebMetadata.readWebP(&image, into: &metadata)
    case .gif: WebMetadata.readGIF(&image, into: &metadata)
    case .bmp: WebMetadata.readBMP(&image, into: &metadata)
    case .jpegXL, .jpeg2000, .psd, .pdf, .film: break
    }
    return metadata
  }

  /// The same, with the time in the file's name where the image does not say when it was taken.
  ///
  /// Shape: `name` is a name or a path; the format nil for what is no image.
  package static func read(_ image: inout ImageBytes, _ format: ImageFormat?, name: String) -> PhotoMetadata {
    var metadata = format.map { read(&image, $0) } ?? PhotoMetadata()
    if metadata.taken == nil { metadata.taken = ExifMoment.inName(String(name.split(separator: "/").last ?? "")) }
    return metadata
  }

  /// The metadata of a file that was read whole; nil where it is no image.
  package static func read(_ bytes: [UInt8]) -> PhotoMetadata? {
    let sample = ImageSample(bytes)
    guard let format = ImageFormat.sniff(sample) else { return nil }
    var image = ImageBytes(sample)
    return read(&image, format)
  }
}
