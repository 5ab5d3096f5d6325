// Files that were sent and wait for a person's word, such as those of an import whose preview is on the screen.

import Synchronization
import VitrineSystem

/// The last files that were sent for a preview, by keys that nobody guesses, for an hour.
final class KeptFiles: Sendable {
  /// The most files that wait; of more the oldest goes.
  private static let most = 4
  /// How long a file waits. Units: nanoseconds.
  private static let life: Int64 = 3_600_000_000_000

  private let files = Mutex<[(key: String, file: UploadedFile, since: Int64)]>([])

  /// Keeps a file, under a new key.
  func keep(_ file: UploadedFile) -> String {
    var generator = SystemRandomNumberGenerator()
    let key = String(generator.next() as UInt64, radix: 16) + String(generator.next() as UInt64, radix: 16)
    files.withLock { files in
      Self.forgetOld(&files)
      files.append((key, file, MonotonicClock.now))
      if files.count > Self.most { files.removeFirst() }
    }
    return key
  }

  /// The file of a key; nil where it is not kept any more.
  func file(_ key: String) -> UploadedFile? {
    files.withLock { files in
      Self.forgetOld(&files)
      return files.last { $0.key == key }?.file
    }
  }

  private static func forgetOld(_ files: inout [(key: String, file: UploadedFile, since: Int64)]) {
    files.removeAll { MonotonicClock.now - $0.since > life }
  }

  /// Lets a file go.
  func forget(_ key: String) { files.withLock { files in files.removeAll { $0.key == key } } }
}
