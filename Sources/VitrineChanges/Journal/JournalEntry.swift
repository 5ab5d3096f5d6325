// What the journal keeps of one command: who, when, and for each file what stood there before and after.

package import VitrineSource

/// A change of the catalogue as the journal knows it. Its JSON text is `entry.json` in the entry's folder.
package struct JournalEntry: Sendable, Hashable {
  /// What asked for the change.
  package struct Head: Sendable, Hashable {
    /// What it did, as an order: the plan's title.
    package var title: String
    /// The words of the command line, without the program's name.
    package var words: [String]
    /// When. Units: nanoseconds since 1970-01-01T00:00:00Z.
    package var time: Int64
    /// The version of the program.
    package var version: String

    /// A head of these values.
    package init(title: String, words: [String], time: Int64, version: String) {
      self.title = title
      self.words = words
      self.time = time
      self.version = version
    }
  }

  /// What asked for it.
  package var head: Head
  /// How much the journal holds for the way back. Units: bytes.
  package var kept = 0
  /// What it does, in the order in which it is done. No path is in two of them, so that each can be done and taken back by itself.
  package var steps: [JournalStep]
  /// The files outside the catalogue that left their places for it, which a way back brings there again.
  package var origins: [Origin] = []
  /// The folders that are made for it, outer ones first; a way back removes those that are empty then.
  package var madeFolders: [Path]
  /// The folders that files leave, inner ones first, with their permission bits; those that are empty then are removed.
  package var leftFolders: [LeftFolder]

  /// How many files it is about: one that only leaves its place for another is one.
  package var fileCount: Int {
    steps.count { if case .drop = $0 { false } else { true } }
  }

  /// A file that came from outside the catalogue, and is not there any more.
  package struct Origin: Sendable, Hashable {
    /// The number of the step that made it a file of the catalogue, counted from 0.
    package var step: Int
    /// Where it stood. Shape: absolute.
    package var path: Path

    /// An origin of these values.
    package init(step: Int, path: Path) {
      self.step = step
      self.path = path
    }
  }

  /// A folder that files leave.
  package struct LeftFolder: Sendable, Hashable {
    /// The folder, relative to the catalogue's root.
    package var path: Path
    /// Its permission bits.
    package var mode: UInt32

    /// A folder with its mode.
    package init(path: Path, mode: UInt32) {
      self.path = path
      self.mode = mode
    }
  }

  /// An entry of these parts.
  package init(head: Head, steps: [JournalStep], madeFolders: [Path] = [], leftFolders: [LeftFolder] = []) {
    self.head = head
    self.steps = steps
    self.madeFolders = madeFolders
    self.leftFolders = leftFolders
  }
}

/// One thing that is done to one file. Paths have no symbolic links in them and are relative to the catalogue's root.
package enum JournalStep: Sendable, Hashable {
  /// A file that was not there.
  case create(path: Path, after: FileContent)
  /// A file whose bytes are replaced.
  case replace(path: Path, before: FileContent, after: FileContent)
  /// A file that goes to the trash.
  case remove(path: Path, before: FileContent)
  /// A file that leaves its place because its bytes, changed or not, come to stand at the place of another step.
  case drop(path: Path, before: FileContent)
  /// A file that gets another place.
  case move(from: Path, to: Path, content: FileContent)

  /// The path that a person knows it by: for a move, where the file was.
  package var path: Path {
    switch self {
    case .create(let path, _), .replace(let path, _, _), .remove(let path, _), .drop(let path, _): path
    case .move(let from, _, _): from
    }
  }
}

/// What tells that a file holds what it held.
package enum FileContent: Sendable, Hashable {
  /// Its bytes have this digest.
  case digest(ContentDigest)
  /// It was not read: its size and when it was last changed.
  case trace(FileTrace)
}

/// How far a change has come. The journal holds it as the name of a file in the entry's folder, which only renames change.
package enum JournalState: String, Sendable, CaseIterable {
  /// New texts are being written beside their places; nothing has its new name yet.
  case staging
  /// All of it is on the disk and is being put in place.
  case pending
  /// It is being taken back, because something failed.
  case failing
  /// It is done.
  case done
  /// It is being undone.
  case undoing
  /// It is undone.
  case undone
  /// It is being done again.
  case redoing
  /// It was taken back, or never began; files that were staged for it may lie in a folder that was nowhere then.
  case aborted
  /// The entry is being removed.
  case leaving

  /// True where the change is done or undone, and nothing is under way.
  package var isSettled: Bool { self == .done || self == .undone }
}
