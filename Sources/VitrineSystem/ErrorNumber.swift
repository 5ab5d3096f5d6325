// The numbers of failed system calls in words that do not depend on the locale (strerror's do).

import Glibc

/// The numbers of errno(3).
package enum ErrorNumber {
  /// `ENOENT`.
  package static let notFound: Int32 = ENOENT
  /// `ENOTDIR`.
  static let notFolder: Int32 = ENOTDIR
  /// `ELOOP`.
  static let manyLinks: Int32 = ELOOP

  /// True where the system has too little of something just now, files to open or memory: it says nothing of the file that was asked for, and another
  /// try may do. Source: open(2).
  package static func isScarcity(_ number: Int32) -> Bool { [EMFILE, ENFILE, ENOMEM].contains(number) }

  /// What a number means and what to do about it: lower case, no full stop.
  package static func words(_ number: Int32) -> (reason: String, advice: String) {
    switch number {
    case EACCES: ("permission denied", "check with ls -l")
    case EPERM: ("operation not permitted", "check the owner with ls -l, and lsattr")
    case ENOENT: ("no such file or folder", "check the spelling of the path")
    case ENOTDIR: ("a part of the path is not a folder", "check the path with ls -l")
    case EISDIR: ("it is a folder", "name a file in it")
    case EEXIST: ("a file of that name exists", "choose another name")
    case ENOSPC: ("no space left on the disk", "free some space (df -h shows where)")
    case EDQUOT: ("the disk quota is used up", "free some space or raise the quota")
    case EROFS: ("the file system is read-only", "remount it for writing, or work on a copy")
    case EIO: ("the disk reported an error", "check the disk (dmesg shows details) and your backups")
    case ELOOP: ("a symbolic link is in the way", "replace the link by what it leads to")
    case ENAMETOOLONG: ("the name is too long", "shorten it")
    case EMFILE, ENFILE: ("too many open files", "raise the limit with ulimit -n")
    case ENOMEM: ("not enough memory", "close other programs")
    case EBUSY: ("it is in use", "close the program that uses it")
    case ETXTBSY: ("it is a running program", "stop that program")
    case EFBIG: ("the file would be too big", "raise the limit with ulimit -f, or use another file system")
    case EBADF: ("it is not open", "open it")
    case EXDEV: ("it lies on another file system", "copy it instead")
    case ENOTEMPTY: ("the folder is not empty", "empty it first")
    case ENXIO: ("it is no regular file", "move it out of the catalogue")
    case ESTALE: ("the network file system lost it", "mount it again")
    case ENODEV: ("the device is gone", "connect it again")
    case EOPNOTSUPP: ("the file system cannot do this", "use another file system")
    case EINVAL: ("the file system refused it", "check the name and the file system")
    case ENOSYS: ("the file system or the kernel cannot do this", "use another file system, or a newer kernel")
    default: ("system error \(number)", "look it up with 'errno \(number)'")
    }
  }
}
