// The folder of a service's socket: nobody else may reach what is in it.

import Glibc
import VitrineSource
import VitrineSystem

/// The folder that `ServicePlace` names.
enum ServiceFolder {
  /// Makes the folder if it is missing, and makes sure that it is one of this user alone.
  ///
  /// Errors: it cannot be made; it is a link or no folder; it is another user's; others may enter it.
  static func prepare(_ path: String) throws {
    if mkdir(path, 0o700) == 0 {
      // Whatever the mask of the process takes away.
      chmod(path, 0o700)
    } else if errno != EEXIST {
      throw FileError(.create, Path(path), errno: errno)
    }
    var status = stat()
    guard lstat(path, &status) == 0 else { throw FileError(.read, Path(path), errno: errno) }
    func refuse(_ what: String, _ advice: String) -> StartFailure {
      StartFailure("the folder of the daemon's socket, '\(path)', \(what); \(advice)")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw refuse(status.st_mode & S_IFMT == S_IFLNK ? "is a symbolic link" : "is not a folder", "remove it")
    }
    guard status.st_uid == getuid() else {
      throw refuse(
        "belongs to user \(status.st_uid), not to you", "have it removed, or set XDG_RUNTIME_DIR to a folder of your own")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw refuse("can be entered by others", "'chmod 700 \(path)' makes it yours alone")
    }
  }
}
