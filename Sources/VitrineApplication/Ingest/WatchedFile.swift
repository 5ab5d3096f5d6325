// When a file of a watched inbox counts as finished, where no event of the system said so.

import VitrineFiles
package import VitrineSystem

/// A file that stays in an inbox, as those saw it who look into the inbox again and again. Decision 0111 says why it waits as long as it does.
package struct WatchedFile: Sendable {
  /// What the system said of it last.
  package let status: FileStatus
  /// Since when it is so. Units: nanoseconds, of a clock that only counts.
  package let since: Int64
  /// The longest time after which it did change again. Units: nanoseconds.
  private let longestPause: Int64
  /// True where an event said that a program has closed it, or that it was moved in.
  package var isClosed = false
  /// True where nothing is left to be done with it.
  package var isDone = false
  /// True where it was taken as it is, and where it was taken before it changed.
  package private(set) var (isTaken, wasTaken) = (false, false)
  /// True where nobody knows who writes it.
  package var isBlind = false
  /// Whether it has a stretch that nobody seems to have written; nil until somebody looked.
  package var hasGap: Bool?

  /// A file that is seen like this for the first time, or again: `before` is what was known of it.
  package init(_ status: FileStatus, at now: Int64, after before: WatchedFile? = nil) {
    if let before, before.status == status {
      self = before
      return
    }
    (self.status, since) = (status, now)
    // A card that is put in again is another device: nobody wrote the file meanwhile.
    let isWritten = before.map { $0.status.size != status.size || $0.status.modified != status.modified } ?? false
    longestPause = before.map { isWritten ? max($0.longestPause, now - $0.since) : $0.longestPause } ?? 0
    wasTaken = before.map { isWritten && $0.isTaken || $0.wasTaken } ?? false
  }

  /// Notes that it was taken.
  package mutating func take() { (isDone, isTaken) = (true, true) }

  /// A file that did not change for so long is finished, where nobody has it open for writing. Units: nanoseconds.
  package static let settling: Int64 = 400_000_000
  /// The same where nobody knows who writes: on the file systems of other machines, of telephones. Units: nanoseconds.
  package static let blindSettling: Int64 = 2_500_000_000
  /// The same of a file that has a gap. Units: nanoseconds.
  package static let gapSettling: Int64 = 10_000_000_000
  /// How many times the longest pause of its writer it rests, where nobody knows who writes.
  private static let pauses: Int64 = 3

  /// Whether it is finished. `isBeingWritten` is what the system says of it; nil where it cannot tell.
  package func isFinished(at now: Int64, isBeingWritten: Bool?) -> Bool {
    // Another program may have opened it again since.
    if let isBeingWritten { return !isBeingWritten && (isClosed || now - since >= Self.settling) }
    return isClosed || now - since >= rest
  }

  /// Whether it is time to ask the system who writes it. Asking opens it, which costs telephones and cards more than a look.
  package func isToBeAsked(at now: Int64) -> Bool { isClosed || now - since >= (isBlind ? rest : Self.settling) }

  /// Whether a look at its bytes would say more: nobody knows who writes it, and it rested long enough but for a gap.
  package func isToBeSearched(at now: Int64) -> Bool { isBlind && hasGap == nil && !isClosed && now - since >= rest }

  /// How long it has to stay as it is. A writer that paused before may do so again, for about as long. Units: nanoseconds.
  private var rest: Int64 {
    let least = hasGap == true ? Self.gapSettling : Self.blindSettling
    return min(max(least, longestPause * Self.pauses), InboxFile.forgetting)
  }
}

extension InboxFile {
  /// How long after it changed a file may still have gaps because it is being written. Units: nanoseconds.
  private static let recently: Int64 = 60_000_000_000
  /// What file systems give room in, and programs write in. Units: bytes.
  private static let block = 4096

  /// Whether it seems not to be written to its end, for somebody whom no event and no lease can tell: it is not as it was listed, or it changed lately and
  /// has a gap. `now` is the time of day. Units: nanoseconds since 1970.
  ///
  /// A file on another machine may be listed as it was a while ago; opening it asks that machine (nfs(5), close-to-open).
  package func seemsUnfinished(at now: Int64) -> Bool {
    let isRecent = abs(now - status.modified) < Self.recently
    let found = try? FileReader.withFile(path: path) { file throws(FileError) -> Bool in
      guard file.status.size == status.size, file.status.modified == status.modified else { return true }
      guard isRecent else { return false }
      return try Self.hasGap(file)
    }
    // What cannot be read is said by whoever takes it.
    return found ?? false
  }

  /// Whether a file has a block of zeros only: the room of what is not yet there, in a file that had its full length from the start. Photos have such blocks
  /// of their own now and then; they only wait longer.
  private static func hasGap(_ file: OpenFile) throws(FileError) -> Bool {
    var start = 0
    while start < file.status.size {
      let piece = try file.part(from: start, count: OpenFile.mostAtOnce)
      guard !piece.isEmpty else { return true }
      if hasGap(piece) { return true }
      start += piece.count
    }
    return false
  }
  private static func hasGap(_ piece: [UInt8]) -> Bool {
    stride(from: 0, through: piece.count - block, by: block).contains { start in
      piece[start..<(start + block)].allSatisfy { $0 == 0 }
    }
  }
}
