// What a person presses, whatever bytes their terminal sends for it.

/// One press of a key, or one paste.
package enum Key: Sendable, Hashable {
  /// A character to be typed: one Unicode scalar, never a control character.
  case text(String)
  /// What was pasted, as it came: line feeds and all.
  case paste(String)
  /// Ctrl and a letter in lower case, or one of `@ \ ] ^ _`.
  case control(Character)
  /// Alt and a character.
  case alt(Character)
  /// A key with a name, and what was held down with it.
  case named(Name, Modifiers = [])

  /// The keys that type nothing.
  package enum Name: Sendable, Hashable {
    /// Keys of the main block.
    case enter, tab, backspace, escape
    /// Keys that move.
    case up, down, left, right, home, end, pageUp, pageDown
    /// Keys that change.
    case insert, delete
    /// F1 to F12, by number.
    case function(Int)
  }

  /// What is held down.
  package struct Modifiers: OptionSet, Sendable, Hashable {
    /// The bits of xterm's modifier parameter, less one.
    package let rawValue: Int

    /// A set of the given bits.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Shift.
    package static let shift = Modifiers(rawValue: 1)
    /// Alt.
    package static let alt = Modifiers(rawValue: 2)
    /// Ctrl.
    package static let control = Modifiers(rawValue: 4)
  }
}
