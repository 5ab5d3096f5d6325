// The options of every command that changes files.

import VitrineCommandLine

/// What a person may ask of a change. A command that ends in `Session.carryOut` has `ChangeOptions.all` among its options.
enum ChangeOptions {
  /// Show and stop.
  static let dryRun = Option.flag("dry-run", short: "n", "show what would change, and change nothing")
  /// Do not ask.
  static let yes = Option.flag("yes", short: "y", "take 'yes' for the answer, where a question would be asked")
  /// Print the difference and stop.
  static let diff = Option.flag("diff", "print what would change as a patch, and change nothing")

  /// All of them.
  static var all: [any DeclaredOption] { [dryRun, yes, diff] }
}

/// What was asked of one change.
struct ChangeWishes {
  /// Show what would change, and change nothing.
  var isDryRun = false
  /// Print nothing but the difference.
  var isOnlyDifference = false
  /// Take `yes` for the answer.
  var isAgreed = false
  /// How much of the difference is shown.
  var shown = Shown.some
  /// How it tells how far it has come.
  var progress = Progress.Form.auto

  /// How much of the difference is shown on standard output.
  enum Shown {
    /// Nothing: the command has another output.
    case nothing
    /// That of a few files.
    case some
    /// All of it.
    case all
  }

  /// What stands on the line of a command that has `ChangeOptions.all`.
  init(_ arguments: Arguments) {
    isOnlyDifference = arguments[ChangeOptions.diff]
    isDryRun = arguments[ChangeOptions.dryRun] || isOnlyDifference
    isAgreed = arguments[ChangeOptions.yes]
    if isDryRun { shown = .all }
  }

  /// Wishes that stand on no line.
  init(isDryRun: Bool = false, isAgreed: Bool = false, shown: Shown) {
    self.isDryRun = isDryRun
    self.isAgreed = isAgreed
    self.shown = shown
  }
}

/// What became of a plan.
enum CarriedOut: Equatable {
  /// There was nothing to change, and that was told.
  case nothingToDo
  /// It was shown, as `--dry-run` asks.
  case shown
  /// It is done, as the entry of this number in the journal.
  case done(number: Int, files: Int)
}
