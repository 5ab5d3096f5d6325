// The files of an ingest as texts of a plan: taken as they are, or without their location.

import VitrineChanges
import VitrineFiles
import VitrinePhotos
import VitrineSource
import VitrineSystem

/// What becomes of the bytes of some files of inboxes.
final class IngestTexts: FileTextMaker {
  /// One of them.
  enum Source: Sendable {
    /// The file as it is.
    case original(OriginalFile)
    /// The file without its location.
    case stripped(Path)
  }

  private let sources: [Source]
  private let failed = Failed()

  /// The texts of some files.
  init(_ sources: [Source]) { self.sources = sources }

  /// The first file that could not be read, or stripped, when its bytes were wanted.
  var failure: Path? { failed.path }

  func original(_ number: Int) -> OriginalFile? {
    if case .original(let file) = sources[number] { file } else { nil }
  }

  func text(_ number: Int) -> [UInt8] {
    let path =
      switch sources[number] {
      case .original(let file): file.path
      case .stripped(let path): path
      }
    do {
      let bytes = try FileReader.read(path: path, limit: PhotoAddition.largest)
      if case .original = sources[number] { return bytes }
      return try LocationRemoval.removed(fromCompanion: bytes)
    } catch {
      failed.note(path)
      return []
    }
  }
}
