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

/// Serves photos.
enum PhotoView {
  /// The greatest file that is served. Units: bytes.
  private static let mostBytes = 64 << 20

  /// The types of formats that every browser shows, and that run nothing.
  private static func type(of format: ImageFormat?) -> String? {
    switch format {
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .avif: "image/avif"
    case .bmp: "image/bmp"
    case .heic, .tiff, .dng, .cr2, .cr3, .nef, .arw, .raf, .orf, .rw2, .jpegXL, .jpeg2000, .psd, .pdf, .film, nil: nil
    }
  }

  /// Whether a browser shows a photo.
  static func isShown(_ photo: PhotoFacts) -> Bool {
    photo.fault == nil && photo.format.flatMap { ImageFormat(rawValue: $0) }.flatMap(type) != nil
  }

  static func original(_ request: PageRequest) throws -> PageAnswer {
    let (path, trace) = try self.path(request)
    return answer(try read(path, request), path, tag: tag(trace, 0))
  }

  static func reduced(_ request: PageRequest) throws -> PageAnswer {
    let (path, trace) = try self.path(request)
    let side =
      request.value("side").flatMap { Int($0) }.map { $0 <= CardView.coverSide ? CardView.coverSide : 1600 } ?? CardView.coverSide
    let tag = tag(trace, side)
    if let copy = request.copies.copy(of: tag) { return answer(copy, path, tag: tag) }
    let bytes = try read(path, request)
    let smallEnough = side == CardView.coverSide ? 60_000 : PhotoReducer.smallEnough
    guard let copy = PhotoReducer(request.context)?.reduced(bytes, longestSide: side, smallEnough: smallEnough) else {
      return answer(bytes, path, tag: tag)
    }
    request.copies.keep(copy, for: tag)
    return answer(copy, path, tag: tag)
  }

  private static func tag(_ trace: FileTrace, _ side: Int) -> String { "\(trace.inode)-\(trace.modified)-\(trace.size)-\(side)" }

  private static func path(_ request: PageRequest) throws -> (Path, FileTrace) {
    let path = Path(request.path.dropFirst().joined(separator: "/"))
    // Only what the catalogue knows as a photo: no other file of the folder, and nothing outside.
    let isKnown = request.catalogue.book.withWriter { $0.facts(ofPhotoAt: path) != nil }
    guard isKnown, let trace = request.catalogue.trace(at: path) else { throw PageError.missing(request.words("error.photo")) }
    return (path, trace)
  }

  /// The bytes, opened folder by folder through no link.
  private static func read(_ path: Path, _ request: PageRequest) throws -> [UInt8] {
    do throws(FileError) {
      var reader = try FolderReader(root: request.catalogue.root)
      return try reader.read(path: path, limit: mostBytes)
    } catch {
      throw PageError.missing(request.words("error.photo"))
    }
  }

  private static func answer(_ bytes: [UInt8], _ path: Path, tag: String) -> PageAnswer {
    var headers = [("Cache-Control", "private, no-cache"), ("ETag", "\"\(tag)\"")]
    guard let type = type(of: ImageFormat.sniff(bytes)) else {
      // A browser may keep it, and not show it.
      headers.append(("Content-Disposition", "attachment"))
      return .bytes(bytes, type: "application/octet-stream", headers: headers.map { (name: $0.0, value: $0.1) })
    }
    return .bytes(bytes, type: type, headers: headers.map { (name: $0.0, value: $0.1) })
  }
}
