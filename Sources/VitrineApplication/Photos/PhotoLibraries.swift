// The folders of a person's photos that a catalogue may look into: its list of consent.

import VitrineCatalog
import VitrineFiles
import VitrineModel
import VitrinePhotos
import VitrineSource
import VitrineSystem

/// The newest photos of the folders that `libraries:` in the manifest names. No other folder is read.
package struct PhotoLibraries {
  /// A photo that may be picked.
  package struct Entry: Sendable {
    /// Where it is: an absolute path.
    package let path: String
    /// When it was taken, as it says; nil where it does not say.
    package let taken: String?
    /// When the file was last changed. Units: nanoseconds since 1970.
    package let modified: Int64
    /// Its format.
    package let format: String
    /// Units: bytes.
    package let byteCount: Int
  }

  /// How many of the newest files are looked into for each that is shown: times of files are often those of copying.
  private static let margin = 8

  /// The photos, the newest first.
  package private(set) var entries: [Entry] = []
  /// Folders that cannot be read, and why.
  package private(set) var unreadable: [(path: String, reason: String)] = []
  /// How many folders and files of the others cannot be read.
  package private(set) var unreadCount = 0

  /// The newest photos, at most so many.
  package init(of open: OpenCatalogue, most: Int, _ context: RequestContext) {
    var files: [(path: String, status: FileStatus)] = []
    for library in open.catalogue.manifest.libraries {
      let folder = context.expanded(library.path, root: open.catalogue.root)
      do throws(FileError) {
        let root = try OpenRoot(Path(folder))
        var reader = FolderReader(root)
        let found = try FolderFiles.readable(below: .root, of: root)
        unreadCount += found.unread.count { !$0.path.parts.contains { $0.utf8.first == UInt8(ascii: ".") } }
        for (path, kind) in found.files
        where kind == .regular && ImageSuffix.isImage(path.string)
          && !path.parts.contains(where: { $0.utf8.first == UInt8(ascii: ".") })
        {
          files.append((folder + "/" + path.string, try reader.status(path: path)))
        }
      } catch {
        unreadable.append((library.path, error.reason))
      }
    }
    files.sort { ($0.status.modified, $1.path) > ($1.status.modified, $0.path) }
    let newest = Array(files.prefix(most * Self.margin))
    let read = Parallel.map(newest.count, state: { () }) { _, index -> Entry? in
      do throws(FileError) {
        let photo = try FileReader.withFile(path: Path(newest[index].path)) { file throws(FileError) in
          try ReadPhoto(file, name: newest[index].path, withMetadata: true)
        }
        guard let format = photo.check.format, format != .film, format != .pdf else { return nil }
        return Entry(
          path: newest[index].path, taken: photo.metadata?.taken, modified: newest[index].status.modified,
          format: format.rawValue, byteCount: photo.byteCount)
      } catch {
        return nil
      }
    }
    // Those without a time come last, by that of their files: a screenshot is as new as its file.
    let sorted = read.compactMap { $0 }.sorted { left, right in
      (left.taken ?? "", left.modified, right.path) > (right.taken ?? "", right.modified, left.path)
    }
    entries = Array(sorted.prefix(most))
  }
}
