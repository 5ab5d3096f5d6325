// An option without its type: all that parsing, help, manual and completions need to know.

/// What can stand in a command's list of options.
package protocol DeclaredOption: Sendable {
  /// The declaration, without the type of the value.
  var declaration: OptionDeclaration { get }
}

/// All that is declared about an option but the type of its value.
package struct OptionDeclaration: Sendable {
  /// The long name, without dashes; unique within a command.
  package let long: String
  /// The short name, if it has one.
  package let short: Character?
  /// What it does: lower case, no full stop.
  package let summary: String
  /// Whether it takes a value.
  package let form: OptionForm
  /// True where it may be given several times and every value counts; else the last one counts.
  package let isRepeatable: Bool
  /// The value it has when not given, as text; or "".
  package let standard: String

  /// The names as they are typed, the short one first.
  package var names: [String] {
    var names: [String] = []
    if let short { names.append("-\(short)") }
    names.append("--" + long)
    if case .flag(isNegatable: true) = form { names.append("--no-" + long) }
    return names
  }

  /// The form of the value, if it can take one.
  package var value: ValueForm? {
    switch form {
    case .flag: nil
    case .value(let value), .optionalValue(let value, bare: _): value
    }
  }

  /// True where a value has to be given, attached or as the next word.
  var needsValue: Bool {
    if case .value = form { true } else { false }
  }
}

/// Whether an option takes a value.
package enum OptionForm: Sendable {
  /// None. Negatable: `--no-NAME` takes it back.
  case flag(isNegatable: Bool)
  /// One: `--name=VALUE`, `--name VALUE`, `-nVALUE`, `-n VALUE`.
  case value(ValueForm)
  /// One, but only attached: `--name`, which stands for `--name=BARE`, or `--name=VALUE`.
  case optionalValue(ValueForm, bare: String)
}
