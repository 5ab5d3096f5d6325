// Conditions put together so that what is always true or never true does not stay in them.

extension Condition {
  /// All of these hold.
  static func every(_ conditions: [Condition]) -> Condition {
    var parts: [Condition] = []
    for condition in conditions {
      switch condition {
      case .constant(true): continue
      case .constant(false): return condition
      case .all(let inner): parts += inner
      case .any, .not, .value, .present, .count, .place, .follow, .element: parts.append(condition)
      }
    }
    return parts.isEmpty ? .constant(true) : parts.count == 1 ? parts[0] : .all(parts)
  }

  /// One of these holds.
  static func some(_ conditions: [Condition]) -> Condition {
    var parts: [Condition] = []
    for condition in conditions {
      switch condition {
      case .constant(false): continue
      case .constant(true): return condition
      case .any(let inner): for part in inner { part.join(&parts) }
      case .all, .not, .value, .present, .count, .place, .follow, .element: condition.join(&parts)
      }
    }
    return parts.isEmpty ? .constant(false) : parts.count == 1 ? parts[0] : .any(parts)
  }

  /// Adds this to alternatives: to the last of them, where both ask for values of one column.
  private func join(_ parts: inout [Condition]) {
    switch (parts.last, self) {
    case (.value(let column, let one)?, .value(let same, let other)) where column == same:
      parts[parts.count - 1] = .value(column: column, .some(one.alternatives + other.alternatives))
    case (.follow(let column, let one)?, .follow(let same, let other)) where column == same:
      parts[parts.count - 1] = .follow(column: column, one.merging(other) { Condition.some([$0, $1]) })
    default: parts.append(self)
    }
  }

  /// This does not hold.
  var negated: Condition {
    switch self {
    case .constant(let value): .constant(!value)
    case .not(let inner): inner
    case .all, .any, .value, .present, .count, .place, .follow, .element: .not(self)
    }
  }

  /// True where no record can meet it.
  var isNever: Bool {
    if case .constant(false) = self { return true }
    return false
  }

  /// The condition of the records that a way leads to, as one of the record it starts from.
  func reached(over references: [(column: Int, kind: Int)]) -> Condition {
    references.reversed().reduce(self) { inner, step in
      inner.isNever ? inner : .follow(column: step.column, [step.kind: inner])
    }
  }
}

extension ValueTest {
  /// One of these passes.
  static func some(_ tests: [ValueTest]) -> ValueTest { tests.count == 1 ? tests[0] : .any(tests) }

  /// The tests one of which has to pass.
  fileprivate var alternatives: [ValueTest] {
    if case .any(let tests) = self { return tests }
    return [self]
  }
}
