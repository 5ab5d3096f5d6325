// What is different in a catalogue's folder, and what came of it.

package import VitrineFiles
package import VitrineSource

/// The files of a catalogue that are not what they were.
package struct CatalogueChanges: Sendable {
  /// What became of a file.
  package enum File: Sendable, Hashable {
    /// It is there, new or with other bytes; where it is a symbolic link, with the path from the root that it leads to.
    case there(linkTo: Path?)
    /// It is not there.
    case gone
  }

  /// The files by path. One that is what it was does no harm.
  package var files: [Path: File] = [:]
  /// What is wrong with the tree itself, all of it; nil where that is as it was.
  package var problems: [ListingProblem]?
  /// True where everything is to be read again.
  package var isEverything = false

  /// Nothing is different.
  package init() {}

  /// True where nothing is different.
  package var isEmpty: Bool { files.isEmpty && problems == nil && !isEverything }
}

/// The files that were read, or of which it was tried.
package enum FilesRead: Sendable {
  /// These, as they were told.
  case files([Path: CatalogueChanges.File])
  /// All of the catalogue's.
  case everything

  /// So many are told one by one.
  private static let most = 16_384

  /// None.
  package static let none = FilesRead.files([:])

  /// Those of either.
  package func union(_ other: FilesRead) -> FilesRead {
    guard case (.files(let own), .files(let others)) = (self, other), own.count + others.count <= Self.most else {
      return .everything
    }
    return .files(own.merging(others) { $1 })
  }
}

/// Takes what files were when they were opened, all of a step at once. Shape: nothing of symbolic links, and of files that nobody tried to open.
package typealias SeeFiles = (_ seen: [SeenFiles]) -> Void

/// What came of changes.
package struct AppliedChanges: Sendable {
  /// The files whose findings may be others than before; nil for any.
  package var paths: Set<Path>?
  /// True where something of the catalogue changed, or may have.
  package var isChanged = true
  /// What was read of the folder. Where its files were elsewhere at that moment, it is wrong until they are read again.
  package var read = FilesRead.everything
  /// Records whose files went while everything was read, where that is too many: then nothing is different from before.
  package var vanished: [Path] = []

  /// Nothing came of them.
  package static let none = AppliedChanges(paths: [], isChanged: false, read: .none)
}
