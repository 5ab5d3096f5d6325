// The door to libexif: an EXIF block to its tags. Decision 0046 says why.

import CExif
import Glibc

/// An EXIF block that libexif has read.
///
/// Any bytes may come: libexif looks at no more than 65,534 of them, leaves out what reaches further, and follows no directory twice.
/// Source: exif-data.h, exif-content.h, exif-entry.h, exif-mnote-data.h.
struct ExifBlock: ~Copyable {
  /// The most bytes of a block that are looked at. Units: bytes.
  static let maximum = 65_528
  /// What libexif wants to see before a block.
  private static let prefix: [UInt8] = Array("Exif\0\0".utf8)

  private let data: UnsafeMutablePointer<ExifData>

  /// Reads a block, which begins with the header of TIFF; nil where libexif has no memory for it.
  init?(_ block: ArraySlice<UInt8>) {
    guard let data = exif_data_new() else { return nil }
    self.data = data
    // Otherwise tags are left out that stand in a directory the standard does not give them, and some are made up that are missing.
    exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    exif_data_unset_option(data, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.prefix.count + min(block.count, Self.maximum))
    bytes += Self.prefix
    bytes += block.prefix(Self.maximum)
    ExifPreparation.prepare(&bytes, from: Self.prefix.count)
    bytes.withUnsafeBufferPointer { exif_data_load_data(data, $0.baseAddress, UInt32($0.count)) }
  }

  deinit { exif_data_unref(data) }

  private var isLittle: Bool { exif_data_get_byte_order(data) == EXIF_BYTE_ORDER_INTEL }

  /// Calls `body` with every entry, directory by directory, in the order of the block.
  private func forEach(_ body: (ExifDirectory, UnsafeMutablePointer<ExifEntry>) -> Void) {
    let contents = data.pointee.ifd
    for (directory, content) in [
      (ExifDirectory.root, contents.0), (.thumbnail, contents.1), (.exif, contents.2), (.gps, contents.3),
      (.interoperability, contents.4),
    ] {
      guard let content, let entries = content.pointee.entries else { continue }
      for index in 0..<Int(content.pointee.count) {
        if let entry = entries[index] { body(directory, entry) }
      }
    }
  }

  private func tag(_ directory: ExifDirectory, _ entry: UnsafeMutablePointer<ExifEntry>) -> ExifTags.Tag {
    let count = entry.pointee.data == nil ? 0 : min(Int(entry.pointee.size), ExifValue.maximum)
    let bytes = Array(UnsafeBufferPointer(start: entry.pointee.data, count: count))
    let value = ExifValue(
      type: Int(entry.pointee.format.rawValue), count: Int(entry.pointee.components), bytes: bytes, isLittle: isLittle)
    return ExifTags.Tag(directory: directory, number: Int(entry.pointee.tag.rawValue), value: value)
  }

  /// The tags that `isWanted`.
  func tags(where isWanted: (ExifDirectory, Int) -> Bool) -> ExifTags {
    var tags = ExifTags()
    forEach { directory, entry in
      if isWanted(directory, Int(entry.pointee.tag.rawValue)) { tags.append(tag(directory, entry)) }
    }
    return tags
  }

  /// Every tag with libexif's own name and words for it.
  func named() -> [(tag: ExifTags.Tag, name: String?, words: String)] {
    var all: [(tag: ExifTags.Tag, name: String?, words: String)] = []
    forEach { directory, entry in
      let name = exif_tag_get_name_in_ifd(entry.pointee.tag, ifd(directory)).map { String(cString: $0) }
      var words = ""
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
        buffer.initialize(repeating: 0)
        if exif_entry_get_value(entry, buffer.baseAddress, UInt32(buffer.count)) != nil { words = text(buffer) }
      }
      all.append((tag(directory, entry), name, words))
    }
    return all
  }

  /// What the camera's maker notes of its own, as far as libexif knows the maker; only those of some names, where these are given.
  ///
  /// Shape: a name may come twice.
  func makerNotes(named wanted: [StaticString] = []) -> [(name: String, words: String)] {
    guard let notes = exif_data_get_mnote_data(data) else { return [] }
    var all: [(name: String, words: String)] = []
    for index in 0..<min(exif_mnote_data_count(notes), 1024) {
      guard let name = exif_mnote_data_get_name(notes, index),
        wanted.isEmpty || wanted.contains(where: { strcmp(name, $0.utf8Start) == 0 })
      else { continue }
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { buffer in
        buffer.initialize(repeating: 0)
        if exif_mnote_data_get_value(notes, index, buffer.baseAddress, UInt32(buffer.count)) != nil {
          all.append((String(cString: name), text(buffer)))
        }
      }
    }
    return all
  }

  /// The text that libexif wrote, of which the last byte stays a NUL.
  private func text(_ buffer: UnsafeMutableBufferPointer<CChar>) -> String {
    ExifValue.text(buffer.lazy.map { UInt8(bitPattern: $0) }) ?? ""
  }

  private func ifd(_ directory: ExifDirectory) -> ExifIfd {
    switch directory {
    case .root: EXIF_IFD_0
    case .thumbnail: EXIF_IFD_1
    case .exif: EXIF_IFD_EXIF
    case .gps: EXIF_IFD_GPS
    case .interoperability: EXIF_IFD_INTEROPERABILITY
    }
  }
}
