// The spellings of free-text vocabularies, each kept once.

/// All spellings met in fields marked `vocabulary: folded`.
package struct TermTable: Sendable {
  /// One spelling of one vocabulary.
  package struct Term: Sendable, Hashable {
    /// The last name of the field: `developers`. Fields of the same name share a vocabulary across kinds.
    package var field: String
    /// The spelling.
    package var spelling: String

    /// A spelling of a vocabulary.
    package init(field: String, spelling: String) {
      self.field = field
      self.spelling = spelling
    }
  }

  /// The spellings, by index.
  package private(set) var terms: [Term] = []
  /// How often each is used.
  package private(set) var counts: [Int] = []
  private var indices: [Term: UInt32] = [:]

  /// An empty table.
  package init() {}

  /// The index of a spelling, counting one more use.
  package mutating func add(_ spelling: String, field: String, uses: Int = 1) -> UInt32 {
    let term = Term(field: field, spelling: spelling)
    if let index = indices[term] {
      counts[Int(index)] += uses
      return index
    }
    let index = UInt32(terms.count)
    indices[term] = index
    terms.append(term)
    counts.append(uses)
    return index
  }

  /// Adds all of another table. Shape: the result's element at an index of `other` is the index here.
  package mutating func merge(_ other: TermTable) -> [UInt32] {
    other.terms.indices.map { add(other.terms[$0].spelling, field: other.terms[$0].field, uses: other.counts[$0]) }
  }
}
