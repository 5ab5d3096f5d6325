// The state of a finder: what is typed, what was found, where the eye is. It has no terminal, so that tests need none.

/// A finder: keys go in, actions and pictures of the screen come out.
///
/// Shape: a loop hands it keys (`handle`), asks after each whether `query` is still what `answered` was found for, hands it the answer
/// (`take`), and shows `frame()`.
package struct FinderModel: Sendable {
  /// What a key asks the loop to do.
  package enum Action: Sendable, Hashable {
    /// End with these.
    case choose([Int])
    /// End with nothing.
    case leave
    /// Open these in an editor.
    case open([Int])
    /// Stop this job until the shell continues it.
    case suspend
    /// Draw everything anew.
    case redraw
  }

  /// What is looked among.
  package internal(set) var source: FinderSource
  /// The line that is typed.
  var editor: LineEditor
  /// What was found, best first.
  var matches: [Int] = []
  /// The folded words to make visible.
  var words: [[UInt8]] = []
  /// The text that `matches` are for, or that could not be understood; nil before the first answer.
  package internal(set) var answered: String?
  /// Why the text could not be understood.
  var fault: String?
  /// What the last word of the text that was answered may become.
  var completions: [String] = []
  /// A message that is shown until the next key.
  package var note: String?
  /// True where an answer takes so long that it is to be seen.
  package var isSearching = false
  /// The place of the selected thing in `matches`; 0 where nothing was found.
  var selected = 0
  /// The place of the first thing on the screen.
  var top = 0
  /// The marked things in the order they were marked.
  var marks: [Int] = []
  /// Whether the page of the selected thing is beside the list.
  var showsPage = false
  /// The page that fills the screen; nil where the list does.
  var reading: Reading?
  /// The lines of the page beside the list: made once for each thing and width.
  var aside: (item: Int, width: Int, lines: [String])?
  /// How large the screen is.
  package internal(set) var size: TerminalSize

  /// A page that is read.
  struct Reading: Sendable {
    /// Whose it is.
    var item: Int
    /// The first line on the screen.
    var top = 0
  }

  /// A finder with a first query.
  package init(_ source: FinderSource, query: String, size: TerminalSize) {
    self.source = source
    self.size = size
    editor = LineEditor(query)
  }

  /// The text as it is typed now.
  package var query: String { editor.text }
  /// The thing the eye is on.
  var selectedItem: Int? { selected < matches.count ? matches[selected] : nil }
  /// How many things are marked.
  package var markCount: Int { marks.count }

  /// Takes the answer for a text. A fault keeps what was found before, unless it brings something else.
  package mutating func take(_ answer: FinderAnswer, for text: String) {
    answered = text
    completions = answer.completions
    fault = answer.fault
    guard let items = answer.items else { return }
    words = answer.words
    if fault != nil, items == matches { return }
    matches = items
    selected = 0
    top = 0
  }

  /// Takes the size of the screen.
  package mutating func resize(_ size: TerminalSize) {
    self.size = size
    scrollToSelection()
  }

  /// Takes what was read again. What was marked and selected stays so, where it is still there.
  package mutating func reload(_ source: FinderSource) {
    let keys = marks.map(self.source.key)
    let selectedKey = selectedItem.map(self.source.key)
    self.source = source
    var items: [String: Int] = [:]
    if !keys.isEmpty {
      let wanted = Set(keys)
      for item in 0..<source.total where wanted.contains(source.key(item)) { items[source.key(item)] = item }
    }
    marks = keys.compactMap { items[$0] }
    aside = nil
    reading = nil
    // Their numbers are others now.
    matches = []
    take(source.search(query), for: query)
    selected = selectedKey.flatMap { key in matches.firstIndex { source.key($0) == key } } ?? 0
    scrollToSelection()
  }

  /// The last word as it is typed.
  var lastWord: Substring { query[FinderAnswer.startOfLastWord(in: query)...] }

  /// What Right puts in place of the last word; nil where there is nothing, and where the cursor is not at the end.
  var completion: String? { answered == query && editor.isAtEnd ? completions.first : nil }

  /// How many rows of the screen the list has.
  var listHeight: Int { size.rows >= 3 ? size.rows - 2 : size.rows - 1 }

  /// Moves the list so that the selected thing is on the screen.
  mutating func scrollToSelection() {
    let height = max(listHeight, 1)
    if selected < top { top = selected }
    if selected >= top + height { top = selected - height + 1 }
    top = max(min(top, matches.count - height), 0)
  }
}
