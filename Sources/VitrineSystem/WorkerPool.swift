// Threads that are started once and never end: in a static executable the end of a thread costs some 4 ms, a parked one nothing.

import Glibc
import Synchronization

/// The process's worker threads. They sleep until there is work, and go with the process.
///
/// `@unchecked`: all that is shared is guarded by `lock`, or handed over under it.
final class WorkerPool: @unchecked Sendable {
  /// The stack of a worker. Units: bytes.
  private static let stackSize = 8 << 20
  private static let only = WorkerPool()

  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let wake: UnsafeMutablePointer<pthread_cond_t>
  private let done: UnsafeMutablePointer<pthread_cond_t>
  private let isTaken = Atomic<Bool>(false)
  private var threads = 0
  private var generation = 0
  private var job: (@Sendable () -> Void)?
  private var wanted = 0
  private var running = 0

  private init() {
    lock = .allocate(capacity: 1)
    wake = .allocate(capacity: 1)
    done = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(wake, nil)
    pthread_cond_init(done, nil)
  }

  /// The cores this process may run on.
  static let coreCount = max(1, min(64, sysconf(Int32(_SC_NPROCESSORS_ONLN))))

  /// The pool, for one caller at a time; nil while somebody has it.
  static func acquire() -> WorkerPool? {
    only.isTaken.exchange(true, ordering: .acquiring) ? nil : only
  }

  /// Gives the pool back.
  func release() {
    isTaken.store(false, ordering: .releasing)
  }

  /// Runs `job` on `count` threads at once, the calling one among them as soon as it is through with `first`, and returns when all of them are
  /// done.
  ///
  /// Where the system gives fewer threads the job runs on fewer: it must share out its work by itself.
  func run(threads count: Int, first: () -> Void = {}, _ job: @escaping @Sendable () -> Void) {
    pthread_mutex_lock(lock)
    while threads < count - 1, start() { threads += 1 }
    generation += 1
    self.job = job
    wanted = min(threads, count - 1)
    pthread_cond_broadcast(wake)
    pthread_mutex_unlock(lock)

    first()
    job()

    pthread_mutex_lock(lock)
    wanted = 0
    while running > 0 { pthread_cond_wait(done, lock) }
    self.job = nil
    pthread_mutex_unlock(lock)
  }

  /// Starts one worker, with all signals blocked: they belong to the main thread.
  ///
  /// Source: pthread_create(3).
  private func start() -> Bool {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    return pthread_create(&thread, &attributes, workerMain, Unmanaged.passUnretained(self).toOpaque()) == 0
  }

  /// The life of a worker: wait, work, tell, for ever.
  fileprivate func work() -> Never {
    var seen = 0
    pthread_mutex_lock(lock)
    while true {
      while generation == seen || wanted == 0 {
        if wanted == 0 { seen = generation }
        pthread_cond_wait(wake, lock)
      }
      seen = generation
      wanted -= 1
      guard let job else { continue }
      running += 1
      pthread_mutex_unlock(lock)
      job()
      pthread_mutex_lock(lock)
      running -= 1
      if running == 0 { pthread_cond_signal(done) }
    }
  }
}

private func workerMain(_ pool: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let pool else { return nil }
  Unmanaged<WorkerPool>.fromOpaque(pool).takeUnretainedValue().work()
}
