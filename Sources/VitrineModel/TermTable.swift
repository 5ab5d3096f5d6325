// The spellings of free-text vocabularies, each kept once.

import Glibc

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

  /// A spelling by its bytes. What Unicode calls the same may be written in several ways, and which of them came first must not matter.
  private struct Key: Hashable {
    let text: String

    static func == (left: Key, right: Key) -> Bool {
      var (left, right) = (left.text, right.text)
      guard left.utf8.count == right.utf8.count else { return false }
      return left.withUTF8 { left in
        right.withUTF8 { right in
          guard let first = left.baseAddress, let second = right.baseAddress else { return true }
          return memcmp(first, second, left.count) == 0
        }
      }
    }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  /// The spellings, by index; no two with the same bytes.
  package private(set) var terms: [Term] = []
  /// How often each is used.
  package private(set) var counts: [Int] = []
  private var indices: [[Key: UInt32]] = []
  private var fields: [String] = []
  private var free: [UInt32] = []

  /// An empty table.
  package init() {}

  /// The index of a spelling, counting one more use.
  package mutating func add(_ spelling: String, field: String, uses: Int = 1) -> UInt32 {
    // There are a handful of fields: looking through their names is quicker than hashing them with every spelling.
    let place: Int
    if let known = fields.firstIndex(of: field) {
      place = known
    } else {
      place = fields.count
      fields.append(field)
      indices.append([:])
    }
    let key = Key(text: spelling)
    if let index = indices[place][key] {
      counts[Int(index)] += uses
      return index
    }
    if let index = free.popLast() {
      indices[place][key] = index
      terms[Int(index)] = Term(field: field, spelling: spelling)
      counts[Int(index)] = uses
      return index
    }
    let index = UInt32(terms.count)
    indices[place][key] = index
    terms.append(Term(field: field, spelling: spelling))
    counts.append(uses)
    return index
  }

  /// Takes a use of a spelling back.
  package mutating func remove(_ term: UInt32) { counts[Int(term)] -= 1 }

  /// Gives the index of a spelling that nobody uses to the next new one.
  package mutating func recycle(_ term: UInt32) {
    precondition(counts[Int(term)] == 0, "a spelling that is used stays")
    let gone = terms[Int(term)]
    guard let place = fields.firstIndex(of: gone.field), indices[place].removeValue(forKey: Key(text: gone.spelling)) != nil
    else { return }
    free.append(term)
  }

  /// Adds all of another table. Shape: the result's element at an index of `other` is the index here.
  package mutating func merge(_ other: TermTable) -> [UInt32] {
    other.terms.indices.map { add(other.terms[$0].spelling, field: other.terms[$0].field, uses: other.counts[$0]) }
  }
}
