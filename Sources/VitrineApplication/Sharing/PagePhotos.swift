// The photos inside of a page, in the order in which the page shows them: a few at a time are made ready on all cores.

import VitrineFiles
import VitrinePhotos
package import VitrineSharing
package import VitrineSource
package import VitrineSystem

/// Makes the photos of a page ready.
///
/// Few photos are in memory at once: so many as keep the cores busy, and fewer where they are large.
package final class PagePhotos {
  /// A photo that is ready.
  package struct Photo: Sendable {
    /// How the page shows it.
    package var shown: GalleryPhoto
    /// How many bytes it has there, before they become text.
    package var byteCount = 0
    /// True where it was made smaller.
    package var isReduced = false
    /// Why it is left out; nil where it is not.
    package var leftOut: LeftOut?
  }

  /// The most photos that are made ready at once.
  private static let most = 16
  /// No further photo is taken in beside so many bytes of others.
  private static let mostBytes = 64 << 20

  private let paths: [Path]
  private let root: OpenRoot
  private let choice: MetadataChoice
  private let reducer: PhotoReducer?
  private let program: DecodingProgram?
  private let count: WorkCount?
  private var reader: FolderReader
  private var ready: [Photo] = []
  /// The number of the first of `ready` among all.
  private var first = 0
  private var next = 0

  /// The photos at `paths`, which will be asked for in this order. Without a `reducer` they stay as large as they are, but for those that browsers do not show: of these
  /// `program` makes copies.
  ///
  /// Errors: the catalogue's folder cannot be opened.
  package init(
    _ paths: [Path], in root: String, _ choice: MetadataChoice, _ reducer: PhotoReducer?, _ program: DecodingProgram?,
    _ count: WorkCount?
  ) throws(FileError) {
    self.root = try OpenRoot(Path(root))
    (self.paths, self.choice, self.reducer, self.program, self.count) = (paths, choice, reducer, program, count)
    reader = FolderReader(self.root)
    count?.begin("photos", of: paths.count)
  }

  /// The next photo.
  package func take() -> Photo {
    if next - first == ready.count { prepare() }
    defer { next += 1 }
    return ready[next - first]
  }

  private func prepare() {
    precondition(next < paths.count, "a page asks for the photos of its records once each")
    let end = end()
    let (paths, root, choice, reducer, program, count) = (Array(paths[next..<end]), root, choice, reducer, program, count)
    first = next
    // What was shown is let go before more is taken in.
    ready = []
    ready = Parallel.map(paths.count, inlineBelow: program == nil ? .max : 2, chunk: 1) {
      FolderReader(root)
    } _: { reader, index in
      defer { count?.advance() }
      return Self.photo(at: paths[index], &reader, choice, reducer, program)
    }
  }

  /// Where those end that are made ready together with the next one.
  private func end() -> Int {
    var end = next
    var bytes = 0
    while end < min(next + Self.most, paths.count) {
      do throws(FileError) { bytes += Int(try reader.status(path: paths[end]).size) } catch { bytes += 0 }
      if end > next, bytes > Self.mostBytes { break }
      end += 1
    }
    return end
  }

  private static func photo(
    at path: Path, _ reader: inout FolderReader, _ choice: MetadataChoice, _ reducer: PhotoReducer?, _ program: DecodingProgram?
  ) -> Photo {
    switch DisplayCopy.make(of: path, &reader, program) {
    case .made(let copy): return Photo(shown: .reduced(copy), byteCount: copy.count)
    case .failed(let format, let reason):
      return Photo(
        shown: .unseen(reason: "a photo in the format \(format.words), which browsers do not show", path: nil),
        leftOut: LeftOut(path: path, reason: "browsers do not show \(format.words), and a copy cannot be made: \(reason)"))
    case .notNeeded: break
    }
    do throws(SharedPhoto.Refusal) {
      let photo = try SharedPhoto(at: path, &reader, choice)
      guard GalleryPhoto.isSeen(photo.format) else {
        let name = photo.format?.words ?? "an unknown format"
        return Photo(
          shown: .unseen(reason: "a photo in the format \(name), which browsers do not show", path: nil),
          leftOut: LeftOut(path: path, reason: "browsers do not show \(name); a folder or an archive takes it along"))
      }
      if let smaller = reducer?.reduced(photo.bytes) {
        return Photo(shown: .reduced(smaller), byteCount: smaller.count, isReduced: true)
      }
      return Photo(shown: .embedded(photo), byteCount: photo.byteCount)
    } catch {
      return Photo(shown: .unseen(reason: "a photo that is not shared", path: nil), leftOut: LeftOut(path: path, error))
    }
  }
}

extension LeftOut {
  /// A photo that is refused.
  init(path: Path, _ refusal: SharedPhoto.Refusal) {
    self.init(path: path, reason: refusal.reason, isForMetadata: refusal.isMetadata)
  }
}
