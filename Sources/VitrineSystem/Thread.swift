// A thread for what must not wait for others.

import Glibc

/// The starting of threads.
package enum Thread {
  /// What a thread is to do, where C can hold it.
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` on a thread of its own, which nobody waits for. Source: pthread_create(3).
  package static func start(_ body: @escaping @Sendable () -> Void) {
    precondition(startIfPossible(body), "a thread can be started")
  }

  /// The same; false where the system gives no thread.
  package static func startIfPossible(_ body: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, 8 << 20)
    var thread = pthread_t()
    let kept = Unmanaged.passRetained(Body(body))
    let failure = pthread_create(
      &thread, &attributes,
      { @Sendable context in
        guard let context else { return nil }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, kept.toOpaque())
    pthread_attr_destroy(&attributes)
    if failure != 0 { kept.release() }
    return failure == 0
  }
}
