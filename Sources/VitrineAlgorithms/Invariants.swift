// What must hold between the parts of the program: looked at while it is worked on, and by tests; nobody else pays for it. Decision 0081.

import Glibc

/// Whether invariants are checked, and how a broken one ends the program.
package enum Invariants {
  /// True in debug builds, and in optimised ones that are started with `VITRINE_INVARIANTS` in their environment, as `contrib/test` starts them. It is the one
  /// thing that the core asks the environment, and no answer depends on it.
  package static let areChecked: Bool = {
    #if DEBUG
      return true
    #else
      return getenv("VITRINE_INVARIANTS") != nil
    #endif
  }()

  /// Stops the program where a condition does not hold that is looked at; `message` says what is wrong then.
  package static func check(
    _ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
  ) {
    // Only where somebody asks for checks: rooms disagree, and whatever followed would be wrong without a word.
    if areChecked, !condition() { fatalError(message(), file: file, line: line) }
  }
}
