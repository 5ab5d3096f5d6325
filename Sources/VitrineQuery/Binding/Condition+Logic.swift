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
      case .any(let inner): parts += inner
      case .all, .not, .value, .present, .count, .place, .follow, .element: parts.append(condition)
      }
    }
    parts = joined(parts)
    return parts.isEmpty ? .constant(false) : parts.count == 1 ? parts[0] : .any(parts)
  }

  /// Alternatives of which neighbours that ask for values of one column are one; in time in proportion to their number.
  private static func joined(_ parts: [Condition]) -> [Condition] {
    var joined: [Condition] = []
    var start = 0
    while start < parts.count {
      var end = start + 1
      while end < parts.count, parts[start].isAboutSameColumn(as: parts[end]) { end += 1 }
      joined.append(end == start + 1 ? parts[start] : one(of: parts[start..<end]))
      start = end
    }
    return joined
  }

  private func isAboutSameColumn(as other: Condition) -> Bool {
    switch (self, other) {
    case (.value(let column, _), .value(let same, _)), (.follow(let column, _), .follow(let same, _)): column == same
    default: false
    }
  }

  /// Alternatives about one column as one condition.
  private static func one(of parts: ArraySlice<Condition>) -> Condition {
    var tests: [any ValueTest] = []
    var followed: [Int: [Condition]] = [:]
    var column = 0
    for part in parts {
      if case .value(let place, let test) = part {
        column = place
        tests += AnyTest.alternatives(of: test)
      }
      if case .follow(let place, let conditions) = part {
        column = place
        for (kind, condition) in conditions { followed[kind, default: []].append(condition) }
      }
    }
    return tests.isEmpty ? .follow(column: column, followed.mapValues { .some($0) }) : .value(column: column, AnyTest.of(tests))
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
