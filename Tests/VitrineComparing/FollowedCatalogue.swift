// A live catalogue as tests follow it: asked by barrier, held still at will, compared with what a fresh reading finds.

import Glibc
import Synchronization
import VitrineCatalog
import VitrineFiles
package import VitrineLive
import VitrineSource
import VitrineSystem

/// A live catalogue and all generations it made.
package final class FollowedCatalogue: Sendable {
  /// What went wrong in the asking itself.
  package struct Failure: Error, CustomStringConvertible {
    /// The fault in words.
    package let description: String
  }

  /// The catalogue.
  package let live: LiveCatalog
  /// Its folder.
  package let root: String
  private let deltas = Mutex<[ReportDelta]>([])
  private let gates = Mutex<[Flag]>([])

  /// How tests begin: nothing freezes but for a root that is gone, and broken records show as they are.
  package static var plainOptions: LiveCatalog.Options {
    var options = LiveCatalog.Options()
    options.lossLimit = 1
    options.keepsLastGood = false
    options.offset = { _ in offset }
    return options
  }

  /// How far the clock on the wall is ahead of UTC. Units: seconds.
  package static let offset = 3 * 3600

  /// Follows the catalogue in a folder.
  ///
  /// Errors: it cannot be read.
  package init(_ root: String, options: LiveCatalog.Options = FollowedCatalogue.plainOptions) throws {
    self.root = root
    live = try LiveCatalog(root: root, options: options)
    _ = live.subscribe { [weak self] delta in self?.deltas.withLock { $0.append(delta) } }
  }

  deinit {
    letGo()
    live.stop()
  }

  /// The generations so far, and forgets them.
  package func takeDeltas() -> [ReportDelta] {
    deltas.withLock { deltas in
      defer { deltas = [] }
      return deltas
    }
  }

  /// The state that has everything in it that was written before this call.
  ///
  /// Errors: it does not come within a minute.
  package func settled() throws -> LiveState {
    letGo()
    return try asked()
  }

  /// The same while the catalogue is not held; any number of threads may ask.
  package func asked() throws -> LiveState {
    // As the service does: its thread is only asked where something may be new.
    if let state = live.settledState { return state }
    let answer = Answer<LiveState>()
    live.barrier { answer.give($0) }
    guard answer.flag.wait(), let state = answer.value.withLock({ $0 }) else {
      throw Failure(description: "no answer to a barrier within a minute")
    }
    return state
  }

  /// Keeps the catalogue's thread from doing anything, until it is let go.
  ///
  /// Errors: its thread does not come within a minute.
  package func hold() throws {
    let (entered, gate) = (Flag(), Flag())
    gates.withLock { $0.append(gate) }
    live.barrier { _ in
      entered.raise()
      _ = gate.wait(seconds: 600)
    }
    guard entered.wait() else { throw Failure(description: "its thread cannot be held within a minute") }
  }

  /// Lets it go on.
  package func letGo() {
    gates.withLock { gates in
      for gate in gates { gate.raise() }
      gates = []
    }
  }

  /// What a state says wrongly: compared with the folder read anew, while nobody writes to it.
  ///
  /// Errors: no answer.
  package func differences() throws -> [String] {
    let state = try settled()
    // A false belief comes before what it leads to.
    return try falseBeliefs(state) + Self.differences(of: state, root: root)
  }

  /// The folders of which something else is believed than a fresh listing says: how many files there are, and whether they can be listed.
  private func falseBeliefs(_ state: LiveState) throws -> [String] {
    guard state.status.freeze == nil, let listing = try? FileTree.list(root: root) else { return [] }
    let answer = Answer<[LiveFolder]>()
    live.folders { answer.give($0) }
    guard answer.flag.wait(), let folders = answer.value.withLock({ $0 }) else {
      throw Failure(description: "no answer about folders within a minute")
    }
    var counts: [Path: Int] = [:]
    for file in listing.files { counts[Path(listing.path(of: file).folder), default: 0] += 1 }
    let unreadable = Set(listing.problems.filter { $0.kind == .unreadableFolder }.map(\.path))
    var faults: [String] = []
    for folder in folders {
      let count = counts.removeValue(forKey: folder.path) ?? 0
      if folder.files != count { faults.append("\(folder.path.shown): \(folder.files) files are known, there are \(count)") }
      if folder.watching == .none, folder.trouble == nil { faults.append("\(folder.path.shown): neither watched nor polled") }
      if unreadable.contains(folder.path), folder.trouble == nil {
        faults.append("\(folder.path.shown): that it cannot be listed is not known")
      }
    }
    return faults + counts.map { "\($0.key.shown): not known, has \($0.value) files" }.sorted()
  }

  /// What a state says otherwise than the folder read anew.
  package static func differences(of state: LiveState, root: String) -> [String] {
    switch (freshly(root), state.status.freeze) {
    case (.failure(let error), nil): return ["the folder cannot be read (\(error)), and the live catalogue does not say so"]
    case (.failure, .some): return []
    case (.success, .some(let freeze)): return ["the live catalogue is frozen (\(freeze)), and the folder can be read"]
    case (.success(let fresh), nil):
      var found = CataloguePortrait(of: state.catalogue).differences(from: CataloguePortrait(of: fresh))
      if Array(state.catalogue.findings) != Array(fresh.findings), found.isEmpty { found = ["findings differ as values"] }
      if !state.lastGood.isEmpty { found.append("lastGood is not empty: \(state.lastGood)") }
      return found
    }
  }

  private static func freshly(_ root: String) -> Result<LoadedCatalogue, FileError> {
    do throws(FileError) {
      return .success(
        try CatalogueLoader.load(root: root, options: CatalogueLoader.Options(indexes: true) { _ in offset }))
    } catch {
      return .failure(error)
    }
  }
}

/// Where an answer goes.
private final class Answer<Value: Sendable>: Sendable {
  let flag = Flag()
  let value = Mutex<Value?>(nil)

  func give(_ given: Value) {
    value.withLock { $0 = given }
    flag.raise()
  }
}
