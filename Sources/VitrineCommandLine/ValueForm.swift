// What a value on the command line may be, and how shells complete it. Options and positional arguments share it.

/// Where a shell finds words to complete a value with.
package enum ValueKind: Sendable, Hashable {
  /// Nowhere.
  case anything
  /// Names of files.
  case file
  /// Names of folders.
  case directory
  /// These words.
  case words([Choice])
  /// What `vitrine complete NAME -- PREFIX` prints at that moment; see `Completion`.
  case asked(String)

  /// The kinds of the catalogue.
  package static var kind: ValueKind { .asked("kind") }
  /// The rules by slug.
  package static var rule: ValueKind { .asked("rule") }
  /// The schemas of the catalogue and the stock ones.
  package static var schema: ValueKind { .asked("schema") }
  /// The ids of records.
  package static var record: ValueKind { .asked("record") }
  /// The paths of fields.
  package static var field: ValueKind { .asked("field") }
  /// Terms of a query. A command with an argument of this kind takes `-field:value` for a negated term, not for an option.
  package static var query: ValueKind { .asked("query") }
  /// The name of a record, or a query.
  package static var selection: ValueKind { .asked("selection") }
  /// A change of a field, such as `FIELD=VALUE`.
  package static var assignment: ValueKind { .asked("assignment") }
}

/// What a value may be.
package struct ValueForm: Sendable {
  /// What it is called in help, in capitals: `FILE`.
  package let name: String
  /// How shells complete it.
  package let completes: ValueKind
  /// What is accepted.
  let check: ValueCheck

  /// A value called `name`.
  init(_ name: String, _ completes: ValueKind, _ check: ValueCheck = .free) {
    self.name = name
    self.completes = completes
    self.check = check
  }

  /// A value that is one of `choices`.
  init(_ name: String, oneOf choices: [Choice]) {
    self.init(name, .words(choices), .listed)
  }

  /// The words that it has to be one of; none where any text will do.
  var listed: [Choice] {
    guard case .listed = check, case .words(let choices) = completes else { return [] }
    return choices
  }
}

/// What is accepted as a value.
enum ValueCheck: Sendable {
  /// Any text.
  case free
  /// One of the listed words; after one that ends with a colon, any text may follow.
  case listed
  /// A whole number in a range.
  case number(ClosedRange<Int>)
  /// What the function accepts; `expected` completes the sentence "option '--since' needs …".
  case custom(expected: String, accepts: @Sendable (String) -> Bool)
}

extension ValueForm {
  /// Why `text` is no such value, as a message; nil where it is one.
  ///
  /// `owner` is what the value belongs to: `option '--limit'`, or the value's own name where it is an argument.
  func fault(of text: String, owner: String, suggest: Suggest) -> String? {
    switch check {
    case .free: return nil
    case .listed:
      let names = listed.map(\.name)
      if names.contains(where: { $0 == text || ($0.hasSuffix(":") && text.hasPrefix($0)) }) { return nil }
      let found = "unknown \(name) \(quoted(text))" + (owner == name ? "" : " for \(owner)")
      if let near = nearest(text, names, suggest) { return "\(found); did you mean '\(near)'?" }
      return "\(found); expected \(joined(names))"
    case .number(let range):
      if let number = Int(text), range.contains(number) { return nil }
      return "\(owner) needs \(words(for: range)), not \(quoted(text))"
    case .custom(let expected, let accepts):
      return accepts(text) ? nil : "\(owner) needs \(expected), not \(quoted(text))"
    }
  }
}

private func words(for range: ClosedRange<Int>) -> String {
  switch (range.lowerBound, range.upperBound) {
  case (.min, .max): "a whole number"
  case (let least, .max): "a whole number from \(least)"
  case (.min, let most): "a whole number up to \(most)"
  case (let least, let most): "a whole number from \(least) to \(most)"
  }
}
