// Who may come in: an entry that the terminal shows, and a cookie that the browser gets for it.

import Synchronization
import VitrineApplication

/// The secrets of one run of the page.
///
/// The address that `vitrine serve` prints has an entry in it, which is good for one time; whoever opens it gets the session as a cookie and is
/// led to the page, so that no address that a browser keeps is of any use to another. The session is known again by the next run of the page (`KeptSessions`).
/// Another device has a session of its own, which ends when the page is closed to other devices.
final class PageAccess: Sendable {
  /// Where a request comes from.
  enum Side: Sendable, Equatable {
    /// A browser on this machine.
    case machine
    /// A device on the same network, through TLS.
    case network

    /// The scheme of the page's addresses there.
    var scheme: String { self == .machine ? "http" : "https" }
  }

  /// What other devices may use, while they may.
  private struct Network {
    /// The names that lead to the page, with its port.
    var hosts: Set<String>
    var port: Int
    /// The sessions of the devices that were let in.
    var sessions: [String] = []
    /// What lets in the next device; nil when it was used.
    var invitation: Invitation?
  }

  /// Two ways to let one device in, of which either uses up both.
  private struct Invitation {
    /// What a person types there.
    var digits: String
    /// Until when the digits are good, and how often they may still be tried.
    var until: Int64
    var tries: Int
    /// The entry of the address that a QR code holds.
    var entry: String
  }

  /// What the cookie of this machine's browsers holds.
  private let session: String
  /// The port on this machine, which names the cookie: cookies are one for all ports of a host.
  private let port: Int
  private let hosts: Set<String>
  private let network = Mutex<Network?>(nil)
  private let kept: Mutex<KeptSessions>
  private let clock: WallClock

  /// Fresh secrets for a port, besides the sessions that are kept of earlier runs.
  init(port: Int, kept: KeptSessions, clock: WallClock) {
    (self.port, self.clock) = (port, clock)
    self.kept = Mutex(kept)
    hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    session = Self.secret()
  }

  /// Whether a request's `Host` is one that leads to the page from a side.
  func knows(host: String, from side: Side) -> Bool {
    side == .machine ? hosts.contains(host) : network.withLock { $0?.hosts.contains(host) == true }
  }

  /// Lets other devices ask for these hosts from now on; those that were let in before stay.
  func open(hosts: Set<String>, port: Int) {
    network.withLock { network in
      let sessions = network?.port == port ? network?.sessions ?? [] : []
      network = Network(hosts: hosts, port: port, sessions: sessions)
    }
  }

  /// Forgets all other devices.
  func close() { network.withLock { $0 = nil } }

  /// Whether a request has a session in its cookies.
  func admits(cookies: [String], from side: Side) -> Bool {
    let (name, sessions) =
      side == .machine
      ? (Self.cookieName(port), [session])
      : network.withLock { ($0.map { Self.networkCookieName($0.port) } ?? "", $0?.sessions ?? []) }
    for cookie in cookies.flatMap({ $0.split(separator: ";") }) {
      let halves = cookie.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      guard halves.count == 2, halves[0] == name else { continue }
      let secret = String(halves[1])
      if sessions.contains(where: { Self.isSame(secret, $0) }) { return true }
      if side == .machine, kept.withLock({ $0.admits(secret, now: now) }) { return true }
    }
    return false
  }

  /// Units: seconds since 1970.
  private var now: Int64 { clock.now() / 1_000_000_000 }

  private static func cookieName(_ port: Int) -> String { "vitrine-\(port)" }
  /// Source: RFC 6265bis, 4.1.3.2: a browser takes it from this very host alone, and through TLS.
  private static func networkCookieName(_ port: Int) -> String { "__Host-vitrine-\(port)" }

  /// For which addresses a browser keeps it and how long, so that one that was closed is still let in.
  private static let life = "Path=/; Max-Age=\(KeptSessions.life)"

  /// The most devices; of more the oldest go.
  private static let mostDevices = 16

  /// The header that gives a browser its session; nil where the page was closed to other devices meanwhile.
  ///
  /// Source: RFC 6265; SameSite: RFC 6265bis, 5.4.7.
  func makeCookie(for side: Side) -> String? {
    guard side == .network else {
      kept.withLock { $0.keep(session, port: port, now: now) }
      return "\(Self.cookieName(port))=\(session); \(Self.life); HttpOnly; SameSite=Strict"
    }
    let made = Self.secret()
    return network.withLock { network in
      guard let port = network?.port else { return nil }
      network?.sessions.append(made)
      if let count = network?.sessions.count, count > Self.mostDevices { network?.sessions.removeFirst() }
      return "\(Self.networkCookieName(port))=\(made); \(Self.life); Secure; HttpOnly; SameSite=Strict"
    }
  }

  // MARK: invitations of other devices

  /// How long a code is good, and how often a wrong one may be typed. Units: nanoseconds.
  private static let (codeLife, mostTries): (Int64, Int) = (600_000_000_000, 5)

  /// A code of six digits and an entry for one device; those before them are good for nothing any more. Empty where the page is closed to other devices.
  /// `now` is of a clock that only goes forward.
  func makeInvitation(now: Int64) -> (code: String, entry: String) {
    let number = String(UInt32.random(in: 0..<1_000_000))
    let digits = String(repeating: "0", count: 6 - number.utf8.count) + number
    let invitation = Invitation(digits: digits, until: now + Self.codeLife, tries: Self.mostTries, entry: Self.secret())
    return network.withLock { network in
      guard network != nil else { return ("", "") }
      network?.invitation = invitation
      return (invitation.digits, invitation.entry)
    }
  }

  /// Whether this is the code; the invitation is used up afterwards. Blanks and dashes are as people type them.
  func use(code: String, now: Int64) -> Bool {
    let typed = code.filter { !" -".contains($0) }
    return network.withLock { network in
      guard let invitation = network?.invitation, now < invitation.until, invitation.tries > 0, !typed.isEmpty else {
        return false
      }
      guard Self.isSame(typed, invitation.digits) else {
        network?.invitation?.tries -= 1
        return false
      }
      network?.invitation = nil
      return true
    }
  }

  /// Whether this is the entry of the invitation, which is used up afterwards.
  private func useInvitation(entry: String) -> Bool {
    network.withLock { network in
      guard let invitation = network?.invitation, Self.isSame(entry, invitation.entry) else { return false }
      network?.invitation = nil
      return true
    }
  }

  // MARK: entries

  /// The most entries that nobody has used yet; of more the oldest go.
  private static let mostEntries = 16

  private let entries = Mutex<[String]>([])

  /// A new entry for an address of this machine that is about to be shown.
  func makeEntry() -> String {
    let entry = Self.secret()
    entries.withLock { entries in
      entries.append(entry)
      if entries.count > Self.mostEntries { entries.removeFirst() }
    }
    return entry
  }

  /// Whether this is an entry of a side; it is none any more afterwards.
  func use(entry: String, from side: Side) -> Bool {
    if side == .network { return useInvitation(entry: entry) }
    return entries.withLock { entries in
      guard let place = entries.firstIndex(where: { Self.isSame($0, entry) }) else { return false }
      entries.remove(at: place)
      return true
    }
  }

  /// Compares in a time that does not tell where the first difference is.
  private static func isSame(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for (one, other) in zip(left, right) { difference |= one ^ other }
    return difference == 0
  }

  /// 256 bits from the system. Source: getrandom(2), which the generator asks.
  private static func secret() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }
}
