// A service that says what a test tells it to say, whatever it is asked.

import Testing
import VitrineClient
import VitrineTesting

/// A socket whose other side answers one connection with given bytes.
struct CannedService {
  /// The version it is asked for.
  static let version = "1.2.3"

  private let folder: TemporaryFolder
  private let listener: UnixListener

  /// A service that answers once with some bytes, and closes the connection then unless it is to hang.
  init(_ reply: String, hangs: Bool = false) throws { try self.init(Array(reply.utf8), hangs: hangs) }

  /// The same for bytes of any kind.
  init(_ reply: [UInt8], hangs: Bool = false) throws {
    folder = try TemporaryFolder()
    listener = try UnixListener(at: folder.path + "/s")
    listener.answerOnce(reply, keepsOpen: hangs)
  }

  /// The socket's path.
  var path: String { folder.path + "/s" }

  /// Limits with little timeout.
  static func limits(timeout: Int = 10_000, body: Int = 1 << 30) -> ServiceConnection.Limits {
    var limits = ServiceConnection.Limits()
    (limits.connecting, limits.answering, limits.continuing, limits.body) = (10_000, timeout, timeout, body)
    return limits
  }

  /// What comes of asking for a thing.
  func answer(_ limits: ServiceConnection.Limits = limits()) -> Result<ServiceReply, ServiceFailure> {
    do throws(ServiceFailure) {
      var connection = try ServiceConnection(toSocketAt: path, version: Self.version, limits: limits)
      return .success(try connection.request("GET", "/v1/status"))
    } catch {
      return .failure(error)
    }
  }

  /// What comes of a command.
  func command() -> Result<CommandReply, ServiceFailure> {
    do throws(ServiceFailure) {
      var connection = try ServiceConnection(toSocketAt: path, version: Self.version, limits: Self.limits())
      return .success(try connection.run(CommandRequest(words: ["list"], folder: "/", environment: [:], width: nil)))
    } catch {
      return .failure(error)
    }
  }

  /// The events that come, and what ends them.
  func events() -> (events: [ServiceEvent], end: ServiceFailure?) {
    var found: [ServiceEvent] = []
    do throws(ServiceFailure) {
      let connection = try ServiceConnection(toSocketAt: path, version: Self.version, limits: Self.limits())
      var events = try connection.events("/v1/events")
      while let event = try events.next(before: .after(milliseconds: 10_000)) { found.append(event) }
      return (found, nil)
    } catch {
      return (found, error)
    }
  }
}

/// The head of a good answer, with more headers.
func head(_ more: String = "", status: String = "200 OK") -> String {
  "HTTP/1.1 \(status)\r\nVitrine-Version: \(CannedService.version)\r\n\(more)\r\n"
}
