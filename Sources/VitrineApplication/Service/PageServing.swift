// The page of a catalogue, as a person asks for it: its daemon is found or started, and a browser is opened.

import Glibc
import VitrineClient
import VitrineSource
import VitrineSyntax
import VitrineSystem

/// The page of the catalogue in a folder.
package struct PageServing {
  /// A page that is served.
  package struct Page: Sendable {
    /// The address that lets one browser in, once.
    package var entry: String
  }

  private let context: RequestContext
  private let root: String

  /// The page of the catalogue in `root`.
  package init(_ context: RequestContext, root: String) { (self.context, self.root) = (context, root) }

  /// Has the page served, by a daemon that is started where none runs.
  ///
  /// Errors: the daemon cannot start, or cannot have the port.
  package func page(port: Int?) throws -> Page {
    let control = DaemonControl(context, root: root)
    _ = try control.start(idleMinutes: nil)
    let bytes = try control.openPage(port: port)
    let tree = JSON.parse(bytes).tree
    let entry = tree.withReader { reader in
      tree.roots.first.flatMap { EventObject(reader: reader, id: $0).text("entry") } ?? ""
    }
    guard !entry.isEmpty else {
      throw RequestError(
        "the daemon is of another version, which has no page; 'vitrine daemon restart' replaces it", .unavailable)
    }
    return Page(entry: entry)
  }

  /// Opens a page in the person's browser.
  ///
  /// The address lets in whoever has it, and the words of a program's line can be read by every user of the machine: the browser gets the name of
  /// a file that only this user can read, which leads on to the page.
  ///
  /// Errors: the file cannot be written; there is no browser.
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
    guard case .success = start.start([browser, "file://" + file]) else {
      throw RequestError("cannot start '\(browser)'; open the address yourself, or set BROWSER", .unavailable)
    }
  }
}
