// Many photos on one sheet: a page, or a picture.

package import VitrineCatalog
import VitrineFiles
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineSharing
package import VitrineSource
package import VitrineSystem

/// A sheet of the photos of records, each record's in the order they were taken.
package struct ContactSheet {
  /// What a sheet is written as, by the end of its file's name.
  package enum Form: Sendable {
    /// A page that needs nothing else.
    case html
    /// A picture without loss.
    case png
    /// A picture for sending.
    case jpeg

    /// The form that a name asks for; nil where it asks for none.
    package init?(name: String) {
      switch name.split(separator: ".").last?.lowercased() {
      case "html", "htm": self = .html
      case "png": self = .png
      case "jpg", "jpeg": self = .jpeg
      default: return nil
      }
    }
  }

  /// One photo.
  private struct Entry: Sendable {
    let path: Path
    let title: String
  }

  /// How a sheet is laid out.
  package struct Layout: Sendable {
    /// The longest side of a photo. Units: pixels.
    package var side: Int
    /// How many photos stand in a row; nil for as many as make the sheet about as wide as high.
    package var columns: Int?

    /// A layout.
    package init(side: Int, columns: Int?) { (self.side, self.columns) = (side, columns) }
  }

  /// The room between photos. Units: pixels.
  private static let gap = 8
  /// How many photos are decoded before they are put on the sheet.
  private static let batch = 64

  private let entries: [Entry]
  private let root: String
  private let layout: Layout
  private let program: DecodingProgram?

  /// How many photos there are.
  package var count: Int { entries.count }

  /// The sheet of the photos of records at these paths.
  package init(of records: [Path], in catalogue: LoadedCatalogue, _ layout: Layout, _ context: RequestContext) {
    entries = records.flatMap { path in
      let photos = catalogue.book.withWriter { $0.photos(ofRecordAt: path) }
      let title = catalogue.book.withWriter { $0.facts(ofRecordAt: path)?.title } ?? path.stem.string
      return photos.map { Entry(path: $0.path, title: title) }
    }
    (root, self.layout, program) = (catalogue.root, layout, DecodingProgram(context))
  }

  /// A photo that is not on the sheet, and why.
  package struct Missing: Sendable {
    /// Its path.
    package let path: Path
    /// The reason, without a full stop.
    package let reason: String
  }

  /// Writes the sheet to a file: whole, or not at all. What cannot be decoded is named, and its place stays empty.
  ///
  /// Errors: the file cannot be written; the picture would be too large; there is no program that decodes.
  package func write(to path: String, as form: Form, _ count: WorkCount?) throws -> [Missing] {
    guard let program else { throw RequestError("vitrine-decode, which decodes photos, is not installed", .unavailable) }
    count?.begin("photos", of: entries.count)
    let file = try OutputFile(path: path)
    let missing: [Missing]
    switch form {
    case .html: missing = try writePage(to: file, program, count)
    case .png, .jpeg:
      let (picture, left) = try picture(program, count)
      missing = left
      do throws(DecodingFailure) {
        try program.encoded(picture, quality: form == .jpeg ? 88 : nil).withUnsafeBytes { file.write($0) }
      } catch {
        throw RequestError("the sheet cannot be made: \(error.reason)", .unavailable)
      }
    }
    try file.finish()
    return missing
  }

  /// What came of some photos, in their order.
  private func decoded<Made: Sendable>(
    _ part: Range<Int>, _ count: WorkCount?, _ make: @escaping @Sendable (DecodablePhoto) throws(DecodingFailure) -> Made
  ) throws(FileError) -> [Result<Made, DecodingFailure>] {
    let (entries, root) = (Array(entries[part]), try OpenRoot(Path(root)))
    return Parallel.map(entries.count, inlineBelow: 2, chunk: 1) {
      FolderReader(root)
    } _: { reader, index -> Result<Made, DecodingFailure> in
      defer { count?.advance() }
      do throws(FileError) {
        return try reader.withFile(path: entries[index].path) { file throws(FileError) in
          guard let photo = try DecodablePhoto(file) else {
            return .failure(DecodingFailure(reason: try DecodablePhoto.refusal(of: file)))
          }
          do throws(DecodingFailure) { return .success(try make(photo)) } catch { return .failure(error) }
        }
      } catch {
        return .failure(DecodingFailure(reason: error.reason))
      }
    }
  }

  /// The parts of the photos that are in memory at once.
  private var batches: [Range<Int>] {
    stride(from: 0, to: entries.count, by: Self.batch).map { $0..<min($0 + Self.batch, entries.count) }
  }

  // MARK: a picture

  private func picture(_ program: DecodingProgram, _ count: WorkCount?) throws -> (Pixels, [Missing]) {
    let columns = layout.columns ?? max(1, Int(Double(entries.count).squareRoot().rounded(.up)))
    let rows = (entries.count + columns - 1) / columns
    let cell = layout.side + Self.gap
    let (width, height) = (min(columns, entries.count) * cell + Self.gap, rows * cell + Self.gap)
    guard max(width, height) <= 65_500, width * height <= DecodingProgram.mostPixels else {
      throw RequestError(
        "a sheet of \(entries.count) photos would have \(width) by \(height) pixels; choose fewer photos, a smaller --size, or an .html",
        .findings)
    }
    var sheet = Pixels(width: width, height: height, filledWith: (255, 255, 255))
    var missing: [Missing] = []
    let side = layout.side
    for batch in batches {
      let made = try decoded(batch, count) { photo throws(DecodingFailure) in try program.pixels(of: photo, within: side) }
      for (index, result) in zip(batch, made) {
        switch result {
        case .success(let photo):
          let x = index % columns * cell + Self.gap + (side - photo.width) / 2
          let y = index / columns * cell + Self.gap + (side - photo.height) / 2
          sheet.put(photo, x: x, y: y)
        case .failure(let failure): missing.append(Missing(path: entries[index].path, reason: failure.reason))
        }
      }
    }
    return (sheet, missing)
  }

  // MARK: a page

  private func writePage(to file: OutputFile, _ program: DecodingProgram, _ count: WorkCount?) throws -> [Missing] {
    let thumbnails = ThumbnailFolder(root: root)
    var sink = ByteSink { file.write($0) }
    let columns = layout.columns.map { "repeat(\($0),\(layout.side)px)" } ?? "repeat(auto-fill,minmax(\(layout.side)px,1fr))"
    sink.write(
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
      <title>\(entries.count) photos</title>
      <style>
      :root{color-scheme:light dark}
      body{margin:1rem;font:14px/1.4 system-ui,sans-serif;display:grid;gap:1rem;grid-template-columns:\(columns)}
      figure{margin:0;min-width:0}
      div{height:\(layout.side)px;display:grid;place-items:center;background:color-mix(in srgb,CanvasText 6%,Canvas)}
      img{max-width:100%;max-height:\(layout.side)px}
      figcaption{overflow-wrap:anywhere;margin-top:.3rem}
      small{opacity:.7}
      @media print{figure{break-inside:avoid}}
      </style></head><body>

      """)
    var missing: [Missing] = []
    // Twice the size, for screens whose pixels are small.
    let side = min(layout.side * 2, 2_048)
    for batch in batches {
      let made = try decoded(batch, count) { photo throws(DecodingFailure) in
        try thumbnails.copy(of: photo, within: side, program)
      }
      for (index, result) in zip(batch, made) {
        let entry = entries[index]
        sink.write("<figure><div>")
        switch result {
        case .success(let copy):
          sink.write("<img loading=\"lazy\"")
          sink.write(attribute: "alt", entry.title)
          sink.write(" src=\"data:image/jpeg;base64,")
          var base64 = Base64Stream()
          copy.withUnsafeBytes { base64.add($0, to: &sink) }
          base64.finish(to: &sink)
          sink.write("\">")
        case .failure(let failure):
          missing.append(Missing(path: entry.path, reason: failure.reason))
          sink.write(html: failure.reason)
        }
        sink.write("</div><figcaption><bdi>")
        sink.write(html: entry.title)
        sink.write("</bdi><br><small>")
        sink.write(html: entry.path.string)
        sink.write("</small></figcaption></figure>\n")
      }
    }
    sink.write("</body></html>\n")
    sink.finish()
    return missing
  }
}

extension Pixels {
  /// Puts another picture on this one, which must have room for it.
  mutating func put(_ other: Pixels, x: Int, y: Int) {
    precondition(x >= 0 && y >= 0 && x + other.width <= width && y + other.height <= height, "the sheet has room for it")
    let (row, width) = (other.width * 3, width)
    bytes.withUnsafeMutableBytes { to in
      other.bytes.withUnsafeBytes { from in
        for line in 0..<other.height {
          UnsafeMutableRawBufferPointer(rebasing: to[(((y + line) * width + x) * 3)...])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: from[(line * row)..<((line + 1) * row)]))
        }
      }
    }
  }
}
