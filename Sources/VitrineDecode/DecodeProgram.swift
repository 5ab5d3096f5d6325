// What `vitrine-decode` is asked for: its words, its input, its output, and the limits that it lives in. Decision 0027 says why.

import CConfined

/// The program: `vitrine-decode reduce MOST` reads a JPEG on standard input and writes one on standard output whose sides have at most `MOST`
/// pixels, as near to it as eighths allow.
///
/// Decoders read what strangers made. So they have a process of their own that can open no file, use no more than two gigabytes and no longer than
/// some seconds, and whose end harms nobody. Exit status: 0 well, 1 the picture cannot be reduced (why is on standard error), 2 usage.
///
/// As it is used it is made of Embedded Swift (decision 0038), in which texts are not compared, for that takes tables larger than the program.
enum DecodeProgram {
  /// The largest picture that is read. Units: bytes.
  private static let largest = 256 * 1_048_576

  /// Runs the program with the words of its line, of which the first is its name.
  static func run(_ words: [UnsafeMutablePointer<CChar>]) -> Int32 {
    guard words.count == 3, strcmp(words[1], "reduce") == 0, let most = Int(String(cString: words[2])),
      (16...16_384).contains(most)
    else {
      tell("usage: vitrine-decode reduce MOST <photo.jpg >smaller.jpg")
      return 2
    }
    confine()
    do throws(DecodeFailure) {
      let reduced = try ReducedJPEG.make(try readAll(), within: most)
      return write(reduced) ? 0 : 1
    } catch {
      tell(error.reason)
      return 1
    }
  }

  /// Takes away what a decoder never needs.
  private static func confine() {
    vitrine_limit(Int32(vitrine_limit_processor), 20)
    vitrine_limit(Int32(vitrine_limit_memory), 2 << 30)
    vitrine_limit(Int32(vitrine_limit_core), 0)
    vitrine_limit(Int32(vitrine_limit_file), 0)
    // Those that are open stay open.
    vitrine_limit(Int32(vitrine_limit_files), 0)
  }

  private static func readAll() throws(DecodeFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1_048_576)
    while true {
      let count = vitrine_read(STDIN_FILENO, &part, part.count)
      guard count >= 0 else { throw DecodeFailure(reason: "the picture cannot be read") }
      if count == 0 { return bytes }
      bytes += part[..<count]
      guard bytes.count <= largest else { throw DecodeFailure(reason: "the picture is too large") }
    }
  }

  private static func write(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let count = vitrine_write(STDOUT_FILENO, rest.baseAddress, rest.count)
        guard count > 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return true
    }
  }

  private static func tell(_ text: String) {
    var line = "vitrine-decode: \(text)\n"
    line.withUTF8 { _ = vitrine_write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// Why a picture cannot be decoded.
struct DecodeFailure: Error {
  /// The reason, without a full stop.
  let reason: String
}

/// The program's main function, under the name that SwiftPM links it by: Embedded Swift knows of no words of a command line.
@_cdecl("VitrineDecode_main") func main(_ count: Int32, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
  vitrine_end_with_reader()
  return DecodeProgram.run((0..<Int(count)).compactMap { words[$0] })
}
