// Searches on a thread of their own, so that no search, however long, keeps a person from typing.

import Glibc
import Synchronization

/// One thread that answers the latest question; questions that were overtaken are never looked at.
final class SearchThread: Sendable {
  /// A text to look for, and where.
  private struct Question: Sendable {
    let text: String
    let search: @Sendable (String) -> FinderAnswer
  }

  private struct State: Sendable {
    var question: Question?
    var answer: (text: String, answer: FinderAnswer)?

    mutating func takeQuestion() -> Question? {
      defer { question = nil }
      return question
    }
  }

  private let state = Mutex(State())
  private let waker: Terminal.Waker
  private let pipe: (reading: Int32, writing: Int32)

  /// A thread that waits for questions; nil where the system has none left to give.
  init?(waker: Terminal.Waker) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    pipe = (ends[0], ends[1])
    self.waker = waker
    // Signals are for the thread that owns the terminal.
    var all = sigset_t()
    var old = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &old)
    defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    guard pthread_create(&thread, nil, answerQuestions, context.toOpaque()) == 0 else {
      context.release()
      return nil
    }
    pthread_detach(thread)
  }

  /// Asks; the answer is there when the waker wakes.
  func ask(_ text: String, _ search: @escaping @Sendable (String) -> FinderAnswer) {
    state.withLock { $0.question = Question(text: text, search: search) }
    var byte: UInt8 = 0
    _ = write(pipe.writing, &byte, 1)
  }

  /// The latest answer, once.
  func takeAnswer() -> (text: String, answer: FinderAnswer)? {
    state.withLock { state in
      defer { state.answer = nil }
      return state.answer
    }
  }

  /// Answers for ever: the thread goes with the process.
  fileprivate func work() {
    var byte: UInt8 = 0
    while true {
      let count = read(pipe.reading, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      guard let question = state.withLock({ $0.takeQuestion() }) else { continue }
      let answer = question.search(question.text)
      state.withLock { $0.answer = (question.text, answer) }
      waker.wake()
    }
  }
}

/// What the thread runs: a C function.
private func answerQuestions(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<SearchThread>.fromOpaque(context).takeRetainedValue().work()
  return nil
}
