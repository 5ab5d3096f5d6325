// How much room a disk has, before much is copied to it.

import Glibc

/// The room on a disk.
package enum DiskSpace {
  /// What is left free besides: records, the journal, what others write meanwhile. Units: bytes.
  private static let reserve = 1 << 20

  /// Sees to it that the disk of a folder has room for so many bytes. Where the system does not say how much there is, the copying will.
  ///
  /// Errors: it has not.
  package static func check(for byteCount: Int, in folder: String) throws(RequestError) {
    var status = statvfs()
    guard statvfs(folder, &status) == 0, status.f_frsize > 0 else { return }
    let (free, isHuge) = Int(clamping: status.f_bavail).multipliedReportingOverflow(by: Int(clamping: status.f_frsize))
    guard !isHuge, free < byteCount + reserve else { return }
    throw RequestError(
      "the photos have \(ShownValue.size(byteCount)), and the disk of '\(folder)' has \(ShownValue.size(free)) left; nothing was copied",
      .unavailable)
  }
}
