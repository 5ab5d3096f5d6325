// What the readers of formats find on their way, put together as one photo's metadata.

import VitrineModel

/// The metadata of one image as it is read: of EXIF first, of XMP what EXIF does not have, and the rating.
struct MetadataBuilder {
  /// What is known so far.
  var metadata = PhotoMetadata()
  /// Every tag in words, where they are wanted.
  private(set) var listing: [PhotoTag] = []
  /// True where every tag is wanted, and not only what metadata is made of.
  let listsTags: Bool
  /// Where it stands, as far as that can be changed in place.
  private(set) var places: [MetadataPlaces.Place] = []
  /// The focal lengths of a lens that makers' notes do not name. They count where XMP does not name it either.
  private var unnamedLens: String?
  /// What EXIF says that counts where nothing else says it.
  private var lesser = PhotoMetadata()
  private var xmp: XMPPacket?
  private var extended: [UInt8] = []
  private var extendedDigest: [UInt8] = []
  private var iptc: IPTCBlock?
  /// The most segments that are searched for an IPTC block.
  private static let mostIPTC = 4
  private var searchedForIPTC = 0
  /// The most compressed texts or boxes that are expanded: photos have one of a kind.
  private static let mostExpansions = 8
  private var expansions = 0

  /// Begins with nothing.
  init(listsTags: Bool) { self.listsTags = listsTags }

  /// Takes the EXIF block in `count` bytes from `start`, with JPEG's prefix before it or not; false where none begins there.
  /// Shape: `isInPlace` is false for bytes that stand in another form in the file.
  @discardableResult
  mutating func takeExif(_ image: inout ImageBytes, at start: Int, count: Int, isInPlace: Bool = true) -> Bool {
    guard start >= 0, start < image.size, count > 8 else { return false }
    let prefix = image.has("Exif\0", at: start) ? 6 : 0
    let there = min(count - prefix, image.size - start - prefix, ExifBlock.maximum)
    guard there >= 8, image.has("II*\0", at: start + prefix) || image.has("MM\0*", at: start + prefix),
      let bytes = image.slice(start + prefix, there), let block = ExifBlock(bytes)
    else { return false }
    if isInPlace { places.append(.exif(start + prefix..<start + prefix + there)) }
    let tags = block.tags(where: ExifTags.areMetadata)
    metadata.take(tags)
    lesser.takeLesser(tags)
    if metadata.lens == nil || metadata.iso == nil { takeNotes(block) }
    if listsTags { listing += PhotoTag.all(of: block) }
    return true
  }

  /// Takes the tags of a TIFF structure's first directory and those it points to. Shape: gives all entries of the first directory.
  mutating func takeTIFF(_ block: TIFFBlock, _ image: inout ImageBytes) {
    let listsTags = listsTags
    places.append(.exif(0..<image.size))
    take(ExifTags(block, &image) { listsTags || ExifTags.areMetadata($0, $1) })
    takeNotes(block, &image)
    let root = block.directory(&image, at: block.first)
    if let packet = root.first(ExifTags.Number.xmp) { takeXMP(&image, at: packet.place, count: packet.end - packet.place) }
    for number in [ExifTags.Number.iptc, ExifTags.Number.photoshop] {
      if let block = root.first(number) { takeIPTC(&image, at: block.place, count: block.end - block.place) }
    }
  }

  /// Takes the makers' notes of a file that is a TIFF structure, as far as they stand at its beginning: their offsets count from there, too.
  private mutating func takeNotes(_ block: TIFFBlock, _ image: inout ImageBytes) {
    guard listsTags || metadata.camera != nil && (metadata.lens == nil || metadata.iso == nil), block.start == 0, !block.isBig,
      let exif = block.directory(&image, at: block.first).first(ExifTags.Number.exif)?.number(&image),
      block.directory(&image, at: exif).first(ExifTags.Number.makerNote) != nil,
      var bytes = image.bytes(0, min(image.size, ExifBlock.maximum))
    else { return }
    // Olympus and Panasonic have numbers of their own there.
    bytes.replaceSubrange(2..<4, with: block.isLittle ? [42, 0] : [0, 42])
    guard let block = ExifBlock(bytes[...]) else { return }
    takeNotes(block)
    if listsTags { listing += PhotoTag.makerNotes(of: block) }
  }

  private mutating func takeNotes(_ block: borrowing ExifBlock) {
    let focalLengths = MakerNotes.take(from: block, into: &metadata)
    if unnamedLens == nil { unnamedLens = focalLengths }
  }

  /// Takes tags that were found outside of any block.
  mutating func take(_ tags: ExifTags) {
    metadata.take(tags)
    lesser.takeLesser(tags)
    if listsTags { listing += PhotoTag.all(of: tags) }
  }

  /// What a compressed part of the file holds, by a function that is given the most bytes that are wanted; nil where it fails, and behind more parts
  /// than any photo has.
  mutating func expanded(_ bytes: [UInt8], by expand: (_ bytes: [UInt8], _ limit: Int) -> [UInt8]?) -> [UInt8]? {
    guard expansions < Self.mostExpansions else { return nil }
    expansions += 1
    return expand(bytes, ImageBytes.long)
  }

  /// Takes an XMP packet in `count` bytes from `start`, as far as it is looked at.
  mutating func takeXMP(_ image: inout ImageBytes, at start: Int, count: Int) {
    let bytes = image.longBytes(start, count)
    guard !bytes.isEmpty else { return }
    places.append(.xmp(start..<start + bytes.count))
    takeXMP(bytes)
  }

  /// Takes an XMP packet. It counts where EXIF says nothing, whichever comes first.
  mutating func takeXMP(_ bytes: [UInt8]) {
    if xmp == nil { xmp = XMPPacket(bytes) }
  }

  /// Takes a part of the XMP that did not fit in one segment of JPEG. Shape: a digest of 32 characters says what belongs together; the length of
  /// the whole and the offset of the part follow it. Source: XMP specification, part 3, 1.1.3.1.
  mutating func takeExtendedXMP(_ image: inout ImageBytes, at start: Int, count: Int) {
    // Parts come in their order; what is left out, belongs to another packet or is longer than is looked at ends it.
    guard count > 40, let digest = image.bytes(start, 32), let whole = image.number(start + 32, 4), whole <= ImageBytes.long,
      image.number(start + 36, 4) == extended.count, extended.isEmpty || digest == extendedDigest,
      extended.count + count - 40 <= whole, let part = image.bytes(start + 40, count - 40)
    else { return }
    extendedDigest = digest
    extended += part
  }

  /// Takes an IPTC block, with Photoshop's resources around it or not. It counts where neither EXIF nor XMP says anything.
  mutating func takeIPTC(_ image: inout ImageBytes, at start: Int, count: Int) {
    guard searchedForIPTC < Self.mostIPTC, start >= 0, start < image.size,
      let bytes = image.bytes(start, min(count, image.size - start, ImageBytes.most))
    else { return }
    searchedForIPTC += 1
    places.append(.iptc(start..<start + bytes.count))
    takeIPTC(bytes)
  }

  /// The same for bytes at hand.
  mutating func takeIPTC(_ bytes: [UInt8]) {
    if iptc == nil { iptc = IPTCBlock(bytes) ?? IPTCBlock(resources: bytes) }
  }

  /// Ends the reading.
  mutating func finish() {
    if let main = xmp, !extended.isEmpty { xmp = main.filled(by: XMPPacket(extended)) }
    if let xmp {
      metadata.take(xmp)
      if listsTags { listing += xmp.members.map { PhotoTag(group: "XMP", name: $0.name, words: $0.text) } }
    }
    if metadata.lens == nil { metadata.lens = unnamedLens ?? lesser.lens }
    if let iptc {
      metadata.take(iptc)
      if listsTags { listing += iptc.listing.map { PhotoTag(group: "IPTC", name: $0.name, words: $0.text) } }
    }
    if metadata.taken == nil { metadata.taken = lesser.taken ?? xmp.flatMap { PhotoMetadata.digitized($0) } }
    if metadata.creator == nil { metadata.creator = lesser.creator }
    if metadata.caption == nil, lesser.caption != metadata.camera { metadata.caption = lesser.caption }
  }
}
