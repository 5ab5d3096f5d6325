// The page for the other devices of a person: on private networks, through TLS, by a code that the terminal shows.

import Glibc
import Synchronization
import VitrineApplication
import VitrineSystem
import VitrineTLS

/// Opens the page to other devices, and closes it again. Decision 0087 says how they are let in.
final class PageNetwork: Sendable {
  private struct Opened {
    var relay: TLSRelay
    var addresses: [IPv4Address]
    var authority: LocalAuthority
  }

  private let access: PageAccess
  private let port: Int
  private let clock: WallClock
  private let opened = Mutex<Opened?>(nil)

  /// Nothing is open yet. `port` is that of the page on this machine.
  init(_ access: PageAccess, port: Int, clock: WallClock) { (self.access, self.port, self.clock) = (access, port, clock) }

  /// The certificate that other devices install, DER; nothing while they are not let in.
  var installable: [UInt8] { opened.withLock { $0 }?.authority.installable ?? [] }

  /// Opens the page on addresses of this machine, unless it is open there, and makes a code and an entry for a device.
  ///
  /// - Parameters:
  ///   - listener: what the relay leads to.
  ///   - folder: where the authority's certificate is kept; nil where there is no such folder.
  ///
  /// Errors: none of the ports is free there; no certificate can be made.
  func open(
    on addresses: [IPv4Address], authorityIn folder: String?, to listener: RelayListener
  ) throws(TLSProblem) -> NetworkPage {
    let result = opened.withLock { opened -> Result<Opened, TLSProblem> in
      // The system names them in any order.
      if let opened, Set(opened.addresses) == Set(addresses) { return .success(opened) }
      do throws(TLSProblem) {
        let now = clock.now() / 1_000_000_000
        let authority = try LocalAuthority(folder: folder, now: now)
        opened?.relay.stop()
        opened = nil
        let ports = [port] + PageListener.usualPorts.filter { $0 != port }
        let relay = try TLSRelay(addresses, ports: ports, to: listener.start(), as: authority, now: now)
        let hosts = addresses.map(\.description) + [LocalAuthority.localName].compactMap { $0 }
        access.open(hosts: Set(hosts.map { "\($0):\(relay.port)" }), port: relay.port)
        opened = Opened(relay: relay, addresses: addresses, authority: authority)
        return .success(Opened(relay: relay, addresses: addresses, authority: authority))
      } catch {
        return .failure(error)
      }
    }
    let page = try result.get()
    let addresses = page.addresses.map { "https://\($0):\(page.relay.port)/" }
    let invitation = access.makeInvitation(now: MonotonicClock.now)
    return NetworkPage(
      addresses: addresses, entry: "\(addresses.first ?? "")enter?key=\(invitation.entry)", code: invitation.code,
      fingerprint: page.authority.fingerprint, isKept: page.authority.isKept)
  }

  /// Closes the page to other devices, and forgets those that were let in. False where it was closed.
  func close() -> Bool {
    let before = opened.withLock { opened in
      defer { opened = nil }
      return opened
    }
    before?.relay.stop()
    access.close()
    return before != nil
  }
}
