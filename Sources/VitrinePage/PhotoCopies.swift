// Smaller copies of photos in memory, so that a list that is looked at again costs no decoding.

import Synchronization

/// What an attempt to make a smaller copy of a photo came to.
enum PhotoCopy: Sendable, Equatable {
  /// A JPEG.
  case made([UInt8])
  /// The photo cannot be decoded, or not in the time that there is for it.
  case failed
}

/// Smaller copies of photos in memory, the last used ones.
final class PhotoCopies: Sendable {
  private struct State: Sendable {
    var copies: [String: (copy: PhotoCopy, use: Int)] = [:]
    var size = 0
    var uses = 0
  }

  /// The most that is kept. Units: bytes.
  private let mostBytes: Int
  private let state = Mutex(State())

  /// No copies yet.
  init(mostBytes: Int) { self.mostBytes = mostBytes }

  /// What an earlier attempt came to; nil where there was none, or it was forgotten.
  func copy(of tag: String) -> PhotoCopy? {
    state.withLock { state in
      guard state.copies[tag] != nil else { return nil }
      state.uses += 1
      state.copies[tag]?.use = state.uses
      return state.copies[tag]?.copy
    }
  }

  /// Keeps a copy, or that there is none; those that nobody asked for longest go.
  func keep(_ copy: PhotoCopy, for tag: String) {
    state.withLock { state in
      state.uses += 1
      state.size += copy.size - (state.copies[tag]?.copy.size ?? 0)
      state.copies[tag] = (copy, state.uses)
      while state.size > mostBytes, let oldest = state.copies.min(by: { $0.value.use < $1.value.use }) {
        state.copies[oldest.key] = nil
        state.size -= oldest.value.copy.size
      }
    }
  }
}

extension PhotoCopy {
  /// What it takes, with about what its entry does. Units: bytes.
  fileprivate var size: Int {
    switch self {
    case .made(let bytes): 256 + bytes.count
    case .failed: 256
    }
  }
}
