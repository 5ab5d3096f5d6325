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
package struct FinderAnswer: Sendable, Hashable {
  /// What was found, best first; nil where nothing was looked for, so that what was found before stays.
  let items: [Int]?
  /// The folded words to make visible in the rows.
  let words: [[UInt8]]
  /// Why the text cannot be understood, or not yet: in the middle of a word it is only half there.
  package var fault: String?
  /// What the last word of the text may become, likeliest first.
  package var completions: [String] = []

  /// What was found, best first, and the folded words to make visible in the rows.
  package static func found(_ items: [Int], words: [[UInt8]]) -> FinderAnswer { FinderAnswer(items: items, words: words) }
  /// Why nothing was looked for.
  package static func fault(_ message: String) -> FinderAnswer { FinderAnswer(items: nil, words: [], fault: message) }

  /// True where something was looked for, and nothing found.
  package var isEmpty: Bool { items?.isEmpty == true }

  /// Where the last word of a text begins. A blank between quotes parts no words.
  package static func startOfLastWord(in text: String) -> String.Index {
    var start = text.startIndex
    var isQuoted = false
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      if text[index] == " ", !isQuoted { start = text.index(after: index) }
    }
    return start
  }
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
