// An argument that is known by its place: the key by which a command declares it and reads it.

/// What can stand in a command's list of positional arguments.
package protocol DeclaredPositional: Sendable {
  /// The declaration, without the type of the value.
  var declaration: PositionalDeclaration { get }
}

/// All that is declared about a positional argument but its type.
package struct PositionalDeclaration: Sendable {
  /// What it may be, and its name in capitals, unique within a command.
  package let value: ValueForm
  /// What it is: lower case, no full stop.
  package let summary: String
  /// The fewest words it takes: 0 or 1.
  package let least: Int
  /// The most words it takes: 1 or `Int.max`.
  package let most: Int
  /// True where it stands after `--`, as the changes of `vitrine set QUERY -- CHANGE...` do.
  package let isAfterDashes: Bool

  /// The name in capitals.
  package var name: String { value.name }
  /// True where words of a query are expected.
  var isQuery: Bool { value.completes == .query || value.completes == .selection }
}

/// A positional argument whose value is a `Value`.
///
/// Words fill the arguments from left to right, each as much as it can take while enough is left for those that follow.
package struct Positional<Value: Sendable>: DeclaredPositional {
  /// The declaration, without the type of the value.
  package let declaration: PositionalDeclaration
  /// Makes the value of the words it was given, which have been checked and counted.
  let read: @Sendable ([String]) -> Value

  /// An argument of any arity; commands use the functions below.
  init(
    _ value: ValueForm, _ summary: String, _ arity: (least: Int, most: Int), _ isAfterDashes: Bool = false,
    read: @escaping @Sendable ([String]) -> Value
  ) {
    declaration = PositionalDeclaration(
      value: value, summary: summary, least: arity.least, most: arity.most, isAfterDashes: isAfterDashes)
    self.read = read
  }
}

extension Positional where Value == String {
  /// Exactly one word.
  package static func one(_ name: String, completes: ValueKind = .anything, _ summary: String) -> Positional {
    Positional(ValueForm(name, completes), summary, (1, 1)) { $0.first ?? "" }
  }
}

extension Positional where Value == String? {
  /// One word or none.
  package static func optional(_ name: String, completes: ValueKind = .anything, _ summary: String) -> Positional {
    Positional(ValueForm(name, completes), summary, (0, 1)) { $0.first }
  }
}

extension Positional where Value == [String] {
  /// Any number of words, also none. At most one argument of a command may take many, or one on either side of `--`.
  package static func any(
    _ name: String, completes: ValueKind = .anything, isAfterDashes: Bool = false, _ summary: String
  ) -> Positional {
    Positional(ValueForm(name, completes), summary, (0, .max), isAfterDashes) { $0 }
  }

  /// One word or more.
  package static func some(
    _ name: String, completes: ValueKind = .anything, isAfterDashes: Bool = false, _ summary: String
  ) -> Positional {
    Positional(ValueForm(name, completes), summary, (1, .max), isAfterDashes) { $0 }
  }
}

extension Positional where Value: OptionChoice {
  /// Exactly one word of an enum.
  package static func choice(_ name: String, among words: Value.Type, _ summary: String) -> Positional {
    Positional(ValueForm(name, oneOf: Value.choices), summary, (1, 1)) { given in
      guard let word = given.first.flatMap({ Value(rawValue: $0) }) else {
        preconditionFailure("the parser lets no line through whose words were not checked and counted")
      }
      return word
    }
  }
}
