// What a line gave to a command, looked up by the keys that declared it.

import VitrineAlgorithms

/// The options and positional arguments of one call, already checked.
package struct Arguments: Sendable {
  /// Makes the options that may be asked for.
  private let declared: OptionMaker
  /// What was given, in order: the long name and the text.
  private let given: [(option: String, text: String)]
  /// The words of each positional argument.
  private let words: [(positional: String, words: [String])]

  /// What a line gave; `words` has an entry for every positional argument of the command.
  init(declared: @escaping OptionMaker, given: [(option: String, text: String)], words: [(positional: String, words: [String])]) {
    self.declared = declared
    self.given = given
    self.words = words
  }

  /// The value of an option of the command, or of a global one.
  package subscript<Value>(option: Option<Value>) -> Value {
    option.read(texts(of: option.declaration))
  }

  /// The value of a positional argument of the command.
  package subscript<Value>(positional: Positional<Value>) -> Value {
    guard let found = words.first(where: { $0.positional == positional.declaration.name }) else {
      preconditionFailure("a command asks only for arguments it declares, and \(positional.declaration.name) is not among them")
    }
    return positional.read(found.words)
  }

  /// True where the option stood on the line, whatever its value.
  package func isGiven(_ option: any DeclaredOption) -> Bool { !texts(of: option.declaration).isEmpty }

  private func texts(of option: OptionDeclaration) -> [String] {
    // Only where invariants are checked: the declarations are not made for nothing.
    Invariants.check(
      declared().contains { $0.long == option.long },
      "a command asks only for options it declares, and --\(option.long) is not among them")
    return given.lazy.filter { $0.option == option.long }.map(\.text)
  }
}
