// What `vitrine-decode` is asked for: its words, its input, its output, and the limits that it lives in.

import Glibc

/// The program: `vitrine-decode reduce MOST` reads a JPEG on standard input and writes one on standard output whose sides have at most `MOST`
/// pixels, as near to it as eighths allow.
///
/// Decoders read what strangers made. So they have a process of their own that can open no file, use no more than two gigabytes and no longer than
/// some seconds, and whose end harms nobody. Exit status: 0 well, 1 the picture cannot be reduced (why is on standard error), 2 usage.
enum DecodeProgram {
  /// The largest picture that is read. Units: bytes.
  private static let largest = 256 * 1_048_576

  /// Runs the program with the words of its line.
  static func run(_ words: [String]) -> Int32 {
    guard words.count == 2, words[0] == "reduce", let most = Int(words[1]), (16...16_384).contains(most) else {
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

  /// Takes away what a decoder never needs. Source: setrlimit(2).
  private static func confine() {
    func limit(_ resource: __rlimit_resource, _ most: Int) {
      var value = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(most))
      setrlimit(__rlimit_resource_t(resource.rawValue), &value)
    }
    limit(RLIMIT_CPU, 20)
    limit(RLIMIT_AS, 2 << 30)
    limit(RLIMIT_CORE, 0)
    limit(RLIMIT_FSIZE, 0)
    // Those that are open stay open.
    limit(RLIMIT_NOFILE, 0)
  }

  private static func readAll() throws(DecodeFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1_048_576)
    while true {
      let count = read(STDIN_FILENO, &part, part.count)
      if count < 0, errno == EINTR { continue }
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
        let count = Glibc.write(STDOUT_FILENO, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return true
    }
  }

  private static func tell(_ text: String) {
    var line = "vitrine-decode: \(text)\n"
    line.withUTF8 { _ = Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// Why a picture cannot be decoded.
struct DecodeFailure: Error {
  /// The reason, without a full stop.
  let reason: String
}
