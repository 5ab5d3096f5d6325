// `vitrine serve`: the catalogue as a page in a browser.

import VitrineApplication
import VitrineCommandLine

/// Opens the page of a catalogue.
enum ServeCommand: CommandFile {
  private static let port = Option.number(
    "port", "N", in: 1...65_535, "the port; the first that is free from 4747 on by default")
  private static let open = SharedOptions.open

  static let command = Command<Session>(
    name: "serve", summary: "browse, search and edit the catalogue in a browser", group: "Live", options: [port, open],
    manual: Manual(
      examples: [
        ("vitrine serve --open", "opens the catalogue in your browser"),
        ("vitrine serve", "prints the address, for any browser on this machine"),
        ("vitrine serve --port 8080", "uses that port"),
      ],
      description: [
        "The daemon of the catalogue serves the page, and is started where none runs; it goes on when this command has ended. 'vitrine daemon stop' closes the page.",
        "Only this machine is answered, and only browsers that were let in: the address that is printed lets one browser in, once, and 'vitrine serve' prints another at any time. What changes on the disk shows in the page at once; what is changed in the page goes through the journal, so that 'vitrine undo' takes it back.",
      ],
      exitStatuses: [(.well, "the page is served"), (.inputOutput, "the daemon cannot start, or the port is in use")],
      environment: [
        ("BROWSER", "the program that '--open' starts; 'xdg-open' where it is not set"),
        ("VITRINE_PAGE_FILES", "the folder that the daemon reads the page's files from, for people who work on them"),
      ],
      seeAlso: ["daemon", "share", "find"])
  ) { session, arguments in
    let serving = PageServing(session.context, root: try session.root())
    let page = try serving.page(port: arguments[port])
    session.print(page.entry + "\n")
    if arguments[open] { try serving.open(page) }
    session.note("the page is open; 'vitrine daemon stop' closes it")
    return .well
  }
}
