// The door to zlib: texts in PNG expanded and compressed again.

import CZLib

/// zlib's form and gzip.
package enum Compression {
  /// What zlib compressed, expanded: at most `limit` bytes; of a stream that is broken or longer, those before that. Source: zlib.h.
  package static func expanded(_ compressed: [UInt8], limit: Int) -> [UInt8] { expanded(compressed, windowBits: 15, limit) }

  /// The same of what gzip compressed. Source: RFC 1952.
  package static func expanded(gzip compressed: [UInt8], limit: Int) -> [UInt8] {
    expanded(compressed, windowBits: 15 + 16, limit)
  }

  private static func expanded(_ compressed: [UInt8], windowBits: Int32, _ limit: Int) -> [UInt8] {
    var stream = z_stream()
    guard inflateInit2_(&stream, windowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return [] }
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

  /// Some bytes in zlib's form; nil where the library has no memory. Source: zlib.h, deflateInit2; RFC 1950.
  package static func zlib(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard deflateInit2_(&stream, 9, Z_DEFLATED, 15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let bound = Int(deflateBound(&stream, UInt(bytes.count))) + 32
    var input = bytes
    var isWhole = false
    let output = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      input.withUnsafeMutableBufferPointer { input in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = buffer.baseAddress
        stream.avail_out = UInt32(bound)
        isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
      count = isWhole ? bound - Int(stream.avail_out) : 0
    }
    return isWhole ? output : nil
  }
}
