// How the process that an editor started finds a service that follows the catalogue already. Decision 0116 says why.

import Glibc
import VitrineApplication
import VitrineCatalog
import VitrineEditing
import VitrineSource

/// The way to services.
package struct ServiceLink: Sendable {
  private let zone: String?
  private let folders: [String: String]
  private let connect: @Sendable (_ root: String) -> Int32?

  /// So long a service may take to answer before the catalogue is read here. Units: milliseconds.
  private static let timeout: Int32 = 500

  /// The way to the services of a person, given an environment; `connect` gives a socket to the one that follows the catalogue in a folder, an absolute
  /// path without links, and nil where there is none.
  package init(environment: (String) -> String?, connect: @escaping @Sendable (_ root: String) -> Int32?) {
    zone = environment("TZ")
    folders = Dictionary(
      Attachment.variables.compactMap { name in environment(name).map { (name, $0) } }, uniquingKeysWith: { $1 })
    self.connect = connect
  }

  /// A relay to the service that follows the catalogue which an editor opens with its first message; nil where there is none of the same version.
  func relay(for first: MessageFraming.Frame, to output: OutputStream) -> ServiceRelay? {
    guard case .content(let content) = first, case .request(_, "initialize", let params) = Message(content),
      let folder = ClientCapabilities.folders(params).first, let root = RootSearch.root(above: folder.string),
      let socket = connect(Path.real(root))
    else { return nil }
    let stream = OutputStream(socket)
    stream.write(Attachment(version: Version.number, zone: zone, folders: folders).request.json)
    var input = InputStream(socket)
    var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, Self.timeout) > 0, case .content(let answer)? = input.wait(), case .reply = Message(answer),
      JSONValue(json: answer)?["result"] != nil, let relay = ServiceRelay(input, stream, output)
    else {
      close(socket)
      return nil
    }
    return relay
  }
}
