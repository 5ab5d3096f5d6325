// The socket that a service listens on: one of its own, or the one that systemd opened for it.

import Glibc
import VitrineClient
import VitrineSource
import VitrineSystem

/// A unix socket. While it is bound and does not listen yet, connecting to it is refused at once, as if nobody was there.
struct ListeningSocket {
  /// What to accept(2) from.
  let descriptor: Int32
  /// Its file, if it is to go with the service.
  private let own: (path: String, device: dev_t, inode: ino_t)?

  /// Binds a socket at a path of a place, whose lock this process has to have. What an earlier service left there goes.
  ///
  /// The socket is for this user alone from birth. That takes the mask of the whole process for a moment, so that no thread may run yet.
  ///
  /// Errors: the path is too long; something else is there, or somebody listens; the system gives none.
  static func bound(at path: String) throws -> ListeningSocket {
    try clear(path)
    var address = try UnixAddress(path)
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw FileError(.create, Path(path), errno: errno) }
    let mask = umask(0o177)
    let failure = address.call { bind(descriptor, $0, $1) } == 0 ? 0 : errno
    umask(mask)
    var status = stat()
    guard failure == 0, lstat(path, &status) == 0 else {
      throw FileError(.create, Path(path), errno: failure == 0 ? errno : failure)
    }
    return ListeningSocket(descriptor: descriptor, own: (path, status.st_dev, status.st_ino))
  }

  /// The socket that systemd handed over, if it did; the place's path then leads to it.
  ///
  /// Errors: what it handed over is no unix socket that listens; as for `bound`. Source: sd_listen_fds(3), systemd.socket(5).
  static func activated(at place: ServicePlace, environment: (String) -> String?) throws -> ListeningSocket? {
    guard environment("LISTEN_PID").flatMap({ Int32($0) }) == getpid() else { return nil }
    let count = environment("LISTEN_FDS").flatMap { Int($0) } ?? 0
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
    guard count > 0 else { return nil }
    let descriptor: Int32 = 3
    for number in 0..<Int32(clamping: min(count, 64)) { _ = fcntl(descriptor + number, F_SETFD, FD_CLOEXEC) }
    guard count == 1, let path = listenedPath(descriptor) else {
      throw StartFailure("systemd handed over \(count) sockets, where one unix socket that listens is needed")
    }
    if path != place.socket { try link(place, to: path) }
    return ListeningSocket(descriptor: descriptor, own: nil)
  }

  /// Begins to listen.
  ///
  /// Errors: the system refuses. Source: listen(2).
  func listen() throws(FileError) {
    guard own == nil || Glibc.listen(descriptor, 1024) == 0 else { throw FileError(.create, Path(own?.path ?? ""), errno: errno) }
  }

  /// Takes the file away, if it is still the one that was made.
  func remove() {
    var status = stat()
    guard let own, lstat(own.path, &status) == 0, (status.st_dev, status.st_ino) == (own.device, own.inode) else { return }
    unlink(own.path)
  }

  /// Lets the path of a place lead to a socket elsewhere, for whoever looks for it by the catalogue's root.
  ///
  /// Errors: as for `bound`.
  static func link(_ place: ServicePlace, to path: String) throws {
    var target = [CChar](repeating: 0, count: 4096)
    let count = readlink(place.socket, &target, target.count)
    if count > 0, target[..<count].elementsEqual(path.utf8.map { CChar(bitPattern: $0) }) { return }
    try clear(place.socket)
    guard symlink(path, place.socket) == 0 else { throw FileError(.create, Path(place.socket), errno: errno) }
  }
}

extension ListeningSocket {
  /// Removes a socket on which nobody listens, and a link to none.
  private static func clear(_ path: String) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    let form = status.st_mode & S_IFMT
    guard form == S_IFSOCK || form == S_IFLNK else {
      throw StartFailure("'\(path)' is in the way of the daemon's socket and is none; remove it")
    }
    guard !isListened(path) else {
      throw StartFailure("another program listens on '\(path)', where the daemon's socket belongs; end it")
    }
    guard unlink(path) == 0 || errno == ENOENT else { throw FileError(.remove, Path(path), errno: errno) }
  }

  private static func isListened(_ path: String) -> Bool {
    guard var address = try? UnixAddress(path) else { return false }
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    // EAGAIN: its queue is full.
    return address.call { connect(descriptor, $0, $1) } == 0 || errno == EAGAIN
  }

  /// The path of a unix stream socket that listens; nil for anything else.
  private static func listenedPath(_ descriptor: Int32) -> String? {
    func option(_ name: Int32) -> Int32 {
      var value: Int32 = -1
      var size = socklen_t(MemoryLayout<Int32>.size)
      return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : -1
    }
    guard option(SO_DOMAIN) == AF_UNIX, option(SO_TYPE) == Int32(SOCK_STREAM.rawValue), option(SO_ACCEPTCONN) == 1 else {
      return nil
    }
    return UnixAddress.path(of: descriptor)
  }
}
