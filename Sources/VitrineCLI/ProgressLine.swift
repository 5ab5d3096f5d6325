// How far long work has come, on one line of the terminal that is drawn anew and is gone when the work is done.

import Synchronization
import VitrineFiles
import VitrineText

/// A line on standard error, for a person who waits: nothing in a pipe, with `--quiet`, or where the work is soon done.
final class ProgressLine: Sendable {
  /// Work that takes no longer is not spoken of. Units: seconds.
  private static let patience = 0.3
  /// The time between two drawings. Units: seconds.
  private static let pause = 0.1
  /// From the line's start, everything behind it erased. Source: ECMA-48, EL.
  private static let erase = "\r\u{1B}[K"

  private let session: Session
  private let title: String
  private let width: Int
  private let start: Double
  private let state = Mutex<(drawn: Double?, isOver: Bool)>((nil, false))

  /// A line for work that is called `title`; nil where there is nobody to look at it.
  init?(_ title: String, in session: Session) {
    guard !session.options.isQuiet, session.environment("TERM") != "dumb", let width = session.errorWidth else { return nil }
    self.session = session
    self.title = title
    self.width = width
    start = session.clock()
  }

  deinit { end() }

  /// A count that is shown on the line; it tells every so many items.
  func count(every stride: Int = WorkCount.usualStride) -> WorkCount {
    WorkCount(every: stride) { [weak self] phase, done, total in self?.show(phase, done, total) }
  }

  private func show(_ phase: String, _ done: Int, _ total: Int) {
    let now = session.clock()
    guard now - start >= Self.patience else { return }
    state.withLock { state in
      guard !state.isOver, done == 0 || now - (state.drawn ?? 0) >= Self.pause else { return }
      state.drawn = now
      let numbers = total > 0 ? " \(Self.grouped(done)) of \(Self.grouped(total))" : ""
      write(Self.erase + DisplayWidth.truncated(TerminalText.visible("\(title): \(phase)\(numbers)"), to: max(1, width - 1)))
    }
  }

  /// Takes the line away.
  func end() {
    state.withLock { state in
      if state.drawn != nil, !state.isOver { write(Self.erase) }
      state.isOver = true
    }
  }

  private func write(_ text: String) {
    var text = text
    text.withUTF8 { session.errorOutput(UnsafeRawBufferPointer($0)) }
  }

  /// A number with a comma between thousands.
  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.map { $0 > 0 && (digits.count - $0) % 3 == 0 ? ",\(digits[$0])" : "\(digits[$0])" }.joined()
  }
}
