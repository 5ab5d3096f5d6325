// An option with its type: the key by which a command declares an option and reads its value.

/// An option whose value is a `Value`.
///
/// Shape: one `static let` an option in the command's file, used twice, in the list of options and to look up the value.
/// ```swift
/// static let limit = Option.number("limit", short: "n", "N", in: 1...1000, default: 20, "print at most N records")
/// …
/// let limit = arguments[limit]  // an Int
/// ```
package struct Option<Value: Sendable>: DeclaredOption {
  /// The declaration, without the type of the value.
  package let declaration: OptionDeclaration
  /// Makes the value of what was given, which has been checked: nothing where the option was not given, else all in order.
  let read: @Sendable ([String]) -> Value

  /// An option of any form; commands use the functions below.
  init(
    _ long: String, _ short: Character?, _ form: OptionForm, _ summary: String, repeats: Bool = false, standard: String = "",
    read: @escaping @Sendable ([String]) -> Value
  ) {
    declaration = OptionDeclaration(
      long: long, short: short, summary: summary, form: form, isRepeatable: repeats, standard: standard)
    self.read = read
  }
}

extension Option where Value == Bool {
  /// A switch: true when given. A negatable one also has `--no-NAME`, the last of both counts, and it may be on by default.
  package static func flag(
    _ long: String, short: Character? = nil, isNegatable: Bool = false, default standard: Bool = false, _ summary: String
  ) -> Option {
    Option(long, short, .flag(isNegatable: isNegatable), summary, standard: standard ? "on" : "") { given in
      given.last.map { $0 == OptionText.on } ?? standard
    }
  }
}

extension Option where Value == String? {
  /// A text, nil when not given. With `bare` the value is optional: `--name` alone stands for that text.
  package static func text(
    _ long: String, short: Character? = nil, _ name: String, completes: ValueKind = .anything, bare: String? = nil,
    _ summary: String
  ) -> Option {
    Option(long, short, form(ValueForm(name, completes), bare), summary) { $0.last }
  }
}

extension Option where Value == String {
  /// A text with a default.
  package static func text(
    _ long: String, short: Character? = nil, _ name: String, completes: ValueKind = .anything, default standard: String,
    _ summary: String
  ) -> Option {
    Option(long, short, .value(ValueForm(name, completes)), summary, standard: standard) { $0.last ?? standard }
  }
}

extension Option where Value == [String] {
  /// Any number of texts, in the order given.
  package static func texts(
    _ long: String, short: Character? = nil, _ name: String, completes: ValueKind = .anything, _ summary: String
  ) -> Option {
    Option(long, short, .value(ValueForm(name, completes)), summary, repeats: true) { $0 }
  }
}

extension Option where Value == Int? {
  /// A whole number, nil when not given.
  package static func number(
    _ long: String, short: Character? = nil, _ name: String, in range: ClosedRange<Int> = 0...Int.max, _ summary: String
  ) -> Option {
    Option(long, short, .value(ValueForm(name, .anything, .number(range))), summary) { $0.last.flatMap { Int($0) } }
  }
}

extension Option where Value == Int {
  /// A whole number with a default.
  package static func number(
    _ long: String, short: Character? = nil, _ name: String, in range: ClosedRange<Int> = 0...Int.max, default standard: Int,
    _ summary: String
  ) -> Option {
    Option(long, short, .value(ValueForm(name, .anything, .number(range))), summary, standard: String(standard)) {
      $0.last.flatMap { Int($0) } ?? standard
    }
  }
}

extension Option where Value: OptionChoice {
  /// One word of an enum, with a default. With `bare` the value is optional: `--name` alone stands for that word.
  package static func choice(
    _ long: String, short: Character? = nil, _ name: String, default standard: Value, bare: Value? = nil, _ summary: String
  ) -> Option {
    Option(
      long, short, form(ValueForm(name, oneOf: Value.choices), bare?.rawValue), summary, standard: standard.rawValue
    ) { $0.last.flatMap { Value(rawValue: $0) } ?? standard }
  }
}

extension Option {
  /// One word of an enum, nil when not given.
  package static func choice<Word: OptionChoice>(
    _ long: String, short: Character? = nil, _ name: String, among words: Word.Type, _ summary: String
  ) -> Option where Value == Word? {
    Option(long, short, .value(ValueForm(name, oneOf: Word.choices)), summary) { $0.last.flatMap { Word(rawValue: $0) } }
  }

  /// Any number of words of an enum, in the order given.
  package static func choices<Word: OptionChoice>(
    _ long: String, short: Character? = nil, _ name: String, among words: Word.Type, _ summary: String
  ) -> Option where Value == [Word] {
    Option(long, short, .value(ValueForm(name, oneOf: Word.choices)), summary, repeats: true) {
      $0.compactMap { Word(rawValue: $0) }
    }
  }

  /// A value that a function makes of the text, nil when not given.
  ///
  /// Errors: a text for which `read` returns nil is refused at parsing: "option '--since' needs `expected`, not 'x'"; where the
  /// value completes from a list of words, they are all it may be, and help and messages name them. `default` is only shown.
  package static func value<Made: Sendable>(
    _ long: String, short: Character? = nil, _ name: String, expected: String, completes: ValueKind = .anything,
    default standard: String = "", _ summary: String,
    read: @escaping @Sendable (String) -> Made?
  ) -> Option where Value == Made? {
    let form =
      if case .words(let choices) = completes {
        ValueForm(name, oneOf: choices)
      } else {
        ValueForm(name, completes, .custom(expected: expected) { read($0) != nil })
      }
    return Option(long, short, .value(form), summary, standard: standard) { $0.last.flatMap(read) }
  }
}

/// How a switch is kept among texts.
enum OptionText {
  /// The switch was given.
  static let on = "on"
  /// The switch was taken back.
  static let off = "off"
}

private func form(_ value: ValueForm, _ bare: String?) -> OptionForm {
  if let bare { .optionalValue(value, bare: bare) } else { .value(value) }
}
