// The work of `vitrine share`: the contents of a bundle, one after another, to where they go.

import VitrineApplication
import VitrineCatalog
import VitrineCommandLine
import VitrineFiles
import VitrineFormats
import VitrineModel
import VitrinePhotos
import VitrineRules
import VitrineSharing
import VitrineSystem

/// Writes a bundle.
struct ShareRun {
  /// The most photos and records that are named where they are left out.
  private static let mostNamed = 20

  /// What is shared.
  let contents: ShareContents
  /// Of which catalogue.
  let catalogue: LoadedCatalogue
  /// What becomes of the metadata of photos.
  let wish: MetadataWish
  /// True where a page gets photos as large as they are.
  var isFullSize = false
  /// How it tells how far it has come.
  var progress = Progress.Form.auto
  /// Whom to tell.
  let session: Session

  /// What came of it.
  struct Result {
    /// How many photos were written.
    var photos = 0
    /// How many of them were made smaller.
    var reduced = 0
    /// How many bytes the records and photos have, or the page that holds them.
    var bytes = 0
    /// What was left out, and why.
    var leftOut: [(path: String, reason: String)]
  }

  /// Writes all files, in byte order of their paths.
  ///
  /// Errors: the target cannot be written.
  private func write(to target: any BundleTarget, _ count: WorkCount?) throws -> Result {
    var files: [(path: String, text: [UInt8]?)] = contents.frame.map { ($0.path, $0.text) }
    files += contents.records.map { ($0.around.facts.path, $0.text) }
    files += contents.photos.map { ($0, nil) }
    files.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    var result = Result(leftOut: contents.leftOut)
    var reader = FolderReader(try OpenRoot(catalogue.root))
    var failure: (any Error)?
    // The photos that were written, and whether browsers show them.
    var seen: [String: Bool] = [:]
    count?.begin("files", of: files.count)
    for file in files {
      count?.advance()
      if let text = file.text {
        try target.begin(file.path, byteCount: text.count, isText: true, modified: modified(file.path, &reader))
        try text.withUnsafeBytes { try target.write($0) }
        result.bytes += text.count
        continue
      }
      do throws(SharedPhoto.Refusal) {
        let photo = try SharedPhoto(at: file.path, &reader, wish)
        do {
          try target.begin(file.path, byteCount: photo.byteCount, isText: false, modified: photo.modified)
          photo.write { piece in
            guard failure == nil else { return }
            do { try target.write(piece) } catch { failure = error }
          }
        } catch let problem {
          failure = problem
        }
        seen[file.path] = GalleryPhoto.isSeen(photo.format)
        result.photos += 1
        result.bytes += photo.byteCount
      } catch {
        result.leftOut.append((file.path, error.words))
      }
      if let failure { throw failure }
    }
    try writePage(to: target, seen: seen)
    try target.finish()
    return result
  }

  /// The name of the gallery beside the records.
  private static let pageName = "index.html"

  /// The most records of a gallery.
  private static let mostInGallery = 20_000

  /// Writes the gallery beside the records, unless they are too many for any browser.
  private func writePage(to target: any BundleTarget, seen: [String: Bool]) throws {
    guard contents.records.count <= Self.mostInGallery else {
      session.note("there is no \(Self.pageName): \(contents.records.count) records are too many for a page")
      return
    }
    var sink = ByteSink()
    ShareGallery(contents, catalogue).write(photosInside: false, to: &sink) { path in
      switch seen[path] {
      case true?: .file(path: path)
      case false?: .unseen(reason: "a photo that browsers do not show", path: path)
      case nil: .unseen(reason: "a photo that is not shared", path: nil)
      }
    }
    let bytes = sink.bytes
    try target.begin(Self.pageName, byteCount: bytes.count, isText: true, modified: nil)
    try bytes.withUnsafeBytes { try target.write($0) }
  }

  /// When a text was last changed, where times are shared.
  private func modified(_ path: String, _ reader: inout FolderReader) -> Int? {
    guard wish == .kept else { return nil }
    do throws(FileError) {
      return Int(try reader.status(path: path).modified / 1_000_000_000)
    } catch {
      return nil
    }
  }

  /// Tells what was written and what was not.
  func tell(_ result: Result, name: String) {
    for (path, reason) in result.leftOut.prefix(Self.mostNamed) { session.tell("vitrine: '\(path)' is left out: \(reason)") }
    let more = result.leftOut.count - Self.mostNamed
    if more > 0 { session.tell("vitrine: \(more) more \(more == 1 ? "is" : "are") left out") }
    if let first = contents.missing.first {
      let count = contents.missing.count
      let what =
        count == 1 ? "'\(first)', which these refer to, is" : "\(count) records that these refer to, '\(first)' among them, are"
      session.tell("vitrine: \(what) not shared; --follow takes \(count == 1 ? "it" : "them") along")
    }
    if result.reduced > 0 {
      let what = counted(result.reduced, "large photo")
      session.note("\(what) made smaller for the page, \(PhotoReducer.longestSide) pixels at most; --full-size keeps them")
    }
    let count = contents.withoutPrivate
    if count > 0 { session.note("private fields are left out of \(counted(count, "record"))") }
    let kept: String =
      switch wish {
      case .kept: result.photos > 0 ? " with all they say of camera, time and place" : ""
      case .stripped(.location): result.photos > 0 ? " without metadata but the place" : ""
      case .stripped(.nothing): result.photos > 0 ? " without metadata" : ""
      }
    let photos = result.photos > 0 ? " and \(counted(result.photos, "photo"))\(kept)" : ""
    session.note(
      "\(counted(contents.records.count, "record"))\(photos) written to '\(name)' (\(ShownValue.size(result.bytes)))")
  }
}

extension ShareRun {
  /// The most bytes of photos that one page may have inside.
  private static let mostInside = 200_000_000

  /// Writes the gallery alone, with its photos inside.
  ///
  /// Errors: the photos are too many for one page; the page cannot be written.
  private func writePage(at path: String, _ count: WorkCount?) throws -> Result {
    let file = try OutputFile(path: path)
    var written = 0
    var sink = ByteSink { bytes in
      file.write(bytes)
      written += bytes.count
    }
    var result = Result(leftOut: contents.leftOut)
    var told: Set<String> = []
    var inside = 0
    let photos = try PagePhotos(
      contents.records.flatMap { $0.photos.map(\.path) }, in: catalogue.root, wish,
      wish == .kept || isFullSize ? nil : PhotoReducer(session.context), count)
    ShareGallery(contents, catalogue).write(photosInside: true, to: &sink) { path in
      // What is too large already is not written; nor does it take time.
      guard inside <= Self.mostInside else { return .unseen(reason: "", path: nil) }
      let photo = photos.take()
      inside += photo.byteCount
      if photo.isReduced { result.reduced += 1 }
      if told.insert(path).inserted {
        if let reason = photo.leftOut { result.leftOut.append((path, reason)) } else { result.photos += 1 }
      }
      return photo.shown
    }
    sink.finish()
    guard inside <= Self.mostInside else {
      throw CommandError(
        "the photos have more than the \(ShownValue.size(Self.mostInside)) that a page may have inside; share to a folder or a .zip, which has the same gallery, or share less",
        .findings)
    }
    try file.finish()
    result.bytes = written
    return result
  }

  /// Writes the bundle to its target, and tells what came of it.
  ///
  /// Errors: the target cannot be written.
  func share(to target: ShareTarget) throws -> ExitStatus {
    let result: Result
    let progress = Progress("share \(target.name)", in: session, as: progress)
    do {
      defer { progress?.end() }
      switch target.form {
      case .folder: result = try write(to: FolderTarget(at: target.path), progress?.count())
      case .archive(let form): result = try write(to: ArchiveTarget(form, at: target.path), progress?.count())
      case .page: result = try writePage(at: target.path, progress?.count(every: 1))
      }
    } catch let failure as ArchiveFailure {
      throw CommandError("cannot write '\(target.name)': \(failure.reason)", .inputOutput)
    }
    tell(result, name: target.name)
    return result.leftOut.isEmpty ? .well : .findings
  }
}
