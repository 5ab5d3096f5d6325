// `vitrined link`: lets commands find the socket that systemd opened for a catalogue.

import VitrineApplication
import VitrineClient
import VitrineCommandLine
import VitrineSource

/// Makes the link from the socket's usual path to another.
enum LinkCommand {
  private static let root = Option.text("root", "DIR", completes: .directory, "the catalogue's folder")
  private static let socket = Option.text("socket", "PATH", completes: .file, "the socket that is listened on")

  static let command = Command<DaemonProcess>(
    name: "link", summary: "let commands find a socket that a service manager opened", options: [root, socket],
    manual: Manual(
      examples: [
        ("vitrined link --root ~/collection --socket /run/user/1000/vitrine/collection.sock", "lets commands there find it")
      ],
      description: ["For the socket unit in contrib/systemd. Where a daemon runs for the catalogue its socket is left as it is."])
  ) { session, arguments in
    guard let root = arguments[root], let socket = arguments[socket] else {
      throw RequestError("'link' needs both '--root' and '--socket'")
    }
    let place = ServicePlace(
      root: Path.real(Path.absolute(root, from: session.context.workingFolder)), environment: session.context.environment)
    do {
      try ServiceFolder.prepare(place.folder)
      guard let lock = try ServiceLock.take(place) else { return .well }
      defer { withExtendedLifetime(lock) {} }
      try ListeningSocket.link(place, to: Path.absolute(socket, from: session.context.workingFolder))
    } catch {
      throw RequestError("\(error)", .unavailable)
    }
    return .well
  }
}
