// Photos outside the catalogue that come to stand in it with the bytes they have.

import Synchronization
package import VitrineChanges
import VitrineFiles
package import VitrineSource
import VitrineSystem

/// What becomes of photos where they are taken from.
package enum PhotoOrigin: Sendable {
  /// They stay.
  case stays
  /// They go, once the catalogue has them.
  case leaves
}

/// Files that a plan takes as they are: by sharing their blocks or by a second name where the file system can do that, never held whole in memory.
package final class OriginalPhotos: FileTextMaker {
  private let files: [(path: Path, origin: PhotoOrigin)]
  private let made = Mutex<[Int: OriginalFile]>([:])

  /// Files at absolute paths. What a symbolic link stands for stays where it is: the link would lead nowhere. What they are is looked at when a plan is
  /// carried out; one that cannot be read then ends the plan before anything is written.
  package init(_ files: [(path: Path, origin: PhotoOrigin)]) {
    self.files = files.map { (Path(Path.real($0.path.string)), Path.isLink($0.path.string) ? .stays : $0.origin) }
  }

  /// The file of a number.
  package func original(_ number: Int) -> OriginalFile? {
    if let known = made.withLock({ $0[number] }) { return known }
    let (path, origin) = files[number]
    let isMoved = origin == .leaves
    var file = OriginalFile(path: path, trace: Self.none, digest: nil, isLinked: isMoved, isMoved: isMoved)
    // What cannot be looked at fits no trace: whoever opens it says why.
    if let status = try? FileReader.withFile(path: path, { file throws(FileError) in file.status }) {
      file.trace = FileTrace(size: status.size, modified: status.modified, inode: status.inode)
    }
    made.withLock { $0[number] = file }
    return file
  }

  /// The bytes of the file of a number; none where it cannot be read.
  package func text(_ number: Int) -> [UInt8] {
    (try? FileReader.read(path: files[number].path, limit: PhotoAddition.largest)) ?? []
  }

  /// The trace that no file has.
  private static let none = FileTrace(size: -1, modified: 0)
}
