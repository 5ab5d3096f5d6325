// Who may come in: an entry that the terminal shows, and a cookie that the browser gets for it.

import Synchronization

/// The secrets of one run of the page.
///
/// The address that `vitrine serve` prints has an entry in it, which is good for one time; whoever opens it gets the session as a cookie and is
/// led to the page, so that no address that a browser keeps is of any use to another. The session ends with the daemon.
final class PageAccess: Sendable {
  /// What the cookie holds.
  let session: String
  /// The port, which names the cookie: cookies are one for all ports of a host.
  let port: Int

  /// Fresh secrets for a port.
  init(port: Int) {
    self.port = port
    session = Self.secret()
  }

  /// The name of the cookie.
  var cookieName: String { "vitrine-\(port)" }

  /// The header that gives a browser the session. Source: RFC 6265; SameSite: RFC 6265bis, 5.4.7.
  var cookie: String { "\(cookieName)=\(session); Path=/; HttpOnly; SameSite=Strict" }

  /// Whether a request has the session in its cookies.
  func admits(cookies: [String]) -> Bool {
    for cookie in cookies.flatMap({ $0.split(separator: ";") }) {
      let halves = cookie.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      if halves.count == 2, halves[0] == cookieName, Self.isSame(String(halves[1]), session) { return true }
    }
    return false
  }

  /// The most entries that nobody has used yet; of more the oldest go.
  private static let mostEntries = 16

  private let entries = Mutex<[String]>([])

  /// A new entry for an address that is about to be shown.
  func makeEntry() -> String {
    let entry = Self.secret()
    entries.withLock { entries in
      entries.append(entry)
      if entries.count > Self.mostEntries { entries.removeFirst() }
    }
    return entry
  }

  /// Whether this is an entry; it is none any more afterwards.
  func use(entry: String) -> Bool {
    entries.withLock { entries in
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
