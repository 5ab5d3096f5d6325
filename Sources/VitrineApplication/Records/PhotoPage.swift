// A photo as a page of text, or as JSON.

package import VitrineCatalog
import VitrineFormats
import VitrineModel
import VitrinePhotos
import VitrineText

/// What is known of one photo, by the names that queries use.
package struct PhotoPage {
  private let photo: ReadPhoto
  private let name: String
  private let tags: [PhotoTag]

  /// The page of a photo under the name it was given; with every tag where they are wanted.
  package init(_ photo: ReadPhoto, name: String, withTags: Bool = false) {
    self.photo = photo
    self.name = name
    tags = withTags ? photo.tags : []
  }

  /// True where it cannot be used as it is. A name that promises another format is reported, but does no harm.
  package var isSpoilt: Bool {
    if let format = photo.check.format, format == .film || format == .pdf { return true }
    return photo.check.faults.contains { if case .suffixMismatch = $0 { false } else { true } }
  }

  /// What is wrong with it, one sentence each.
  package var faults: [String] {
    if let format = photo.check.format, format == .film || format == .pdf {
      return ["the file is no image, it is \(format.words)"]
    }
    return photo.check.faults.map { fault in
      switch fault {
      case .empty: "the image file is empty"
      case .unknownFormat: "the file is no image, whatever its name says"
      case .displaced(let format, let count, _): "\(count) bytes stand before the start of the image, which is \(format.words)"
      case .noPicture: "the file is \(photo.check.format?.words ?? "an image"), but there is no picture in it"
      case .truncated(let missing?): "the image is cut short: at least \(missing) bytes are missing at its end"
      case .truncated: "the image is cut short: its end is missing"
      case .suffixMismatch(let promised, let found): "the name says \(promised.words), but the file is \(found.words)"
      }
    }
  }

  private var first: [(name: String, text: String)] {
    var first = [(name: "file", text: name)]
    if let format = photo.check.format { first.append((name: "format", text: format.rawValue)) }
    first.append((name: "bytes", text: String(photo.byteCount)))
    return first
  }

  /// A line for each thing known, ending with a line feed.
  package var text: String {
    let lines = first + (photo.metadata?.texts ?? [])
    let width = max(12, lines.map(\.name.count).max() ?? 0, tags.map(\.key.count).max() ?? 0)
    return lines.map { line(name: $0.name, $0.text, width) }.joined()
      + tags.map { line(name: $0.key, $0.words, width) }.joined()
  }

  private func line(name: String, _ text: String, _ width: Int) -> String {
    DisplayWidth.padded(name, to: width) + "  " + TerminalText.visible(text) + "\n"
  }

  /// One JSON object, ending with a line feed. Numbers are numbers; the shutter is a text, as it may be a fraction.
  package func json(isCompact: Bool) -> [UInt8] {
    var json = JSONWriter(indent: isCompact ? 0 : 2)
    write(to: &json)
    json.lineBreak()
    return json.bytes
  }

  /// The objects of several photos in a list, ending with a line feed.
  package static func json(_ pages: [PhotoPage]) -> [UInt8] {
    var json = JSONWriter(indent: 2)
    json.array { json in
      for page in pages { page.write(to: &json) }
    }
    json.lineBreak()
    return json.bytes
  }

  private func write(to json: inout JSONWriter) {
    let numbers: Set<String> = ["bytes", "width", "height", "iso", "aperture", "focal_length", "rating", "orientation"]
    json.object { json in
      func write(_ parts: [(name: String, text: String)]) {
        for (name, text) in parts where !name.hasPrefix("location.") {
          json.key(name)
          if numbers.contains(name) { json.raw(text.utf8) } else { json.string(text) }
        }
      }
      let texts = photo.metadata?.texts ?? []
      write(first + texts.filter { $0.name != "orientation" })
      if let latitude = photo.metadata?.latitude, let longitude = photo.metadata?.longitude {
        json.object("location") { json in
          json.key("lat")
          json.raw(latitude.utf8)
          json.key("lon")
          json.raw(longitude.utf8)
        }
      }
      write(texts.filter { $0.name == "orientation" })
      guard !tags.isEmpty else { return }
      json.object("tags") { json in
        for tag in tags {
          json.key(tag.key)
          json.string(tag.words)
        }
      }
    }
  }
}
