// The progress of long work: on one line of the terminal that is drawn anew and is gone when the work is done, or as lines of JSON for a program.

import Synchronization
import VitrineApplication
import VitrineCommandLine
import VitrineFormats
import VitrineSystem
import VitrineText

/// The progress of one piece of work, on standard error.
final class Progress: Sendable {
  /// How it is reported.
  typealias Form = ChangeExecution.Progress

  /// The option of commands that report it.
  static let option = Option.choice("progress", "HOW", default: Form.auto, "report the progress of long work")

  /// Work that takes no longer is not drawn. Units: seconds.
  private static let delay = 0.3
  /// The time between two drawings or lines. Units: seconds.
  private static let pause = 0.1
  /// A rate is of at least so much time. Units: seconds.
  private static let leastRated = 0.05
  /// From the line's start, everything behind it erased. Source: ECMA-48, EL.
  private static let erase = "\r\u{1B}[K"

  private struct State {
    /// When it was reported last.
    var reported: Double?
    var phase = ""
    /// When the phase began.
    var began = 0.0
    var isOver = false
  }

  private let session: Session
  private let title: String
  /// The width of the terminal; nil for JSON.
  private let width: Int?
  private let start: Double
  private let state = Mutex(State())

  /// The progress of work that is called `title`; nil where there is nobody to listen.
  init?(_ title: String, in session: Session, as form: Form = .auto) {
    switch form {
    case .none: return nil
    case .json: width = nil
    case .auto:
      guard !session.options.isQuiet, session.environment("TERM") != "dumb", let columns = session.errorWidth else { return nil }
      width = columns
    }
    self.session = session
    self.title = title
    start = session.clock()
  }

  deinit { end() }

  /// A count that is reported, every so many items.
  func count(every stride: Int = WorkCount.usualStride) -> WorkCount {
    WorkCount(every: stride) { [weak self] phase, done, total in self?.tell(phase, done, total) }
  }

  private func tell(_ phase: String, _ done: Int, _ total: Int) {
    let now = session.clock()
    state.withLock { state in
      let isNew = phase != state.phase
      if isNew { (state.phase, state.began) = (phase, now) }
      guard !state.isOver, isNew || now - (state.reported ?? 0) >= Self.pause else { return }
      if width != nil, now - start < Self.delay { return }
      state.reported = now
      let elapsed = now - state.began
      let rate = done > 0 && elapsed >= Self.leastRated ? Int(Double(done) / elapsed) : nil
      if let width { draw(phase, done, total, rate, width) } else { write(json(phase, done, total, rate)) }
    }
  }

  private func draw(_ phase: String, _ done: Int, _ total: Int, _ rate: Int?, _ width: Int) {
    var line = "\(title): \(phase)"
    if total > 0 { line += " \(Self.grouped(done)) of \(Self.grouped(total))" }
    if total > 0, let rate { line += " (\(Self.grouped(rate))/s)" }
    write(Self.erase + DisplayWidth.truncated(TerminalText.visible(line), to: max(1, width - 1)))
  }

  private func json(_ phase: String, _ done: Int? = nil, _ total: Int = 0, _ rate: Int? = nil) -> String {
    var line: [UInt8] = Array("{\"progress\":".utf8)
    line.append(jsonString: title)
    line += Array(",\"phase\":".utf8)
    line.append(jsonString: phase)
    if let done { line += Array(",\"done\":\(done)".utf8) }
    if total > 0 { line += Array(",\"total\":\(total)".utf8) }
    if let rate { line += Array(",\"rate\":\(rate)".utf8) }
    return String(decoding: line, as: UTF8.self) + "}\n"
  }

  /// Ends it: the line is taken away, or the last object says `"phase":"end"`.
  func end() {
    state.withLock { state in
      guard !state.isOver else { return }
      state.isOver = true
      if width != nil {
        if state.reported != nil { write(Self.erase) }
      } else {
        write(json("end"))
      }
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

extension ChangeExecution.Progress: OptionChoice {
  /// What the word means, in a few words.
  package var summary: String {
    switch self {
    case .auto: "on one line of a terminal, where it takes longer than a moment"
    case .json: "as a JSON object a line on standard error: command, phase, done, total, rate (a second)"
    case .none: "not at all"
    }
  }
}
