// The same work on many items, shared out among all cores. Synchronous: it returns when the last item is done.

import Synchronization

/// Work on many items at once.
package enum Parallel {
  /// As many of so many items as one thread does, with some to spare: room for them is best made at once. What is not used of it costs nothing.
  package static func share(of count: Int) -> Int { count / WorkerPool.coreCount + count / 16 + 16 }

  /// The results of `body` for the items `0..<count`, in order.
  ///
  /// Each thread makes one `state` and hands it to all its calls of `body`; so a state may hold open folders, scratch buffers or a parser.
  /// Items are taken in chunks, as threads get free, in ascending order. With fewer than `inlineBelow` items, or one worker, or where the
  /// workers are busy already (a body that calls this again), all is done on the calling thread. What that one does `first` goes on beside the
  /// others' work.
  package static func map<State: ~Copyable, Result: Sendable>(
    _ count: Int, workers: Int = 0, inlineBelow: Int = 64, chunk: Int = 0, first: () -> Void = {},
    state: @escaping @Sendable () -> State, _ body: @escaping @Sendable (inout State, Int) -> Result
  ) -> [Result] {
    map(
      count, workers: workers, inlineBelow: inlineBelow, chunk: chunk, first: first, state: state, body, finish: { _ in }
    ).results
  }

  /// The same, and what `finish` makes of each thread's state, in no particular order.
  package static func map<State: ~Copyable, Result: Sendable, Output: Sendable>(
    _ count: Int, workers: Int = 0, inlineBelow: Int = 64, chunk: Int = 0, first: () -> Void = {},
    state: @escaping @Sendable () -> State, _ body: @escaping @Sendable (inout State, Int) -> Result,
    finish: @escaping @Sendable (consuming State) -> Output
  ) -> (results: [Result], outputs: [Output]) {
    let results = ResultSlots<Result>(count: max(count, 0))
    let outputs = fold(
      count, workers: workers, inlineBelow: inlineBelow, chunk: chunk, first: first, state: state
    ) { state, index in
      results.fill(index, with: body(&state, index))
    } finish: { state in
      finish(state)
    }
    return (results.take(), outputs)
  }

  /// Runs `body` for the items `0..<count` and answers what `finish` makes of each thread's state, in no particular order.
  ///
  /// For work that gathers its results in the state itself. Otherwise as `map`.
  package static func fold<State: ~Copyable, Output: Sendable>(
    _ count: Int, workers: Int = 0, inlineBelow: Int = 64, chunk: Int = 0, first: () -> Void = {},
    state: @escaping @Sendable () -> State, _ body: @escaping @Sendable (inout State, Int) -> Void,
    finish: @escaping @Sendable (consuming State) -> Output
  ) -> [Output] {
    guard count > 0 else {
      first()
      return []
    }
    let most = count < inlineBelow || workers == 1 ? 1 : min(workers > 0 ? workers : WorkerPool.coreCount, count)
    if most > 1, let pool = WorkerPool.acquire() {
      defer { pool.release() }
      let size = chunk > 0 ? chunk : max(1, min(64, count / (most * 8)))
      let next = Counter()
      let outputs = Mutex<[Output]>([])
      pool.run(threads: most, first: first) {
        var current = next.take(size)
        guard current < count else { return }
        var state = state()
        while current < count {
          for index in current..<min(count, current + size) { body(&state, index) }
          current = next.take(size)
        }
        let output = finish(state)
        outputs.withLock { $0.append(output) }
      }
      return outputs.withLock { $0 }
    }
    first()
    var state = state()
    for index in 0..<count { body(&state, index) }
    return [finish(state)]
  }
}

/// The number of the next item that nobody has taken.
private final class Counter: Sendable {
  private let next = Atomic<Int>(0)

  func take(_ count: Int) -> Int { next.add(count, ordering: .relaxed).oldValue }
}

/// Room for one result an item, filled from several threads.
///
/// `@unchecked`: every slot is written once, by the thread that took the item, and read after all threads are done.
private final class ResultSlots<Result: Sendable>: @unchecked Sendable {
  private let count: Int
  private let slots: UnsafeMutablePointer<Result>
  private var isTaken = false

  init(count: Int) {
    self.count = count
    slots = .allocate(capacity: count)
  }

  deinit {
    slots.deallocate()
  }

  func fill(_ index: Int, with result: consuming Result) {
    (slots + index).initialize(to: result)
  }

  /// Moves all results out.
  func take() -> [Result] {
    precondition(!isTaken, "results can be taken once")
    isTaken = true
    return [Result](unsafeUninitializedCapacity: count) { buffer, filled in
      buffer.baseAddress?.moveInitialize(from: slots, count: count)
      filled = count
    }
  }
}
