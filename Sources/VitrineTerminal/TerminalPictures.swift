// How a terminal shows pictures, by asking it.

import Glibc

/// The ways in which terminals show pictures.
package enum TerminalPictures: Sendable, Hashable {
  /// kitty's graphics protocol: PNG in pieces.
  case kitty
  /// iTerm2's inline images: a file of any format.
  case iterm
  /// DEC's sixels: six rows of pixels a line, of few colours.
  case sixel
  /// None: half blocks have to do.
  case blocks

  /// The question: kitty's own for a picture of one pixel that is not shown; XTVERSION; and the device's attributes, which every terminal answers, so that the wait has an end.
  /// Source: kitty's graphics protocol, "Querying support"; xterm's ctlseqs, XTVERSION and DA1.
  private static let question = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[>q\u{1B}[c"
  /// The longest wait for an answer. Units: milliseconds.
  private static let timeout = 500
  /// The most that is read of an answer. Units: bytes.
  private static let most = 4_096

  /// What the controlling terminal can show; blocks where there is none, it is another job's, or says nothing in time. `name` is its `TERM`.
  package static func ask(name: String?) -> TerminalPictures {
    guard let name, !name.isEmpty, name != "dumb" else { return .blocks }
    let device = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard device >= 0 else { return .blocks }
    defer { close(device) }
    guard tcgetpgrp(device) == getpgrp() else { return .blocks }
    let saved: TerminalModes
    do throws(TerminalError) { saved = try TerminalModes.current(of: device) } catch { return .blocks }
    // Nobody may end the program while nothing is echoed.
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    saved.raw.apply(to: device)
    defer {
      saved.apply(to: device)
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    Array(question.utf8).withUnsafeBytes { TerminalOutput.write($0, to: device) }
    return meaning(of: answer(from: device))
  }

  /// What the terminal says, up to the end of its attributes.
  private static func answer(from device: Int32) -> [UInt8] {
    var answer: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 512)
    while answer.count < most, !hasAttributes(answer) {
      var waited = [pollfd(fd: device, events: Int16(POLLIN), revents: 0)]
      guard TerminalOutput.wait(&waited, milliseconds: timeout), waited[0].revents & Int16(POLLIN) != 0 else { break }
      let count = read(device, &part, part.count)
      guard count > 0 else { break }
      answer += part[..<count]
    }
    return answer
  }

  /// Where the attributes stand in an answer, without `ESC [ ?` and `c`.
  private static func attributes(_ answer: [UInt8]) -> ArraySlice<UInt8>? {
    for place in answer.indices.dropLast(2) where answer[place] == 0x1B && answer[place + 1] == 0x5B && answer[place + 2] == 0x3F
    {
      let rest = answer[(place + 3)...]
      let numbers = rest.prefix { (0x30...0x39).contains($0) || $0 == 0x3B }
      if numbers.endIndex < rest.endIndex, rest[numbers.endIndex] == UInt8(ascii: "c") { return numbers }
    }
    return nil
  }

  private static func hasAttributes(_ answer: [UInt8]) -> Bool { attributes(answer) != nil }

  /// What an answer means. Source: as for the question; 4 among the attributes is sixel graphics.
  package static func meaning(of answer: [UInt8]) -> TerminalPictures {
    let text = String(decoding: answer, as: UTF8.self)
    if text.contains(exactly: "\u{1B}_Gi=31;OK") { return .kitty }
    for name in ["iTerm2", "WezTerm", "mintty", "konsole"] where text.contains(exactly: "\u{1B}P>|" + name) { return .iterm }
    let numbers = attributes(answer)?.split(separator: UInt8(ascii: ";")) ?? []
    return numbers.contains([UInt8(ascii: "4")]) ? .sixel : .blocks
  }
}

extension String {
  /// Whether a text stands in this one, byte for byte.
  fileprivate func contains(exactly text: String) -> Bool {
    let (own, other) = (Array(utf8), Array(text.utf8))
    guard own.count >= other.count else { return false }
    return (0...own.count - other.count).contains { own[$0...].starts(with: other) }
  }
}
