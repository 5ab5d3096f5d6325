// What one thread waits for and another finds out.

import Synchronization
import VitrineSource
import VitrineSystem

/// A value on its way from a catalogue's thread to the one that waits for it.
final class Handover<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let wakeup: WakePipe

  /// Nothing yet.
  ///
  /// Errors: the system gives no pipe.
  init() throws(FileError) { wakeup = try WakePipe(waits: true) }

  /// Hands a value over.
  func give(_ value: Value) {
    self.value.withLock { $0 = value }
    wakeup.call()
  }

  /// Waits for the value.
  func take() -> Value {
    while true {
      _ = wakeup.wait()
      if let value = value.withLock({ $0.take() }) { return value }
    }
  }
}
