// The page of the daemon's catalogue: opened when somebody asks for it, and closed with the daemon.

import Synchronization
import VitrineApplication
import VitrineLive
import VitrinePage
import VitrineService
import VitrineSystem
import VitrineTLS

/// The page, once it is open.
final class DaemonPage: Sendable {
  /// The environment variable that names the folder which the page's files are read from while somebody works on them.
  static let filesVariable = "VITRINE_PAGE_FILES"

  private let catalogue: LiveCatalog
  private let context: RequestContext
  private let server = Mutex<PageServer?>(nil)

  /// A page that is not open yet.
  init(_ catalogue: LiveCatalog, _ context: RequestContext) { (self.catalogue, self.context) = (catalogue, context) }

  /// Opens the page, unless it is open; and to other devices or not any more, with second copies or not any more, as is wanted.
  ///
  /// Errors: it is open on another port than the one that is asked for; that port cannot be had; there is no such folder.
  func open(_ wanted: PageOpening) throws(RequestError) -> OpenPage {
    let port = wanted.port
    if let copies = wanted.copies, copies != "off", copies.utf8.first != UInt8(ascii: "/") {
      throw RequestError("'\(copies)' is no absolute path of a folder", .invalid)
    }
    let opened = server.withLock { server -> Result<PageServer, RequestError> in
      if let server {
        guard port == nil || port == server.port else {
          return .failure(
            RequestError("the page is open on port \(server.port) already; 'vitrine daemon restart' closes it", .invalid))
        }
        return .success(server)
      }
      do throws(PageFailure) {
        var options = PageServer.Options(context: context)
        options.port = port
        options.files = context.environment(Self.filesVariable)
        let made = try PageServer(catalogue, options)
        server = made
        return .success(made)
      } catch {
        return .failure(RequestError("\(error)", .unavailable))
      }
    }
    let page = try opened.get()
    var answer = OpenPage(address: page.address, entry: page.makeEntryAddress())
    if let copies = wanted.copies { page.keepCopies(in: copies == "off" ? nil : copies) }
    if let network = wanted.network { answer.network = try openNetwork(network, of: page) }
    return answer
  }

  private func openNetwork(_ wanted: String, of page: PageServer) throws(RequestError) -> NetworkPage {
    if wanted == "off" {
      _ = page.closeToNetwork()
      return NetworkPage()
    }
    let own = IPv4Address.ofThisMachine()
    let addresses: [IPv4Address]
    if wanted == "on" {
      guard !own.isEmpty else {
        throw RequestError(
          "this machine has no address on a private network, such as 192.168.1.5, and '--lan' opens the page on no other; 'ip address' shows which it has",
          .unavailable)
      }
      addresses = own
    } else {
      guard let address = IPv4Address(wanted), address.isPrivate else {
        let hint = own.isEmpty ? "" : ": \(own.map(\.description).joined(separator: ", "))"
        throw RequestError("'\(wanted)' is no address of this machine on a private network\(hint)", .invalid)
      }
      addresses = [address]
    }
    do throws(TLSProblem) {
      let folder = StateFolder.path(context.environment)
      var opened = try page.openToNetwork(on: addresses, authorityIn: folder)
      opened.picture = QRCode.text(opened.entry)
      return opened
    } catch {
      throw RequestError("\(error)", .unavailable)
    }
  }

  /// Since when nobody uses the page; nil while somebody does. Where it is not open, since the beginning of time.
  var idleSince: Int64? { server.withLock { $0 }.map { $0.idleSince } ?? .min }

  /// Closes the page.
  func stop() { server.withLock { $0 }?.stop() }
}
