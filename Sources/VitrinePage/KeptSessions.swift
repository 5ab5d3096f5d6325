// The sessions of this machine's browsers that outlast the daemon, as digests in the person's state folder. Decision 0115 says why.

import VitrineChanges
import VitrineSystem

/// What is kept of the sessions of a catalogue's page: who has the file can tell a session when it comes, and cannot make one.
///
/// Shape: a text of lines, `port N` and for each session `session DIGEST SECONDS`: the SHA-256 of what the cookie holds, and until when it is good, since 1970.
struct KeptSessions: Sendable {
  /// How long a session is good after a browser was let in. Units: seconds.
  static let life: Int64 = 30 * day
  /// The most sessions; of more the oldest go.
  private static let most = 16
  /// A session is kept anew when it is older than this, so that not every browser that comes in writes. Units: seconds.
  private static let day: Int64 = 86_400

  private struct Session: Sendable {
    var digest: ContentDigest
    var until: Int64
  }

  private let path: String?
  private var sessions: [Session] = []
  /// The port that the page had the last time; nil where that is not known.
  private(set) var port: Int?

  /// What is kept for the page of the catalogue at `root` in a state folder; without a folder nothing is kept.
  init(root: String, folder: String?) {
    path = folder.map { "\($0)/page-sessions/\(ContentDigest(Array(root.utf8)).hexadecimal.prefix(32))" }
    guard let text = path.flatMap({ PrivateFile.read($0) }) else { return }
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, words[0] == "port", let number = Int(words[1]), (1...65_535).contains(number) {
        port = number
      } else if words.count == 3, words[0] == "session", let digest = ContentDigest(hexadecimal: String(words[1])),
        let until = Int64(words[2]), sessions.count < Self.most
      {
        sessions.append(Session(digest: digest, until: until))
      }
    }
  }

  /// Whether a cookie holds a session that is kept and still good. `now` is in seconds since 1970.
  func admits(_ secret: String, now: Int64) -> Bool {
    let digest = ContentDigest(Array(secret.utf8))
    return sessions.contains { $0.digest == digest && now < $0.until && $0.until - now <= Self.life }
  }

  /// Keeps a session of a page on a port. Where the file cannot be written the session ends with the daemon.
  mutating func keep(_ secret: String, port: Int, now: Int64) {
    guard let path else { return }
    let digest = ContentDigest(Array(secret.utf8))
    if self.port == port, sessions.contains(where: { $0.digest == digest && $0.until > now + Self.life - Self.day }) { return }
    sessions.removeAll { $0.digest == digest || $0.until <= now }
    sessions.append(Session(digest: digest, until: now + Self.life))
    sessions.removeFirst(max(0, sessions.count - Self.most))
    self.port = port
    let lines = ["port \(port)"] + sessions.map { "session \($0.digest.hexadecimal) \($0.until)" }
    guard let end = path.lastIndex(of: "/"), PrivateFile.makeFolder(String(path[..<end])) else { return }
    _ = PrivateFile.write(lines.map { $0 + "\n" }.joined(), to: path)
  }
}
