// The door to zlib: compressed texts of PNG.

import CZLib

/// Expands what zlib compressed.
enum Inflate {
  /// The expanded bytes, at most `limit` of them; of a stream that is broken or longer, those before that. Source: zlib.h.
  static func bytes(_ compressed: [UInt8], limit: Int) -> [UInt8] {
    var stream = z_stream()
    guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return [] }
    defer { inflateEnd(&stream) }
    var input = compressed
    return input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      var output: [UInt8] = []
      while output.count < limit {
        let wanted = min(16_384, limit - output.count)
        var status = Z_OK
        let part = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
          stream.next_out = buffer.baseAddress
          stream.avail_out = UInt32(wanted)
          status = inflate(&stream, Z_NO_FLUSH)
          count = wanted - Int(stream.avail_out)
        }
        output += part
        if status != Z_OK || part.isEmpty { break }
      }
      return output
    }
  }
}
