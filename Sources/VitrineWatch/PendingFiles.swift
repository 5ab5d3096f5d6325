// Files that are being written: made or changed, and not closed yet.

/// The files whose next look waits until they are closed, or quiet for a while.
struct PendingFiles {
  /// A name in a folder, by the folder's number.
  struct Place: Hashable {
    /// The number of the folder.
    var folder: Int32
    /// The bytes of the name.
    var name: [UInt8]
  }

  /// How a file is being waited for.
  struct Waiting {
    /// When it was first seen unfinished. Units: nanoseconds.
    var first: Int64
    /// When something was last seen of it.
    var last: Int64
    /// How long it has to be quiet.
    var quiet: Int64
    /// True once bytes were seen coming.
    var isWritten: Bool
    /// True where no event told of it: it was found, and may have been finished before.
    var isFound: Bool

    /// When waiting ends.
    var deadline: Int64 { min(last &+ quiet, first &+ PendingFiles.ceiling) }
  }

  /// How long a file has to be quiet to count as finished. Units: nanoseconds.
  static let quiet: Int64 = 200_000_000
  /// The same for one found in a new folder: it may have been finished before the folder was watched.
  static let quietWhenFound: Int64 = 20_000_000
  /// How long a file is waited for that never comes to rest.
  static let ceiling: Int64 = 2_000_000_000
  /// How many files are waited for at once; beyond that none are.
  private static let most = 4096

  private(set) var files: [Place: Waiting] = [:]

  /// True while nothing is waited for.
  var isEmpty: Bool { files.isEmpty }

  /// When the first of them is due.
  var deadline: Int64? { files.values.lazy.map(\.deadline).min() }

  /// The first of those whose bytes are coming, and when it was seen.
  var firstWritten: (place: Place, first: Int64)? {
    files.lazy.filter(\.value.isWritten).min { $0.value.first < $1.value.first }.map { ($0.key, $0.value.first) }
  }

  /// Whether a file is waited for.
  func contains(_ place: Place) -> Bool { !files.isEmpty && files[place] != nil }

  /// Waits for a file, or goes on waiting. Answers false where there are too many already.
  mutating func wait(for place: Place, now: Int64, quiet: Int64 = Self.quiet, isWritten: Bool = false, isFound: Bool = false)
    -> Bool
  {
    if var waiting = files[place] {
      waiting.last = now
      waiting.quiet = isWritten ? Self.quiet : waiting.quiet
      waiting.isWritten = waiting.isWritten || isWritten
      waiting.isFound = waiting.isFound && isFound
      files[place] = waiting
      return true
    }
    guard files.count < Self.most else { return false }
    files[place] = Waiting(first: now, last: now, quiet: quiet, isWritten: isWritten, isFound: isFound)
    return true
  }

  /// Stops waiting for a file and tells how it was waited for.
  mutating func remove(_ place: Place) -> Waiting? { files.isEmpty ? nil : files.removeValue(forKey: place) }

  /// Puts back what was removed under another name.
  mutating func insert(_ waiting: Waiting, at place: Place) { files[place] = waiting }

  /// Stops waiting for all files of a folder.
  mutating func removeAll(in folder: Int32) {
    if !files.isEmpty { files = files.filter { $0.key.folder != folder } }
  }

  /// Takes out the files that `isDue` picks.
  mutating func take(where isDue: (Waiting) -> Bool) -> [(place: Place, waiting: Waiting)] {
    guard !files.isEmpty else { return [] }
    let due = files.filter { isDue($0.value) }
    for place in due.keys { files[place] = nil }
    return due.map { ($0.key, $0.value) }
  }
}
