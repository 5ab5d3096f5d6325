// The terminal given back whatever ends the program: what signal handlers and `exit` need to know, and they themselves.
//
// A handler may interrupt anything, so it only reads atomics and calls what signal-safety(7) lists.

import Glibc
import Synchronization

/// Puts the terminal back as it was found, from a signal handler or at exit; and turns the signals that the loop has to know of into
/// bytes of a pipe.
enum TerminalRescue {
  /// To the alternate screen.
  static let enter: StaticString = "\u{1B}[?1049h"
  /// What is asked for there: no wrapping at the edge, pastes marked as such.
  static let prepare: StaticString = "\u{1B}[?7l\u{1B}[?2004h\u{1B}[2J\u{1B}[H"
  /// The way back.
  static let leave: StaticString = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// Signals that end a program, in order or by a fault of its own; after the handler they do.
  private static let fatal = [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP]
  /// Signals that are forwarded to the loop where it says nothing else.
  static let screenSignals = [SIGWINCH, SIGCONT, SIGTSTP]

  /// Starts: from now on the terminal `device`, if there is one, is given back with the modes `saved` and the text `leave`, and the signals
  /// `forwarded` are written to `pipe`.
  static func begin(
    _ device: Int32, saved: TerminalModes?, pipe: Int32, leave: StaticString = leave, forwarded: [Int32] = screenSignals
  ) {
    if let saved {
      let memory = UnsafeMutablePointer<termios>.allocate(capacity: 1)
      memory.initialize(to: saved.modes)
      // Never freed: a handler may be reading it.
      savedModes.store(UInt(bitPattern: memory), ordering: .sequentiallyConsistent)
    }
    leaveText.store(UInt(bitPattern: leave.utf8Start), ordering: .sequentiallyConsistent)
    leaveLength.store(leave.utf8CodeUnitCount, ordering: .sequentiallyConsistent)
    terminalDevice.store(device, ordering: .sequentiallyConsistent)
    signalPipe.store(pipe, ordering: .sequentiallyConsistent)
    atexit(giveBack)
    for signal in fatal where !forwarded.contains(signal) { handle(signal, giveBackAndEnd, flags: UInt32(SA_RESETHAND)) }
    for signal in forwarded { handle(signal, tell, flags: 0) }
  }

  /// Ends: signals do again what they do to any program, also those that were `forwarded` beside the usual ones.
  static func end(forwarded: [Int32] = screenSignals) {
    giveBack()
    for signal in fatal + forwarded { Glibc.signal(signal, SIG_DFL) }
    signalPipe.store(-1, ordering: .sequentiallyConsistent)
    terminalDevice.store(-1, ordering: .sequentiallyConsistent)
  }

  /// Says whether the screen is ours now, so that there is something to give back.
  static func isEntered(_ value: Bool) { hasScreen.store(value, ordering: .sequentiallyConsistent) }

  /// Stops this job as Ctrl-Z does, and returns once it is continued.
  static func stop() {
    Glibc.signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)
    handle(SIGTSTP, tell, flags: 0)
  }

  /// Installs a handler, unless the signal was ignored when the program started, as under nohup(1).
  private static func handle(_ signal: Int32, _ handler: @escaping @convention(c) (Int32) -> Void, flags: UInt32) {
    var old = sigaction()
    guard sigaction(signal, nil, &old) == 0 else { return }
    if unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { return }
    var new = sigaction()
    new.__sigaction_handler.sa_handler = handler
    new.sa_flags = Int32(bitPattern: flags)
    sigemptyset(&new.sa_mask)
    // In the background, setting modes would stop the program in the middle of ending.
    sigaddset(&new.sa_mask, SIGTTOU)
    sigaction(signal, &new, nil)
  }
}

private let terminalDevice = Atomic<Int32>(-1)
private let signalPipe = Atomic<Int32>(-1)
private let hasScreen = Atomic<Bool>(false)
/// The address and the length of the text that gives the terminal back.
private let leaveText = Atomic<UInt>(0)
private let leaveLength = Atomic<Int>(0)
/// The address of a `termios`.
private let savedModes = Atomic<UInt>(0)

/// Gives the terminal back, once; not that of a job in the background, which is another's now.
private func giveBack() {
  let device = terminalDevice.load(ordering: .sequentiallyConsistent)
  guard hasScreen.exchange(false, ordering: .sequentiallyConsistent), device >= 0, tcgetpgrp(device) == getpgrp() else { return }
  if let text = UnsafeRawPointer(bitPattern: leaveText.load(ordering: .sequentiallyConsistent)) {
    _ = write(device, text, leaveLength.load(ordering: .sequentiallyConsistent))
  }
  if let modes = UnsafePointer<termios>(bitPattern: savedModes.load(ordering: .sequentiallyConsistent)) {
    tcsetattr(device, TCSANOW, modes)
  }
}

/// The handler of signals that end the program: by then the signal does what it does by default.
private func giveBackAndEnd(_ signal: Int32) {
  giveBack()
  raise(signal)
}

/// The handler of signals that are forwarded to the loop.
private func tell(_ signal: Int32) {
  let number = errno
  var byte = UInt8(truncatingIfNeeded: signal)
  let pipe = signalPipe.load(ordering: .sequentiallyConsistent)
  if pipe >= 0 { _ = write(pipe, &byte, 1) }
  errno = number
}
