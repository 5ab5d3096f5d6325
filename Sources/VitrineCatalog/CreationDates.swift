// When records were created, where no schema has a field for it: the date of a file's first commit, else when the file was made. Decision 0088 says why.

import Glibc
import Synchronization
import VitrineFiles
package import VitrineGit
package import VitrineIndex
package import VitrineSource
import VitrineSystem

/// What is known of a catalogue's history. A live catalogue keeps one through all its states; nothing is read before somebody asks.
final class CreationDates: Sendable {
  /// How far the clock on the wall is ahead of UTC.
  private let offset: ClockOffset
  /// The first commits as they were last read.
  private let known = Mutex<FirstCommits?>(nil)
  /// The latest changes as they were last read.
  private let latest = Mutex<FileVersions?>(nil)

  /// Nothing known, by a clock.
  init(offset: @escaping ClockOffset) { self.offset = offset }

  /// The first commits now, where the catalogue lies in, and where in the repository that is; nil without git.
  fileprivate func history(of catalogue: LoadedCatalogue) -> (commits: FirstCommits, prefix: Path)? {
    do throws(GitError) {
      guard let (repository, tip) = try Self.repository(of: catalogue) else { return nil }
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

  /// The changes of its files now, and the repository that has them; nil without git.
  fileprivate func versions(of catalogue: LoadedCatalogue) -> (versions: FileVersions, repository: GitRepository)? {
    do throws(GitError) {
      guard let (repository, tip) = try Self.repository(of: catalogue) else { return nil }
      return try latest.withLock { latest throws(GitError) in
        if let latest, latest.commit == tip { return (latest, repository) }
        let versions = try repository.versions(until: tip)
        latest = versions
        return (versions, repository)
      }
    } catch {
      return nil
    }
  }

  /// The repository that a catalogue lies in, and its commit there; nil for one without a commit.
  private static func repository(of catalogue: LoadedCatalogue) throws(GitError) -> (GitRepository, GitObjectID)? {
    let root = real(catalogue.root)
    let repository = try GitRepository(containing: root, workingFolder: root) { _ in nil }
    var tip = catalogue.source.version?.commit
    if tip == nil { tip = try repository.commitIfAny("HEAD") }
    return tip.map { (repository, $0) }
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
  /// The latest changes of its files in git, and the repository that has them; nil without git. What was read for an earlier state of a live catalogue is not
  /// read again.
  package func fileVersions() -> (versions: FileVersions, repository: GitRepository)? { dates.versions(of: self) }

  /// When a file was first committed, by its path: nil for one that never was. Nil without git. Units: seconds since 1970.
  package func firstCommits() -> ((Path) -> Int64?)? {
    dates.history(of: self).map { history in { history.commits.time(ofFileAt: history.prefix.appending($0)) } }
  }

  /// The index with the columns of when records were created.
  package func indexWithCreated() -> RecordIndex? {
    index.map { $0.with(filled.columns(of: $0, in: self, dates)) }
  }
}
