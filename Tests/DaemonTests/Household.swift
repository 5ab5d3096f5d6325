// A catalogue with a runtime folder of its own, so that its daemon meets no other.

import FoundationEssentials
import Glibc
import VitrineClient
import VitrineTesting

/// A small catalogue and what its daemon uses. Whatever daemon still runs at the end is killed.
final class Household: Sendable {
  /// The catalogue.
  let catalogue: TemporaryFolder
  /// What `XDG_RUNTIME_DIR` says.
  let runtime: TemporaryFolder
  /// Its real path.
  let root: String
  /// Where the daemon is found.
  let place: ServicePlace

  /// A catalogue of a few records.
  init(records: Int = 5) throws {
    catalogue = try TemporaryFolder()
    runtime = try TemporaryFolder()
    root = catalogue.path
    let runtime = self.runtime.path
    place = ServicePlace(root: root) { $0 == "XDG_RUNTIME_DIR" ? runtime : nil }
    try catalogue.write("vitrine: 1\ncollections:\n  - {kind: game, files: \"games/**/*.yaml\"}\n", to: "vitrine.yaml")
    for number in 0..<records { try write(number) }
  }

  deinit {
    if let owner = ServiceLock.owner(of: place) { kill(owner.process, SIGKILL) }
  }

  /// Writes a record.
  func write(_ number: Int, title: String? = nil) throws {
    try catalogue.write(
      "title: \(title ?? "Game \(number)")\nrelease: 20200101\nstatus: library\nproperties: {}\n", to: "games/game-\(number).yaml"
    )
  }

  /// All that a program knows of the world.
  var environment: [String: String] {
    [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": runtime.path, "XDG_RUNTIME_DIR": runtime.path, "LC_ALL": "C.UTF-8",
      "TZ": "UTC",
      "SWIFT_BACKTRACE": "enable=no",
    ]
  }

  /// Runs `vitrine` in the catalogue to its end.
  func vitrine(_ words: String..., adding more: [String: String] = [:]) throws -> Said {
    try Running([Programs.vitrine] + words, environment: environment.merging(more) { $1 }, in: root).end()
  }

  /// Starts `vitrined run` for the catalogue.
  func daemon(_ words: String..., adding more: [String: String] = [:]) throws -> Running {
    try Running(
      [Programs.vitrined, "run", "--root", root, "--ready-fd", "3"] + words, environment: environment.merging(more) { $1 },
      hasReadyFile: true)
  }

  /// Starts `vitrined run` and waits until it is ready.
  func readyDaemon(_ words: String...) throws -> Running {
    let daemon = try Running(
      [Programs.vitrined, "run", "--root", root, "--ready-fd", "3"] + words, environment: environment, hasReadyFile: true)
    guard daemon.readyLine() == "ready" else { throw NotReady(said: daemon.end()) }
    return daemon
  }

  /// The files of the catalogue with their bytes, all but those of vitrine's own folder.
  func files() -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for path in (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? [] where !path.hasPrefix(".vitrine") {
      files[path] = (try? catalogue.read(path)) ?? []
    }
    return files
  }

  /// Whether something is at a path.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The permissions of a path.
  static func mode(_ path: String) -> UInt32 {
    var status = stat()
    return lstat(path, &status) == 0 ? UInt32(status.st_mode) & 0o7777 : 0
  }

  /// A daemon that did not become ready.
  struct NotReady: Error {
    let said: Said
  }
}
