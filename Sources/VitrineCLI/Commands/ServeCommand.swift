// `vitrine serve`: the catalogue as a page in a browser.

import VitrineApplication
import VitrineCommandLine
import VitrineFormats
import VitrineSource

/// Opens the page of a catalogue.
enum ServeCommand: CommandFile {
  private static let port = Option.number(
    "port", "N", in: 1...65_535, "the port; by default that of the last time, or else the first that is free from 4747 on")
  private static let lan = Option.text(
    "lan", "ADDRESS", bare: "on",
    "let other devices of yours in: a telephone in the same network; only at that address of this machine; 'off' closes it again")
  private static let also = SharedOptions.also
  private static let open = SharedOptions.open

  static let command = Command<Session>(
    name: "serve", summary: "browse, search and edit the catalogue in a browser", group: "Live",
    options: [port, lan, also, open],
    manual: Manual(
      examples: [
        ("vitrine serve --open", "opens the catalogue in your browser"),
        ("vitrine serve", "prints the address, for any browser on this machine"),
        ("vitrine serve --port 8080", "uses that port"),
        ("vitrine serve --lan", "shows a code for a telephone in the same network"),
        ("vitrine serve --lan=off", "closes it again, and forgets the telephone"),
        ("vitrine serve --also ~/Pictures", "keeps a copy of what the page's camera takes there, too"),
      ],
      description: [
        "The daemon of the catalogue serves the page, and is started where none runs; it goes on when this command has ended. 'vitrine daemon stop' closes the page.",
        "Only this machine is answered unless '--lan' is given, and only browsers that were let in: the address that is printed lets one browser in, once, for thirty days, also when the daemon begins again; 'vitrine serve' prints another at any time. What changes on the disk shows in the page at once; what is changed in the page goes through the journal, so that 'vitrine undo' takes it back.",
        "What the page's camera takes is in the catalogue when the page says so. With '--also' each photo is copied elsewhere as well, written whole, forced to the disk and compared; where that fails the page says so, and the photo is in the catalogue all the same. It holds until the daemon ends, or until '--also off'.",
        "With '--lan' other devices on private networks find the page as well, through TLS. What is printed lets one device in, once: its camera reads the QR code, or a person opens the address without what follows '/enter' and types the six digits, within ten minutes. A browser warns at first, since it does not know the certificate of this machine; the page offers that certificate for installing, which ends the warnings and lets the page use the device's camera. It vouches for addresses of private networks and names that end in '.local', and for nothing else. A firewall of this machine has to let the port through.",
      ],
      exitStatuses: [(.well, "the page is served"), (.inputOutput, "the daemon cannot start, or the port is in use")],
      environment: [
        ("BROWSER", "the program that '--open' starts; 'xdg-open' where it is not set"),
        ("VITRINE_PAGE_FILES", "the folder that the daemon reads the page's files from, for people who work on them"),
      ],
      files: [
        ("$XDG_STATE_HOME/vitrine/page-sessions", "which browsers were let in; in ~/.local/state where the variable is not set")
      ],
      seeAlso: ["daemon", "share", "find"])
  ) { session, arguments in
    let serving = PageServing(session.context, root: try session.root())
    let devices = arguments[lan].map { $0 == "on" ? PageServing.Devices.all : $0 == "off" ? .none : .at($0) }
    let copies = arguments[also].map { $0 == "off" ? $0 : Path.absolute($0, from: session.folder) }
    let page = try serving.page(port: arguments[port], for: devices, copies: copies)
    session.print((page.network?.entry ?? page.entry) + "\n")
    if arguments[open] { try serving.open(page) }
    if let network = page.network { tell(network, session) }
    session.note(
      devices == PageServing.Devices.none
        ? "other devices are not answered any more; the page is open here, and 'vitrine daemon stop' closes it"
        : "the page is open; 'vitrine daemon stop' closes it")
    return .well
  }

  /// Says how another device comes in; with a picture where somebody sees it.
  private static func tell(_ network: NetworkPage, _ session: Session) {
    if session.look.isTerminal, !session.look.isASCII {
      // Light on dark, whatever the terminal's own colours are.
      let lines = network.picture.split(separator: "\n").map { session.look.color ? "\u{1B}[97;40m\($0)\u{1B}[0m" : String($0) }
      session.print(lines.map { $0 + "\n" }.joined())
    }
    let addresses = network.addresses.joined(separator: " or ")
    session.note(
      "on the other device, scan that, or open \(addresses) and type \(network.code.prefix(3)) \(network.code.dropFirst(3)); good for ten minutes, once"
    )
    session.note("its browser warns at first; the certificate's fingerprint is (SHA-256) \(network.fingerprint)")
    if !network.isKept { session.note("that certificate cannot be kept in the state folder, and will be another the next time") }
    session.note("'vitrine serve --lan=off' closes the page to other devices, and forgets those that were let in")
  }
}
