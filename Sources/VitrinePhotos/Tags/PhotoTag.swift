// One tag of a photo in words, for people to read.

/// A tag in words, by the name that ExifTool gives it.
package struct PhotoTag: Sendable, Hashable {
  /// Where it stands: `EXIF`, `MakerNotes` or `XMP`.
  package let group: String
  /// The name, such as `ExposureTime`.
  package let name: String
  /// The value in words, such as `1/250`.
  package let words: String

  /// Both names: `EXIF:ExposureTime`.
  package var key: String { "\(group):\(name)" }

  /// A tag in words.
  init(group: String, name: String, words: String) {
    (self.group, self.name, self.words) = (group, name, words)
  }

  /// The tags of an EXIF block and of the maker's notes in it. Of what is not in our table, name and words are libexif's.
  static func all(of block: borrowing ExifBlock) -> [PhotoTag] {
    let named = block.named()
    // What is said of the small picture comes after what is said of the photo.
    let ordered = named.filter { $0.tag.directory != .thumbnail } + named.filter { $0.tag.directory == .thumbnail }
    let tags = ordered.compactMap { entry in
      tag(entry.tag)
        ?? (TagTable.isStructure(entry.tag.number)
          ? nil
          : entry.name.map { name in
            PhotoTag(group: "EXIF", name: plain(name), words: entry.words)
          })
    }
    return tags + makerNotes(of: block)
  }

  /// The tags of the maker's notes in an EXIF block, but for those that libexif cannot read.
  static func makerNotes(of block: borrowing ExifBlock) -> [PhotoTag] {
    let maker = block.tags { $0 == .root && $1 == ExifTags.Number.maker }[.root, ExifTags.Number.maker]?.text ?? ""
    return block.makerNotes().compactMap { note in
      let name = MakerNoteWords.name(plain(note.name), maker: maker)
      guard !name.isEmpty, let words = MakerNoteWords.words(note.words, of: name, maker: maker) else { return nil }
      return PhotoTag(group: "MakerNotes", name: name, words: words)
    }
  }

  /// The tags that are in our table.
  static func all(of tags: ExifTags) -> [PhotoTag] { tags.all.compactMap { tag($0) } }

  private static func tag(_ tag: ExifTags.Tag) -> PhotoTag? {
    guard let line = TagTable.line(tag.directory, tag.number) else { return nil }
    return PhotoTag(group: "EXIF", name: line.name, words: line.words(of: tag.value) ?? "")
  }

  /// A name without blanks and signs: libexif has some for titles, `Focal Length`.
  private static func plain(_ name: String) -> String {
    String(name.unicodeScalars.filter { $0.properties.isAlphabetic || ("0"..."9").contains($0) })
  }
}
