// From an image's bytes to its metadata, whatever its format.

package import VitrineModel

extension PhotoMetadata {
  /// Reads the metadata of an image. Any bytes give an answer; what cannot be read is not there.
  ///
  /// The size is the picture's own, never what EXIF says of it: that of a JPEG's frame, a PNG's header, a HEIC's primary item, a TIFF's first
  /// directory, a raw file's largest picture. It is the size as stored; `orientation` says how to turn it. Not read: anything of PSD, PDF and
  /// films.
  package static func read(_ image: inout ImageBytes, _ format: ImageFormat) -> PhotoMetadata {
    var builder = MetadataBuilder(listsTags: false)
    builder.read(&image, format)
    return builder.metadata
  }

  /// The same, with the time in the file's name, or the day, where the image does not say when it was taken.
  ///
  /// Shape: `name` is a name or a path; the format nil for what is no image.
  package static func read(_ image: inout ImageBytes, _ format: ImageFormat?, name: String) -> PhotoMetadata {
    var metadata = format.map { read(&image, $0) } ?? PhotoMetadata()
    guard metadata.taken == nil else { return metadata }
    let name = String(name.split(separator: "/").last ?? "")
    metadata.taken = ExifMoment.inName(name)
    metadata.isTakenFromName = metadata.taken != nil
    if metadata.taken == nil { metadata.takenDay = ExifMoment.dayInName(name) }
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

extension PhotoTag {
  /// Every tag of an image in words, in the order of the file; the first of a name counts.
  package static func list(_ image: inout ImageBytes, _ format: ImageFormat) -> [PhotoTag] {
    var builder = MetadataBuilder(listsTags: true)
    builder.read(&image, format)
    var seen: Set<String> = []
    return builder.listing.filter { seen.insert($0.key).inserted }
  }
}

extension MetadataBuilder {
  /// Reads an image.
  mutating func read(_ image: inout ImageBytes, _ format: ImageFormat) {
    switch format {
    case .jpeg: JPEGMetadata.read(&image, into: &self)
    case .png: PNGMetadata.read(&image, into: &self)
    case .heic, .avif: HEIFMetadata.read(&image, into: &self)
    case .tiff, .dng, .cr2, .nef, .arw, .orf, .rw2, .pef, .srw: RawMetadata.readTIFF(&image, format, into: &self)
    case .cr3: RawMetadata.readCR3(&image, into: &self)
    case .raf: RawMetadata.readRAF(&image, into: &self)
    case .webp: WebMetadata.readWebP(&image, into: &self)
    case .gif: WebMetadata.readGIF(&image, into: &self)
    case .bmp: WebMetadata.readBMP(&image, into: &self)
    case .jpegXL: BoxedMetadata.readJPEGXL(&image, into: &self)
    case .jpeg2000: BoxedMetadata.readJPEG2000(&image, into: &self)
    case .psd, .pdf, .film: break
    }
    finish()
  }
}
