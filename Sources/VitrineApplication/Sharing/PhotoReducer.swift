// Large photos made smaller for a page, by the program that has the decoders.

import Glibc
import VitrineModel
import VitrinePhotos
import VitrineSource
import VitrineSystem

/// The way to `vitrine-decode`.
package struct PhotoReducer: Sendable {
  /// The longest side of a photo in a page. Units: pixels.
  package static let longestSide = 1600
  /// Photos up to this size stay as they are. Units: bytes.
  package static let smallEnough = 300_000

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

  /// A photo made smaller, with its EXIF and its colour profile; nil where it is small already, is no JPEG, or cannot be decoded.
  ///
  /// - Parameter longestSide: the longest side that it may have. Units: pixels.
  /// - Parameter smallEnough: photos up to this size stay as they are. Units: bytes.
  package func reduced(
    _ photo: [UInt8], longestSide: Int = longestSide, smallEnough: Int = smallEnough
  ) -> [UInt8]? {
    guard photo.count > smallEnough, ImageFormat.sniff(photo) == .jpeg, let size = PhotoMetadata.read(photo),
      let width = size.width, let height = size.height, max(width, height) > longestSide,
      let smaller = output(of: ["reduce", String(longestSide)], input: photo)
    else { return nil }
    do throws(StrippingRefusal) {
      let dressed = try ReducedPhoto.dressed(smaller, like: photo)
      return dressed.count < photo.count ? dressed : nil
    } catch {
      return nil
    }
  }

  private static func isProgram(_ path: String) -> Bool { Path.isReadableFile(path) && access(path, X_OK) == 0 }

  /// What the program makes of some bytes; nil where it fails. It reads everything before it writes.
  private func output(of words: [String], input: [UInt8]) -> [UInt8]? {
    var (into, from): ((read: Int32, write: Int32), (read: Int32, write: Int32)) = ((-1, -1), (-1, -1))
    // Several are started at once: none may get the pipe of another, whose end would not come before its own.
    guard SystemCall.pipe(&into) == 0 else { return nil }
    guard SystemCall.pipe(&from) == 0 else {
      close(into.read)
      close(into.write)
      return nil
    }
    var child = ProgramStart()
    child.connect(into.read, as: STDIN_FILENO)
    child.connect(from.write, as: STDOUT_FILENO)
    child.silence(STDERR_FILENO)
    let started = child.start([program] + words)
    close(into.read)
    close(from.write)
    defer { close(from.read) }
    guard case .success(let process) = started else {
      close(into.write)
      return nil
    }
    Self.write(input, to: into.write)
    close(into.write)
    let result = Self.readAll(from.read)
    return ProgramStart.end(of: process) == .success(0) ? result : nil
  }

  /// Writes all bytes; a program that went away does not want them.
  private static func write(_ bytes: [UInt8], to descriptor: Int32) {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }

  private static func readAll(_ descriptor: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 262_144)
    while true {
      let count = read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += part[..<count]
    }
  }
}
