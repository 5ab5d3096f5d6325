// What removed files leave: a folder an entry, with the files at their own paths.

import Glibc
package import VitrineChanges
import VitrineFiles
package import VitrineSource
package import VitrineSystem

/// The files that one change removed and that are still there.
package struct TrashedChange: Sendable, Hashable {
  /// The number of the change.
  package var number: Int
  /// What it was; nil where nobody knows any more.
  package var head: JournalEntry.Head?
  /// The files, in byte order of the paths they had.
  package var files: [TrashedFile]
}

/// A file in the trash.
package struct TrashedFile: Sendable, Hashable {
  /// The path that it had.
  package var path: Path
  /// Where it is now, relative to the catalogue's root.
  package var trashPath: Path
  /// What tells it.
  package var trace: FileTrace

  /// Whether a path leads into the trash.
  package static func isTrash(_ path: Path) -> Bool { path.string.hasPrefix(JournalPlaces.trash.string + "/") }
}

extension Journal {
  /// What is in the trash, the oldest first.
  ///
  /// Errors: a folder of it cannot be read.
  package func trash() throws(FileError) -> [TrashedChange] {
    let numbers = try FolderNames.names(of: JournalPlaces.trash, below: writer.root).compactMap { JournalPlaces.number($0) }
    var changes: [TrashedChange] = []
    for number in numbers.sorted() {
      var files = try trashed(number)
      guard !files.isEmpty else { continue }
      files.sort { $0.path < $1.path }
      changes.append(TrashedChange(number: number, head: try head(ofTrash: number), files: files))
    }
    return changes
  }

  /// Who removed what lies in a folder of the trash.
  private func head(ofTrash number: Int) throws(FileError) -> JournalEntry.Head? {
    var desk = FileDesk(writer.root, writer.calls)
    return try desk.read(JournalPlaces.trashNote(number)).flatMap { JournalEntry(json: $0.bytes) }?.head
  }

  private func trashed(_ number: Int) throws(FileError) -> [TrashedFile] {
    let top = JournalPlaces.trashFolder(number)
    var desk = FileDesk(writer.root, writer.calls)
    var files: [TrashedFile] = []
    var folders = [top]
    while let folder = folders.popLast() {
      for name in try FolderNames.names(of: folder, below: writer.root) {
        let path = folder.appending(name)
        guard let status = try desk.status(Spot(path)) else { continue }
        if status.kind == .folder {
          folders.append(path)
        } else {
          let own = path.moved(from: top, to: .root)
          files.append(TrashedFile(path: own, trashPath: path, trace: FileTrace(size: status.size, modified: status.modified)))
        }
      }
    }
    return files
  }
}

extension JournalWriter {
  /// Removes what changes left in the trash, for good. Killed halfway, it can be done again.
  ///
  /// Errors: what the system said.
  package func emptyTrash(of changes: [TrashedChange]) throws(FileError) {
    for change in changes {
      var desk = FileDesk(writer.root, calls)
      var folders: Set<[UInt8]> = []
      let top = JournalPlaces.trashFolder(change.number)
      for file in change.files {
        try desk.remove(Spot(file.trashPath))
        var folder = Spot(file.trashPath).folder
        while folder.utf8.count >= top.utf8.count, folders.insert(Array(folder.utf8)).inserted { folder = Spot(folder).folder }
      }
      var emptied = FileDesk(writer.root, calls)
      for folder in folders.sorted(by: { $1.lexicographicallyPrecedes($0) }) {
        try emptied.removeFolder(Path(bytes: folder))
      }
      if try emptied.status(Spot(top)) == nil { try emptied.remove(JournalPlaces.trashNote(change.number)) }
    }
  }
}
