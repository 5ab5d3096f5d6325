// `vitrine show`: one record on a page.

import VitrineApplication
import VitrineCatalog
import VitrineCommandLine
import VitrineFormats
import VitrineModel
import VitrineSyntax
import VitrineText

/// Prints records as a person reads them.
enum ShowCommand: CommandFile {
  /// How a record is shown.
  private enum Form: String, OptionChoice {
    case page, json, yaml, markdown

    var summary: String {
      switch self {
      case .page: "a page to read"
      case .json: "its values as JSON"
      case .yaml: "its file as it is"
      case .markdown: "the page as Markdown"
      }
    }
  }

  private static let format = SharedOptions.format(default: Form.page)
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
    let resolver = RecordResolver(open, standingIn: session.folder)
    for (position, name) in arguments[records].enumerated() {
      let path = try resolver.path(of: name)
      let text = open.catalogue.text(at: path) ?? []
      switch arguments[format] {
      case .page: session.print((position > 0 ? "\n" : "") + (try sheet(path, text, open.catalogue)).text(session.look))
      case .markdown: session.print((position > 0 ? "\n" : "") + (try sheet(path, text, open.catalogue)).markdown)
      case .json: session.print(try InspectCommand.json(of: YAML.parse(text).tree, isCompact: false))
      case .yaml: session.printFile(text)
      }
    }
    return .well
  }

  private static func sheet(_ path: String, _ text: [UInt8], _ catalogue: LoadedCatalogue) throws -> FactSheet {
    guard let page = RecordPage(ofRecordAt: path, text, catalogue) else {
      throw CommandError("the record '\(path)' went away meanwhile", .inputOutput)
    }
    return page.sheet
  }
}
