// What a finder is handed: things to find, and how. It knows nothing else of them.

/// The things a finder looks among, each known by its number.
package struct FinderSource: Sendable {
  /// How many there are.
  package let total: Int
  /// Looks for what a text asks for. Called on a thread of its own, one call at a time.
  package let search: @Sendable (String) -> FinderAnswer
  /// The row of a thing.
  package let row: @Sendable (Int) -> FinderRow
  /// The page of a thing, for so many cells: lines of text.
  package let page: @Sendable (_ item: Int, _ width: Int) -> String
  /// What stays the same of a thing when everything is read again: its path.
  package let key: @Sendable (Int) -> String

  /// A source of the given parts.
  package init(
    total: Int, search: @escaping @Sendable (String) -> FinderAnswer, row: @escaping @Sendable (Int) -> FinderRow,
    page: @escaping @Sendable (_ item: Int, _ width: Int) -> String, key: @escaping @Sendable (Int) -> String
  ) {
    self.total = total
    self.search = search
    self.row = row
    self.page = page
    self.key = key
  }
}

/// What a search came to.
package enum FinderAnswer: Sendable, Hashable {
  /// What was found, best first, and the folded words to make visible in the rows.
  case found([Int], words: [[UInt8]])
  /// The text asks for nothing that can be looked for, or not yet: in the middle of a word it is only half there.
  case fault(String)
}

/// A thing in a list.
package struct FinderRow: Sendable, Hashable {
  /// A part of a row.
  package struct Cell: Sendable, Hashable {
    /// The text.
    package var text: String
    /// True where words are searched for in it.
    package var isSearched: Bool

    /// A part with the given text.
    package init(_ text: String, isSearched: Bool) {
      self.text = text
      self.isSearched = isSearched
    }
  }

  /// What it is called.
  package var title: Cell
  /// What else is said of it, in order.
  package var details: [Cell]

  /// A row of a title and details.
  package init(title: Cell, details: [Cell]) {
    self.title = title
    self.details = details
  }
}
