// Programs that know cameras, started beside this one: words in, lines out. Decision 0073 says why they are no libraries.

import Glibc
import VitrineSystem

/// A program that speaks with cameras.
struct CameraProgram: Sendable {
  /// Its name, which is looked for on the PATH.
  let name: String
  /// The package of Debian that has it.
  let package: String

  static let gphoto = CameraProgram(name: "gphoto2", package: "gphoto2")
  static let video = CameraProgram(name: "v4l2-ctl", package: "v4l-utils")

  /// How long a program may take to answer. Units: milliseconds.
  private static let timeout = 60_000
  /// The most that is read of an answer. Units: bytes.
  private static let longest = 4 << 20

  /// What a program gave.
  struct Answer: Sendable {
    /// What it printed, its complaints among them.
    var text: String
    /// What it ended with.
    var status: Int32
  }

  /// The words it speaks: those that this program reads.
  static let language = [(name: "LC_ALL", value: "C"), (name: "LANGUAGE", value: "C")]

  /// Starts it. `connect` says where its streams lead.
  ///
  /// Errors: it is not there, or cannot be started.
  func start(_ words: [String], _ connect: (inout ProgramStart) -> Void) throws(CameraFailure) -> Int32 {
    var program = ProgramStart()
    program.silence(STDIN_FILENO)
    connect(&program)
    switch program.start([name] + words, more: Self.language) {
    case .success(let process): return process
    case .failure(let failure) where failure.number == ENOENT:
      throw CameraFailure(
        "'\(name)' is not installed, and it is what speaks with cameras here; 'sudo apt install \(package)' installs it")
    case .failure(let failure):
      throw CameraFailure("'\(name)' cannot be started: \(ErrorNumber.words(failure.number).reason)")
    }
  }

  /// Starts it as a group of its own, with all that it prints going to a descriptor, which is closed here.
  private func start(_ words: [String], to output: Int32) throws(CameraFailure) -> Int32 {
    defer { close(output) }
    return try start(words) { program in
      program.isolate()
      program.connect(output, as: STDOUT_FILENO)
      program.connect(output, as: STDERR_FILENO)
    }
  }

  /// All that it prints, and how it ends.
  ///
  /// Errors: it is not there; it does not answer in time.
  func run(_ words: [String]) throws(CameraFailure) -> Answer {
    var ends: (read: Int32, write: Int32) = (-1, -1)
    guard SystemCall.pipe(&ends) == 0 else { throw CameraFailure("'\(name)' cannot be started: too many open files") }
    defer { close(ends.read) }
    let process = try start(words, to: ends.write)
    let duty = Interruption.promise { kill(-process, SIGTERM) }
    defer { Interruption.fulfil(duty) }
    var bytes: [UInt8] = []
    let end = MonotonicClock.now + Int64(Self.timeout) * 1_000_000
    var isWhole = false
    while bytes.count <= Self.longest {
      let left = (end - MonotonicClock.now) / 1_000_000
      var entry = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
      let ready = left <= 0 ? 0 : poll(&entry, 1, Int32(left))
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { break }
      let piece = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = max(read(ends.read, buffer.baseAddress, buffer.count), 0)
      }
      if piece.isEmpty {
        isWhole = true
        break
      }
      bytes += piece
    }
    if !isWhole { kill(-process, SIGKILL) }
    guard case .success(let status) = ProgramStart.end(of: process) else {
      throw CameraFailure("'\(name)' could not be waited for")
    }
    guard isWhole else {
      throw CameraFailure(
        bytes.count > Self.longest
          ? "'\(name)' says more than can be meant"
          : "the camera did not answer for a minute; switch it off and on, and try again")
    }
    return Answer(text: String(decoding: bytes, as: UTF8.self), status: status)
  }
}
