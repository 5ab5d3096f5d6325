// Which file systems change without this machine knowing.

import Glibc

/// The types of mounted file systems by device.
///
/// Source: proc(5), `/proc/self/mountinfo`; its third word is the device as `major:minor`.
enum MountTypes {
  /// The type of the file system of a device where others may change it unseen; nil for one that is local or not known.
  static func remoteType(device: UInt64) -> String? {
    let wanted = "\(major(device)):\(minor(device))"
    guard let file = fopen("/proc/self/mountinfo", "re") else { return nil }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, file) > 0, let text = line {
      let words = String(cString: text).split(separator: " ")
      guard words.count > 6, words[2] == wanted, let dash = words.firstIndex(of: "-"), dash + 1 < words.count else { continue }
      let type = String(words[dash + 1])
      return isRemote(type) ? type : nil
    }
    return nil
  }

  /// True for network file systems, and for those that a program or another machine answers for.
  static func isRemote(_ type: String) -> Bool {
    if type.hasPrefix("fuse.") { return true }
    switch type {
    case "nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "ceph", "coda", "9p", "fuse", "virtiofs", "vboxsf", "vmhgfs",
      "glusterfs",
      "lustre", "gfs2", "ocfs2", "orangefs", "pvfs2", "prl_fs", "beegfs":
      return true
    default: return false
    }
  }

  /// Source: makedev(3).
  private static func major(_ device: UInt64) -> UInt64 { (device >> 8 & 0xFFF) | (device >> 32 & 0xFFFF_F000) }
  private static func minor(_ device: UInt64) -> UInt64 { (device & 0xFF) | (device >> 12 & 0xFFFF_FF00) }
}
