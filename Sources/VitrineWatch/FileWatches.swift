// Watches of files that have one name: no event of a folder tells that such a file got a second one. Decision 0077 says what that costs.

import Glibc
import VitrineFiles
import VitrineSystem

/// The watches of files themselves, for their status alone.
///
/// link(2) changes the status of a file, which those who watch the file are told, and brings an event of the new name alone. Where that is outside of the catalogue, or
/// in a folder that is left out, nobody would learn that the file can be written through another name from then on. Files with several names are `HardLinks`'.
struct FileWatches {
  /// Where a watched file was met.
  struct Watched {
    /// Its name.
    var place: PendingFiles.Place
    /// The file.
    var identity: FolderIdentity
  }

  private var byWatch: [Int32: Watched] = [:]
  /// Names of files that are to be watched.
  private var waiting: [PendingFiles.Place] = []
  /// The most files that are watched.
  private var most: Int
  /// Names that went since watches were last gone through.
  private var gone = 0
  private var last = Int64.min / 2

  /// The most files that are watched, where the system allows so many.
  private static let mostWatches = 8_192
  /// So much of what the system allows is used.
  private static let share = 8
  /// How many files are watched at once while nobody waits.
  static let fewFiles = 256
  /// The pause before that. Units: nanoseconds.
  private static let pause: Int64 = 2_000_000
  /// So many names have gone before watches are gone through for files that are not in the catalogue any more.
  private static let manyGone = 1024

  /// No file is watched. Shape: `limit` is how many watches the system allows; nil where it does not say.
  init(limit: Int?) { most = min(Self.mostWatches, (limit ?? Self.mostWatches) / Self.share) }

  /// When files are to be watched that are not yet; nil where there are none.
  var deadline: Int64? { waiting.isEmpty ? nil : last &+ Self.pause }

  /// True where files are watched, so that watches for folders can be had by giving these up.
  var isGivable: Bool { !byWatch.isEmpty }

  /// The file of a watch.
  func file(ofWatch watch: Int32) -> Watched? { byWatch[watch] }

  /// True where no more files are watched.
  var isFull: Bool { byWatch.count + waiting.count >= most }

  /// A file is to be watched.
  mutating func note(_ place: PendingFiles.Place, now: Int64) {
    if isFull { return }
    if waiting.isEmpty { last = now }
    waiting.append(place)
  }

  /// A name went, and its file may have gone elsewhere.
  mutating func noteGone() { gone += 1 }

  /// The next files to be watched.
  mutating func take(_ count: Int, now: Int64) -> [PendingFiles.Place] {
    defer {
      waiting.removeLast(min(count, waiting.count))
      last = now
    }
    return Array(waiting.suffix(count))
  }

  /// A file is watched. Shape: one that is watched already keeps its number.
  mutating func watch(_ watched: Watched, by watch: Int32) { byWatch[watch] = watched }

  /// A watch is gone.
  mutating func loseWatch(_ watch: Int32, now: Int64) {
    // Another file may have the same number, and stand where that one stood.
    if let lost = byWatch.removeValue(forKey: watch) { note(lost.place, now: now) }
  }

  /// All watches are gone.
  mutating func loseWatches(now: Int64) {
    let places = byWatch.values.map(\.place)
    byWatch = [:]
    for place in places { note(place, now: now) }
  }

  /// Gives up all watches, as too few are allowed; answers them.
  mutating func giveUp() -> [Int32] {
    defer { (byWatch, waiting, most) = ([:], [], 0) }
    return Array(byWatch.keys)
  }

  /// Forgets files that are not where they were met, if there are no watches left and there may be many such. Answers their watches.
  mutating func prune(isThere: (Watched) -> Bool) -> [Int32] {
    guard gone >= Self.manyGone, byWatch.count >= most / 2 else { return [] }
    gone = 0
    let stale = byWatch.filter { !isThere($0.value) }.map(\.key)
    for watch in stale { byWatch[watch] = nil }
    return stale
  }

  /// How many watches the system allows a user; nil where it does not say. Source: inotify(7).
  static var systemLimit: Int? {
    let file = open("/proc/sys/fs/inotify/max_user_watches", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 32)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return Int(String(decoding: bytes[..<count].prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }, as: UTF8.self))
  }
}

extension TreeWatcher {
  /// An event of a file with one name.
  func take(_ event: WatchEvent, of watched: FileWatches.Watched) {
    if event.events.contains(.ignored) { return fileWatches.loseWatch(event.watch, now: now) }
    guard let entry = entry(of: watched), !pending.contains(watched.place) else { return }
    queue.mark(watched.place.name, in: watched.place.folder, mayDiffer: entry.isFresh)
  }

  /// Watches files that have one name, if it is time: on a barrier all of them. Those that changed before they were watched are marked: on a barrier to be looked at
  /// in this drain, else in the next, after more events are read.
  func watchFiles() {
    guard let deadline = fileWatches.deadline, carry.isBarrier || deadline <= now else { return }
    for place in fileWatches.take(carry.isBarrier ? Int.max : FileWatches.fewFiles, now: now) { watchFile(at: place) }
    for watch in fileWatches.prune(isThere: { entry(of: $0) != nil }) where !isNeededElsewhere(watch) { backend.remove(watch) }
  }

  private func watchFile(at place: PendingFiles.Place) {
    guard let known = entry(at: place), known.status.kind == .regular, let folder = tree.path(of: place.folder) else { return }
    let path = (folder.isEmpty ? [] : folder + [UInt8(ascii: "/")]) + place.name + [0]
    let file = path.withUnsafeBufferPointer { SystemCall.openPath(rootFolder.number, $0.baseAddress) }
    // What is not there, or is something else, is what an event tells, or what is polled.
    guard file >= 0 else { return }
    defer { close(file) }
    let identity = FolderIdentity(known.status)
    var status = stat()
    guard fstat(file, &status) == 0, FolderIdentity(FileStatus(status)) == identity else { return }
    let watch = backend.add(file: file, events: .ofFileWithOneName)
    if watch < 0 {
      if watch == -ENOSPC || watch == -ENOMEM { giveUpFileWatches() }
      return
    }
    fileWatches.watch(.init(place: place, identity: identity), by: watch)
    guard fstat(file, &status) == 0 else { return }
    let seen = SeenStatus(status)
    let hasNewName = seen.hasOtherNames && !hardLinks.knows(identity)
    if hasNewName || seen.status != known.status || seen.changed != known.changed {
      queue.mark(place.name, in: place.folder, mayDiffer: known.isFresh)
    }
  }

  /// Leaves the watches of files to folders, which need them more.
  func giveUpFileWatches() {
    for watch in fileWatches.giveUp() where !isNeededElsewhere(watch) { backend.remove(watch) }
  }

  private func isNeededElsewhere(_ watch: Int32) -> Bool {
    hardLinks.file(ofWatch: watch) != nil || !ignoreFiles.folders(ofWatch: watch).isEmpty
  }

  /// What is known of a watched file; nil where it is not where it was.
  private func entry(of watched: FileWatches.Watched) -> WatchedEntry? {
    guard let entry = entry(at: watched.place), FolderIdentity(entry.status) == watched.identity else { return nil }
    return entry
  }

  /// What is known of a name of a file.
  func entry(at place: PendingFiles.Place) -> WatchedEntry? {
    let folder = tree.folders[Int(place.folder)]
    return folder.index(of: place.name, isFolder: false).map { folder.entries[$0] }
  }
}
