// Files that were made to be shared, and wait to be downloaded.

import Synchronization
import VitrineSystem

/// The last files that were made, by keys that nobody guesses.
final class SharedFiles: Sendable {
  /// A file, and what is said of it.
  struct Entry: Sendable {
    /// Its bytes.
    var file: HeldFile
    /// What it is called where it is saved.
    var name: String
    /// The sentences about what it holds and what it does not.
    var notes: [String]
    /// Whether something was left out.
    var isWhole: Bool
    /// What was asked for.
    var form: ShareForm
  }

  /// The most files that wait; of more the oldest goes.
  private static let most = 3

  private struct State {
    var entries: [(key: String, entry: Entry)] = []
    var isMaking = false
  }

  private let state = Mutex(State())

  /// Makes a file and keeps it, under a new key; nil where another one is being made. One at a time: photos are decoded on all cores.
  func make(_ body: () throws -> Entry) rethrows -> String? {
    let isFree = state.withLock { state in
      defer { state.isMaking = true }
      return !state.isMaking
    }
    guard isFree else { return nil }
    defer { state.withLock { $0.isMaking = false } }
    let entry = try body()
    var generator = SystemRandomNumberGenerator()
    let key = String(generator.next() as UInt64, radix: 16) + String(generator.next() as UInt64, radix: 16)
    state.withLock { state in
      state.entries.append((key, entry))
      if state.entries.count > Self.most { state.entries.removeFirst() }
    }
    return key
  }

  /// The file of a key; nil where it is not kept any more.
  func entry(_ key: String) -> Entry? { state.withLock { state in state.entries.last { $0.key == key }?.entry } }
}
