// What stands between a field and its values: a colon alone, a comparison, or a colon and an operator's word.

extension Query {
  /// How a term compares.
  package enum Relation: Sendable {
    /// `f:v`: what it means is up to the field's type.
    case matches
    /// `f>=v`
    case comparison(Comparison)
    /// `f:near:v`: an operator of the shelf `QueryOperators`.
    case word(any QueryOperator.Type)

    /// `f=v`
    package static let equal = Relation.comparison(.equal)
    /// `f!=v`
    package static let unequal = Relation.comparison(.unequal)

    /// The relation as it is written; an operator without the colon of its field.
    package var text: String {
      switch self {
      case .matches: ":"
      case .comparison(let comparison): comparison.rawValue
      case .word(let word): word.word
      }
    }

    /// All that stands between the field and the value.
    var textAfterField: String {
      if case .word(let word) = self { return ":" + word.word }
      return text
    }

    /// True for `:`, `=` and `!=`, which take any value that the field may have.
    package var isEquality: Bool {
      switch self {
      case .matches, .comparison(.equal), .comparison(.unequal): true
      case .comparison, .word: false
      }
    }

    /// How its values are written.
    var syntax: OperandSyntax {
      if case .word(let word) = self { return word.syntax }
      return .value
    }

    /// True where the empty text, in quotes, may be asked for.
    var mayBeEmpty: Bool {
      if case .text(mayBeEmpty: true) = syntax { return true }
      return isEquality && self != .matches
    }

    /// How many values are one operand; nil where each value is one by itself.
    var valuesTogether: ClosedRange<Int>? {
      if case .word(let word) = self { return word.valuesTogether }
      return nil
    }
  }
}

extension Query.Relation: Hashable {
  /// Equal relations are written alike.
  package static func == (left: Query.Relation, right: Query.Relation) -> Bool {
    switch (left, right) {
    case (.matches, .matches): true
    case (.comparison(let one), .comparison(let other)): one == other
    case (.word(let one), .word(let other)): one == other
    case (.matches, _), (.comparison, _), (.word, _): false
    }
  }

  /// Hashes what is written.
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
