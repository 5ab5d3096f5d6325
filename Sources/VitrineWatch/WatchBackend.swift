// Where events come from: the few calls that the tree watcher makes of inotify, whichever way they are made.

import Glibc

/// A source of events about folders.
///
/// One owner uses it, from one thread at a time.
package protocol WatchBackend: AnyObject {
  /// What to poll(2) for reading; -1 while there is nothing. It may be another one after `reset`.
  var descriptor: Int32 { get }

  /// True where forgotten watches cost memory by now, so that a `reset` (and everything read again) is due.
  var isWorn: Bool { get }

  /// Watches an open folder and answers the number of the watch, from 0 up; or minus the number of the error.
  ///
  /// The folder is watched itself, not what its path leads to by now. A folder that is watched already keeps its number.
  func add(folder: Int32, events: WatchEvents) -> Int32

  /// Watches an open file, whatever its names: what happens through any of them is reported, without a name. Answers as for a folder. Of a file that is watched
  /// already, these events are reported as well.
  func add(file: Int32, events: WatchEvents) -> Int32

  /// Ends a watch. Events of it may still come.
  func remove(_ watch: Int32)

  /// Reads the next event without waiting; false where there is none. Shape: the event's old content is of no matter.
  func next(_ event: inout WatchEvent) -> Bool

  /// Forgets all watches and all events and begins anew. Answers 0, or the number of the error: then there are no events until a
  /// later `reset` succeeds.
  func reset() -> Int32
}

/// What happened in a folder.
package struct WatchEvent: Sendable, Equatable {
  /// The watch; -1 for `overflow`.
  package var watch: Int32
  /// What happened.
  package var events: WatchEvents
  /// Binds the two halves of a rename.
  package var cookie: UInt32
  /// The bytes of the name in the folder; none for the folder itself.
  package var name: [UInt8]

  /// An event.
  package init(watch: Int32 = -1, events: WatchEvents = [], cookie: UInt32 = 0, name: [UInt8] = []) {
    self.watch = watch
    self.events = events
    self.cookie = cookie
    self.name = name
  }
}

/// Kinds of events. Source: inotify(7), whose bits these are.
package struct WatchEvents: OptionSet, Sendable {
  /// The bits.
  package let rawValue: UInt32

  /// The given bits.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `IN_MODIFY`: bytes of a file were written or cut off.
  package static let modified = WatchEvents(rawValue: 0x2)
  /// `IN_ATTRIB`: owner, permissions, times or the number of links.
  package static let attributes = WatchEvents(rawValue: 0x4)
  /// `IN_CLOSE_WRITE`: a file that was open for writing was closed.
  package static let closed = WatchEvents(rawValue: 0x8)
  /// `IN_MOVED_FROM`: a name went away.
  package static let movedFrom = WatchEvents(rawValue: 0x40)
  /// `IN_MOVED_TO`: a name came.
  package static let movedTo = WatchEvents(rawValue: 0x80)
  /// `IN_CREATE`: a name was made.
  package static let created = WatchEvents(rawValue: 0x100)
  /// `IN_DELETE`: a name was removed.
  package static let deleted = WatchEvents(rawValue: 0x200)
  /// `IN_DELETE_SELF`: the watched folder was removed.
  package static let deletedSelf = WatchEvents(rawValue: 0x400)
  /// `IN_MOVE_SELF`: the watched folder was renamed.
  package static let movedSelf = WatchEvents(rawValue: 0x800)
  /// `IN_UNMOUNT`: the file system of the watched folder is gone.
  package static let unmounted = WatchEvents(rawValue: 0x2000)
  /// `IN_Q_OVERFLOW`: events were lost.
  package static let overflow = WatchEvents(rawValue: 0x4000)
  /// `IN_IGNORED`: the watch is gone.
  package static let ignored = WatchEvents(rawValue: 0x8000)
  /// `IN_ISDIR`: the name is a folder's.
  package static let isFolder = WatchEvents(rawValue: 0x4000_0000)

  /// What is asked of a folder of the tree.
  static let ofFolder: WatchEvents = [.modified, .attributes, .closed, .movedFrom, .movedTo, .created, .deleted]
  /// What is asked of a file with several names.
  static let ofFile: WatchEvents = [.modified, .attributes, .closed]
  /// What is asked of a file with one name: that it got another.
  static let ofFileWithOneName: WatchEvents = .attributes
  /// `IN_MASK_ADD`: what was asked before is asked as well.
  static let added = WatchEvents(rawValue: 0x2000_0000)
  /// What is asked of the root besides.
  static let ofRoot: WatchEvents = [.deletedSelf, .movedSelf]
  /// `IN_ONLYDIR` and `IN_EXCL_UNLINK`.
  static let flags = WatchEvents(rawValue: 0x0500_0000)
}
