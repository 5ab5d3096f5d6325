// Reading what is piped in.

import Glibc
import VitrineSource
package import VitrineSystem

extension FileReader {
  /// All of standard input.
  ///
  /// Errors: what the system said; more than `limit` bytes.
  package static func readStandardInput(limit: Int = defaultLimit) throws(FileError) -> [UInt8] {
    try readStream(STDIN_FILENO, name: "-", limit: limit)
  }

  /// All that an open descriptor gives; `name` is what an error calls it. The descriptor stays open.
  ///
  /// Errors: what the system said; more than `limit` bytes.
  package static func readStream(_ descriptor: Int32, name: String, limit: Int = defaultLimit) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      var failure: Int32 = 0
      let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        let result = readSome(descriptor, buffer.baseAddress, buffer.count)
        if result < 0 { failure = Int32(truncatingIfNeeded: -result) } else { count = result }
      }
      guard failure == 0 else { throw FileError(.read, Path(name), errno: failure) }
      guard !piece.isEmpty else { return bytes }
      bytes += piece
      guard bytes.count <= limit else { throw FileError(.read, Path(name), .tooLarge(size: bytes.count, limit: limit)) }
    }
  }
}
