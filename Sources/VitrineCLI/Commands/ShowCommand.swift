// `vitrine show`: one record on a page.

import VitrineApplication
import VitrineCatalog
import VitrineCommandLine
import VitrineFormats
import VitrineModel
import VitrineSource
import VitrineSyntax
import VitrineText

/// Prints records as a person reads them.
enum ShowCommand: CommandFile {
  private static let format = SharedOptions.format(default: RecordForm.page)
  private static let records = Positional.some(
    "RECORD", completes: .record, RecordResolver.forms)

  static let command = Command<Session>(
    name: "show", summary: "show one record, readable", group: "Catalogue", service: .wanted, options: [format],
    positionals: [records],
    manual: Manual(
      examples: [
        ("vitrine show chrono-trigger", "shows a record by the last part of its id"),
        ("vitrine show games/chrono-trigger.yaml", "shows it by its path"),
        ("vitrine show game:chrono-trigger", "shows it by its kind and a name"),
        ("vitrine show zelda", "shows the one record that has the word in its title"),
        ("vitrine show chrono-trigger --format json", "prints its values as JSON"),
      ],
      description: [
        RecordResolver.manual, "Each RECORD is a query of its own; quote one of several words.",
        "Days, units, signs and colours are shown as the kind's schema describes them. Below the fields stand the photos, the record above, what it holds, what refers to it, and the findings in its file.",
      ],
      exitStatuses: ExitStatus.ordinary.map { ($0, $0.summary) }, seeAlso: ["list"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let form = arguments[format]
    for (position, name) in arguments[records].enumerated() {
      let record = try RecordRequest(name, as: form).record(in: open, folder: session.folder, session.look)
      if position > 0, form == .page || form == .markdown { session.print("\n") }
      switch record {
      case .text(let text): session.print(text)
      case .file(let bytes): session.printFile(bytes)
      }
    }
    return .well
  }
}
