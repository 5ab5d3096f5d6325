// `vitrine open`: a record's page in a browser.

import VitrineApplication
import VitrineCatalog
import VitrineCommandLine
import VitrineFormats
import VitrineSource

/// Opens the page of a record.
enum OpenCommand: CommandFile {
  private static let record = Positional.one("RECORD", completes: .record, RecordResolver.forms)
  private static let prints = Option.flag("print", "print the address, and open nothing")

  static let command = Command<Session>(
    name: "open", summary: "open the page of a record in a browser", group: "Live", options: [prints], positionals: [record],
    manual: Manual(
      examples: [
        ("vitrine open hades", "shows the record 'hades' in your browser"),
        ("vitrine open 'Macragge blue armour'", "finds it by its title"),
        ("vitrine open hades --print", "prints the address, for any browser on this machine"),
      ],
      description: [
        "The page is that of 'vitrine serve', whose daemon is started where none runs. The address lets one browser in, once."
      ],
      exitStatuses: [
        (.well, "the page is open"), (.usage, ExitStatus.usage.summary), (.inputOutput, "the daemon or the browser cannot start"),
      ],
      environment: [("BROWSER", "the program that is started; 'xdg-open' where it is not set")],
      seeAlso: ["serve", "show", "edit"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let path = try RecordResolver(open, standingIn: session.folder).path(of: arguments[record])
    let serving = PageServing(session.context, root: open.catalogue.root)
    let page = try serving.page(port: nil).leading(to: path)
    if arguments[prints] {
      session.print(page.entry + "\n")
      return .well
    }
    try serving.open(page)
    session.note("opened '\(path.stem.string)'")
    return .well
  }
}
