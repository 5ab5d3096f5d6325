// The door to libdeflate: files of the page made as small as can be for their way to the browser. Decision 0128 says why.

import CDeflate

extension Compression {
  /// Some bytes as gzip, as few as can be, which takes some ten times as long as usual; nil where the library has no memory. Source: libdeflate.h; RFC 1952.
  package static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
    let slowest: Int32 = 12
    guard let compressor = libdeflate_alloc_compressor(slowest) else { return nil }
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_gzip_compress_bound(compressor, bytes.count)
    let output = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = libdeflate_gzip_compress(compressor, bytes, bytes.count, buffer.baseAddress, bound)
    }
    return output.isEmpty ? nil : output
  }
}
