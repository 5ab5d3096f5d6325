// Whether files that are missing were taken away by vitrine itself: the journal knows before the first of them goes.
// Decision 0028 says why.

import VitrineChanges
package import VitrineSource
import VitrineSystem

extension Journal {
  /// Those of some missing files that a change of vitrine's own took away: the last change that has to do with such a file left it away or is
  /// under way, and nobody did anything in its folder since.
  ///
  /// Shape: none where the journal cannot be read. Whoever asks saw the files missing before the question.
  package func tookAway(_ missing: [Path]) -> Set<Path> {
    var open = Set(missing)
    var taken: [Path] = []
    var isUnderWay = false
    var latest = Int64.min
    var desk = FileDesk(writer.root, writer.calls)
    for number in ((try? numbers()) ?? []).reversed() {
      guard !open.isEmpty else { break }
      guard let state = state(of: number), state.isAboutFiles, let entry = (try? entry(number)) ?? nil else { continue }
      var isAbout = false
      for step in entry.steps {
        for (path, isGone) in step.absences(state) where open.remove(path) != nil {
          isAbout = true
          if isGone { taken.append(path) }
        }
      }
      guard isAbout else { continue }
      if !state.isSettled { isUnderWay = true }
      // A change ends by renaming a file in its folder.
      let status = (try? desk.status(Spot(JournalPlaces.entryFolder(number)))) ?? nil
      latest = max(latest, status?.modified ?? .min)
    }
    if isUnderWay { return Set(taken) }
    var folders: [Path: Int64] = [:]
    return Set(
      taken.filter { path in
        let folder = Spot(path).folder
        let changed = folders[folder] ?? Self.lastChange(at: folder, &desk)
        folders[folder] = changed
        return changed <= latest
      })
  }

  /// When anything last came to or went from a folder, or from the nearest one above that is there. Units: nanoseconds since 1970.
  private static func lastChange(at folder: Path, _ desk: inout FileDesk) -> Int64 {
    var folder = folder
    while !folder.isEmpty {
      if let status = (try? desk.status(Spot(folder))) ?? nil { return status.modified }
      folder = Spot(folder).folder
    }
    return .min
  }
}

extension JournalStep {
  /// The paths it is about, and whether nothing stands there in a state, or will when what is under way is done.
  fileprivate func absences(_ state: JournalState) -> [(path: Path, isGone: Bool)] {
    let isAfter: Bool
    switch state {
    case .pending, .done, .redoing: isAfter = true
    case .failing, .undoing, .undone: isAfter = false
    case .staging, .aborted, .leaving: return []
    }
    return switch self {
    case .create(let path, _): [(path, !isAfter)]
    case .replace(let path, _, _): [(path, false)]
    case .remove(let path, _), .drop(let path, _): [(path, isAfter)]
    case .move(let from, let to, _): [(from, isAfter), (to, !isAfter)]
    }
  }
}

extension JournalState {
  /// True where files of the catalogue are, or get, what the change says.
  fileprivate var isAboutFiles: Bool {
    switch self {
    case .pending, .failing, .done, .undoing, .undone, .redoing: true
    case .staging, .aborted, .leaving: false
    }
  }
}
