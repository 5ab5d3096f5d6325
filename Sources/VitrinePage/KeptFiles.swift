// Files that were sent and wait for a person's word, such as those of an import whose preview is on the screen.

import Synchronization

/// The last files that were sent for a preview, by keys that nobody guesses.
final class KeptFiles: Sendable {
  /// The most files that wait; of more the oldest goes.
  private static let most = 4

  private let files = Mutex<[(key: String, file: UploadedFile)]>([])

  /// Keeps a file, under a new key.
  func keep(_ file: UploadedFile) -> String {
    var generator = SystemRandomNumberGenerator()
    let key = String(generator.next() as UInt64, radix: 16) + String(generator.next() as UInt64, radix: 16)
    files.withLock { files in
      files.append((key, file))
      if files.count > Self.most { files.removeFirst() }
    }
    return key
  }

  /// The file of a key; nil where it is not kept any more.
  func file(_ key: String) -> UploadedFile? { files.withLock { files in files.last { $0.key == key }?.file } }

  /// Lets a file go.
  func forget(_ key: String) { files.withLock { files in files.removeAll { $0.key == key } } }
}
