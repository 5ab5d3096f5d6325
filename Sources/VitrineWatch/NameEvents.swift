// What the events of names in folders say: where to look, and what to wait for before.

/// The events of one drain, name by name.
///
/// It asks nothing of the disk. A name is marked to be looked at, or waited for as it is being written, by its last event; where a file that is waited for is
/// renamed, waiting goes on under the new name.
struct NameEvents {
  /// The names of which the last event says that they were removed.
  private(set) var gone: Set<PendingFiles.Place> = []
  /// The names that were made and are waited for: whether somebody writes there is still to be seen.
  private(set) var created: [PendingFiles.Place] = []
  /// Files that are being written and were renamed, by the cookies of the events.
  private var moving: [UInt32: PendingFiles.Waiting] = [:]

  /// A drain begins to read.
  init() {}

  /// Takes an event of a name that is no folder's.
  mutating func take(
    _ event: WatchEvent, at place: PendingFiles.Place, _ queue: inout LookQueue, _ pending: inout PendingFiles, now: Int64
  ) {
    func mark(mayDiffer: Bool = false) { queue.mark(place.name, in: place.folder, mayDiffer: mayDiffer) }
    // Not so of a name that was moved away: of two that change places at once, the last event of one says that it went.
    if event.events == .deleted { gone.insert(place) } else { gone.remove(place) }
    switch event.events {
    case .modified:
      if !pending.wait(for: place, now: now, isWritten: true) { mark(mayDiffer: true) }
    case .created:
      if pending.wait(for: place, now: now) { created.append(place) } else { mark() }
    case .attributes:
      if !pending.contains(place) { mark() }
    case .movedFrom:
      // Of two files that change places at once, the other one is here now, and may have been waited for as well.
      let waiting = pending.remove(place)
      moving[event.cookie] = waiting
      mark(mayDiffer: waiting != nil)
    case .movedTo:
      _ = pending.remove(place)
      if let waiting = moving.removeValue(forKey: event.cookie) { return pending.insert(waiting, at: place) }
      mark(mayDiffer: true)
    default:
      _ = pending.remove(place)
      mark(mayDiffer: event.events.contains(.closed))
    }
  }
}
