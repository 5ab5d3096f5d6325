// A photo turned without decoding it: the tag that says which way up it is, changed in place.

import VitrineModel

/// Turns photos.
package enum OrientationChange {
  /// The photo turned by quarters with the clock; all but the orientation stays byte for byte. A JPEG, PNG, WebP or TIFF without the tag gets it.
  ///
  /// Errors: it is no image, or one whose orientation does not stand in EXIF.
  package static func turned(_ bytes: [UInt8], quartersRight: Int) throws(StrippingRefusal) -> [UInt8] {
    let sample = ImageSample(bytes)
    guard let format = ImageFormat.sniff(sample) else { throw StrippingRefusal("it is no image") }
    guard format != .heic, format != .avif, format != .jpegXL else {
      throw StrippingRefusal(
        "\(format.words) says by a property of the picture which way up it is, which cannot be changed in place")
    }
    guard format != .cr3 else {
      throw StrippingRefusal("CR3 says which way up it is in a box of Canon's own, which is not changed")
    }
    var image = ImageBytes(sample)
    let metadata = PhotoMetadata.read(&image, format)
    var turn = PictureTurn(orientation: metadata.orientation ?? 1)
    turn.rotate(quartersLeft: (4 - quartersRight % 4) % 4)
    let wanted = turn.orientation
    var result = bytes
    var isFound = false
    let places = MetadataPlaces.find(&image, format)
    for case .exif(let range) in places {
      guard let block = TIFFBlock(&image, at: range.lowerBound, count: range.count),
        let entry = block.directory(&image, at: block.first).first(ExifTags.Number.orientation), entry.type == 3, entry.count == 1
      else { continue }
      let isLittle = bytes[range.lowerBound] == UInt8(ascii: "I")
      (result[entry.place], result[entry.place + 1]) = isLittle ? (UInt8(wanted), 0) : (0, UInt8(wanted))
      isFound = true
    }
    // What XMP says besides would be another way up.
    var isSaid = isFound
    for case .xmp(let range) in places where range.upperBound <= bytes.count {
      for place in try digits(of: bytes[range]) {
        result[place] = UInt8(ascii: "0") + UInt8(wanted)
        isSaid = true
      }
    }
    if format == .png { PNGChecksums.write(to: &result) }
    if isFound { return result }
    let exif = places.lazy.compactMap { if case .exif(let range) = $0 { range } else { nil } }.first
    // One that stands where it is not changed, such as in a compressed text, would be another way up, too.
    guard isSaid || metadata.orientation == nil, let added = OrientationTag.added(wanted, to: result, format, exif: exif) else {
      throw StrippingRefusal("it has no tag for the orientation that could be changed in place")
    }
    return added
  }

  /// Where the numbers of XMP's orientation stand: as an attribute, `tiff:Orientation="6"`, or in an element.
  ///
  /// Errors: one is no number from 1 to 8. Source: XMP specification, part 2, 3.3.
  private static func digits(of packet: ArraySlice<UInt8>) throws(StrippingRefusal) -> [Int] {
    let name = Array("tiff:Orientation".utf8)
    var digits: [Int] = []
    var place = packet.startIndex
    while let found = packet[place...].firstIndex(of: name[0]) {
      place = found + 1
      guard packet[found...].starts(with: name), found > packet.startIndex, packet[found - 1] != UInt8(ascii: "/") else {
        continue
      }
      let rest = packet[(found + name.count)...].prefix(16)
      guard let digit = rest.firstIndex(where: { $0 != 0x20 && !"=>\"'\n\r\t".utf8.contains($0) }),
        (0x31...0x38).contains(packet[digit]),
        digit + 1 < packet.endIndex, !(0x30...0x39).contains(packet[digit + 1])
      else {
        throw StrippingRefusal("what XMP says of its orientation cannot be changed in place")
      }
      digits.append(digit)
    }
    return digits
  }
}

extension PictureTurn {
  /// The turn that EXIF's orientation stands for.
  fileprivate init(orientation: Int) {
    self.init()
    switch orientation {
    case 2: mirror(isUpsideDown: false)
    case 3: rotate(quartersLeft: 2)
    case 4: mirror(isUpsideDown: true)
    case 5:
      mirror(isUpsideDown: false)
      rotate(quartersLeft: 1)
    case 6: rotate(quartersLeft: 3)
    case 7:
      mirror(isUpsideDown: false)
      rotate(quartersLeft: 3)
    case 8: rotate(quartersLeft: 1)
    default: break
    }
  }
}
