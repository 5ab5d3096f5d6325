// What a name in a folder stands for.

import Glibc

/// The kind of a file.
package enum FileKind: UInt8, Sendable, Hashable {
  /// A regular file.
  case regular
  /// A folder.
  case folder
  /// A symbolic link.
  case link
  /// A named pipe; opening it would wait for its other end.
  case pipe
  /// A socket.
  case socket
  /// A character or block device.
  case device
  /// Something else, or not known yet.
  case unknown

  /// The kind as a person says it, with its article.
  package var words: String {
    switch self {
    case .regular: "a regular file"
    case .folder: "a folder"
    case .link: "a symbolic link"
    case .pipe: "a named pipe"
    case .socket: "a socket"
    case .device: "a device"
    case .unknown: "something unknown"
    }
  }

  /// The kind in a `st_mode`.
  package init(mode: UInt32) {
    switch mode & UInt32(S_IFMT) {
    case UInt32(S_IFREG): self = .regular
    case UInt32(S_IFDIR): self = .folder
    case UInt32(S_IFLNK): self = .link
    case UInt32(S_IFIFO): self = .pipe
    case UInt32(S_IFSOCK): self = .socket
    case UInt32(S_IFCHR), UInt32(S_IFBLK): self = .device
    default: self = .unknown
    }
  }

  /// The kind in a `d_type` of readdir(3); `.unknown` where the file system does not say.
  package init(entryType: UInt8) {
    switch Int(entryType) {
    case Int(DT_REG): self = .regular
    case Int(DT_DIR): self = .folder
    case Int(DT_LNK): self = .link
    case Int(DT_FIFO): self = .pipe
    case Int(DT_SOCK): self = .socket
    case Int(DT_CHR), Int(DT_BLK): self = .device
    default: self = .unknown
    }
  }
}
