// What `vitrine-decode` is asked for: its words, its input, its output, and the limits that it lives in. Decisions 0027 and 0060 say why.

import CConfined

/// The program reads a picture on standard input and writes one on standard output:
///
/// - `reduce SIDE QUALITY`: a JPEG as a JPEG whose sides have at most `SIDE` pixels, as near to it as eighths allow, its pixels as they are stored.
/// - `copy SIDE ORIENTATION [raw]`: any picture as a JPEG with sides of at most `SIDE` pixels, in the colours of sRGB, turned as one of EXIF's orientations asks (HEIC and AVIF as
///   their own boxes ask).
/// - `pixels SIDE ORIENTATION [raw]`: the same as a PPM, which programs take apart in three lines.
/// - `confinement`: what a decoder could still do, as the sum that `vitrine_escapes` gives; without a picture.
/// - `jpeg QUALITY`, `png`: a PPM of 8 bits as a JPEG or a PNG.
///
/// Decoders read what strangers made. So they have a process of their own that can open no file, start no program, use no more than two gigabytes and no
/// longer than some seconds, and whose end harms nobody. Exit status: 0 well, 1 it cannot be done (why is on standard error), 2 usage.
///
/// As it is used it is made of Embedded Swift (decision 0038), in which texts are not compared, for that takes tables larger than the program.
enum DecodeProgram {
  /// The largest picture that is read. Units: bytes.
  private static let largest = 256 * 1_048_576

  /// What is asked for.
  private enum Task {
    case reduce(side: Int, quality: Int)
    case copy(side: Int, orientation: Int, isRaw: Bool)
    case pixels(side: Int, orientation: Int, isRaw: Bool)
    case jpeg(quality: Int)
    case png
    case confinement
  }

  /// Runs the program with the words of its line, of which the first is its name.
  static func run(_ words: [UnsafeMutablePointer<CChar>]) -> Int32 {
    guard let task = task(words) else {
      tell(
        "usage: vitrine-decode reduce SIDE QUALITY | copy SIDE ORIENTATION [raw] | pixels SIDE ORIENTATION [raw] | jpeg QUALITY | png  <picture >result"
      )
      return 2
    }
    do throws(DecodeFailure) {
      let input = try readAll()
      return write(try input.withUnsafeBufferPointer { (bytes) throws(DecodeFailure) in try perform(task, bytes) }) ? 0 : 1
    } catch {
      tell(error.reason)
      return 1
    }
  }

  private static func task(_ words: [UnsafeMutablePointer<CChar>]) -> Task? {
    guard words.count >= 2 else { return nil }
    let number = words.count > 2 ? Int(String(cString: words[2])) : nil
    if strcmp(words[1], "png") == 0, words.count == 2 { return .png }
    if strcmp(words[1], "confinement") == 0, words.count == 2 { return .confinement }
    guard let number else { return nil }
    if strcmp(words[1], "jpeg") == 0, words.count == 3, (1...100).contains(number) { return .jpeg(quality: number) }
    guard (1...16_384).contains(number) else { return nil }
    if strcmp(words[1], "reduce") == 0, words.count == 4, let quality = Int(String(cString: words[3])),
      (1...100).contains(quality)
    {
      return .reduce(side: number, quality: quality)
    }
    guard words.count == 4 || (words.count == 5 && strcmp(words[4], "raw") == 0),
      let orientation = Int(String(cString: words[3])),
      (1...8).contains(orientation)
    else { return nil }
    if strcmp(words[1], "copy") == 0 { return .copy(side: number, orientation: orientation, isRaw: words.count == 5) }
    if strcmp(words[1], "pixels") == 0 { return .pixels(side: number, orientation: orientation, isRaw: words.count == 5) }
    return nil
  }

  private static func perform(_ task: Task, _ bytes: UnsafeBufferPointer<UInt8>) throws(DecodeFailure) -> [UInt8] {
    switch task {
    case .reduce(let side, let quality):
      confine()
      return try JPEGCodec.reduce(bytes, within: side, quality: Int32(quality))
    case .copy(let side, let orientation, let isRaw):
      return try JPEGCodec.encode(try decode(bytes, within: side, orientation: orientation, isRaw: isRaw))
    case .pixels(let side, let orientation, let isRaw):
      let picture = try decode(bytes, within: side, orientation: orientation, isRaw: isRaw)
      return PPM.encode(picture)
    case .jpeg(let quality):
      confine()
      return try JPEGCodec.encode(try PPM.decode(bytes), quality: Int32(quality))
    case .confinement:
      confine()
      return Array("\(Int(vitrine_escapes()))".utf8)
    case .png:
      confine()
      return try PNGCodec.encode(try PPM.decode(bytes))
    }
  }

  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, within side: Int, orientation: Int, isRaw: Bool
  ) throws(DecodeFailure) -> Picture {
    let decoder = try PictureDecoder(for: bytes, isRaw: isRaw)
    // Libraries are there now; nothing of the picture was decoded yet.
    confine()
    return try decoder.decode(bytes, within: side, orientation: orientation)
  }

  /// Takes away what a decoder never needs.
  private static func confine() {
    vitrine_limit(Int32(vitrine_limit_processor), 20)
    vitrine_limit(Int32(vitrine_limit_memory), 2 << 30)
    vitrine_limit(Int32(vitrine_limit_core), 0)
    vitrine_limit(Int32(vitrine_limit_file), 0)
    // Those that are open stay open.
    vitrine_limit(Int32(vitrine_limit_files), 0)
    vitrine_end_after(60)
    vitrine_allow_decoding()
  }

  private static func readAll() throws(DecodeFailure) -> [UInt8] {
    // Of a file the size is known.
    let size = vitrine_size(STDIN_FILENO)
    guard size <= largest else { throw DecodeFailure(reason: "the picture is too large") }
    var bytes: [UInt8] = []
    if size > 0 {
      bytes = [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
        while count < buffer.count, let start = buffer.baseAddress {
          let more = vitrine_read(STDIN_FILENO, start + count, buffer.count - count)
          guard more > 0 else { return }
          count += more
        }
      }
    }
    // What came to the file meanwhile, or all of a pipe.
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
