// The texts that are read once more for the lines and columns of findings: which they are, and what they were when they were opened.

import Glibc
import Synchronization
import VitrineFiles
import VitrinePhotos
import VitrineSource
import VitrineSystem

/// Texts of a catalogue, read by their paths.
///
/// Such a text may be another one by now than the finding was found in, or out of reach for a moment, while nothing that is known of its file is different. So what was
/// seen of it is compared with what is known, as of the files that are read: a text that was not the right one is read again, and its findings located anew.
final class ConsultedTexts: Sendable {
  /// A text, and the status that its file had; none where it could not be opened.
  private typealias Snapshot = (path: Path, status: stat)

  private struct State: ~Copyable {
    var reader: FolderReader
    var snapshots: [Snapshot] = []
    var paths: Set<Path> = []
  }

  private let root: String
  private let version: VersionedFiles?
  private let state: Mutex<State>

  /// The texts below an open root.
  init(in folder: OpenRoot, root: String) {
    self.root = root
    version = folder.source.version
    state = Mutex(State(reader: FolderReader(folder, forFew: true)))
  }

  /// The bytes of a text; nil for an image, or for what cannot be read.
  func text(at path: Path) -> [UInt8]? {
    guard !path.withUTF8({ ImageSuffix.isImage($0) }) else { return nil }
    if let version { return version.text(at: path) }
    return state.withLock { state in
      state.paths.insert(path)
      var status = stat()
      do throws(FileError) {
        let bytes = try state.reader.read(path: path, status: &status)
        // What is no file of the folder, such as a text of an editor, has none.
        if status.st_mode != 0 { state.snapshots.append((path, status)) }
        return bytes
      } catch {
        if case .system = error.cause { state.snapshots.append((path, stat())) }
        return nil
      }
    }
  }

  /// The texts that were asked for, as files that were read.
  var files: [Path: CatalogueChanges.File] {
    state.withLock { state in Dictionary(uniqueKeysWithValues: state.paths.map { ($0, .there(linkTo: nil)) }) }
  }

  /// What was seen of them.
  var seen: SeenFiles {
    let texts = state.withLock { $0.snapshots }.sorted { $0.path < $1.path }
    var maker = ListingMaker(root: root)
    var snapshots = FileSnapshots(room: texts.count)
    for (number, text) in texts.enumerated() {
      maker.add(text.path.utf8)
      snapshots.note(number, text.status, in: nil, isGone: true)
    }
    return SeenFiles(maker.finished(), [snapshots])
  }
}
