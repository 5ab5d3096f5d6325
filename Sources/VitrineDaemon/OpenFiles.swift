// The table of the process's open files, which is dear to enlarge later.

import Glibc

/// The files that the process has open.
enum OpenFiles {
  /// How many connections there may be: a quarter of the files that the process may have open, and not more than it has threads and memory for. What reads the
  /// catalogue needs the rest.
  static var connections: Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 64 }
    return max(16, min(256, Int(clamping: limit.rlim_cur) / 4))
  }

  /// As many as the first look at a large catalogue has open at once, with room to spare.
  private static let usual: Int32 = 512

  /// Has the system make room for the usual number of open files, while there is one thread.
  ///
  /// It doubles the room when a number is first used; with several threads it waits each time until none of them can be looking at the old table,
  /// some 5 to 20 ms. Where fewer files may be open, nothing is different.
  static func makeRoom() {
    let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    let last = fcntl(file, F_DUPFD_CLOEXEC, usual - 1)
    if last >= 0 { close(last) }
    close(file)
  }
}
