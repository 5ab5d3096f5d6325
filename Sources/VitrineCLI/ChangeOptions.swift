// The options of every command that changes files.

import VitrineApplication
import VitrineCommandLine

/// What a person may ask of a change. A command that ends in `Session.carryOut` has `ChangeOptions.all` among its options.
enum ChangeOptions {
  /// Show and stop.
  static let dryRun = Option.flag("dry-run", short: "n", "show what would change, and change nothing")
  /// Do not ask.
  static let yes = Option.flag("yes", short: "y", "take 'yes' for the answer, where a question would be asked")
  /// Do the rest.
  static let partial = Option.flag(
    "partial", "leave out the records that have errors or cannot be read, and take the others")
  /// Print the difference and stop.
  static let diff = Option.flag("diff", "print what would change as a patch for the catalogue's root, and change nothing")

  /// Wait for others.
  static let wait = Option.number(
    "wait", "SECONDS", in: 0...3_600, default: ChangeExecution.standardWait,
    "how long to wait for others that change the catalogue")

  /// All of them.
  static var all: [any DeclaredOption] { [dryRun, yes, diff, wait] }
}

extension ChangeExecution {
  /// What stands on the line of a command that has `ChangeOptions.all`.
  init(_ arguments: Arguments) {
    let isOnlyDifference = arguments[ChangeOptions.diff]
    self.init(isDryRun: arguments[ChangeOptions.dryRun] || isOnlyDifference, isAgreed: arguments[ChangeOptions.yes])
    self.isOnlyDifference = isOnlyDifference
    wait = arguments[ChangeOptions.wait]
    if isDryRun { shown = .all }
  }
}

/// What became of a plan.
enum CarriedOut: Equatable {
  /// There was nothing to change, and a message said so.
  case nothingToDo
  /// It was shown, as `--dry-run` asks.
  case shown
  /// It is done, as the entry of this number in the journal.
  case done(number: Int, files: Int)
}
