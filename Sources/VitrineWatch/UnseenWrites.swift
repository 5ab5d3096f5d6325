// Writes under names that nobody looked at in time: such a name may have been another one of any file.

/// What was written under names that were gone, or left out, before they were looked at.
///
/// A write through one of several names of a file brings an event of that name alone. Which file it was is seen by looking at the name. Where
/// that is too late, all files are compared with what is known of them. Not found out is what a name did that no folder of the catalogue had:
/// one outside, a hidden one, one in a folder that came and went within a folder that was new itself.
struct UnseenWrites {
  /// What is known of a name after a look.
  enum State {
    /// The name is known or waited for, or need not be.
    case seen
    /// It is not there, or was not found out about.
    case absent
    /// The folder that it was in is gone.
    case folderGone
  }

  /// Names that came and were written since the last look, and new folders.
  private var unseen: Set<PendingFiles.Place> = []
  /// Names like that which were moved away, by the cookies of the events.
  private var moving: Set<UInt32> = []
  /// Names that came and were not seen yet.
  private var came: Set<PendingFiles.Place> = []
  /// How many of them are kept in mind.
  private static let most = 4096
  /// True where all files are to be compared.
  private(set) var isDue = false
  /// When they were compared last. Units: nanoseconds.
  private var last = Int64.min / 2
  /// How often that was.
  private(set) var comparisons = 0

  /// An event of a name, in the order of the events.
  mutating func take(_ event: WatchEvent, at place: @autoclosure () -> PendingFiles.Place) {
    let isFolder = event.events.contains(.isFolder)
    switch event.events.subtracting(.isFolder) {
    case .created:
      came.insert(place())
      if isFolder { unseen.insert(place()) }
    case .modified where !came.isEmpty:
      if came.contains(place()) { unseen.insert(place()) }
    case .deleted where !came.isEmpty:
      came.remove(place())
      if unseen.remove(place()) != nil { isDue = true }
    case .movedFrom where !came.isEmpty:
      came.remove(place())
      if unseen.remove(place()) != nil { moving.insert(event.cookie) }
    case .movedTo:
      // What had the name before is gone.
      if unseen.remove(place()) != nil { isDue = true }
      came.insert(place())
      if moving.remove(event.cookie) != nil { unseen.insert(place()) }
    default: break
    }
  }

  /// All marked places were looked at, and `state` says what is known of a name. A name that is not there is kept in mind: the events of what became of it
  /// meanwhile are still to be read.
  mutating func endLook(_ state: (PendingFiles.Place) -> State) {
    if came.isEmpty && unseen.isEmpty && moving.isEmpty { return }
    if !moving.isEmpty || unseen.contains(where: { state($0) != .seen }) { isDue = true }
    for place in came {
      switch state(place) {
      case .seen: came.remove(place)
      case .absent: continue
      case .folderGone:
        // No event tells what became of it.
        came.remove(place)
        isDue = true
      }
    }
    if came.count > Self.most { (came, isDue) = ([], true) }
    (unseen, moving) = ([], [])
  }

  /// When all files are to be compared; nil where nothing was missed. Shape: `interval` is the pause after the last time, in nanoseconds.
  func deadline(interval: @autoclosure () -> Int64) -> Int64? { isDue ? last &+ interval() : nil }

  /// All files are compared now.
  mutating func compare(now: Int64) {
    (isDue, last) = (false, now)
    comparisons += 1
  }
}
