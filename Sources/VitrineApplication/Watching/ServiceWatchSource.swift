// The events of a catalogue's service.

package import VitrineClient

/// A catalogue that a service watches.
package final class ServiceWatchSource: WatchSource {
  /// How long the whole report may take. Units: milliseconds.
  private static let timeout = 30_000

  private let place: ServicePlace
  private let version: String
  private var events: ServiceEvents?

  /// Listens to the service of a place.
  ///
  /// Errors: it is not there, is of another version, or does not speak of events.
  package init(_ place: ServicePlace, version: String) throws(ServiceFailure) {
    self.place = place
    self.version = version
    events = try ServiceConnection(to: place, version: version).events("/v1/events")
  }

  package var descriptor: Int32 {
    switch events {
    case .some(let events): events.descriptor
    case nil: -1
    }
  }

  package func take() -> [WatchNews] {
    var news: [WatchNews] = []
    do throws(ServiceFailure) {
      while let event = try events?.next(before: .after(milliseconds: 0)) {
        let form: WatchEvent.Form? =
          switch event.name {
          case "state": .state
          case "generation": .generation
          default: nil
          }
        guard let form else { continue }
        guard let read = WatchEvent(form, json: event.data) else { throw .broken("an event that is no JSON") }
        news.append(.event(read))
      }
    } catch {
      events = nil
      news.append(.ended(error == .ended ? "has ended" : "\(error)"))
    }
    return news
  }

  package func report() throws -> WatchBaseline {
    var limits = ServiceConnection.Limits()
    limits.answering = ServiceWatchSource.timeout
    var connection = try ServiceConnection(to: place, version: version, limits: limits)
    let reply = try connection.request("GET", "/v1/report?format=ndjson&barrier=none")
    guard reply.status == 200, let generation = reply.head["vitrine-generation"].flatMap({ UInt64($0) }) else {
      throw ServiceFailure.refused(reply.status)
    }
    return WatchBaseline(
      generation: generation,
      findings: reply.body.split(separator: 0x0A).compactMap { WatchFinding(json: Array($0)) })
  }

  package func accept() {
    // Where it cannot be asked, its end is about to be told.
    guard var connection = try? ServiceConnection(to: place, version: version) else { return }
    _ = try? connection.request("POST", "/v1/accept")
  }
}
