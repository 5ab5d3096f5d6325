// Plans of records: checked before they are shown, then carried out as every plan is.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineSource

extension ChangeOptions {
  /// Write what a check would refuse.
  static let force = Option.flag("force", "write it all the same where it would bring new errors")

  /// The options of a command that writes records.
  static var ofRecords: [any DeclaredOption] { all + [force] }
  /// The options of a command that writes the records that a query finds.
  static var ofQueries: [any DeclaredOption] { ofRecords + [partial] }
}

extension Session {
  /// What the clock on the wall shows, for the stamps of a change.
  ///
  /// Errors: `VITRINE_NOW` is no moment.
  func changeMoment() throws -> ChangeMoment { ChangeMoment(try stoppableClock().moment) }

  /// The most photos that are named of those that belong to nobody after a change.
  private static let mostNamedPhotos = 5

  /// The largest plan that a service makes for another process. Units: edits and moves.
  private static let maximumServedParts = 2_000

  /// Leaves a plan of so many files to the one who asked, where this is a service.
  ///
  /// Errors: `NotServed`.
  func refuseServing(parts: Int) throws {
    if live != nil, parts > Self.maximumServedParts { throw NotServed() }
  }

  /// Carries out a plan of records: what it would come to is checked in memory first, and new errors are reported in its place. What nobody
  /// needs to read, such as many records made of photos, is shown only where it is asked for. Where `summary` puts the errors of many records into words,
  /// those of the first of them are reported alone.
  ///
  /// Errors: as for `carryOut`.
  func carryOut(
    _ plan: Plan, checkedOn catalogue: LoadedCatalogue, _ arguments: Arguments, told: String? = nil, showsDifference: Bool = true,
    summary: (([Finding]) -> String)? = nil
  ) throws -> ExitStatus {
    var plan = plan
    // While a plan is tried, a service answers nobody else.
    try refuseServing(parts: plan.edits.count + plan.moves.count)
    if !plan.isEmpty, !arguments[ChangeOptions.force] {
      let check = PlanCheck(plan, on: catalogue, kinds: catalogue.kinds(after: plan))
      guard check.newErrors.isEmpty else {
        let first = check.newErrors.first?.path
        complain(summary == nil ? check.newErrors : check.newErrors.filter { $0.path == first }) { check.text(at: $0) }
        if let summary { tell("vitrine: \(summary(check.newErrors))") }
        tell(
          "vitrine: nothing was changed: to \(plan.title) would bring \(counted(check.newErrors.count, "error")); --force does it"
        )
        return .findings
      }
      plan.summary += check.lostPhotos.prefix(Self.mostNamedPhotos).map { photo, record in
        "'\(photo.string)' is no photo of '\(record.stem.name.string)' any more; "
          + "'vitrine photo adopt \(ShellWord.quoted(record.stem.string)) \(ShellWord.quoted(photo.string))' gives it a name that makes it one again"
      }
    }
    var options = ChangeExecution(arguments)
    if !showsDifference, !options.isDryRun { options.shown = .nothing }
    try carryOut(plan, root: catalogue.root, options: options, told: told)
    return .well
  }

  /// Changes fields of records, as `set` and all that are short for it do: planned, checked, shown, asked for, carried out.
  ///
  /// Errors: as for `SetPlanner.plan` and `carryOut`.
  func setFields(
    _ assignments: [FieldAssignment], of records: [Path], isBroad: Bool = false, in open: OpenCatalogue, _ arguments: Arguments
  ) throws -> ExitStatus {
    let plan = try SetPlanner.plan(
      assignments, records: records, isBroad: isBroad, takesNewNames: arguments[ChangeOptions.force], in: open.catalogue,
      at: changeMoment())
    return try carryOut(plan, checkedOn: open.catalogue, arguments)
  }

  /// Sees to it that nobody takes a change of some records, or what is written of some, for one of all that are meant: where files cannot be read, nobody
  /// knows what they hold.
  ///
  /// Errors: there are such files, and `--partial` does not leave them out.
  func accept(unread: [Path], _ arguments: Arguments, nothing done: String = "changed") throws {
    guard let first = unread.first else { return }
    let names = unread.count == 1 ? "'\(pathFromHere(first))'" : "'\(pathFromHere(first))' and \(unread.count - 1) more"
    guard arguments[ChangeOptions.partial] else {
      throw CommandError(
        "\(names) cannot be read, and may be meant; nothing was \(done); --partial leaves \(unread.count == 1 ? "it" : "them") out",
        .inputOutput)
    }
    for path in unread { tell("vitrine: '\(pathFromHere(path))' cannot be read, and is left out") }
  }

  /// How changing commands of records end.
  static let changeStatuses: [(ExitStatus, String)] = [
    (.well, "done, or nothing was to change"),
    (.findings, "the change would bring new errors, or a file cannot be edited; nothing was written"),
    (.usage, ExitStatus.usage.summary), (.inputOutput, ExitStatus.inputOutput.summary),
    (.conflict, ExitStatus.conflict.summary), (.interrupted, "the answer to the question was not 'yes'"),
  ]
}
