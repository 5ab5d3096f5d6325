// Plans carried out for a command: shown, asked for, executed, reported.

import VitrineApplication
import VitrineChanges
import VitrineCommandLine
import VitrineFiles
import VitrineFormats
import VitrineJournal
import VitrineSource
import VitrineSystem

/// Somebody changed the files of a plan after they were read; nothing was said yet, and nothing written.
struct StalePlan: Error {
  /// How long the change may be planned anew. Units: seconds.
  let wait: Int
  /// The catalogue's folder.
  let root: String
}

extension Session {
  /// The most files whose difference is shown where nobody asks for all of it.
  private static let fewFiles = 20

  /// Carries out a plan below `root` as the options of the line say, which have `ChangeOptions.all` among them: the one way that every
  /// changing command goes.
  ///
  /// The plan's summary is printed on standard error, its unified diff printed on standard output; a destructive plan is asked for.
  ///
  /// Errors: exit 2 where nobody can be asked; 130 where the answer was not `yes`; 4 where a file is not what the plan expects, 3 where
  /// the disk is in the way or somebody else writes: then nothing is changed.
  @discardableResult
  func carryOut(_ plan: Plan, root: String, arguments: Arguments) throws -> CarriedOut {
    try carryOut(plan, root: root, options: ChangeExecution(arguments))
  }

  /// The same for a command that has options of its own. `told` is what it says when all is done, in place of the number of files.
  ///
  /// In a service that plans for another process the change is kept for that one, and nothing is printed.
  @discardableResult
  func carryOut(_ plan: Plan, root: String, options: ChangeExecution, told: String? = nil) throws -> CarriedOut {
    if live != nil {
      guard let planned, planned.take(PlannedChange(plan, options, told: told)) else { throw NotServed() }
      return .shown
    }
    let plan = try plan.carryingDigests(below: root)
    guard !plan.isEmpty else {
      for line in plan.summary { note(fromHere(line, plan)) }
      note(told ?? "nothing to change")
      return .nothingToDo
    }
    guard !options.isOnlyDifference else {
      // Of a line that was written for an earlier version, which changed the files as well.
      if options.isAgreed {
        throw CommandError("--diff changes nothing, so that there is nothing to agree to; leave out one of --diff and --yes")
      }
      show(plan, root: root, options)
      note("nothing was changed: --diff only shows")
      return .shown
    }
    // What somebody is asked is what is done then; all else can be planned anew.
    let isAsked = plan.isDestructive && !options.isAgreed
    if isAsked || options.isDryRun { tell(plan, root: root, options) }
    guard !options.isDryRun else { return .shown }
    if isAsked { try confirm(fromHere(plan.title, plan)) }
    let head = JournalEntry.Head(
      title: plan.title, words: words, time: try stoppableClock().now(), version: Version.number)
    let progress = Progress(plan.title, in: self, as: options.progress)
    defer { progress?.end() }
    let made = try changing(root, wait: options.wait) { writer in
      if !isAsked {
        if plansAgain, !PlanState.isCurrent(plan, root: root) { throw StalePlan(wait: options.wait, root: root) }
        tell(plan, root: root, options)
      }
      return try writer.carryOut(plan, as: head, count: progress?.count())
    }
    progress?.end()
    guard let made else {
      note("nothing to change")
      return .nothingToDo
    }
    note("\(told ?? "\(counted(made.files, "file")) changed") (undo with 'vitrine undo')")
    return .done(number: made.number, files: made.files)
  }

  /// Says what a plan will do.
  private func tell(_ plan: Plan, root: String, _ options: ChangeExecution) {
    for line in plan.summary { note(fromHere(line, plan)) }
    show(plan, root: root, options)
  }

  /// Asks for a `yes`.
  ///
  /// Errors: nobody is there to ask (exit 2); another answer (exit 130).
  func confirm(_ title: String) throws {
    guard let ask else {
      throw CommandError("to \(title), a 'yes' is needed, and there is no terminal to ask for it; --yes says it")
    }
    let answer = ask("\(title)? Type 'yes' to do it: ")
    guard answer?.split(separator: " ").elementsEqual(["yes"]) == true else {
      throw CommandError("nothing was changed", .interrupted)
    }
  }

  /// Does something as the one who writes in the catalogue: what was interrupted before is ended first, and old entries go last.
  ///
  /// Errors: what `body` throws; somebody else writes; what was interrupted cannot be ended.
  func changing<Result>(
    _ root: String, wait: Int = ChangeExecution.standardWait, _ body: (borrowing JournalWriter) throws -> Result
  ) throws -> Result {
    let writer = try JournalWriter(
      Journal(root: root, calls: writeCalls), who: (["vitrine"] + words).joined(separator: " "), timeout: wait * 1_000)
    for change in try writer.recover() { tell(change) }
    let result = try body(writer)
    do throws(FileError) { try writer.prune() } catch { tell("vitrine: the journal keeps more than it should: \(error)") }
    return result
  }

  /// Ends a change that was interrupted, so that no answer shows half of it, and says so. Where it cannot be ended, or another program puts the files
  /// of a change in place just now, the answer is given all the same, after a line that says what it may lack. Decision 0044 says why.
  func endInterruptedChange(in root: String) {
    // Of a journal that somebody else keeps to himself nothing is known, and nothing said.
    guard live == nil, let journal = try? Journal(root: root, calls: writeCalls), (try? journal.isUnsettled()) == true else {
      return
    }
    do throws(JournalFailure) {
      for change in try journal.recoverAtOnce(who: (["vitrine"] + words).joined(separator: " ")) { tell(change) }
    } catch {
      switch error {
      case .busy(let who):
        // Who changes files waits for the others, and plans again what they changed.
        if plansAgain { return }
        warn("vitrine: a change is being made here just now (\(Path(who).shown)); what is shown may have half of it")
      default:
        warn(
          "vitrine: a change was interrupted and cannot be ended: \(error); what is shown may have half of it; "
            + "'vitrine recover' ends it")
      }
    }
  }

  /// A line about a plan with those of its paths that stand in quotes written from where the person stands.
  private func fromHere(_ line: String, _ plan: Plan) -> String {
    let base = pathBase
    guard base != .root else { return line }
    let pieces = line.split(separator: "'", omittingEmptySubsequences: false).map { piece -> String in
      let isPath =
        plan.edits.contains { $0.path.utf8.elementsEqual(piece.utf8) }
        || plan.moves.contains { $0.from.utf8.elementsEqual(piece.utf8) || $0.to.utf8.elementsEqual(piece.utf8) }
      return isPath ? base.written(String(piece)) : String(piece)
    }
    return pieces.joined(separator: "'")
  }

  private func show(_ plan: Plan, root: String, _ options: ChangeExecution) {
    let count = plan.edits.count + plan.moves.count
    switch options.shown {
    case .nothing: return
    case .some:
      guard !self.options.isQuiet else { return }
      guard count <= Self.fewFiles else { return note("\(counted(count, "file")) to change; --diff shows the difference") }
    case .all: break
    }
    printFile(UnifiedDiff.render(plan) { try? FileReader.read(path: Path(root).appending($0)) })
  }

  private func tell(_ change: RecoveredChange) {
    let what = change.title.isEmpty ? "" : " (\(change.title))"
    tell(
      "vitrine: change \(change.number)\(what) was interrupted; it is \(change.isCompleted ? "completed" : "taken back") now")
    for error in change.left.prefix(Self.fewFiles) {
      tell("vitrine: '\(error.path.string)' was changed by somebody else meanwhile, and left as it is")
    }
    tellRest(change.left.count, "were changed by somebody else meanwhile, and left as they are")
    for path in change.rescued.prefix(Self.fewFiles) {
      tell("vitrine: what '\(path.string)' held before is in the trash; 'vitrine trash list' shows it")
    }
    tellRest(change.rescued.count, "are in the trash as they were before")
  }

  /// Says how many files there are beside those that were named.
  private func tellRest(_ count: Int, _ what: String) {
    if count > Self.fewFiles { tell("vitrine: \(count - Self.fewFiles) more files \(what)") }
  }
}
