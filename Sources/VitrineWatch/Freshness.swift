// Which files may be written again without looking different: times of files go by steps, and two writes within one step leave the same.

/// What is known of the time of day, by the changes of files that were seen.
///
/// The time of day itself is asked of nobody: the file system's may be another machine's. That it was set back is seen by the first file that changed and has an
/// earlier change than before: from then on its change is the newest, and files that changed before that are not asked. Until the time before is reached again
/// nobody knows which of the changes that follow are of the new time and which of the old, seen late: the newest becomes no later, and a change of a known file
/// counts as one that was seen just now.
struct Freshness {
  /// The latest change of a file ever seen, and when it was seen first. Units: nanoseconds since 1970, and of the watcher's clock.
  private var newest: (change: Int64, seen: Int64) = (.min, .min)
  /// The latest change that was seen when the clock was set back: what is no later may be of the time before.
  private var before = Int64.min

  /// The longest step of the times of most file systems, with some to spare. Units: nanoseconds.
  private static let step = PendingFiles.quietWhenFound
  /// The same where times are whole seconds, or even ones (FAT).
  private static let wholeStep: Int64 = 2_000_000_000

  /// A change was seen.
  mutating func see(_ change: Int64, now: Int64) {
    if change > newest.change, change > before { newest = (change, now) }
  }

  /// A known file has another time than it had. Where it is earlier, the clock was set back.
  mutating func change(from old: Int64, to change: Int64, now: Int64) {
    let isBehind = newest.change < before
    if change < old {
      before = max(before, newest.change)
      newest = (isBehind ? min(newest.change, change) : change, now)
    } else if isBehind, change > old {
      newest.seen = now
    }
  }

  /// True for a change so close to the newest seen that one after it could have the same time. Shape: `newest` is the newest that its reader had seen, where
  /// somebody else looked at the file.
  func isFresh(_ change: Int64, newest: Int64? = nil) -> Bool {
    change >= (newest ?? self.newest.change) &- Self.step(of: change)
  }

  /// True while a change after this look could still have the time of the entry's.
  func isLasting(_ entry: WatchedEntry, now: Int64) -> Bool {
    isFresh(entry.changed) && now &- newest.seen <= Self.step(of: entry.changed)
  }

  private static func step(of change: Int64) -> Int64 { change % 1_000_000_000 == 0 ? wholeStep : step }
}
