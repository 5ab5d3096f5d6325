// The queue of those whose plan came too late.

import Glibc
import VitrineSource
import VitrineSystem

/// The turn of one program that plans a change anew because others changed its files meanwhile, held until the value goes. Many who plan at once would make
/// each other's plans stale again and again; those who hold it by turns need one more attempt each.
///
/// It is a lock on the folder `.vitrine`, flock(2): nobody has to hold it, and who waits in vain goes on without it.
package final class PlanQueue: Sendable {
  private let lock: JournalLock?

  /// Waits for the turn in the catalogue in `root`. Units: `timeout` is milliseconds.
  package init(root: String, timeout: Int) {
    let folder = SystemCall.open(root + "/" + JournalPlaces.home.string, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    lock = folder < 0 ? nil : JournalLock(folder, timeout: timeout)
  }
}
