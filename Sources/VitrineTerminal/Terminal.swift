// The terminal of a person: theirs again on every way out. Decision 0010 says why.

import Glibc
package import VitrineSystem

/// The controlling terminal, `/dev/tty`, whatever standard input and output are: in `vim $(vitrine find)` the screen is here, and standard
/// output is a pipe.
package struct Terminal: ~Copyable {
  private let device: Int32
  private let pipe: WakePipe
  private let saved: TerminalModes
  private let standardSize: TerminalSize
  private var isEntered = false

  /// What happened while waiting.
  package struct Events: OptionSet, Sendable {
    /// One bit an event.
    package let rawValue: Int

    /// A set of the given bits.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Keys can be read.
    package static let keys = Events(rawValue: 1)
    /// The size changed.
    package static let resized = Events(rawValue: 2)
    /// The program was continued after it was stopped.
    package static let continued = Events(rawValue: 4)
    /// The program is asked to stop.
    package static let stop = Events(rawValue: 8)
    /// Another thread called `Waker.wake`.
    package static let woken = Events(rawValue: 16)
    /// The terminal is gone.
    package static let gone = Events(rawValue: 32)
  }

  /// Lets another thread end a wait.
  package struct Waker: Sendable {
    fileprivate let pipe: Int32

    /// Ends the wait that is, or the next.
    package func wake() {
      var byte: UInt8 = 0
      _ = Glibc.write(pipe, &byte, 1)
    }
  }

  /// Opens the terminal and takes it: keys come as they are pressed, the alternate screen is shown.
  ///
  /// Errors: there is none, or, by its name in `TERM`, none that can show a screen. `size` is taken where the terminal knows of none.
  package init(name: String?, size: TerminalSize = TerminalSize(rows: 24, columns: 80)) throws(TerminalError) {
    let opened = try OpenedTerminal(name: name)
    do throws(TerminalError) {
      pipe = try TerminalError.pipe()
    } catch {
      opened.close()
      throw error
    }
    device = opened.device
    saved = opened.saved
    standardSize = size
    TerminalRescue.begin(device, saved: saved, pipe: pipe.writing)
    enter()
  }

  /// Says whether there is a terminal, and changes nothing.
  ///
  /// Errors: there is none, or none that can show a screen.
  package static func check(name: String?) throws(TerminalError) {
    let opened = try OpenedTerminal(name: name)
    opened.close()
  }

  deinit {
    TerminalRescue.end()
    close(device)
  }

  /// What other threads end a wait with.
  package var waker: Waker { Waker(pipe: pipe.writing) }
  /// How large the screen is now.
  package var size: TerminalSize { TerminalSize.current(of: device) ?? standardSize }

  /// Takes the terminal, again after it was left.
  package mutating func enter() {
    saved.raw.apply(to: device)
    TerminalRescue.isEntered(true)
    isEntered = true
    write(TerminalRescue.enter)
    write(TerminalRescue.prepare)
  }

  /// Sets everything again that a shell may have changed while the program was stopped with no chance to leave the screen.
  package mutating func renew() {
    guard isEntered else { return }
    saved.raw.apply(to: device)
    write(TerminalRescue.prepare)
  }

  /// Gives the terminal back as it was.
  package mutating func leave() {
    guard isEntered else { return }
    isEntered = false
    write(TerminalRescue.leave)
    saved.apply(to: device)
    TerminalRescue.isEntered(false)
  }

  /// Writes all bytes. Source: write(2).
  package func write(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { TerminalOutput.write($0, to: device) }
  }

  private func write(_ text: StaticString) {
    TerminalOutput.write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount), to: device)
  }

  /// Waits until something happens, or some milliseconds are over; for ever where that is nil. Source: poll(2).
  package func wait(milliseconds: Int?) -> Events {
    var waited = [
      pollfd(fd: device, events: Int16(POLLIN), revents: 0), pollfd(fd: pipe.reading, events: Int16(POLLIN), revents: 0),
    ]
    guard TerminalOutput.wait(&waited, milliseconds: milliseconds) else { return [] }
    var events: Events = []
    if waited[0].revents & Int16(POLLIN) != 0 {
      events.insert(.keys)
    } else if waited[0].revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
      events.insert(.gone)
    }
    for byte in pipe.take() { events.formUnion(Self.event(byte)) }
    return events
  }

  /// True where a key can be read now.
  package var hasKeys: Bool {
    var waited = pollfd(fd: device, events: Int16(POLLIN), revents: 0)
    return poll(&waited, 1, 0) > 0 && waited.revents & Int16(POLLIN) != 0
  }

  private static func event(_ byte: UInt8) -> Events {
    switch Int32(byte) {
    case SIGWINCH: .resized
    case SIGCONT: .continued
    case SIGTSTP: .stop
    default: .woken
    }
  }

  /// Reads what was typed, after `wait` said that there is something; nil where the terminal is gone. Source: read(2).
  package func readKeys() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(device, &bytes, bytes.count)
      if count > 0 { return Array(bytes[..<count]) }
      if count == 0 || errno != EINTR { return nil }
    }
  }

  /// Gives the terminal back, stops this job as any program does at Ctrl-Z, and takes the terminal again once it is continued.
  ///
  /// Shape: false, and nothing done, where no shell could continue it: in `$(…)`, or as a terminal's only program.
  package mutating func suspend() -> Bool {
    guard getpgrp() != getsid(0) else { return false }
    leave()
    TerminalRescue.stop()
    enter()
    return true
  }

  /// Gives the terminal to another program until that ends, and takes it again.
  ///
  /// Errors: the number of the error that kept it from starting.
  package mutating func run(_ words: [String]) -> Result<Int32, ProgramFailure> {
    leave()
    defer { enter() }
    return ChildProgram.run(words, on: device)
  }
}

/// What is opened before anything is changed.
private struct OpenedTerminal {
  let device: Int32
  let saved: TerminalModes

  init(name: String?) throws(TerminalError) {
    device = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard device >= 0 else { throw .none }
    do throws(TerminalError) {
      guard let name, !name.isEmpty, name != "dumb", name != "unknown" else { throw .simple(name: name ?? "") }
      saved = try TerminalModes.current(of: device)
    } catch {
      Glibc.close(device)
      throw error
    }
  }

  func close() { Glibc.close(device) }
}
