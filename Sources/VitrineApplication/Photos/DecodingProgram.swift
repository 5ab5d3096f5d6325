// The way to `vitrine-decode`, which has the decoders of pictures. Decisions 0027 and 0060 say why it is a program of its own.

import Glibc
import VitrineFiles
import VitrineSource
import VitrineSystem

/// The program that decodes pictures.
package struct DecodingProgram: Sendable {
  private let program: String

  /// Finds the program: what `VITRINE_DECODE` says, else beside this program, else on the `PATH`; nil where it is nowhere.
  package init?(_ context: RequestContext) {
    if let named = context.environment("VITRINE_DECODE") {
      program = Path.absolute(named, from: context.workingFolder)
      guard !named.isEmpty, Self.isProgram(program) else { return nil }
      return
    }
    var places = [Path.parent(of: Path.real("/proc/self/exe"))]
    places += (context.environment("PATH") ?? "").split(separator: ":").map {
      Path.absolute(String($0), from: context.workingFolder)
    }
    guard let found = places.map({ $0 + "/vitrine-decode" }).first(where: Self.isProgram) else { return nil }
    program = found
  }

  /// A JPEG with the pixels of another as they are stored, fewer by eighths, so that no side has more than `side`, where eighths allow that; of a quality up
  /// to 100.
  ///
  /// Errors: it cannot be decoded.
  func reduced(_ jpeg: [UInt8], within side: Int, quality: Int = 82) throws(DecodingFailure) -> [UInt8] {
    try output(of: ["reduce", String(side), String(quality)], .bytes(jpeg))
  }

  /// A JPEG of a photo whose sides have at most `side` pixels: upright, in the colours of sRGB, without metadata.
  ///
  /// Errors: it cannot be decoded.
  package func copy(of photo: DecodablePhoto, within side: Int) throws(DecodingFailure) -> [UInt8] {
    try output(of: ["copy", String(side)] + photo.words, photo.input)
  }

  /// The pixels of the same.
  ///
  /// Errors: it cannot be decoded.
  package func pixels(of photo: DecodablePhoto, within side: Int) throws(DecodingFailure) -> Pixels {
    guard let pixels = Pixels(ppm: try output(of: ["pixels", String(side)] + photo.words, photo.input)) else {
      throw DecodingFailure(reason: "vitrine-decode is of another version")
    }
    return pixels
  }

  /// The most pixels that `encoded` takes: those of a PPM of 256 MB, which is all that the program reads.
  static let mostPixels = (256 * 1_048_576 - 64) / 3

  /// Pixels as a JPEG of a quality up to 100, or as a PNG where there is none.
  ///
  /// Errors: a side is longer than the format knows; there are more than `mostPixels`.
  package func encoded(_ pixels: Pixels, quality: Int?) throws(DecodingFailure) -> [UInt8] {
    try output(of: quality.map { ["jpeg", String($0)] } ?? ["png"], .pixels(pixels))
  }

  /// Something that decoders must not do.
  package struct Escapes: OptionSet, Sendable {
    /// The sum of what it can do.
    package let rawValue: Int
    /// To read a file.
    package static let reading = Escapes(rawValue: 1)
    /// To write a file.
    package static let writing = Escapes(rawValue: 2)
    /// To open a socket.
    package static let sockets = Escapes(rawValue: 4)
    /// To start a process.
    package static let processes = Escapes(rawValue: 8)
    /// Nothing of these; but what keeps it from them are limits of the process alone, since the kernel has no filter of system calls.
    package static let unfiltered = Escapes(rawValue: 16)

    /// A set by its number.
    package init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// What the program could still do while it decodes: it tries.
  ///
  /// Errors: it does not start, or is of another version.
  package func escapes() throws(DecodingFailure) -> Escapes {
    let answer = try output(of: ["confinement"], .bytes([]))
    guard let number = Int(String(decoding: answer, as: UTF8.self)) else {
      throw DecodingFailure(reason: "vitrine-decode is of another version")
    }
    return Escapes(rawValue: number)
  }

  private static func isProgram(_ path: String) -> Bool { Path.isReadableFile(path) && access(path, X_OK) == 0 }

  /// What the program reads.
  enum Input {
    /// Bytes at hand, which it reads whole before it writes.
    case bytes([UInt8])
    /// The PPM of pixels, of which it makes no copy.
    case pixels(Pixels)
    /// A file, which it reads by itself.
    case file(OpenFile)
  }

  private func output(of words: [String], _ input: Input) throws(DecodingFailure) -> [UInt8] {
    guard let from = Pipe(), let errors = Pipe() else { throw DecodingFailure(reason: "too many files are open") }
    // A program that says very much must not wait for somebody who reads it.
    _ = fcntl(errors.write, F_SETFL, O_NONBLOCK)
    var child = ProgramStart()
    var into: Pipe?
    switch input {
    case .bytes, .pixels:
      guard let pipe = Pipe() else { throw DecodingFailure(reason: "too many files are open") }
      child.connect(pipe.read, as: STDIN_FILENO)
      into = pipe
    case .file(let file): file.connect(to: &child)
    }
    child.connect(from.write, as: STDOUT_FILENO)
    child.connect(errors.write, as: STDERR_FILENO)
    let started = child.start([program] + words)
    into?.closeReading()
    from.closeWriting()
    errors.closeWriting()
    guard case .success(let process) = started else { throw DecodingFailure(reason: "vitrine-decode does not start") }
    switch input {
    case .bytes(let bytes): into?.send(bytes)
    case .pixels(let pixels): into?.send(pixels.ppmHead, pixels.bytes)
    case .file: break
    }
    let result = from.readAll()
    let said = errors.readAll()
    switch ProgramStart.end(of: process) {
    case .success(0): return result
    case .success(1), .success(2): throw DecodingFailure(message: said)
    case .success, .failure:
      throw DecodingFailure(reason: "it is damaged in a way that made its decoder crash", isOfPicture: true)
    }
  }
}

/// Why a photo cannot be decoded.
package struct DecodingFailure: Error, Sendable {
  /// The reason, without a full stop.
  package let reason: String
  /// Whether it lies in the picture, so that the next attempt fails as well.
  package let isOfPicture: Bool

  /// A reason in words.
  init(reason: String, isOfPicture: Bool = false) { (self.reason, self.isOfPicture) = (reason, isOfPicture) }

  /// The last line of what the program said, without its name.
  fileprivate init(message: [UInt8]) {
    let last = message.split(separator: 0x0A).last.map { String(decoding: $0.prefix(300), as: UTF8.self) } ?? ""
    let name = "vitrine-decode: "
    let reason = String(
      (last.hasPrefix(name) ? last.dropFirst(name.count) : last[...]).map { $0.isASCII && $0 >= " " ? $0 : "?" })
    self.init(reason: reason.isEmpty ? "the picture cannot be decoded" : reason, isOfPicture: true)
  }
}

/// A pipe(2), both of whose ends are closed with it.
private final class Pipe {
  private(set) var read: Int32 = -1
  private(set) var write: Int32 = -1

  init?() {
    // Several are started at once: none may get the pipe of another, whose end would not come before its own.
    var ends: (read: Int32, write: Int32) = (-1, -1)
    guard SystemCall.pipe(&ends) == 0 else { return nil }
    (read, write) = ends
  }

  deinit {
    closeReading()
    closeWriting()
  }

  func closeReading() {
    if read >= 0 { close(read) }
    read = -1
  }

  func closeWriting() {
    if write >= 0 { close(write) }
    write = -1
  }

  /// Writes all bytes, and that there are no more; a program that went away does not want them.
  func send(_ parts: [UInt8]...) {
    for part in parts {
      part.withUnsafeBytes { bytes in
        var rest = bytes
        while !rest.isEmpty {
          let count = Glibc.write(write, rest.baseAddress, rest.count)
          if count < 0, errno == EINTR { continue }
          guard count > 0 else { break }
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
      }
    }
    closeWriting()
  }

  func readAll() -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 262_144)
    while true {
      let count = Glibc.read(read, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += part[..<count]
    }
  }
}
