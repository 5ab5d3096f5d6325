// The metadata of TIFF files, and of the raw formats, most of which are TIFF files underneath.

import VitrineModel

/// Reads TIFF, DNG, CR2, NEF, ARW, ORF, RW2, PEF and SRW; and CR3 and RAF, which hold EXIF in other containers.
///
/// Source: TIFF 6.0; TIFF/EP; the DNG specification 1.7; for RW2, CR3 and RAF ExifTool's tables of tags, as there is no specification.
enum RawMetadata {
  private static let mostPictures = 16

  /// Takes what a file says whose first bytes are those of TIFF.
  static func readTIFF(_ image: inout ImageBytes, _ format: ImageFormat, into builder: inout MetadataBuilder) {
    guard let block = TIFFBlock(&image, at: 0, count: image.size) else { return }
    builder.takeTIFF(block, &image)
    let root = block.directory(&image, at: block.first)
    if format == .rw2 {
      takePanasonic(root, &image, into: &builder)
    } else {
      takeSize(block, root, &image, into: &builder)
      if format == .cr2 { takeCanon(block, root, &image, into: &builder) }
    }
  }

  /// Canon's early cameras have a small JPEG in the first directory and say nowhere else but in EXIF how large the picture is that their sensor saw.
  private static func takeCanon(
    _ block: TIFFBlock, _ root: [TIFFEntry], _ image: inout ImageBytes, into builder: inout MetadataBuilder
  ) {
    guard let place = root.first(ExifTags.Number.exif)?.number(&image) else { return }
    let exif = block.directory(&image, at: place)
    guard let width = exif.first(0xA002)?.number(&image), let height = exif.first(0xA003)?.number(&image),
      width > builder.metadata.width ?? 0, height > builder.metadata.height ?? 0
    else { return }
    (builder.metadata.width, builder.metadata.height) = (width, height)
  }

  /// The size of the largest picture that is no preview: the first directory's, or one of those below it.
  private static func takeSize(
    _ block: TIFFBlock, _ root: [TIFFEntry], _ image: inout ImageBytes, into builder: inout MetadataBuilder
  ) {
    var directories = [root]
    for case let place? in root.first(330)?.numbers(&image, most: mostPictures) ?? [] {
      directories.append(block.directory(&image, at: place))
    }
    var best = (isMain: false, area: -1.0)
    for directory in directories {
      guard let width = directory.first(256)?.number(&image), let height = directory.first(257)?.number(&image), width > 0,
        height > 0
      else { continue }
      // Bit 0 says that it is a preview, bit 2 that it is a mask.
      let isMain = (directory.first(254)?.number(&image) ?? 0) & 5 == 0
      let area = Double(width) * Double(height)
      if isMain && !best.isMain || isMain == best.isMain && area > best.area {
        best = (isMain, area)
        (builder.metadata.width, builder.metadata.height) = (width, height)
      }
    }
  }

  /// Panasonic's first directory has tags of its own: the sensor's borders, the sensitivity, and a JPEG with all of EXIF.
  private static func takePanasonic(_ root: [TIFFEntry], _ image: inout ImageBytes, into builder: inout MetadataBuilder) {
    let borders = [4, 5, 6, 7].compactMap { root.first($0)?.number(&image) }
    if borders.count == 4, borders[2] > borders[0], borders[3] > borders[1] {
      (builder.metadata.width, builder.metadata.height) = (borders[3] - borders[1], borders[2] - borders[0])
    } else if let width = root.first(2)?.number(&image), let height = root.first(3)?.number(&image), width > 0, height > 0 {
      (builder.metadata.width, builder.metadata.height) = (width, height)
    }
    if let jpeg = root.first(0x2E) {
      JPEGMetadata.read(&image, from: jpeg.place, count: jpeg.count, withSize: false, into: &builder)
    }
    if builder.metadata.iso == nil, let iso = root.first(0x17)?.number(&image), iso > 0 { builder.metadata.iso = iso }
  }

  /// Takes what a CR3 file says: a box of Canon's own in `moov` holds three TIFF structures, one for each directory of EXIF; one beside it XMP.
  static func readCR3(_ image: inout ImageBytes, into builder: inout MetadataBuilder) {
    let outermost = Box.all(&image, from: 0, to: image.size)
    for box in outermost where box.type == Box.code("uuid") && image.bytes(box.start, 16) == BoxedMetadata.UUID.xmp {
      builder.takeXMP(&image, at: box.start + 16, count: box.end - box.start - 16)
    }
    guard let moov = outermost.first(where: { $0.type == Box.code("moov") }),
      let own = Box.all(&image, from: moov.start, to: moov.end).first(where: { $0.type == Box.code("uuid") })
    else { return }
    var tags = ExifTags()
    let listsTags = builder.listsTags
    for box in Box.all(&image, from: own.start + 16, to: own.end) {
      let directory: ExifDirectory
      switch box.type {
      case Box.code("CMT1"): directory = .root
      case Box.code("CMT2"): directory = .exif
      case Box.code("CMT4"): directory = .gps
      default: continue
      }
      guard let block = TIFFBlock(&image, at: box.start, count: box.end - box.start) else { continue }
      let entries = block.directory(&image, at: block.first)
      tags.append(entries, directory, &image) { listsTags || ExifTags.areMetadata($0, $1) }
      if directory == .root { takeSize(block, entries, &image, into: &builder) }
    }
    builder.take(tags)
  }

  /// Takes what a RAF file says: EXIF is in its JPEG preview, the size in a directory of Fujifilm's own.
  static func readRAF(_ image: inout ImageBytes, into builder: inout MetadataBuilder) {
    if let start = image.number(84, 4), let count = image.number(88, 4), start > 0 {
      JPEGMetadata.read(&image, from: start, count: count, withSize: false, into: &builder)
    }
    guard var place = image.number(92, 4), place > 0, let count = image.number(place, 4) else { return }
    place += 4
    var sizes: [Int: (width: Int, height: Int)] = [:]
    for _ in 0..<min(count, 256) {
      guard let tag = image.number(place, 2), let length = image.number(place + 2, 2) else { break }
      if tag == 0x100 || tag == 0x111, length >= 4, let height = image.number(place + 4, 2),
        let width = image.number(place + 6, 2)
      {
        sizes[tag] = (width, height)
      }
      place += 4 + length
    }
    // The cropped size is that of the picture; the full one has the sensor's borders, too.
    if let size = sizes[0x111] ?? sizes[0x100], size.width > 0, size.height > 0 {
      (builder.metadata.width, builder.metadata.height) = size
    }
  }
}
