// Why a change was not made, or not undone.

package import VitrineSource
package import VitrineSystem

/// A change that did not happen, and how things stand. But for `.stuck`, all files are as they were.
package enum JournalFailure: Error, Hashable, Sendable {
  /// A file is not as expected, or the disk is in the way.
  case file(FileError)
  /// Another program writes in this catalogue; who, as far as it tells.
  case busy(String)
  /// The files of a change are not what it left, so that it cannot be undone or done again; in the order of its steps.
  case refused([FileError])
  /// There is no such change, or it is not in the state for that.
  case notThere
  /// Something failed, and taking it back failed, too: the next change tries to end it.
  case stuck(FileError, back: FileError)

  /// True where a file is not as expected: the program ends with status 4.
  package var isConflict: Bool {
    switch self {
    case .file(let error): error.isConflict
    case .refused: true
    case .busy, .notThere, .stuck: false
    }
  }
}

extension JournalFailure: CustomStringConvertible {
  /// One sentence without a full stop.
  package var description: String {
    switch self {
    case .file(let error): "\(error)"
    case .busy(let who): "another change is being made here (\(Path(who).shown)); try again when it is done"
    case .refused(let errors): errors.first.map { "\($0)" } ?? "files changed since"
    case .notThere: "there is no such change"
    case .stuck(let error, let back):
      "\(error); it could not be taken back either (\(back.reason): '\(back.path.shown)'); the next change here tries to end it"
    }
  }
}

/// What became of a change that was interrupted, such as by kill -9 or a power cut.
package struct RecoveredChange: Hashable, Sendable {
  /// The entry's number.
  package var number: Int
  /// What it was, as far as it is known; "" where it is not.
  package var title: String
  /// True where it was completed as it was meant, false where it was taken back.
  package var isCompleted: Bool
  /// The files that somebody else changed meanwhile, and which were left alone.
  package var left: [FileError]
  /// Those of them whose former text went to the trash, since it stands nowhere else any more.
  package var rescued: [Path]
}
