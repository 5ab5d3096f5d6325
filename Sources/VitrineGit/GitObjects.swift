// The bytes of git's objects, one after another, from one process.

import Glibc
import VitrineSystem

/// A reader of objects: `git cat-file --batch`, started with the first question. One reader serves one thread.
package struct GitObjects: ~Copyable {
  /// How much of an object larger than `maximumWhole` is kept at either end. Units: bytes.
  private static let keptEnd = 1 << 20
  /// The largest object that is kept whole. Units: bytes.
  package static let maximumWhole = 64 << 20
  /// The most bytes of the line before an object.
  private static let maximumHeader = 256

  private let repository: GitRepository
  private var process: Int32 = -1
  private var input: Int32 = -1
  private var output: Int32 = -1
  private var buffer: [UInt8] = []
  private var start = 0

  /// A reader of a repository's objects.
  package init(_ repository: GitRepository) { self.repository = repository }

  deinit {
    if process >= 0 {
      close(input)
      close(output)
      _ = ProgramStart.end(of: process)
    }
  }

  /// The bytes of an object.
  ///
  /// Errors: git has no such object, or it is broken; it has more than `limit` bytes.
  package mutating func bytes(of object: GitObjectID, limit: Int = maximumWhole) throws(GitError) -> [UInt8] {
    let size = try ask(object)
    guard size <= limit else {
      try skip(size + 1)
      throw GitError("it has \(size) bytes, more than the \(limit) allowed")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    try pass(size) { bytes += $0 }
    try skip(1)
    return bytes
  }

  /// Writes an object to a file, which holds nothing else then. Of an object larger than `maximumWhole` only both ends are written, and zeros stand
  /// between them; the size is right.
  ///
  /// Errors: git has no such object, or it is broken; there is no space.
  package mutating func write(_ object: GitObjectID, to file: Int32) throws(GitError) {
    let size = try ask(object)
    guard ftruncate(file, 0) == 0, ftruncate(file, size) == 0 else {
      stop()
      throw GitError("there is not enough memory")
    }
    var place = 0
    var isWritten = true
    let (headEnd, tailStart) = size > Self.maximumWhole ? (Self.keptEnd, size - Self.keptEnd) : (size, size)
    try pass(size) { piece in
      for range in [0..<headEnd, tailStart..<size] {
        let part = range.clamped(to: place..<place + piece.count)
        guard !part.isEmpty else { continue }
        let slice = UnsafeRawBufferPointer(rebasing: piece[(part.lowerBound - place)..<(part.upperBound - place)])
        var written = 0
        while written < slice.count {
          let count = pwrite(file, slice.baseAddress.map { $0 + written }, slice.count - written, part.lowerBound + written)
          if count < 0, errno == EINTR { continue }
          guard count > 0 else {
            isWritten = false
            break
          }
          written += count
        }
      }
      place += piece.count
    }
    try skip(1)
    guard isWritten else { throw GitError("there is not enough memory") }
  }

  /// Asks for an object: its size.
  private mutating func ask(_ object: GitObjectID) throws(GitError) -> Int {
    if process < 0 { try begin() }
    var question = object.text + "\n"
    let isAsked = question.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(input, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return true
    }
    guard isAsked, let header = header() else {
      stop()
      throw GitError("git cannot read the object \(object.text)")
    }
    let words = header.split(separator: 0x20)
    guard words.count == 3, words[1].elementsEqual("blob".utf8) || words[1].elementsEqual("commit".utf8),
      let size = Int(String(decoding: words[2], as: UTF8.self)), size >= 0
    else {
      if words.count == 3, let size = Int(String(decoding: words[2], as: UTF8.self)), size >= 0 { try skip(size + 1) }
      throw GitError(
        words.count == 2 ? "git does not have the object \(object.text) here" : "the object \(object.text) is no file")
    }
    return size
  }

  /// The next line, without its end; nil where there is none.
  private mutating func header() -> [UInt8]? {
    while true {
      if let end = buffer[start...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return Array(buffer[start..<end])
      }
      guard buffer.count - start < Self.maximumHeader, fill() else { return nil }
    }
  }

  private mutating func skip(_ count: Int) throws(GitError) { try pass(count) { _ in } }

  /// Hands on so many bytes, piece by piece.
  private mutating func pass(_ count: Int, _ take: (UnsafeRawBufferPointer) -> Void) throws(GitError) {
    var left = count
    while left > 0 {
      if start == buffer.count {
        guard fill() else {
          stop()
          throw GitError("git stopped in the middle of an object")
        }
      }
      let part = min(left, buffer.count - start)
      buffer.withUnsafeBytes { take(UnsafeRawBufferPointer(rebasing: $0[start..<start + part])) }
      start += part
      left -= part
    }
  }

  /// Reads what there is; false at the end.
  private mutating func fill() -> Bool {
    let rest = Array(buffer[start...])
    let capacity = 1 << 16
    var isMore = false
    buffer = [UInt8](unsafeUninitializedCapacity: rest.count + capacity) { target, count in
      _ = target.update(fromContentsOf: rest)
      count = rest.count
      while true {
        let result = read(output, target.baseAddress.map { $0 + rest.count }, capacity)
        if result < 0, errno == EINTR { continue }
        if result > 0 {
          count += result
          isMore = true
        }
        return
      }
    }
    start = 0
    return isMore
  }

  private mutating func begin() throws(GitError) {
    var (into, from): ((read: Int32, write: Int32), (read: Int32, write: Int32)) = ((-1, -1), (-1, -1))
    guard SystemCall.pipe(&into) == 0 else { throw GitError("git cannot be started: too many open files") }
    guard SystemCall.pipe(&from) == 0 else {
      close(into.read)
      close(into.write)
      throw GitError("git cannot be started: too many open files")
    }
    let result: Result<Int32, GitError>
    do throws(GitError) {
      result = .success(
        try repository.program.start(["cat-file", "--batch"]) { program in
          program.connect(into.read, as: STDIN_FILENO)
          program.connect(from.write, as: STDOUT_FILENO)
          program.silence(STDERR_FILENO)
        })
    } catch {
      result = .failure(error)
    }
    close(into.read)
    close(from.write)
    guard case .success(let started) = result else {
      close(into.write)
      close(from.read)
      _ = try result.get()
      return
    }
    (process, input, output) = (started, into.write, from.read)
    (buffer, start) = ([], 0)
  }

  /// Lets go of a process that is of no more use; the next question starts another.
  private mutating func stop() {
    guard process >= 0 else { return }
    close(input)
    close(output)
    kill(process, SIGTERM)
    _ = ProgramStart.end(of: process)
    process = -1
    (buffer, start) = ([], 0)
  }
}
