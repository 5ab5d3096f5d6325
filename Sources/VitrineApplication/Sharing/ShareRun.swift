// The work of `vitrine share`: the contents of a bundle, one after another, to where they go.

package import VitrineCatalog
import VitrineFiles
import VitrineFormats
import VitrineModel
import VitrinePhotos
import VitrineRules
package import VitrineSharing
import VitrineSource
package import VitrineSystem

/// Writes a bundle.
package struct ShareRun {
  /// The most photos and records that are named where they are left out.
  private static let mostNamed = 20

  /// What is shared.
  private let contents: ShareContents
  /// Of which catalogue.
  private let catalogue: LoadedCatalogue
  /// What becomes of the metadata of photos.
  private let choice: MetadataChoice
  /// True where a page gets photos as large as they are.
  private let isFullSize: Bool
  /// Where the person stands.
  private let context: RequestContext

  /// A bundle of contents, in the terms of a person.
  package init(
    contents: ShareContents, catalogue: LoadedCatalogue, choice: MetadataChoice, isFullSize: Bool, context: RequestContext
  ) {
    self.contents = contents
    self.catalogue = catalogue
    self.choice = choice
    self.isFullSize = isFullSize
    self.context = context
  }

  /// What came of it.
  package struct Result {
    /// How many photos were written.
    package fileprivate(set) var photos = 0
    /// How many of them were made smaller.
    package fileprivate(set) var reduced = 0
    /// How many have a copy for the gallery, since browsers do not show them.
    package fileprivate(set) var copies = 0
    /// How many bytes the records and photos have, or the page that holds them.
    package fileprivate(set) var bytes = 0
    /// What was left out, and why.
    package fileprivate(set) var leftOut: [LeftOut]
    /// True where there are too many records for a gallery.
    package fileprivate(set) var hasNoPage = false
  }

  /// The folder of copies for the gallery of a bundle; catalogues pass over it.
  private static let copies: Path = ".gallery"

  /// Writes all files, in byte order of their paths; the copy of a photo for the gallery behind it.
  ///
  /// Errors: the target cannot be written.
  private func write(to target: any BundleTarget, _ count: WorkCount?) throws -> Result {
    var files: [(path: Path, text: [UInt8]?)] = contents.frame.map { ($0.path, $0.text) }
    files += contents.records.map { ($0.around.facts.path, $0.text) }
    files += contents.photos.map { ($0, nil) }
    files.sort { $0.path < $1.path }
    var result = Result(leftOut: contents.leftOut)
    let root = try OpenRoot(Path(catalogue.root))
    var reader = FolderReader(root)
    var failure: (any Error)?
    // How the gallery shows the photos.
    var shown: [Path: GalleryPhoto] = [:]
    let displayed = DisplayCopies(of: files.filter { $0.text == nil }.map(\.path), root, DecodingProgram(context))
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
        let photo = try SharedPhoto(at: file.path, &reader, choice)
        do {
          try target.begin(file.path, byteCount: photo.byteCount, isText: false, modified: photo.modified)
          photo.write { piece in
            guard failure == nil else { return }
            do { try target.write(piece) } catch { failure = error }
          }
        } catch let problem {
          failure = problem
        }
        shown[file.path] =
          GalleryPhoto.isSeen(photo.format)
          ? .file(path: file.path) : .unseen(reason: "a photo that browsers do not show", path: file.path)
        result.photos += 1
        result.bytes += photo.byteCount
      } catch {
        result.leftOut.append(LeftOut(path: file.path, error))
      }
      if let failure { throw failure }
      if case .made(let copy) = displayed.take() {
        let path = Self.copies.appending(Path(file.path.string + ".jpg"))
        try target.begin(path, byteCount: copy.count, isText: false, modified: nil)
        try copy.withUnsafeBytes { try target.write($0) }
        shown[file.path] = .file(path: path)
        result.copies += 1
        result.bytes += copy.count
      }
    }
    result.hasNoPage = try !writePage(to: target, shown)
    try target.finish()
    return result
  }

  /// The name of the gallery beside the records.
  private static let pageName: Path = "index.html"

  /// The most records of a gallery.
  private static let mostInGallery = 20_000

  /// Writes the gallery beside the records; false where they are too many for any browser.
  private func writePage(to target: any BundleTarget, _ shown: [Path: GalleryPhoto]) throws -> Bool {
    guard contents.records.count <= Self.mostInGallery else { return false }
    var sink = ByteSink()
    ShareGallery(contents, catalogue).write(photosInside: false, to: &sink) { path in
      shown[path] ?? .unseen(reason: "a photo that is not shared", path: nil)
    }
    let bytes = sink.bytes
    try target.begin(Self.pageName, byteCount: bytes.count, isText: true, modified: nil)
    try bytes.withUnsafeBytes { try target.write($0) }
    return true
  }

  /// When a text was last changed, where times are shared.
  private func modified(_ path: Path, _ reader: inout FolderReader) -> Int? {
    guard choice == .kept else { return nil }
    do throws(FileError) {
      return Int(try reader.status(path: path).modified / 1_000_000_000)
    } catch {
      return nil
    }
  }

  /// What was written and what was not.
  private func remarks(on result: Result, name: String) -> [Remark] {
    var remarks: [Remark] = []
    if result.hasNoPage {
      remarks.append(
        .unlessQuiet("there is no \(Self.pageName.string): \(contents.records.count) records are too many for a page"))
    }
    for one in result.leftOut.prefix(Self.mostNamed) {
      remarks.append(.always("vitrine: '\(one.path.string)' is left out: \(one.words)"))
    }
    let more = result.leftOut.count - Self.mostNamed
    if more > 0 { remarks.append(.always("vitrine: \(more) more \(more == 1 ? "is" : "are") left out")) }
    if let first = contents.missing.first {
      let count = contents.missing.count
      let what =
        count == 1
        ? "'\(first.string)', which these refer to, is"
        : "\(count) records that these refer to, '\(first.string)' among them, are"
      remarks.append(.always("vitrine: \(what) not shared; --follow takes \(count == 1 ? "it" : "them") along"))
    }
    if result.reduced > 0 {
      let what = counted(result.reduced, "large photo")
      remarks.append(
        .unlessQuiet("\(what) made smaller for the page, \(PhotoReducer.longestSide) pixels at most; --full-size keeps them"))
    }
    if result.copies > 0 {
      let what =
        result.copies == 1 ? "a photo that browsers do not show has" : "\(result.copies) photos that browsers do not show have"
      remarks.append(.unlessQuiet("\(what) a copy for \(Self.pageName.string) in \(Self.copies.string)"))
    }
    let count = contents.withoutPrivate
    if count > 0 { remarks.append(.unlessQuiet("private fields are left out of \(counted(count, "record"))")) }
    let kept: String =
      switch choice {
      case .kept: result.photos > 0 ? " with all they say of camera, time and place" : ""
      case .stripped(.location): result.photos > 0 ? " without metadata but the place" : ""
      case .stripped(.nothing): result.photos > 0 ? " without metadata" : ""
      }
    let photos = result.photos > 0 ? " and \(counted(result.photos, "photo"))\(kept)" : ""
    remarks.append(
      .unlessQuiet(
        "\(counted(contents.records.count, "record"))\(photos) written to '\(name)' (\(ShownValue.size(result.bytes)))"))
    return remarks
  }
}

extension ShareRun {
  /// The most bytes of photos that one page may have inside.
  private static let mostInside = 200_000_000

  /// Writes the gallery alone, with its photos inside.
  ///
  /// Errors: the photos are too many for one page; the page cannot be written.
  private func writePage(to file: OutputFile, _ count: WorkCount?) throws -> Result {
    var written = 0
    var sink = ByteSink { bytes in
      file.write(bytes)
      written += bytes.count
    }
    var result = Result(leftOut: contents.leftOut)
    var reported: Set<Path> = []
    var inside = 0
    let gallery = ShareGallery(contents, catalogue)
    let photos = try PagePhotos(
      gallery.records.flatMap { $0.photos.map(\.path) }, in: catalogue.root, choice,
      choice == .kept || isFullSize ? nil : PhotoReducer(context), DecodingProgram(context), count)
    gallery.write(photosInside: true, to: &sink) { path in
      // What is too large already is not written; nor does it take time.
      guard inside <= Self.mostInside else { return .unseen(reason: "", path: nil) }
      let photo = photos.take()
      inside += photo.byteCount
      if photo.isReduced { result.reduced += 1 }
      if reported.insert(path).inserted {
        if let leftOut = photo.leftOut { result.leftOut.append(leftOut) } else { result.photos += 1 }
      }
      return photo.shown
    }
    sink.finish()
    guard inside <= Self.mostInside else {
      throw RequestError(
        "the photos have more than the \(ShownValue.size(Self.mostInside)) that a page may have inside; share to a folder or a .zip, which has the same gallery, or share less",
        .findings)
    }
    try file.finish()
    result.bytes = written
    return result
  }

  /// Writes the bundle to its target. `count` is given the progress, in steps that suit the target.
  ///
  /// Errors: the target cannot be written.
  package func share(
    to target: ShareTarget, count: (_ stride: Int) -> WorkCount?
  ) throws -> (isWhole: Bool, remarks: [Remark]) {
    let result: Result
    do {
      switch target.form {
      case .folder: result = try write(to: FolderTarget(at: target.path), count(WorkCount.usualStride))
      case .archive(let form):
        result = try write(to: ArchiveTarget(form, into: OutputFile(path: target.path)), count(WorkCount.usualStride))
      case .page: result = try writePage(to: OutputFile(path: target.path), count(1))
      }
    } catch let failure as ArchiveFailure {
      throw RequestError("cannot write '\(target.name)': \(failure.reason)", .unavailable)
    }
    return (result.leftOut.isEmpty, remarks(on: result, name: target.name))
  }

  /// Writes the bundle as one file: an archive of a form, or the gallery alone where that is nil.
  ///
  /// Errors: the file cannot be written; the photos are too many for one page.
  package func share(as form: ArchiveForm?, into file: HeldFile) throws -> Result {
    do {
      let output = try OutputFile(file)
      guard let form else { return try writePage(to: output, nil) }
      return try write(to: ArchiveTarget(form, into: output), nil)
    } catch let failure as ArchiveFailure {
      throw RequestError("the file cannot be written: \(failure.reason)", .unavailable)
    } catch let error as FileError {
      throw RequestError("the file cannot be written: \(error.reason)", .unavailable)
    }
  }
}
