// Size, time and identity of a file.

package import Glibc

/// What the system says about a file without its bytes.
package struct FileStatus: Hashable, Sendable {
  /// What it is.
  package var kind: FileKind
  /// Units: bytes.
  package var size: Int
  /// When its bytes last changed. Units: nanoseconds since 1970.
  package var modified: Int64
  /// The number of the file within its device; with the device, its identity as long as it exists.
  package var inode: UInt64
  /// The device it lies on.
  package var device: UInt64
  /// The permission bits, set-id and sticky bits included.
  package var mode: UInt32
  /// The owning user.
  package var owner: UInt32
  /// The owning group.
  package var group: UInt32

  /// The values of a `stat`.
  package init(_ status: stat) {
    kind = FileKind(mode: UInt32(status.st_mode))
    size = Int(status.st_size)
    let (seconds, overflow) = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    modified = overflow ? 0 : seconds &+ Int64(status.st_mtim.tv_nsec)
    inode = UInt64(status.st_ino)
    device = UInt64(status.st_dev)
    mode = UInt32(status.st_mode) & 0o7777
    owner = UInt32(status.st_uid)
    group = UInt32(status.st_gid)
  }
}

/// What a folder or a file is, whatever its name.
package struct FolderIdentity: Hashable, Sendable {
  /// The number of the device.
  package var device: UInt64
  /// The number within the device.
  package var inode: UInt64

  /// The identity in a status.
  package init(_ status: FileStatus) {
    device = status.device
    inode = status.inode
  }

  /// True where nobody may ask what it is: it lies in a folder that may be listed and not entered.
  package var isUnknown: Bool { device == 0 && inode == 0 }
}
