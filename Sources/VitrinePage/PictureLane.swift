// Requests that may take seconds, so that no other page waits for them: pictures that may have to be decoded, histories that git is asked for.

import Synchronization
import VitrineHTTP

/// A lane of work on pictures. What is to be done for one picture is done one after the other, so that the second finds the copy that the first has made. All
/// histories count as one, so that a repository that keeps git waiting takes one thread.
final class PictureLane: Sendable {
  private let queue: WorkQueue
  /// What waits behind the work on a picture that is under way or in the queue.
  private let waiting = Mutex<[String: [@Sendable () -> Void]]>([:])

  /// A lane with so many threads; nil where the system gives no more descriptors.
  init?(threads: Int) {
    guard let queue = WorkQueue(threads: threads) else { return nil }
    self.queue = queue
  }

  /// Does `work` for a picture in its turn; never after `end()`.
  func add(for picture: String, _ work: @escaping @Sendable () -> Void) {
    let isFirst = waiting.withLock { waiting in
      guard waiting[picture] == nil else {
        waiting[picture]?.append(work)
        return false
      }
      waiting[picture] = []
      return true
    }
    guard isFirst else { return }
    queue.add { [self] in
      work()
      while let next = next(for: picture) { next() }
    }
  }

  /// What is done next for a picture; nil where nothing is left, and the next that comes is the first again.
  private func next(for picture: String) -> (@Sendable () -> Void)? {
    waiting.withLock { waiting in
      guard let next = waiting[picture]?.first else {
        waiting[picture] = nil
        return nil
      }
      waiting[picture]?.removeFirst()
      return next
    }
  }

  /// Ends the threads, each when it has done what it is about.
  func end() { queue.end() }
}
