// Which records a changing command is about: those of names, or those that a query finds.

import VitrineAnswers
import VitrineCommandLine
import VitrineFormats
import VitrineIndex
import VitrineQuery

/// The records that words of a command line select.
struct RecordSelection {
  /// Their paths, in the order of the answer, each once.
  let paths: [String]
  /// True where nothing but the kind was said, so that all of its records are meant.
  let isBroad: Bool
  /// True where the words were names of single records.
  let isNamed: Bool

  /// What the words say: each the name of a record (an id, a path, the last part of an id, or a title), or all together a query, which
  /// may begin with a kind.
  ///
  /// Errors: a word is the name of several records; the query cannot be understood.
  init(_ words: [String], in open: OpenCatalogue, _ session: Session) throws {
    let lookup = RecordLookup(open, session)
    // A plural is the whole of a kind, even where a record is called so.
    let isKind = open.kinds.firstIndex(calledBy: words.first) != nil
    let found = isKind ? [] : words.map { $0.isEmpty ? [] : lookup.named($0) }
    if !found.isEmpty, found.allSatisfy({ !$0.isEmpty }) {
      var paths: [String] = []
      for (name, matches) in zip(words, found) {
        let path = try lookup.only(matches, named: name)
        if !paths.contains(path) { paths.append(path) }
      }
      self.paths = paths
      isBroad = false
      isNamed = true
      return
    }
    let asked = try open.ask(words)
    let parsed = try QueryParser.parse(QueryArguments.text(of: Array(words.dropFirst(isKind ? 1 : 0))))
    if asked.answer.rows.isEmpty, words.count == 1, let word = words.first, !word.contains(":"), !isKind {
      _ = try lookup.only([], named: word)
    }
    if asked.answer.rows.isEmpty { session.note(asked.nothingFound) }
    paths = asked.answer.rows.map { open.index.path(of: $0) }
    if case .all([]) = parsed.condition { isBroad = true } else { isBroad = false }
    isNamed = false
  }
}
