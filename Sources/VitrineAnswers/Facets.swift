// How often each value occurs among the rows of an answer, and what a number adds up to: what statistics and lists of values are made of.

package import VitrineIndex
import VitrineModel
package import VitrineQuery
package import VitrineText

/// What rows are counted by.
package struct FacetKey: Sendable {
  /// The field.
  package var path: BoundPath
  /// The part of the calendar that days and moments are taken together by; nil where each value counts for itself.
  package var period: Period?
  /// The alphabet by which texts compare; nil where they compare folded.
  package var collation: Collation?

  /// A key of a field.
  package init(path: BoundPath, period: Period? = nil, by collation: Collation? = nil) {
    self.path = path
    self.period = period
    self.collation = collation
  }

  /// A part of the calendar.
  package enum Period: String, Sendable, Hashable, CaseIterable {
    /// `2026`
    case year
    /// `2026-q2`
    case quarter
    /// `2026-05`
    case month
    /// `2026-w21`: weeks begin on Monday, and belong to the year that has their Thursday (ISO 8601).
    case week
    /// `monday` to `sunday`
    case weekday
    /// `2026-05-29`
    case day
  }
}

/// One value, or one period, and the rows that have it.
package struct FacetValue: Sendable, Hashable {
  /// The value as it is written, or the period; of a reference the shortest name of the record; "" where `isMissing`.
  package var text: String
  /// True for the entry of the rows without a value.
  package var isMissing = false
  /// The value in its pool, of references to one record any of them; nil for periods, counts and what is missing.
  package var source: Answer.Source?
  /// What the rows come to.
  package var tally = FacetTally()

  /// A value that no row has, yet.
  package init(text: String, isMissing: Bool = false, source: Answer.Source? = nil, tally: FacetTally = FacetTally()) {
    self.text = text
    self.isMissing = isMissing
    self.source = source
    self.tally = tally
  }
}

/// Rows counted, and the numbers of a field in them.
package struct FacetTally: Sendable, Hashable {
  /// How many rows there are.
  package var count = 0
  /// How many numbers there are in them.
  package var numbers = 0
  /// The numbers' sum.
  package var sum = 0.0
  /// The least of them; infinite where there is none.
  package var least = Double.infinity
  /// The greatest of them; minus infinite where there is none.
  package var greatest = -Double.infinity

  /// The tally of some rows without numbers.
  package init(count: Int = 0) { self.count = count }

  /// The numbers' mean; nil where there is none.
  package var mean: Double? { numbers == 0 ? nil : sum / Double(numbers) }

  /// Counts a row with its numbers.
  @inline(__always) mutating func add(_ row: [Double]) {
    count += 1
    for number in row {
      numbers += 1
      sum += number
      least = min(least, number)
      greatest = max(greatest, number)
    }
  }
}

/// The rows of an answer by one field. A row counts once under each of its distinct values.
package struct Facet: Sendable, Hashable {
  /// The values, in their order; the entry of the rows without a value last, if there is one.
  package var values: [FacetValue]
  /// All rows, each once.
  package var all: FacetTally
}

/// The rows of an answer by two fields.
package struct CrossFacet: Sendable, Hashable {
  /// The values of the first field, with the rows that have them.
  package var first: [FacetValue]
  /// The values of the second field.
  package var second: [FacetValue]
  /// The pairs that occur, by the places of their values in `first` and `second`, ascending.
  package var pairs: [Pair]
  /// All rows, each once.
  package var all: FacetTally

  /// A value of each field, and the rows that have both.
  package struct Pair: Sendable, Hashable {
    /// The place in `first`.
    package var first: Int
    /// The place in `second`.
    package var second: Int
    /// What the rows come to.
    package var tally: FacetTally
  }
}

/// Counts the rows of an answer.
package struct Facets: Sendable {
  private let index: RecordIndex
  /// The rows that are counted.
  package let rows: [RowID]

  /// Counts of some rows.
  package init(index: RecordIndex, rows: [RowID]) {
    self.index = index
    self.rows = rows
  }

  /// The rows by one field. `measure` is the field whose numbers are added up; without it the sums are empty.
  package func facet(by key: FacetKey, measure: BoundPath? = nil) -> Facet {
    let buckets = FacetBuckets(index, tables: tables, key: key)
    var all = FacetTally()
    guard let measure else {
      all.count = rows.count
      let tallies = buckets.counts(of: rows.inStoredOrder(index)).map { FacetTally(count: $0) }
      return Facet(values: buckets.values(tallies).map(\.value), all: all)
    }
    var numbers = FacetNumbers(index, tables: tables, path: measure)
    var tallies = Array(repeating: FacetTally(), count: buckets.count + 1)
    var row = FacetBuckets.Row(buckets)
    for id in rows {
      let measured = numbers.numbers(of: id)
      all.add(measured)
      row.read(id)
      for bucket in row.buckets { tallies[bucket].add(measured) }
    }
    return Facet(values: buckets.values(tallies).map(\.value), all: all)
  }

  /// The rows by two fields.
  package func facet(by first: FacetKey, and second: FacetKey, measure: BoundPath? = nil) -> CrossFacet {
    let (firsts, seconds) = (FacetBuckets(index, tables: tables, key: first), FacetBuckets(index, tables: tables, key: second))
    var numbers = FacetNumbers(index, tables: tables, path: measure)
    var firstTallies = Array(repeating: FacetTally(), count: firsts.count + 1)
    var secondTallies = Array(repeating: FacetTally(), count: seconds.count + 1)
    var pairs: [UInt64: FacetTally] = [:]
    var all = FacetTally()
    var (row, other) = (FacetBuckets.Row(firsts), FacetBuckets.Row(seconds))
    for id in rows {
      let measured = numbers.numbers(of: id)
      all.add(measured)
      row.read(id)
      other.read(id)
      for bucket in row.buckets {
        firstTallies[bucket].add(measured)
        for otherBucket in other.buckets {
          pairs[UInt64(bucket) << 32 | UInt64(otherBucket), default: FacetTally()].add(measured)
        }
      }
      for bucket in other.buckets { secondTallies[bucket].add(measured) }
    }
    let (firstValues, secondValues) = (firsts.values(firstTallies), seconds.values(secondTallies))
    let firstPlaces = Dictionary(firstValues.enumerated().map { ($0.element.bucket, $0.offset) }) { first, _ in first }
    let secondPlaces = Dictionary(secondValues.enumerated().map { ($0.element.bucket, $0.offset) }) { first, _ in first }
    let found = pairs.compactMap { key, tally -> CrossFacet.Pair? in
      guard let one = firstPlaces[Int(key >> 32)], let two = secondPlaces[Int(key & 0xFFFF_FFFF)] else { return nil }
      return CrossFacet.Pair(first: one, second: two, tally: tally)
    }
    return CrossFacet(
      first: firstValues.map(\.value), second: secondValues.map(\.value),
      pairs: found.sorted { ($0.first, $0.second) < ($1.first, $1.second) }, all: all)
  }

  /// What a field's numbers in all rows come to.
  package func tally(of measure: BoundPath) -> FacetTally {
    var numbers = FacetNumbers(index, tables: tables, path: measure)
    var all = FacetTally()
    for id in rows { all.add(numbers.numbers(of: id)) }
    return all
  }

  private var tables: [Int] {
    var found: Set<Int> = []
    var last: Int?
    for row in rows where row.table != last {
      last = row.table
      if index.tables.indices.contains(row.table) { found.insert(row.table) }
    }
    return found.sorted()
  }
}

extension [RowID] {
  /// The same rows as they are stored, for what is the same in any order: those that lie together are read together. Shape: each row once.
  fileprivate func inStoredOrder(_ index: RecordIndex) -> [RowID] {
    let isStored = zip(self, dropFirst()).allSatisfy { ($0.table, $0.row) < ($1.table, $1.row) }
    guard !isStored else { return self }
    var sets = index.tables.map { BitSet(count: $0.rowCount) }
    for id in self { sets[id.table].insert(id.row) }
    var ordered: [RowID] = []
    ordered.reserveCapacity(count)
    for (table, set) in sets.enumerated() {
      for (number, word) in set.words.enumerated() where word != 0 {
        var bits = word
        while bits != 0 {
          ordered.append(RowID(table: table, row: number * 64 + bits.trailingZeroBitCount))
          bits &= bits - 1
        }
      }
    }
    return ordered
  }
}
