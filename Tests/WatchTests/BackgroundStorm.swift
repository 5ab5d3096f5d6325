// A storm on a thread of its own.

import Glibc
import Synchronization
import VitrineTesting

/// A storm that blows while the watcher reads.
final class BackgroundStorm: Sendable {
  private let thread: pthread_t
  private let job: Job

  /// Begins a storm.
  init(_ folder: TemporaryFolder, seed: UInt64, operations: Int) {
    let job = Job(folder: folder, seed: seed, operations: operations)
    var thread = pthread_t()
    let context = Unmanaged.passRetained(job)
    pthread_create(&thread, nil, runStorm, context.toOpaque())
    self.thread = thread
    self.job = job
  }

  /// Whether all operations are done.
  var isOver: Bool { job.over.load(ordering: .acquiring) }

  /// Waits for the end.
  func join() { pthread_join(thread, nil) }

  /// What the thread does.
  fileprivate final class Job: Sendable {
    let folder: TemporaryFolder
    let seed: UInt64
    let operations: Int
    let over = Atomic(false)

    init(folder: TemporaryFolder, seed: UInt64, operations: Int) {
      self.folder = folder
      self.seed = seed
      self.operations = operations
    }

    func run() {
      defer { over.store(true, ordering: .releasing) }
      guard var storm = try? Storm(folder, seed: seed) else { return }
      for _ in 0..<operations { storm.blow() }
      storm.end()
    }
  }
}

private func runStorm(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<BackgroundStorm.Job>.fromOpaque(context).takeRetainedValue().run() }
  return nil
}
