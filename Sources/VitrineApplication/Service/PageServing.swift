// The page of a catalogue, as a person asks for it: its daemon is found or started, and a browser is opened.

import Glibc
import VitrineClient
package import VitrineSource
import VitrineSyntax
import VitrineSystem

/// The page of the catalogue in a folder.
package struct PageServing {
  /// A page that is served.
  package struct Page: Sendable {
    /// The address that lets one browser in, once.
    package var entry: String
    /// How other devices come in; nil where nobody asked for that, or the page was closed to them.
    package var network: NetworkPage?

    /// The same address, which leads on to the page of a record. `path` is that of its file, from the root.
    package func leading(to path: Path) -> Page {
      var page = self
      // Twice: what is a part of the path there is a value here.
      page.entry +=
        "&to="
        + Self.encoded("/record/" + path.string.split(separator: "/").map { Self.encoded(String($0)) }.joined(separator: "/"))
      return page
    }

    /// A value for a query. Source: RFC 3986, 2.3.
    static func encoded(_ text: String) -> String {
      text.utf8.map { byte in
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x2E, 0x5F, 0x7E: String(UnicodeScalar(byte))
        default: (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }
      }.joined()
    }
  }

  private let context: RequestContext
  private let root: String

  /// The page of the catalogue in `root`.
  package init(_ context: RequestContext, root: String) { (self.context, self.root) = (context, root) }

  /// Who besides browsers of this machine may come in.
  package enum Devices: Sendable, Hashable {
    /// Those of all private networks that this machine is on.
    case all
    /// Those that find this machine at an address of it.
    case at(String)
    /// None, and those that were let in are forgotten.
    case none

    /// What the service calls it. Source: RFC 3986, 2.3: what an address has none of is left out.
    fileprivate var word: String {
      switch self {
      case .all: "on"
      case .at(let address): String(address.filter { $0.isASCII && ($0.isLetter || $0.isNumber || ".:-".contains($0)) })
      case .none: "off"
      }
    }
  }

  /// Has the page served, by a daemon that is started where none runs. `devices` changes who may come in from elsewhere, `copies` where shots of its camera
  /// are copied to as well: an absolute path, or "off".
  ///
  /// Errors: the daemon cannot start, or cannot have the port; there is no such address on a private network.
  package func page(port: Int?, for devices: Devices? = nil, copies: String? = nil) throws -> Page {
    let control = DaemonControl(context, root: root)
    _ = try control.start(idleMinutes: nil)
    let bytes = try control.openPage(port: port, network: devices?.word, copies: copies)
    let tree = JSON.parse(bytes).tree
    let page = tree.withReader { reader in tree.roots.first.map { Page(EventObject(reader: reader, id: $0)) } }
    guard let page, !page.entry.isEmpty, devices == nil || devices == Devices.none || page.network != nil else {
      throw RequestError(
        "the daemon is of another version, which has no page; 'vitrine daemon restart' replaces it", .unavailable)
    }
    return page
  }

  /// A browser that cannot open anything says so sooner than this.
  private static let failureMilliseconds = 500

  /// Opens a page in the person's browser.
  ///
  /// The address lets in whoever has it, and the words of a program's line can be read by every user of the machine: the browser gets the name of
  /// a file that only this user can read, which leads on to the page.
  ///
  /// Errors: the file cannot be written; there is no browser, or it ends at once and not well.
  package func open(_ page: Page) throws(RequestError) {
    let place = ServicePlace(root: root, environment: context.environment)
    let file = place.folder + "/" + place.key + ".html"
    let text =
      "<!DOCTYPE html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url=\(page.entry)\"><title>vitrine</title>\n"
    unlink(file)
    let descriptor = Glibc.open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw RequestError("\(FileError(.create, Path(file), errno: errno))", .unavailable) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw RequestError("\(FileError(.write, Path(file), errno: errno))", .unavailable)
    }
    let browser = context.environment("BROWSER").flatMap { $0.split(separator: ":").first.map(String.init) } ?? "xdg-open"
    var start = ProgramStart()
    start.silence(STDOUT_FILENO)
    start.silence(STDERR_FILENO)
    guard case .success(let process) = start.start([browser, "file://" + file]) else {
      throw RequestError("cannot start '\(browser)'; open the address yourself, or set BROWSER", .unavailable)
    }
    // A browser goes on, and what only hands the address to one ends well.
    if case .success(let status) = ProgramStart.end(of: process, within: Self.failureMilliseconds), status != 0 {
      throw RequestError(
        "'\(browser)' opened nothing and ended with exit status \(status); open the address yourself, or set BROWSER",
        .unavailable)
    }
  }
}

extension PageServing.Page {
  /// What the service says. Shape: `Page` of its OpenAPI document.
  fileprivate init(_ object: EventObject) {
    entry = object.text("entry") ?? ""
    guard let other = object.object("network"), !other.texts("addresses").isEmpty else { return }
    func text(_ name: String) -> String { other.text(name) ?? "" }
    network = NetworkPage(
      addresses: other.texts("addresses"), entry: text("entry"), code: text("code"), fingerprint: text("fingerprint"),
      isKept: other.member("kept").map { other.reader.text($0) } == "true", picture: text("picture"))
  }
}
