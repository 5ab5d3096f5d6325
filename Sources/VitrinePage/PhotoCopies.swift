// Smaller copies of photos in memory, so that a list that is looked at again costs no decoding.

import Synchronization

/// Smaller copies of photos in memory, the last used ones.
final class PhotoCopies: Sendable {
  private struct State: Sendable {
    var copies: [String: (bytes: [UInt8], use: Int)] = [:]
    var size = 0
    var uses = 0
  }

  /// The most that is kept. Units: bytes.
  private let mostBytes: Int
  private let state = Mutex(State())

  /// No copies yet.
  init(mostBytes: Int) { self.mostBytes = mostBytes }

  /// A copy that was made.
  func copy(of tag: String) -> [UInt8]? {
    state.withLock { state in
      guard state.copies[tag] != nil else { return nil }
      state.uses += 1
      state.copies[tag]?.use = state.uses
      return state.copies[tag]?.bytes
    }
  }

  /// Keeps a copy; those that nobody asked for longest go.
  func keep(_ bytes: [UInt8], for tag: String) {
    state.withLock { state in
      state.uses += 1
      state.size += bytes.count - (state.copies[tag]?.bytes.count ?? 0)
      state.copies[tag] = (bytes, state.uses)
      while state.size > mostBytes, let oldest = state.copies.min(by: { $0.value.use < $1.value.use }) {
        state.copies[oldest.key] = nil
        state.size -= oldest.value.bytes.count
      }
    }
  }
}
