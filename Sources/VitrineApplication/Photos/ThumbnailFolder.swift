// Smaller copies of photos on the disk, in a folder that can be thrown away at any time.

import Glibc
import Synchronization
import VitrineSystem

/// The folder `.vitrine/thumbnails` of a catalogue: copies by what the photos' bytes are, so that one that was renamed or came back keeps its copy.
///
/// Where it cannot be written, as in a catalogue that is only to be read, copies are made each time. No path in it leads through a symbolic link.
package final class ThumbnailFolder: Sendable {
  /// The most that is kept, unless said otherwise. Units: bytes.
  package static let usualMost = 512 << 20
  /// How much is written before what is there is counted again, at the first write as well. Units: bytes.
  private static let countedEvery = 32 << 20

  /// It is opened for each copy, so that nobody holds a medium that is to be taken out.
  private let root: String
  private let mostBytes: Int
  /// How much was written since it was counted.
  private let written: Mutex<Int>

  /// The folder of the catalogue at an absolute path, of at most so many bytes.
  package init(root: String, mostBytes: Int = usualMost) {
    (self.root, self.mostBytes) = (root, mostBytes)
    written = Mutex(Self.countedEvery)
  }

  /// A JPEG of a photo whose sides have at most `side` pixels: the copy that is there, or one that is made and kept.
  ///
  /// Errors: the photo cannot be decoded, or there is no program that does.
  package func copy(
    of photo: DecodablePhoto, within side: Int, _ program: DecodingProgram?
  ) throws(DecodingFailure) -> [UInt8] {
    let name = "\(photo.key.prefix(40))-\(side).jpg"
    if let kept = kept(name) { return kept }
    guard let program else { throw DecodingFailure(reason: "vitrine-decode, which decodes photos, is not installed") }
    let made = try program.copy(of: photo, within: side)
    keep(made, name)
    return made
  }

  /// The bytes under a name; what is no JPEG was cut off by a full disk.
  private func kept(_ name: String) -> [UInt8]? {
    guard let folder = OpenFolder(root, makes: false) else { return nil }
    let file = SystemCall.repeated { openat(folder.descriptor, name, SystemCall.readingFlags) }
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, FileStatus(status).kind == .regular, status.st_size < 64 << 20 else { return nil }
    var failure = false
    let size = Int(status.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      while filled < size {
        let count = read(file, buffer.baseAddress.map { $0 + filled }, size - filled)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          failure = true
          return
        }
        filled += count
      }
    }
    guard !failure, bytes.starts(with: [0xFF, 0xD8]), bytes.suffix(2).elementsEqual([0xFF, 0xD9]) else { return nil }
    // What is used stays; once a day is enough to know.
    if time(nil) - status.st_mtim.tv_sec > 86_400 { futimens(file, nil) }
    return bytes
  }

  /// Keeps bytes under a name, whole or not at all. That it cannot be done harms nobody.
  private func keep(_ bytes: [UInt8], _ name: String) {
    guard bytes.count < mostBytes / 4, let folder = OpenFolder(root, makes: true) else { return }
    let isDue = written.withLock { written in
      written += bytes.count
      guard written > Self.countedEvery else { return false }
      written = 0
      return true
    }
    if isDue { Self.evict(folder.descriptor, to: mostBytes) }
    let temporary = "\(name).\(getpid())-\(UInt64.random(in: 0...UInt64.max)).tmp"
    let file = SystemCall.repeated {
      openat(folder.descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    }
    guard file >= 0 else { return }
    let isWhole = bytes.withUnsafeBytes { bytes in
      var rest = bytes
      while !rest.isEmpty {
        let count = write(file, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
      return true
    }
    close(file)
    if !isWhole || renameat(folder.descriptor, temporary, folder.descriptor, name) != 0 {
      unlinkat(folder.descriptor, temporary, 0)
    }
  }

  /// Removes what was used longest ago until three quarters of `most` are left, and what interrupted writers left.
  private static func evict(_ folder: Int32, to most: Int) {
    let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else { return }
    defer { closedir(stream) }
    var files: [(name: String, used: Int, size: Int)] = []
    let now = time(nil)
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      var status = stat()
      guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0, FileStatus(status).kind == .regular else { continue }
      if name.hasSuffix(".tmp") {
        if now - status.st_mtim.tv_sec > 3_600 { unlinkat(folder, name, 0) }
      } else {
        files.append((name, status.st_mtim.tv_sec, Int(status.st_size)))
      }
    }
    var size = files.reduce(0) { $0 + $1.size }
    guard size > most else { return }
    for file in files.sorted(by: { ($0.used, $0.name) < ($1.used, $1.name) }) {
      guard size > most / 4 * 3 else { return }
      if unlinkat(folder, file.name, 0) == 0 { size -= file.size }
    }
  }
}

/// The folder while it is open.
private struct OpenFolder: ~Copyable {
  let descriptor: Int32

  /// Opens it below a catalogue's root; makes it, with what keeps git out, where it is to be made.
  init?(_ root: String, makes: Bool) {
    let catalogue = SystemCall.open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard catalogue >= 0 else { return nil }
    defer { close(catalogue) }
    guard let home = Self.open(catalogue, ".vitrine", makes: makes) else { return nil }
    defer { close(home) }
    if makes {
      let ignore = openat(home, ".gitignore", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
      if ignore >= 0 {
        _ = write(ignore, "*\n", 2)
        close(ignore)
      }
    }
    guard let folder = Self.open(home, "thumbnails", makes: makes) else { return nil }
    descriptor = folder
  }

  deinit { close(descriptor) }

  private static func open(_ parent: Int32, _ name: String, makes: Bool) -> Int32? {
    if makes { mkdirat(parent, name, 0o777) }
    let folder = SystemCall.repeated { openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
    return folder >= 0 ? folder : nil
  }
}
