// Where a program writes lines for as long as it runs, with one line kept at the foot: a terminal; or a pipe, which has no foot.

import Glibc
import VitrineSystem

/// Standard output with lines on it, the keys of standard input, and the signals of this process.
///
/// Nothing of the screen is taken: what is written scrolls as it always does, and only the foot is written anew in its place.
package struct LineTerminal: ~Copyable {
  /// What happened while waiting.
  package struct Events: OptionSet, Sendable {
    /// One bit an event.
    package let rawValue: Int

    /// A set of the given bits.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The source can be read.
    package static let source = Events(rawValue: 1)
    /// Keys can be read.
    package static let keys = Events(rawValue: 2)
    /// The size changed, or the program was continued after it was stopped.
    package static let redraw = Events(rawValue: 4)
    /// The program is asked to stop.
    package static let stop = Events(rawValue: 8)
    /// Ctrl-C.
    package static let interrupted = Events(rawValue: 16)
    /// The program is asked to end.
    package static let ended = Events(rawValue: 32)
    /// A child ended.
    package static let child = Events(rawValue: 64)
    /// Nobody reads the output any more.
    package static let closed = Events(rawValue: 128)
  }

  /// From the foot to where lines are written: to the line's start, and everything from there erased.
  private static let leaveText: StaticString = "\r\u{1B}[J\u{1B}[?25h"
  /// How often a job in the background checks whether it was taken to the foreground, for which there is no signal. Units: milliseconds.
  private static let lookPause = 500
  private static let signals = TerminalRescue.screenSignals + [SIGINT, SIGTERM, SIGHUP, SIGCHLD]

  private let pipe: WakePipe
  private let saved: TerminalModes?
  private let isTerminal: Bool
  private let rewraps: Bool
  private var footWidth = 0
  private var hasForeignOutput = false
  /// False after the job was seen in the background, until it is taken up again.
  private var hasTerminal = false
  /// The signal that asked the program to end; 0 where none did.
  package private(set) var endSignal: Int32 = 0
  /// True while the foot is held back, as while another program writes to the terminal.
  package var isFootHidden = false

  /// Takes standard output, and the keys of standard input where `hasFoot` is true and both are terminals. `rewraps` says that the terminal
  /// breaks its lines anew when its width changes.
  ///
  /// Errors: the number of the error where the system gives no pipe.
  package init(hasFoot: Bool, rewraps: Bool) throws(TerminalError) {
    pipe = try TerminalError.pipe()
    isTerminal = hasFoot && isatty(STDOUT_FILENO) == 1
    self.rewraps = rewraps
    var modes: TerminalModes?
    if isTerminal, isatty(STDIN_FILENO) == 1 {
      do throws(TerminalError) { modes = try TerminalModes.current(of: STDIN_FILENO) } catch { modes = nil }
    }
    saved = modes
    TerminalRescue.begin(
      isTerminal ? STDOUT_FILENO : -1, saved: modes, pipe: pipe.writing, leave: Self.leaveText, forwarded: Self.signals)
    enter()
  }

  deinit { TerminalRescue.end(forwarded: Self.signals) }

  /// True where keys are listened to.
  package var hasKeys: Bool { saved != nil }
  /// How wide the terminal is; nil where the output is none, or does not know.
  package var width: Int? { isTerminal ? TerminalSize.current(of: STDOUT_FILENO)?.columns : nil }
  /// True where a foot can be shown: a job in the background leaves the terminal to the others.
  package var hasFoot: Bool { isTerminal && isInForeground }

  private var isInForeground: Bool { tcgetpgrp(STDOUT_FILENO) == getpgrp() }

  private mutating func enter() {
    hasTerminal = isTerminal && isInForeground
    guard hasTerminal else { return }
    saved?.keys.apply(to: STDIN_FILENO)
    TerminalRescue.isEntered(true)
    Self.write("\u{1B}[?25l")
  }

  /// Gives the terminal back as it was.
  package mutating func leave() {
    guard isTerminal, isInForeground else { return }
    Self.write(clearing())
    Self.write("\u{1B}[?25h")
    saved?.apply(to: STDIN_FILENO)
    TerminalRescue.isEntered(false)
  }

  /// What takes the foot away, so that lines can be written.
  package mutating func clearing() -> String {
    guard hasFoot else { return "" }
    defer { (footWidth, hasForeignOutput) = (0, false) }
    if hasForeignOutput {
      // Blanks over the whole width: a cursor that was at the start of a line is there still, any other is at that of the next.
      return String(repeating: " ", count: width ?? 80) + "\r\u{1B}[K"
    }
    guard footWidth > 0 else { return "" }
    // A foot that has become wider than the terminal stands on several lines now.
    let rows = rewraps ? (footWidth - 1) / max(width ?? footWidth, 1) : 0
    return "\r" + (rows > 0 ? "\u{1B}[\(rows)A" : "") + "\u{1B}[J"
  }

  /// What shows the foot, a text that is `width` cells wide.
  package mutating func showing(_ foot: String, width: Int) -> String {
    guard hasFoot, !isFootHidden else { return "" }
    footWidth = width
    return foot
  }

  /// Says that another program wrote, or may have written, to the terminal.
  package mutating func noteForeignOutput() { if isTerminal { hasForeignOutput = true } }

  /// Waits until something happens, or some milliseconds are over; for ever where that is nil. Source: poll(2).
  package mutating func wait(for source: Int32, milliseconds: Int?) -> Events {
    let events = wait(for: source, atMost: hasTerminal || !isTerminal ? milliseconds : min(milliseconds ?? .max, Self.lookPause))
    guard isTerminal, hasTerminal != isInForeground else { return events }
    hasTerminal = false
    return isInForeground ? events.union(.redraw) : events
  }

  private mutating func wait(for source: Int32, atMost milliseconds: Int?) -> Events {
    let listens = saved != nil && hasTerminal
    var waited = [
      pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0), pollfd(fd: source, events: Int16(POLLIN), revents: 0),
      pollfd(fd: listens ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
    ]
    guard TerminalOutput.wait(&waited, milliseconds: milliseconds) else { return [] }
    var events: Events = []
    if waited[1].revents != 0 { events.insert(.source) }
    if waited[2].revents & Int16(POLLIN) != 0 { events.insert(.keys) }
    if waited[3].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { events.insert(.closed) }
    for byte in pipe.take() { events.formUnion(event(Int32(byte))) }
    return events
  }

  private mutating func event(_ signal: Int32) -> Events {
    switch signal {
    case SIGWINCH, SIGCONT: return .redraw
    case SIGTSTP: return .stop
    case SIGINT: return .interrupted
    case SIGCHLD: return .child
    default:
      endSignal = signal
      return .ended
    }
  }

  /// Reads what was typed, after `wait` said that there is something.
  package func readKeys() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    return count > 0 ? Array(bytes[..<count]) : []
  }

  /// Stops this job as any program does at Ctrl-Z, and takes the terminal again once it is continued.
  package mutating func suspend() {
    leave()
    TerminalRescue.stop()
    enter()
  }

  /// Takes the terminal again after it was continued, be it in the foreground now.
  package mutating func renew() {
    if isTerminal, isInForeground { enter() }
  }

  /// Ends the process as the signal does that asked for it.
  package mutating func endBySignal() {
    let signal = endSignal
    leave()
    Glibc.signal(signal, SIG_DFL)
    raise(signal)
  }

  private static func write(_ text: String) {
    var text = text
    text.withUTF8 { TerminalOutput.write(UnsafeRawBufferPointer($0), to: STDOUT_FILENO) }
  }
}
