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
  private static let photo = Option.flag("photo", "also the photos, as pictures, where the output is a terminal")
  private static let records = Positional.some(
    "RECORD", completes: .record, RecordResolver.forms)

  static let command = Command<Session>(
    name: "show", summary: "show one record, readable", group: "Catalogue", service: .wantedIf { !$0[photo] },
    options: [format, photo],
    positionals: [records],
    manual: Manual(
      examples: [
        ("vitrine show chrono-trigger", "shows a record by the last part of its id"),
        ("vitrine show games/chrono-trigger.yaml", "shows it by its path"),
        ("vitrine show game:chrono-trigger", "shows it by its kind and a name"),
        ("vitrine show zelda", "shows the one record that has the word in its title"),
        ("vitrine show chrono-trigger --format json", "prints its values as JSON"),
        ("vitrine show chrono-trigger --photo", "shows its photos as well"),
      ],
      description: [
        RecordResolver.manual, "Each RECORD is a query of its own; quote one of several words.",
        "Days, units, signs and colours are shown as the kind's schema describes them. Below the fields stand the photos, the record above, what it holds, what refers to it, and the findings in its file.",
        "--photo shows the photos in the terminal itself: by the graphics of kitty, of iTerm2 or by sixels, whichever the terminal says it has, else in blocks of colour.",
      ],
      exitStatuses: ExitStatus.ordinary.map { ($0, $0.summary) },
      environment: [("TERM", "which terminal it is"), ("COLORTERM", "what colours the terminal has")],
      seeAlso: ["list", "photo show"])
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
      if arguments[photo], form == .page || form == .markdown {
        try TerminalPhotos(session)?.show(ofRecordAt: RecordResolver(open, standingIn: session.folder).path(of: name), in: open)
      }
    }
    return .well
  }
}
