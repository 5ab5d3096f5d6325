// The signs that compare: how they are read, and which values lie on their side.

extension Query {
  /// A sign between a field and a value, in quotes: `'rating >= 4'`.
  package enum Comparison: String, Sendable, Hashable, CaseIterable {
    /// `f>=v`
    case atLeast = ">="
    /// `f<=v`
    case atMost = "<="
    /// `f>v`
    case above = ">"
    /// `f<v`
    case below = "<"
    /// `f=v`
    case equal = "="
    /// `f!=v`
    case unequal = "!="

    /// True for those that need an order of values; `=` and `!=` need none.
    package var isOrdering: Bool {
      switch self {
      case .atLeast, .atMost, .above, .below: true
      case .equal, .unequal: false
      }
    }

    /// What to write instead of a sign between a colon and a value: `path:>=value`.
    func advice(for path: String, _ value: String) -> String {
      let second =
        switch self {
        case .atLeast, .above: "\(path):\(value).."
        case .atMost, .below: "\(path):..\(value)"
        case .unequal: "-\(path):\(value)"
        case .equal: "\(path):eq:\(value)"
        }
      return "write '\(path)\(rawValue)\(value)' or '\(second)'"
    }

    /// The numbers on this side of an interval, such as that of a month; the interval itself for `=` and `!=`.
    func range(from interval: NumberRange) -> NumberRange {
      let endless = Double.infinity
      switch self {
      case .atLeast: return NumberRange(interval.lower, endless)
      case .atMost: return NumberRange(-endless, interval.upper, includesUpper: interval.includesUpper)
      case .above: return NumberRange(interval.upper, endless, includesLower: !interval.includesUpper)
      case .below: return NumberRange(-endless, interval.lower, includesUpper: false)
      case .equal, .unequal: return interval
      }
    }

    /// The indices on this side of some among `count` values in order; empty where there are none.
    func indices(from found: [Int], of count: Int) -> Range<Int> {
      guard let first = found.min(), let last = found.max() else { return 0..<count }
      switch self {
      case .atLeast: return first..<count
      case .atMost: return 0..<last + 1
      case .above: return last + 1..<count
      case .below: return 0..<first
      case .equal, .unequal: return first..<last + 1
      }
    }
  }
}

extension QueryInput {
  /// The comparison at an index, longest first.
  func comparison(at index: Int) -> Query.Comparison? {
    guard index < bytes.count else { return nil }
    let isWithEqual = index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: "=")
    switch bytes[index] {
    case UInt8(ascii: ">"): return isWithEqual ? .atLeast : .above
    case UInt8(ascii: "<"): return isWithEqual ? .atMost : .below
    case UInt8(ascii: "="): return .equal
    case UInt8(ascii: "!"): return isWithEqual ? .unequal : nil
    default: return nil
    }
  }
}
