// What reading files showed of them, for whoever keeps a tree in mind: so that no file is asked for its status twice.

package import Glibc
package import VitrineSystem

/// A file's status with what tells one moment of it from another.
package struct SeenStatus: Sendable {
  /// What the system said.
  package var status: FileStatus
  /// When anything about the file last changed, its status included. Units: nanoseconds since 1970.
  package var changed: Int64
  /// True for a file that has other names as well.
  package var hasOtherNames: Bool

  /// The values of a `stat`.
  package init(_ status: stat) {
    self.status = FileStatus(status)
    let (seconds, overflow) = Int64(status.st_ctim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    changed = overflow ? 0 : seconds &+ Int64(status.st_ctim.tv_nsec)
    hasOtherNames = status.st_nlink > 1
  }
}

/// What one reader saw of files when it opened them, before it read the first byte.
package struct FileSnapshots: Sendable {
  /// One file.
  package struct Snapshot: Sendable {
    /// Its number in the listing.
    package var file: UInt32
    /// The folder it was opened in; nil where that is not known.
    package var folder: FolderIdentity?
    /// What it was.
    package var seen: SeenStatus
    /// The latest change of any file that the reader had seen by then, this one among them. Units: nanoseconds since 1970.
    package var newest: Int64
  }

  /// The files that were opened.
  package private(set) var all: [Snapshot] = []
  /// The numbers of the files that could not be opened.
  package private(set) var missed: [UInt32] = []
  /// Those among them that were not there, or that nothing was said of though they could not be read: they are to be looked at once more.
  package private(set) var gone: [UInt32] = []
  private var newest = Int64.min

  /// Nothing seen yet, and room for so many files.
  package init(room: Int = 0) { all.reserveCapacity(room) }

  /// Notes a file, opened in a folder, with the status it had; or without one where it could not be opened, `isGone` where it was not there.
  package mutating func note(_ file: Int, _ status: stat, in folder: FolderIdentity?, isGone: Bool = false) {
    let file = UInt32(truncatingIfNeeded: file)
    guard status.st_mode != 0 else {
      if isGone { gone.append(file) }
      return missed.append(file)
    }
    let seen = SeenStatus(status)
    newest = max(newest, seen.changed)
    all.append(Snapshot(file: file, folder: folder, seen: seen, newest: newest))
  }
}

/// Some files, and what was seen of them.
package struct SeenFiles: Sendable {
  /// The files.
  package let listing: Listing
  /// What was seen of them, by their numbers in the listing.
  package let snapshots: [FileSnapshots]

  /// What readers saw of the files of a listing.
  package init(_ listing: Listing, _ snapshots: [FileSnapshots]) {
    (self.listing, self.snapshots) = (listing, snapshots)
  }
}
