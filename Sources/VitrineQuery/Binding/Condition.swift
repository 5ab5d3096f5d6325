// A condition as it is evaluated: fields are columns, words are values, relative days are numbers. Nothing is left to look up.

package import VitrineText

/// What the records of one kind have to be. Columns are those of the kind's table.
package indirect enum Condition: Sendable {
  /// Every record, or none.
  case constant(Bool)
  /// All of these.
  case all([Condition])
  /// Any of these.
  case any([Condition])
  /// Not this.
  case not(Condition)
  /// Some value of the column passes the test.
  case value(column: Int, any ValueTest)
  /// The column has a value that is not null; a map counts.
  case present(column: Int)
  /// How many values the column has, nulls counted.
  case count(column: Int, NumberRange)
  /// Some element of the location column has its point in the area.
  case place(latitude: Int, longitude: Int, any Area)
  /// Some value of the reference column names a record that its own kind's condition holds for. Kinds without an entry: none does.
  case follow(column: Int, [Int: Condition])
  /// Some element of the list of maps (or the one map) in `column` meets the condition, whose columns lie in that list and count only with the
  /// values of that element.
  case element(column: Int, Condition)
}

extension Condition {
  /// True where it was asked and nobody knows of some value whether it meets the condition.
  fileprivate var wasGivenUp: Bool {
    switch self {
    case .constant, .present, .count, .place: false
    case .all(let conditions), .any(let conditions): conditions.contains(where: \.wasGivenUp)
    case .not(let condition), .element(_, let condition): condition.wasGivenUp
    case .value(_, let test): test.wasGivenUp
    case .follow(_, let conditions): conditions.values.contains(where: \.wasGivenUp)
    }
  }
}

/// A range of numbers.
package struct NumberRange: Sendable, Hashable {
  /// The least, or minus infinity.
  package var lower: Double
  /// The greatest, or infinity.
  package var upper: Double
  /// Whether the least itself is in the range.
  package var includesLower: Bool
  /// Whether the greatest itself is in the range.
  package var includesUpper: Bool

  /// A range between two numbers, both of them in it unless said otherwise.
  package init(_ lower: Double, _ upper: Double, includesLower: Bool = true, includesUpper: Bool = true) {
    self.lower = lower
    self.upper = upper
    self.includesLower = includesLower
    self.includesUpper = includesUpper
  }

  /// True where the number is in the range; false for what is not a number.
  @inlinable package func contains(_ number: Double) -> Bool {
    (includesLower ? number >= lower : number > lower) && (includesUpper ? number <= upper : number < upper)
  }
}

/// A part of the Earth's surface.
package protocol Area: Sendable {
  /// True where a point lies in the area; false where one of its numbers is none. Units: degrees.
  func contains(latitude: Double, longitude: Double) -> Bool
  /// What it is, for `--explain`: what follows the name of a field.
  var explanation: String { get }
}

/// A colour in OKLab. Source: Björn Ottosson, "A perceptual color space for image processing".
package struct OKLab: Sendable, Hashable {
  /// Lightness, 0 to 1.
  package var lightness: Double
  /// Green to red.
  package var a: Double
  /// Blue to yellow.
  package var b: Double

  /// A colour of these parts.
  package init(lightness: Double, a: Double, b: Double) {
    (self.lightness, self.a, self.b) = (lightness, a, b)
  }
}

/// A query made ready for a catalogue's kinds.
package struct BoundQuery: Sendable {
  /// The condition for each kind, by its index; kinds that cannot have a match are left out.
  package var conditions: [(kind: Int, condition: Condition)]
  /// The order: for each kind of `conditions` the column of each key, nil where the kind has no such field.
  package var sort: [BoundSortKey]
  /// The most rows.
  package var limit: Int?
  /// What rows are grouped by, outer first.
  package var group: [BoundPath]
  /// The columns asked for with `show:`; empty where nothing was said.
  package var show: [BoundPath]
  /// The alphabet that texts are sorted by, for people who read the answer; nil for one order whatever the language.
  package var collation: Collation?

  /// True where it was asked and nobody knows of some records whether they are meant.
  package var wasGivenUp: Bool { conditions.contains { $0.condition.wasGivenUp } }

  /// A bound query of the given parts.
  package init(
    conditions: [(kind: Int, condition: Condition)], sort: [BoundSortKey] = [], limit: Int? = nil, group: [BoundPath] = [],
    show: [BoundPath] = []
  ) {
    self.conditions = conditions
    self.sort = sort
    self.limit = limit
    self.group = group
    self.show = show
  }
}

/// A field as the kinds know it.
package struct BoundPath: Sendable {
  /// The path as it was written.
  package var written: String
  /// The way to its values, by kind.
  package var ways: [Int: Way]

  /// A field by the name it was given.
  package init(written: String, ways: [Int: Way]) {
    self.written = written
    self.ways = ways
  }

  /// The way from a record to the values of a field: over references to a column of the last record.
  package struct Way: Sendable, Hashable {
    /// The reference columns to follow, first to last, each of the table reached so far, with the kind of the records it leads to.
    package var references: [(column: Int, kind: Int)]
    /// The column.
    package var column: Int
    /// True where not the values are meant but how many they are.
    package var counts: Bool

    /// A way of the given steps.
    package init(references: [(column: Int, kind: Int)] = [], column: Int, counts: Bool = false) {
      self.references = references
      self.column = column
      self.counts = counts
    }

    /// Ways of the same steps are the same.
    package static func == (left: Way, right: Way) -> Bool {
      left.column == right.column && left.counts == right.counts
        && left.references.elementsEqual(right.references) { $0.column == $1.column && $0.kind == $1.kind }
    }

    /// Hashes the steps.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(column)
      hasher.combine(counts)
      for step in references { hasher.combine(step.column) }
    }
  }
}

/// A key of an order.
package struct BoundSortKey: Sendable {
  /// The field.
  package var path: BoundPath
  /// True for greatest first.
  package var isDescending: Bool

  /// A key of a field and a direction.
  package init(path: BoundPath, isDescending: Bool) {
    self.path = path
    self.isDescending = isDescending
  }
}
