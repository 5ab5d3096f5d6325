// What a person should know of a change that was made only in part, told once on the page that the change leads to.

import Synchronization

/// Sentences about changes, by the changes' numbers in the journal.
final class ChangeNotes: Sendable {
  /// The most changes of which something is still to be told.
  private static let most = 32

  private let notes = Mutex<[(number: Int, sentences: [String])]>([])

  /// Keeps what is to be told of a change.
  func keep(_ sentences: [String], of number: Int) {
    guard !sentences.isEmpty else { return }
    notes.withLock { notes in
      notes.append((number, sentences))
      if notes.count > Self.most { notes.removeFirst() }
    }
  }

  /// What is to be told of a change.
  func sentences(of number: Int) -> [String] {
    notes.withLock { notes in notes.last { $0.number == number }?.sentences ?? [] }
  }
}
