// Which folders a change works in, so that one that is moved away meanwhile is noticed, and found again.

import Glibc
import VitrineChanges
import VitrineFiles
import VitrineSource
import VitrineSystem

/// The folders of a change's files, as they were when it began. Decision 0045 says why. A folder that stands elsewhere now, or in whose place another stands, is none that the
/// change may go on in; what was done in it is taken back where it is now.
struct FolderIdentities: Sendable {
  private let root: OpenRoot
  private var known: [Path: FolderIdentity] = [:]

  /// The folders of an entry's steps, as far as they are there.
  init(of entry: JournalEntry, below root: OpenRoot) {
    self.root = root
    for step in entry.steps { for folder in step.folders { note(folder) } }
  }

  /// Notes a folder as it is now, unless it is known, or not there.
  mutating func note(_ folder: Path) {
    guard !folder.isEmpty, known[folder] == nil, let identity = identity(of: folder) else { return }
    known[folder] = identity
  }

  /// True where the folders of a step stand where they stood. Of one that was not there nothing is known.
  func stand(for step: JournalStep) -> Bool { step.folders.allSatisfy(stands) }

  /// True where an open folder is the one of that path, or nothing is known of that path.
  func isKnown(_ descriptor: Int32, as folder: Path) -> Bool {
    guard let identity = known[folder] else { return true }
    var status = stat()
    return fstat(descriptor, &status) == 0 && FolderIdentity(FileStatus(status)) == identity
  }

  private func stands(_ folder: Path) -> Bool { known[folder].map { $0 == identity(of: folder) } ?? true }

  private func identity(of folder: Path) -> FolderIdentity? {
    var status = stat()
    let result = SystemCall.repeated { fstatat(root.descriptor, folder.string, &status, AT_SYMLINK_NOFOLLOW) }
    return result >= 0 && FileKind(mode: UInt32(status.st_mode)) == .folder ? FolderIdentity(FileStatus(status)) : nil
  }

  /// Where the folders are now that stand elsewhere.
  func relocation() -> FolderRelocation {
    var relocation = FolderRelocation()
    var sought: [FolderIdentity: Path] = [:]
    for (folder, identity) in known {
      if stands(folder) { relocation.staying.insert(folder) } else { sought[identity] = folder }
    }
    guard !sought.isEmpty else { return relocation }
    FolderSearch(isOneCatalogue: false).run(root.descriptor) { visit in
      var status = stat()
      guard fstat(visit.descriptor, &status) == 0 else { return true }
      if let folder = sought.removeValue(forKey: FolderIdentity(FileStatus(status))) { relocation.moved[folder] = visit.path }
      return !sought.isEmpty
    }
    relocation.lost = Set(sought.values)
    return relocation
  }
}

/// Where folders went.
struct FolderRelocation: Sendable {
  /// Those that stand where they stood.
  var staying: Set<Path> = []
  /// Those that stand elsewhere, and where.
  var moved: [Path: Path] = [:]
  /// Those that are nowhere in the catalogue.
  var lost: Set<Path> = []

  /// True where all folders stand where they stood.
  var isNone: Bool { moved.isEmpty && lost.isEmpty }

  /// The path of a folder now. One of which nothing is known went where the nearest above it went.
  func folder(_ path: Path) -> Path {
    var above = path
    while !above.isEmpty {
      if let place = moved[above] { return path.moved(from: above, to: place) }
      if staying.contains(above) || lost.contains(above) { return path }
      above = Spot(above).folder
    }
    return path
  }

  /// The path of a file now.
  func file(_ path: Path) -> Path {
    let spot = Spot(path)
    return folder(spot.folder).appending(spot.name)
  }

  /// An entry with its paths as they are now.
  func entry(_ entry: JournalEntry) -> JournalEntry {
    var entry = entry
    for (index, step) in entry.steps.enumerated() {
      switch step {
      case .create(let path, let after): entry.steps[index] = .create(path: file(path), after: after)
      case .replace(let path, let before, let after):
        entry.steps[index] = .replace(path: file(path), before: before, after: after)
      case .remove(let path, let before): entry.steps[index] = .remove(path: file(path), before: before)
      case .drop(let path, let before): entry.steps[index] = .drop(path: file(path), before: before)
      case .move(let from, let to, let content): entry.steps[index] = .move(from: file(from), to: file(to), content: content)
      }
    }
    entry.madeFolders = entry.madeFolders.map(folder)
    for index in entry.leftFolders.indices { entry.leftFolders[index].path = folder(entry.leftFolders[index].path) }
    return entry
  }
}

extension JournalStep {
  /// The folders in which it changes something.
  var folders: [Path] {
    switch self {
    case .create(let path, _), .replace(let path, _, _), .remove(let path, _), .drop(let path, _): [Spot(path).folder]
    case .move(let from, let to, _): [Spot(from).folder, Spot(to).folder]
    }
  }
}
