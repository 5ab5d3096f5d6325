// A file of an inbox: what `vitrine ingest` looks at.

import Glibc
import VitrineFiles
import VitrineModel
import VitrinePhotos
package import VitrineSource
package import VitrineSystem

/// A photo in an inbox, or a file that goes with one.
package struct InboxFile: Sendable, Hashable {
  /// Where it stands. Shape: absolute, the inbox without symbolic links.
  package let path: Path
  /// How a person would write it.
  package let name: String
  /// What the system says of it.
  package let status: FileStatus
  /// How many names it has.
  package let links: Int

  /// The file at a path; nil where there is none, or what stands there is no regular file.
  package init?(_ path: Path, name: String) {
    var found = stat()
    guard lstat(path.string, &found) == 0 else { return nil }
    status = FileStatus(found)
    guard status.kind == .regular else { return nil }
    (self.path, self.name, links) = (path, name, Int(found.st_nlink))
  }

  /// A file that nobody has changed for so long is finished, though a program may have forgotten to close it. Units: nanoseconds.
  static let forgetting: Int64 = 30_000_000_000

  /// Whether a program is still writing it; nil where that cannot be told, as of files of other machines and of telephones. `quiet` is how long it has not
  /// changed, in nanoseconds.
  package func isBeingWritten(quietFor quiet: Int64) -> Bool? {
    quiet >= Self.forgetting ? false : SystemCall.isBeingWritten(path.string)
  }

  /// Whether it is taken only together with a photo.
  package var isCompanion: Bool { !ImageSuffix.isImage(path.string) }

  /// What it shares with the files that are one shot with it: its folder and its name without suffixes, in small letters.
  package var key: String { path.folder.string + "/" + stem.lowercased() }

  /// Its name without suffixes: `DSC0042` of `DSC0042.NEF`, and of `DSC0042.NEF.xmp`.
  package var stem: String {
    let stem = PhotoName.stem(of: path.name.string)
    return isCompanion && ImageSuffix.isImage(stem) ? PhotoName.stem(of: stem) : stem
  }

  /// True for the name of a photo or of a file that goes with one; never for a hidden one, such as what other programs are still writing.
  package static func isWanted(_ name: String) -> Bool {
    guard name.utf8.first != UInt8(ascii: ".") else { return false }
    return ImageSuffix.isImage(name) || PhotoCompanion.isCompanion(name)
  }
}

extension InboxFile {
  /// The photos, and the files that go with them, below inboxes, in the order of their paths.
  ///
  /// Shape: an inbox is a folder, or a single file. Nothing hidden, no symbolic link below an inbox.
  /// Errors: an inbox is not there, or a folder cannot be read.
  package static func files(in inboxes: [String], standingIn folder: String) throws(FileError) -> [InboxFile] {
    try filesAndFolders(in: inboxes, standingIn: folder).files
  }

  /// The same, all folders that were looked into, and what below an inbox cannot be read: folders of others, and files
  /// whose names are not UTF-8.
  ///
  /// Errors: as above.
  package static func filesAndFolders(
    in inboxes: [String], standingIn folder: String
  ) throws(FileError) -> (files: [InboxFile], folders: [Path], unread: [(name: String, reason: String)]) {
    var files: [InboxFile] = []
    var visited: [Path] = []
    var unread: [(name: String, reason: String)] = []
    for inbox in inboxes {
      let absolute = Path(Path.real(Path.absolute(inbox, from: folder)))
      guard Path.isFolder(absolute.string) else {
        guard let file = InboxFile(absolute, name: inbox) else { throw FileError(.read, Path(inbox), errno: ENOENT) }
        files.append(file)
        continue
      }
      let root: OpenRoot
      do throws(FileError) { root = try OpenRoot(absolute) } catch { throw FileError(.list, Path(inbox), error.cause) }
      let listing = try InboxListing(root).paths()
      visited += listing.folders.map { $0.isEmpty ? absolute : absolute.appending($0) }
      func name(_ path: Path) -> String { inbox + (inbox.hasSuffix("/") ? "" : "/") + path.string }
      unread += listing.unread.map { (name($0.path), $0.reason) }
      for path in listing.files {
        let name = name(path)
        if let file = InboxFile(absolute.appending(path), name: name) {
          files.append(file)
        } else if FolderFiles.isMisnamed(name), access(absolute.appending(path).string, F_OK) != 0 {
          unread.append((name, FolderFiles.misnamed))
        }
      }
    }
    return (files, visited, unread)
  }
}

/// The wanted files below a folder.
private struct InboxListing {
  private let root: OpenRoot

  init(_ root: OpenRoot) { self.root = root }

  /// The most folders within each other.
  private static let deepest = 64

  func paths() throws(FileError) -> (files: [Path], folders: [Path], unread: [(path: Path, reason: String)]) {
    var desk = FolderReader(root)
    var found: [Path] = []
    var visited: [Path] = []
    var unread: [(path: Path, reason: String)] = []
    var folders: [(path: Path, depth: Int)] = [(.root, 0)]
    while let (folder, depth) = folders.popLast() {
      let names: [String]
      do throws(FileError) {
        names = try FolderNames.names(of: folder, below: root)
      } catch {
        guard depth > 0 else { throw error }
        // A folder that went away meanwhile has no files; one of somebody else's, such as a card's 'lost+found', keeps nothing from being taken.
        if !error.isGone { unread.append((folder, error.reason)) }
        continue
      }
      visited.append(folder)
      for name in names where name.utf8.first != UInt8(ascii: ".") {
        let path = folder.appending(name)
        if InboxFile.isWanted(name) {
          found.append(path)
        } else if depth < Self.deepest, (try? desk.status(path: path).kind) == .folder {
          folders.append((path, depth + 1))
        }
      }
    }
    return (found.sorted(), visited, unread)
  }
}
