// A gallery as one HTML page: cards, a search, a page for each record; nothing that is fetched from anywhere.

package import VitrineFormats
package import VitrineModel
package import VitrinePhotos
package import VitrineSource

/// One record of a gallery.
package struct GalleryRecord: Sendable {
  /// A field on the card.
  package struct Fact: Sendable {
    /// What it is about.
    package var label: String
    /// What is said.
    package var pieces: [FactSheet.Piece]
    /// What it is sorted by.
    package var key: String

    /// A fact.
    package init(label: String, pieces: [FactSheet.Piece], key: String) {
      (self.label, self.pieces, self.key) = (label, pieces, key)
    }
  }

  /// The place of its kind among the page's, and what people call that.
  package var kind: (place: Int, title: String)
  /// What it is called.
  package var title: String
  /// What stands on its card.
  package var few: [Fact]
  /// All that is said of it.
  package var entries: [FactSheet.Entry]
  /// Its photos, by their paths, each with its words.
  package var photos: [(path: Path, words: String)]

  /// A record.
  package init(
    kind: (place: Int, title: String), title: String, few: [Fact], entries: [FactSheet.Entry],
    photos: [(path: Path, words: String)]
  ) {
    (self.kind, self.title, self.few, self.entries, self.photos) = (kind, title, few, entries, photos)
  }
}

/// A photo as a page shows it.
package enum GalleryPhoto: Sendable {
  /// A file beside the page.
  case file(path: Path)
  /// A photo in the page itself.
  case embedded(SharedPhoto)
  /// A smaller JPEG in the page itself.
  case reduced([UInt8])
  /// It cannot be shown; why, and the file beside the page, if there is one.
  case unseen(reason: String, path: Path?)

  /// The media types that every browser shows.
  private static func mediaType(_ format: ImageFormat) -> String? {
    switch format {
    case .jpeg, .png, .gif, .webp, .avif, .bmp: "image/\(format.rawValue)"
    case .heic, .tiff, .dng, .cr2, .cr3, .nef, .arw, .raf, .orf, .rw2, .pef, .srw, .jpegXL, .jpeg2000, .psd, .pdf, .film: nil
    }
  }

  /// True for the formats that every browser shows.
  package static func isSeen(_ format: ImageFormat?) -> Bool { format.flatMap(mediaType) != nil }

  /// What is written before the base64 of a photo.
  fileprivate static func dataPrefix(_ format: ImageFormat?) -> String {
    "data:\(format.flatMap(mediaType) ?? "application/octet-stream");base64,"
  }
}

/// Writes a gallery, record by record.
package struct GalleryPage {
  /// The look and the behaviour.
  package struct Dress: Sendable {
    /// CSS.
    package var style: String
    /// JavaScript.
    package var script: String
    /// The SHA-256 of both, in base64, by which the page's own policy knows them.
    let digests: (style: String, script: String)

    /// A look and a behaviour with the SHA-256 of each, in hexadecimal digits.
    package init(style: String, script: String, digests: (style: String, script: String)) {
      (self.style, self.script) = (style, script)
      self.digests = (Self.base64(digests.style), Self.base64(digests.script))
    }

    private static func base64(_ hexadecimal: String) -> String {
      let digits = hexadecimal.compactMap(\.hexDigitValue)
      let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
      var sink = ByteSink()
      var stream = Base64Stream()
      bytes.withUnsafeBytes { stream.add($0, to: &sink) }
      stream.finish(to: &sink)
      return String(decoding: sink.bytes, as: UTF8.self)
    }
  }

  private var count = 0
  private let language: Language

  /// The numbers of the records that the page will have, by which others lead to them.
  private let numbers: [Path: Int]

  /// A page that has not begun, in a language.
  package init(language: Language = .english, numbers: [Path: Int] = [:]) {
    self.language = language
    self.numbers = numbers
  }

  /// The texts that the script shows, in the language of the page. Shape: attributes of the list.
  private static let scriptTexts = [
    ("all", "All"), ("plain", "as in the catalogue"), ("title", "title"), ("up", "ascending; turn around"),
    ("down", "descending; turn around"),
    ("shown", "{} shown"), ("some", "{} of {} shown"), ("photo", "photo {} of {}"),
  ]

  /// Writes all that stands before the records. `kinds` are the plurals of those that occur; `photosInside` says that no file is beside the
  /// page.
  package mutating func begin(
    title: String, subtitle: String, kinds: [String], dress: Dress, photosInside: Bool, to sink: inout ByteSink
  ) {
    let images = photosInside ? "data:" : "'self' file: data:"
    sink.write("<!DOCTYPE html>\n<html lang=\"\(language.tag)\">\n<head>\n<meta charset=\"utf-8\">\n")
    sink.write("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src \(images); ")
    sink.write("style-src 'sha256-\(dress.digests.style)'; script-src 'sha256-\(dress.digests.script)'; ")
    sink.write("base-uri 'none'; form-action 'none'\">\n")
    sink.write("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    sink.write("<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"robots\" content=\"noindex\">\n<title>")
    sink.write(html: title)
    sink.write("</title>\n<style>\(dress.style)</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#cards\">")
    sink.write(html: language("To the records"))
    sink.write("</a>\n")
    sink.write("<header><h1>")
    sink.write(html: title)
    sink.write("</h1><p>")
    sink.write(html: subtitle)
    sink.write("</p></header>\n<div class=\"tools\" role=\"search\" hidden><div>\n")
    sink.write("<input type=\"search\" id=\"search\"")
    sink.write(attribute: "aria-label", language("Search in all fields"))
    sink.write(attribute: "placeholder", language("Search…"))
    sink.write(" ")
    sink.write("autocomplete=\"off\" spellcheck=\"false\" aria-controls=\"cards\">\n")
    sink.write("<div class=\"sort\"><label for=\"order\">\(language("Sort"))</label><select id=\"order\"></select>")
    sink.write("<button type=\"button\" id=\"turn\"")
    sink.write(attribute: "aria-label", language("ascending; turn around"))
    sink.write(">↑</button></div>\n")
    if kinds.count > 1 {
      sink.write("<div class=\"kinds\" id=\"kinds\" role=\"group\"")
      sink.write(attribute: "aria-label", language("Kinds"))
      for (place, plural) in kinds.enumerated() { sink.write(attribute: "data-k\(place)", language.capitalised(plural)) }
      sink.write("></div>\n")
    }
    sink.write("</div></div>\n<main>\n<p class=\"count\" id=\"count\" role=\"status\"></p>\n")
    sink.write("<p class=\"nothing\" id=\"nothing\" hidden>")
    sink.write(html: language("Nothing is found."))
    sink.write("</p>\n<ul class=\"cards\" id=\"cards\" role=\"list\"")
    if !language.isEnglish { for (name, text) in Self.scriptTexts { sink.write(attribute: "data-\(name)", language(text)) } }
    sink.write(">\n")
  }

  /// Writes a record. `photo` gives each of its photos as it is to be shown.
  package mutating func add(_ record: GalleryRecord, to sink: inout ByteSink, photo: (_ path: Path) -> GalleryPhoto) {
    sink.write("<li class=\"card\" id=\"r\(count)\" data-kind=\"\(record.kind.place)\">\n")
    count += 1
    writeCardPhoto(record, to: &sink, photo)
    sink.write("<h2><a href=\"#r\(count - 1)\">")
    sink.write("<bdi>")
    sink.write(html: record.title)
    sink.write("</bdi></a></h2><p class=\"kind\">")
    sink.write(html: record.kind.title)
    sink.write("</p>\n")
    if !record.few.isEmpty {
      sink.write("<dl class=\"few\">")
      for fact in record.few {
        sink.write("<div><dt>")
        sink.write(html: fact.label)
        sink.write("</dt><dd")
        sink.write(attribute: "data-v", fact.key)
        sink.write("><bdi>")
        for piece in fact.pieces { write(piece, to: &sink) }
        sink.write("</bdi></dd></div>")
      }
      sink.write("</dl>\n")
    }
    sink.write("<div class=\"more\"><dl class=\"all\">")
    for entry in record.entries { write(entry, to: &sink) }
    sink.write("</dl>")
    writeOtherPhotos(record, to: &sink, photo)
    sink.write("</div></li>\n")
  }

  /// Writes all that stands behind the records.
  package func end(dress: Dress, to sink: inout ByteSink) {
    sink.write("</ul>\n<p class=\"count\" id=\"rest\" hidden>…</p>\n</main>\n<footer><p class=\"keys\">")
    sink.write("<kbd>/</kbd> \(language("search")) · <kbd>←</kbd> <kbd>→</kbd> \(language("next")) · ")
    sink.write("<kbd>Esc</kbd> \(language("back"))</p></footer>\n")
    sink.write("<dialog id=\"detail\" aria-labelledby=\"name\">\n<div class=\"top\"><div><h2 id=\"name\"></h2>")
    sink.write("<p class=\"kind\" id=\"what\"></p></div>")
    sink.write("<button type=\"button\" id=\"before\" aria-label=\"\(language("Previous"))\">←</button>")
    sink.write("<button type=\"button\" id=\"after\" aria-label=\"\(language("Next"))\">→</button>")
    sink.write("<button type=\"button\" id=\"close\" aria-label=\"\(language("Close"))\">✕</button></div>\n")
    sink.write(
      "<div class=\"body\"><div class=\"show\" id=\"show\"></div><div class=\"facts\" id=\"facts\"></div></div>\n</dialog>\n")
    sink.write("<script>\(dress.script)</script>\n</body>\n</html>\n")
  }
}

// MARK: the parts of a card

extension GalleryPage {
  private func writeCardPhoto(_ record: GalleryRecord, to sink: inout ByteSink, _ photo: (_ path: Path) -> GalleryPhoto) {
    guard let first = record.photos.first else {
      let letter = record.title.first { $0.isLetter || $0.isNumber }.map { language.capitalised(String($0)) } ?? ""
      sink.write("<div class=\"pic none\" aria-hidden=\"true\">")
      sink.write(html: letter)
      sink.write("</div>\n")
      return
    }
    switch photo(first.path) {
    case .unseen(let reason, let path):
      sink.write("<div class=\"pic none said\"><p>")
      write(reason: reason, path: path, to: &sink)
      sink.write("</p></div>\n")
    case let shown:
      sink.write("<div class=\"pic\">")
      write(shown, alt: record.title, caption: first.words, to: &sink)
      if record.photos.count > 1 { sink.write("<span class=\"badge\" aria-hidden=\"true\">\(record.photos.count)</span>") }
      sink.write("</div>\n")
    }
  }

  private func writeOtherPhotos(_ record: GalleryRecord, to sink: inout ByteSink, _ photo: (_ path: Path) -> GalleryPhoto) {
    guard record.photos.count > 1 else { return }
    sink.write("<div class=\"photos\">")
    for (number, other) in record.photos.enumerated().dropFirst() {
      switch photo(other.path) {
      case .unseen(let reason, let path):
        sink.write("<p class=\"faint\">")
        write(reason: reason, path: path, to: &sink)
        sink.write("</p>")
      case let shown:
        sink.write("<figure>")
        write(shown, alt: language("{}, photo {}", record.title, String(number + 1)), caption: nil, to: &sink)
        sink.write("<figcaption>")
        sink.write(html: other.words)
        sink.write("</figcaption></figure>")
      }
    }
    sink.write("</div>")
  }

  private func write(reason: String, path: Path?, to sink: inout ByteSink) {
    sink.write(html: reason)
    guard let path else { return }
    sink.write("<br><a")
    sink.write(attribute: "href", uriReference(path.string))
    sink.write(">\(language("open the file"))</a>")
  }

  private func write(_ photo: GalleryPhoto, alt: String, caption: String?, to sink: inout ByteSink) {
    sink.write("<img loading=\"lazy\" decoding=\"async\"")
    sink.write(attribute: "alt", alt)
    if let caption, !caption.isEmpty { sink.write(attribute: "data-caption", caption) }
    switch photo {
    case .file(let path): sink.write(attribute: "src", uriReference(path.string))
    case .embedded(let photo):
      sink.write(" src=\"\(GalleryPhoto.dataPrefix(photo.format))")
      var stream = Base64Stream()
      photo.write { stream.add($0, to: &sink) }
      stream.finish(to: &sink)
      sink.write("\"")
    case .reduced(let bytes):
      sink.write(" src=\"\(GalleryPhoto.dataPrefix(.jpeg))")
      var stream = Base64Stream()
      bytes.withUnsafeBytes { stream.add($0, to: &sink) }
      stream.finish(to: &sink)
      sink.write("\"")
    case .unseen: break
    }
    sink.write(">")
  }

  private func write(_ entry: FactSheet.Entry, to sink: inout ByteSink) {
    sink.write("<div><dt>")
    sink.write(html: entry.label)
    sink.write("</dt><dd>")
    for (index, line) in entry.lines.enumerated() {
      if index > 0 { sink.write("\n") }
      for piece in line.pieces { write(piece, to: &sink) }
    }
    sink.write("</dd></div>")
  }

  private func write(_ piece: FactSheet.Piece, to sink: inout ByteSink) {
    switch piece.style {
    case .plain, .mark: sink.write(html: piece.text)
    case .record(let path):
      guard let number = numbers[path] else { return sink.write(html: piece.text) }
      sink.write("<a href=\"#r\(number)\">")
      sink.write(html: piece.text)
      sink.write("</a>")
    case .faint, .error, .warning:
      sink.write(piece.style == .faint ? "<span class=\"faint\">" : "<span class=\"bad\">")
      sink.write(html: piece.text)
      sink.write("</span>")
    case .swatch(let hex), .tinted(let hex):
      sink.write("<svg class=\"swatch\" viewBox=\"0 0 1 1\" aria-hidden=\"true\"><path d=\"M0 0h1v1H0z\"")
      sink.write(attribute: "fill", hex)
      sink.write("/></svg>")
      sink.write(html: piece.text)
    }
  }
}
