// When records were created, where no schema has a field for it: the date of a file's first commit, else when the file was made. Decision 0088 says why.

import Glibc
import Synchronization
import VitrineFiles
import VitrineGit
package import VitrineIndex
import VitrineSource
import VitrineSystem

/// What is known of a catalogue's history. A live catalogue keeps one through all its states; nothing is read before somebody asks.
final class CreationDates: Sendable {
  /// How far the clock on the wall is ahead of UTC.
  private let offset: ClockOffset
  /// The first commits as they were last read.
  private let known = Mutex<FirstCommits?>(nil)

  /// Nothing known, by a clock.
  init(offset: @escaping ClockOffset) { self.offset = offset }

  /// The first commits now, where the catalogue lies in, and where in the repository that is; nil without git.
  fileprivate func history(of catalogue: LoadedCatalogue) -> (commits: FirstCommits, prefix: Path)? {
    do throws(GitError) {
      let root = Self.real(catalogue.root)
      let repository = try GitRepository(containing: root, workingFolder: root) { _ in nil }
      var tip = catalogue.source.version?.commit
      if tip == nil { tip = try repository.commitIfAny("HEAD") }
      guard let tip else { return nil }
      // One reads, and the others wait for that.
      return try known.withLock { known throws(GitError) in
        let commits = try repository.firstCommits(until: tip, known: known)
        known = commits
        return (commits, repository.prefix)
      }
    } catch {
      return nil
    }
  }

  private static func real(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The columns for the records of a catalogue.
  fileprivate func columns(
    of index: RecordIndex, in catalogue: LoadedCatalogue, _ history: (commits: FirstCommits, prefix: Path)?
  ) -> CreatedColumns {
    let isFolder = catalogue.source.version == nil
    let root = Path(catalogue.root)
    return CreatedColumns(index, offset: offset) { path in
      history?.commits.time(ofFileAt: history?.prefix.appending(path) ?? path)
        ?? (isFolder ? SystemCall.birthTime(root.appending(path).string) : nil)
    }
  }
}

/// The columns of one state of a catalogue, once they are filled.
final class FilledColumns: Sendable {
  private let filled = Mutex<(commit: GitObjectID?, columns: CreatedColumns)?>(nil)

  /// The columns, filled anew where there are commits since the last time.
  fileprivate func columns(of index: RecordIndex, in catalogue: LoadedCatalogue, _ dates: CreationDates) -> CreatedColumns {
    let history = dates.history(of: catalogue)
    return filled.withLock { filled in
      if let filled, filled.commit == history?.commits.commit { return filled.columns }
      let columns = dates.columns(of: index, in: catalogue, history)
      filled = (history?.commits.commit, columns)
      return columns
    }
  }
}

extension LoadedCatalogue {
  /// The index with the columns of when records were created.
  package func indexWithCreated() -> RecordIndex? {
    index.map { $0.with(filled.columns(of: $0, in: self, dates)) }
  }
}
