// Photos as they are served: only those that the catalogue knows, by what their bytes are, never by what their names say.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFiles
import VitrineIndex
import VitrineModel
import VitrinePhotos
import VitrineSource
import VitrineSystem
import VitrineText

/// Serves photos.
enum PhotoView {
  /// The types of formats that every browser shows, and that run nothing.
  private static func type(of format: ImageFormat?) -> String? {
    switch format {
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .avif: "image/avif"
    case .bmp: "image/bmp"
    case .heic, .tiff, .dng, .cr2, .cr3, .nef, .arw, .raf, .orf, .rw2, .pef, .srw, .jpegXL, .jpeg2000, .psd, .pdf, .film, nil: nil
    }
  }

  /// Whether a photo is shown: by browsers, or as a copy that they show.
  static func isShown(_ photo: PhotoFacts, _ request: PageRequest) -> Bool {
    guard photo.fault == nil, let format = photo.format.flatMap({ ImageFormat(rawValue: $0) }) else { return false }
    return type(of: format) != nil || (format.isDecodable && DecodingProgram(request.context) != nil)
  }

  /// Whether a photo would be shown if the program were there that makes copies of its format.
  static func wantsProgram(_ photo: PhotoFacts, _ request: PageRequest) -> Bool {
    photo.fault == nil && photo.format.flatMap { ImageFormat(rawValue: $0) }?.isDecodable == true && !isShown(photo, request)
  }

  /// The address of a photo as large as a browser shows it: the file itself, or a copy of one in another format.
  static func full(_ photo: PhotoFacts) -> String {
    photo.format.flatMap { ImageFormat(rawValue: $0) }.flatMap(type) != nil
      ? PageAddress.photo(photo.path) : PageAddress.thumb(photo.path, side: largeSide)
  }

  /// The longest side of a photo on a record's page. Units: pixels.
  static let largeSide = 1600

  /// The first part of the addresses of smaller copies.
  static let reducedWord = "thumb"

  static func original(_ request: PageRequest) throws -> PageAnswer {
    let (path, trace) = try self.path(request)
    let tag = tag(trace, 0)
    // What is there already is not even read.
    if request.known?.contains(tag) == true { return .unchanged(tag: tag) }
    return try file(path, request, tag: tag)
  }

  static func reduced(_ request: PageRequest) throws -> PageAnswer {
    let (path, trace) = try self.path(request)
    let side =
      request.value("side").flatMap { Int($0) }.map { $0 <= CardView.coverSide ? CardView.coverSide : largeSide }
      ?? CardView.coverSide
    let tag = tag(trace, side)
    if request.known?.contains(tag) == true { return .unchanged(tag: tag) }
    let known = request.copies.copy(of: tag)
    let copy = try known ?? self.copy(path, request, side)
    if known == nil, let copy { request.copies.keep(copy, for: tag) }
    guard case .made(let bytes) = copy else { return try file(path, request, tag: tag) }
    return .bytes(bytes, type: type(of: ImageFormat.sniff(bytes)) ?? "application/octet-stream", headers: headers(tag))
  }

  /// A smaller copy of a photo; nil where the file itself does, being small already and shown by browsers, or this attempt says nothing of the next one.
  private static func copy(_ path: Path, _ request: PageRequest, _ side: Int) throws -> PhotoCopy? {
    let smallEnough = side == CardView.coverSide ? 60_000 : PhotoReducer.smallEnough
    do throws(FileError) {
      var reader = try FolderReader(root: request.catalogue.root)
      return try reader.withFile(path: path) { file throws(FileError) in
        guard let photo = try DecodablePhoto(file) else { return nil }
        if type(of: photo.format) != nil {
          // A GIF may move, and a picture of few pixels cannot be made smaller.
          let isSmall = photo.size.map { max($0.width, $0.height) <= side } ?? false
          if file.status.size <= smallEnough || isSmall || photo.format == .gif { return nil }
        }
        do throws(DecodingFailure) {
          return .made(try request.thumbnails.copy(of: photo, within: side, DecodingProgram(request.context)))
        } catch {
          return error.isOfPicture ? .failed : nil
        }
      }
    } catch {
      throw PageError.missing(request.words("error.photo"))
    }
  }

  private static func tag(_ trace: FileTrace, _ side: Int) -> String { "\(trace.inode)-\(trace.modified)-\(trace.size)-\(side)" }

  private static func path(_ request: PageRequest) throws -> (Path, FileTrace) {
    let path = Path(request.path.dropFirst().joined(separator: "/"))
    // Only what the catalogue knows as a photo: no other file of the folder, and nothing outside.
    let isKnown = request.catalogue.book.withWriter { $0.facts(ofPhotoAt: path) != nil }
    guard isKnown, let trace = request.catalogue.trace(at: path) else { throw PageError.missing(request.words("error.photo")) }
    return (path, trace)
  }

  /// The file, opened folder by folder through no link, and sent from the disk: who reads it slowly, or not at all, keeps no memory.
  private static func file(_ path: Path, _ request: PageRequest, tag: String) throws -> PageAnswer {
    let opened: (file: HeldFile?, head: [UInt8])
    do throws(FileError) {
      var reader = try FolderReader(root: request.catalogue.root)
      opened = try reader.withFile(path: path) { file throws(FileError) in
        (file.held(), try file.part(from: 0, count: mostSniffed))
      }
    } catch {
      throw PageError.missing(request.words("error.photo"))
    }
    guard let file = opened.file else { throw PageError.missing(request.words("error.photo")) }
    guard let type = type(of: ImageFormat.sniff(opened.head)) else {
      // A browser may keep it, and not show it.
      let disposition = [(name: "Content-Disposition", value: "attachment")]
      return .file(file, type: "application/octet-stream", headers: headers(tag) + disposition)
    }
    return .file(file, type: type, headers: headers(tag))
  }

  /// The most bytes that tell of what format a file is. Units: bytes.
  private static let mostSniffed = 4_096

  /// The headers of a photo, by which browsers keep it and ask whether it is still the same.
  static func headers(_ tag: String) -> [(name: String, value: String)] {
    [(name: "Cache-Control", value: "private, no-cache"), (name: "ETag", value: "\"\(tag)\"")]
  }
}
