// What a person may ask of the daemon of a catalogue: to start, to end, to say how it is.

import Glibc
import VitrineClient
import VitrineFiles
import VitrineSource
import VitrineSyntax
import VitrineSystem

/// The daemon of the catalogue in a folder.
package struct DaemonControl {
  /// The catalogue's root, without links.
  package let root: String
  private let context: RequestContext
  private let place: ServicePlace

  /// How long an end is waited for. Units: milliseconds.
  private static let endTimeout = 10_000
  /// How long an answer is waited for. Units: milliseconds.
  private static let answerTimeout = 10_000
  /// How long a status waits for what was written before it. Units: milliseconds.
  private static let barrierTimeout = 1_000
  /// How long an answer is waited for that needs the whole catalogue read. Units: milliseconds.
  private static let readTimeout = 600_000

  /// The daemon of the catalogue in `root`.
  package init(_ context: RequestContext, root: String) {
    self.context = context
    self.root = root
    place = ServicePlace(root: root, environment: context.environment)
  }

  /// Whether a daemon runs, be it yet starting.
  private var owner: ServiceLock.Owner? { ServiceLock.owner(of: place) }

  /// The process that is about to be the daemon and reads the catalogue yet.
  package var startingProcess: Int32? { owner.flatMap { $0.isReady || $0.isStopping ? nil : $0.process } }

  /// The failure where none runs.
  package var absence: RequestError {
    RequestError("no daemon runs for '\(root)'; 'vitrine daemon start' starts one", .unavailable)
  }

  /// The words that make `vitrined` the daemon of this catalogue.
  package func words(idleMinutes: Int?) -> [String] {
    ["run", "--root", root] + (idleMinutes.map { ["--idle-exit", String($0)] } ?? [])
  }

  /// What a start came to.
  package enum Start: Sendable {
    /// A daemon was there already.
    case running(DaemonStatus)
    /// It is started, in this process.
    case started(process: Int, DaemonStatus)
  }

  /// Starts a daemon, unless one runs, and waits until it is ready.
  ///
  /// Errors: it cannot start; why.
  package func start(idleMinutes: Int?) throws -> Start {
    let program = try DaemonExecutable(context)
    for _ in 0..<10 {
      if let owner, !owner.isStopping {
        if let status = try statusWhenReady(isPatient: true) { return .running(status) }
        continue
      }
      // Behind a link a socket of systemd may listen: asking it is starting it.
      if owner == nil, Path.isLink(place.socket), let status = try? status(timeout: Self.readTimeout) {
        return .started(process: status.process, status)
      }
      let words = words(idleMinutes: idleMinutes) + ["--background", "--ready-fd", "3"]
      let (process, line) = try program.startBeside(words)
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      switch parts.first {
      case "ready":
        let status = try status(timeout: Self.answerTimeout, isPatient: true)
        return .started(process: Int(process), status)
      case "running": _ = end(of: process)
      case "failed": throw RequestError("the daemon cannot start: \(parts.dropFirst().joined())", .unavailable)
      default: throw RequestError("the daemon \(end(of: process)) before it was ready; '\(place.log)' may say why", .unavailable)
      }
    }
    throw RequestError("daemons start and end here faster than can be followed; try again", .unavailable)
  }

  /// Ends the daemon and waits for its end; gives its process, nil where none ran.
  ///
  /// Errors: it does not end in time, with what to do.
  package func stop() throws -> Int32? {
    guard let owner else { return nil }
    if !owner.isStopping, (try? ask("POST", "/v1/stop", timeout: 2_000)) == nil, owner.process > 0 {
      kill(owner.process, SIGTERM)
    }
    let deadline = Deadline.after(milliseconds: Self.endTimeout)
    while self.owner?.process == owner.process {
      guard !deadline.hasPassed else {
        throw RequestError(
          "the daemon (pid \(owner.process)) does not end; 'kill -9 \(owner.process)' ends it, and loses nothing", .unavailable)
      }
      usleep(5_000)
    }
    return owner.process
  }

  /// The socket that a daemon of this catalogue answers on.
  package var socket: String { place.socket }

  /// What the daemon says of itself; nil where none runs, or where it goes meanwhile. Who `isPatient` waits for one that is slow, or about to end, as long as
  /// an answer may take, and not only for a sign of life.
  ///
  /// Errors: it does not answer, or not so that it can be understood.
  package func statusWhenReady(isPatient: Bool = false) throws -> DaemonStatus? {
    let deadline = Deadline.after(milliseconds: Self.readTimeout)
    while let owner, !owner.isStopping, !deadline.hasPassed {
      if owner.isReady {
        do { return try status(timeout: Self.answerTimeout, isPatient: isPatient) } catch {
          if self.owner == owner { throw error }
        }
      }
      usleep(10_000)
    }
    return nil
  }

  /// Asks for something to be done, and for the status after it.
  ///
  /// Errors: none runs; it does not answer.
  package func order(_ path: String) throws -> (before: DaemonStatus, after: DaemonStatus) {
    guard let before = try statusWhenReady() else { throw absence }
    _ = try ask("POST", path, timeout: Self.answerTimeout)
    return (before, DaemonStatus(try ask("GET", "/v1/status", timeout: Self.readTimeout)))
  }

  /// The status of a daemon of any version: with all that was written before, or, where that is not seen within a moment, as it is now, since
  /// something may be wrong with its watching.
  ///
  /// Errors: it does not answer.
  package func status(timeout: Int, isPatient: Bool = false) throws -> DaemonStatus {
    do {
      return DaemonStatus(try ask("GET", "/v1/status", timeout: min(timeout, Self.barrierTimeout), isPatient: isPatient))
    } catch {
      return DaemonStatus(try ask("GET", "/v1/status?barrier=none", timeout: timeout, isPatient: isPatient))
    }
  }

  /// What the daemon believes of every folder; as for `status`.
  ///
  /// Errors: none runs; it does not answer, or is of a version that does not say.
  package func folders() throws -> DaemonFolders {
    guard try statusWhenReady() != nil else { throw absence }
    do { return DaemonFolders(try ask("GET", "/v1/folders", timeout: Self.barrierTimeout)) } catch {
      return DaemonFolders(try ask("GET", "/v1/folders?barrier=none", timeout: Self.answerTimeout))
    }
  }

  /// Has the page of the catalogue served; the answer as it comes, nothing from a daemon that has no page.
  ///
  /// Errors: the daemon cannot have the port, or does not answer.
  func openPage(port: Int?, network: String?, copies: String?) throws(RequestError) -> [UInt8] {
    let reply: ServiceReply
    do throws(ServiceFailure) {
      var limits = ServiceConnection.Limits()
      limits.answering = Self.answerTimeout
      // Nobody else can serve the page: a daemon that is slow for a moment is waited for.
      limits.liveness = nil
      var connection = try ServiceConnection(to: place, version: nil, limits: limits)
      let wanted = [
        port.map { "port=\($0)" }, network.map { "network=\($0)" }, copies.map { "copies=\(PageServing.Page.encoded($0))" },
      ]
      .compactMap { $0 }.joined(separator: "&")
      reply = try connection.request("POST", "/v1/page" + (wanted.isEmpty ? "" : "?" + wanted))
    } catch {
      throw RequestError("the daemon \(error); 'vitrine daemon restart' helps", .unavailable)
    }
    if reply.status == 404 { return [] }
    guard reply.status == 200 else {
      let tree = JSON.parse(reply.body).tree
      let sentence = tree.withReader { reader in
        tree.roots.first.flatMap { EventObject(reader: reader, id: $0).text("error") }
      }
      throw RequestError(sentence ?? "the daemon cannot open the page", .unavailable)
    }
    return reply.body
  }

  private func ask(_ method: String, _ path: String, timeout: Int, isPatient: Bool = false) throws -> [UInt8] {
    do throws(ServiceFailure) {
      var limits = ServiceConnection.Limits()
      limits.answering = timeout
      if isPatient { limits.liveness = nil }
      var connection = try ServiceConnection(to: place, version: nil, limits: limits)
      let reply = try connection.request(method, path)
      guard reply.status == 200 || reply.status == 202 else { throw .broken("status \(reply.status)") }
      return reply.body
    } catch {
      let who = owner.map { " (pid \($0.process))" } ?? ""
      let last = error == .silent || error == .ended ? lastTrouble.map { "; the last it wrote is: \($0)" } ?? "" : ""
      throw RequestError("the daemon\(who) \(error)\(last); 'vitrine daemon restart' helps", .unavailable)
    }
  }

  /// The last line of the daemon's journal, where it is of something that is wrong: who has no file left to answer with has told it there.
  private var lastTrouble: String? {
    let end: [UInt8]
    do throws(FileError) {
      let ends = try FileReader.withFile(path: Path(place.log)) { file throws(FileError) in try file.ends(most: 4096) }
      end = ends.head + ends.tail
    } catch {
      return nil
    }
    let words = end.split(separator: 0x0A).last.map { String(decoding: $0, as: UTF8.self).split(separator: " ", maxSplits: 2) }
    guard let words, words.count == 3, ["warning", "error"].contains(words[1]) else { return nil }
    return "\(words[2]) (\(words[0]))"
  }

  /// Waits for a process of ours; how it ended, in words. Source: waitpid(2).
  private func end(of process: Int32) -> String {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return "ended" }
    }
    return status & 0x7F == 0 ? "ended with status \(status >> 8 & 0xFF)" : "was ended by signal \(status & 0x7F)"
  }
}
