// The latest commits that changed a record, for its page: soon, or not at all. Decision 0125 says why.

import VitrineChanges
import VitrineGit
package import VitrineModel
package import VitrineSource
import VitrineSystem

/// The latest commits that changed a record's file, newest first.
package struct RecordCommits: Sendable {
  /// One of them.
  package struct Commit: Sendable {
    fileprivate let change: GitChange

    /// Its name: 40 or 64 hexadecimal digits.
    package var id: String { change.commit.text }
    /// When its author made it, by their clock; nil for a date that is none.
    package var moment: CivilMoment? { Array(change.time.utf8).withUnsafeBufferPointer { CivilMoment($0) } }
    /// Who made it.
    package var author: String { RecordCommits.cut(change.author) }
    /// The first line of its message.
    package var subject: String { RecordCommits.cut(change.subject) }
    /// The path that the record had before, where that was another.
    package var oldPath: Path? { change.oldPath == change.path ? nil : change.oldPath }
    /// The path that it gave the record, relative to the catalogue's root.
    package var path: Path { change.path }
  }

  /// What git has besides these commits.
  package enum Rest: Sendable, Hashable {
    /// Nothing.
    case nothing
    /// Older ones.
    case more
    /// That was not found out: it took too long, or the repository has not all of its history.
    case unknown
  }

  /// The most commits.
  package static let mostCommits = 50
  /// How long git is asked, for all together. Units: milliseconds.
  private static let timeout = 2_000
  /// The most that is read of an answer of git's. Units: bytes.
  private static let longest = 256 << 10
  /// The longest name or subject. Units: characters.
  private static let longestText = 300
  /// So many former paths are looked for.
  private static let mostPaths = 16

  /// The commits.
  package let commits: [Commit]
  /// What there is besides.
  package let rest: Rest
  private let repository: GitRepository

  /// The commits of the record that has had these paths, the latest first: of the first one that is committed. Nil where there is no git, or the catalogue in
  /// `root` lies in no work tree of its that this user's git trusts.
  package init?(ofRecordAt paths: [Path], in root: String) {
    let root = Path.real(root)
    let deadline = MonotonicClock.now + Int64(Self.timeout) * 1_000_000
    do throws(GitError) {
      let repository = try GitRepository(containing: root, workingFolder: root, deadline: deadline) { _ in nil }
      guard let top = repository.worktree, Path(root).isWithin(Path(top)), let newest = paths.first else { return nil }
      self.repository = repository
      guard let head = try repository.commitIfAny("HEAD") else {
        (commits, rest) = ([], .nothing)
        return
      }
      let path = paths.prefix(Self.mostPaths).first { repository.hasFile($0, in: head) } ?? newest
      let (changes, isWhole) = try repository.latestChanges(
        ofFileAt: path, until: head, count: Self.mostCommits + 1, limit: Self.longest)
      commits = changes.prefix(Self.mostCommits).map { Commit(change: $0) }
      rest = changes.count > Self.mostCommits ? .more : isWhole ? .nothing : .unknown
    } catch {
      return nil
    }
  }

  /// What a commit changed in the file, as a unified diff; nil where git does not have it here, or it is too large.
  package func difference(of commit: Commit) -> [UInt8]? {
    let change = commit.change
    do throws(GitError) {
      let before = try bytes(of: change.before)
      let after = try bytes(of: change.after)
      if let before, let after, change.oldPath != change.path {
        return UnifiedDiff.render(from: change.oldPath, to: change.path, old: before, new: after)
      }
      return UnifiedDiff.render(path: change.path, old: before, new: after)
    } catch {
      return nil
    }
  }

  private func bytes(of object: GitObjectID?) throws(GitError) -> [UInt8]? {
    guard let object else { return nil }
    return try repository.bytes(of: object, limit: Self.longest)
  }

  private static func cut(_ text: String) -> String {
    let start = text.prefix(longestText)
    return start.endIndex == text.endIndex ? text : start + "…"
  }
}
