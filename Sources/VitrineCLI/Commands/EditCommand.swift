// `vitrine edit`: the records that a query finds, as one text in the editor.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine

/// Opens records in the editor and writes back what was changed.
enum EditCommand: CommandFile {
  private static let records = Positional.some(
    "QUERY|RECORD", completes: .selection, RecordResolver.selection)

  static let command = Command<Session>(
    name: "edit", summary: "edit records as one text", group: "Changes", options: ChangeOptions.ofRecords,
    positionals: [records],
    manual: Manual(
      examples: [
        ("vitrine edit hades", "opens one record in the editor"),
        ("vitrine edit games status:wishlist release:2020..", "opens all that a query finds as one text"),
      ],
      description: [
        "The records stand one below the other, each after a line with its path. What you change in a record is changed in its file, and nothing else; a record that you remove from the text stays as it is. All files are written, or none.",
        "A new error is written into the text, after the line it is about, and the editor opens again. Times and histories that the kind's schema keeps follow, unless they were changed by hand.",
      ],
      exitStatuses: Session.changeStatuses,
      environment: [("VISUAL, EDITOR", "the editor, with its options; 'vi' where neither is set")],
      seeAlso: ["set", "new", "undo"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let selection = try session.selection(arguments[records], in: open)
    guard !selection.paths.isEmpty else { return .findings }
    let editing = try EditedText(session, name: "records.yaml", advice: "'vitrine set' changes fields without one")
    let buffer = try EditBuffer(selection.paths, in: open.catalogue)
    let moment = try session.changeMoment()
    var text = buffer.text
    while true {
      let typed = String(decoding: try editing.edit(Array(text.utf8)), as: UTF8.self)
      do {
        let plan = try buffer.plan(typed, in: open.catalogue, at: moment)
        // The files may have changed while the person wrote.
        let check = PlanCheck(plan, on: try session.load())
        if plan.isEmpty || check.newErrors.isEmpty || arguments[ChangeOptions.force] {
          do {
            try session.carryOut(plan, root: open.catalogue.root, options: ChangeExecution(arguments))
          } catch {
            session.tell("vitrine: what you wrote is kept in '\(try editing.keep(Array(typed.utf8)))'")
            throw error
          }
          return .well
        }
        session.complain(check.newErrors) { check.text(at: $0) }
        text = try buffer.annotated(typed, with: check.newErrors)
      } catch let error as PlanRefusal {
        session.tell("vitrine: \(error)")
        text = typed
      }
      guard editing.goesOn() else {
        session.tell("vitrine: nothing was changed; what you wrote is kept in '\(try editing.keep(Array(typed.utf8)))'")
        return .findings
      }
    }
  }
}
