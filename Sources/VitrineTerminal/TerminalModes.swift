// The modes of a terminal device. Source: termios(3), tty_ioctl(4).

import Glibc

/// How a terminal treats what is typed and written.
struct TerminalModes {
  private(set) var modes = termios()

  /// The modes a device has now.
  ///
  /// Errors: the device is no terminal.
  static func current(of device: Int32) throws(TerminalError) -> TerminalModes {
    var current = TerminalModes()
    guard tcgetattr(device, &current.modes) == 0 else { throw .refused(errno) }
    return current
  }

  /// The same with every key handed over as it is pressed, nothing echoed, and nothing made of Ctrl-C, Ctrl-Z, Ctrl-S and line feeds.
  var raw: TerminalModes {
    var raw = self
    raw.modes.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
    raw.modes.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | BRKINT | INPCK | ISTRIP)
    raw.modes.c_oflag &= ~tcflag_t(OPOST)
    withUnsafeMutableBytes(of: &raw.modes.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    return raw
  }

  /// The same with every key handed over as it is pressed and nothing echoed; Ctrl-C and Ctrl-Z do what they always do.
  var keys: TerminalModes {
    var keys = self
    keys.modes.c_lflag &= ~tcflag_t(ECHO | ICANON)
    withUnsafeMutableBytes(of: &keys.modes.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    return keys
  }

  /// Gives a device these modes; what was typed already stays to be read.
  func apply(to device: Int32) {
    var modes = modes
    while tcsetattr(device, TCSANOW, &modes) != 0, errno == EINTR {}
  }
}

extension TerminalSize {
  /// The size a device says it has; nil where it does not know.
  static func current(of device: Int32) -> TerminalSize? {
    var size = winsize()
    guard ioctl(device, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else { return nil }
    return TerminalSize(rows: Int(size.ws_row), columns: Int(size.ws_col))
  }
}
