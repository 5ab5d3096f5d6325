// The door to Brotli's decoder: metadata of JPEG XL expanded. Decision 0095 says why.

import CBrotli

/// Brotli's form. Source: RFC 7932; brotli/decode.h.
package enum Brotli {
  /// What a stream holds; nil where it is broken, cut off, or longer than `limit`. Units: bytes.
  package static func expanded(_ compressed: [UInt8], limit: Int) -> [UInt8]? {
    guard let decoder = BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
    defer { BrotliDecoderDestroyInstance(decoder) }
    return compressed.withUnsafeBufferPointer { input in
      var next = input.baseAddress
      var left = input.count
      var output: [UInt8] = []
      while output.count <= limit {
        var result = BROTLI_DECODER_RESULT_ERROR
        let part = [UInt8](unsafeUninitializedCapacity: partSize) { buffer, count in
          var place = buffer.baseAddress
          var room = partSize
          result = BrotliDecoderDecompressStream(decoder, &left, &next, &room, &place, nil)
          count = partSize - room
        }
        output += part
        if result == BROTLI_DECODER_RESULT_SUCCESS { return output.count <= limit ? output : nil }
        guard result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT else { return nil }
      }
      return nil
    }
  }

  /// How much is expanded at once. Units: bytes.
  private static let partSize = 16_384
}
