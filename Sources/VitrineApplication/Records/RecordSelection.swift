// Which records a changing command is about: those of names, or those that a query finds.

import VitrineAnswers
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineQuery

/// The records that words of a command line select.
package struct RecordSelection {
  /// Their paths, in the order of the answer, each once.
  package let paths: [String]
  /// True where nothing but the kind was said, so that all of its records are meant.
  package let isBroad: Bool
  /// What is told where the words found nothing; nil where they did.
  package let nothingFound: String?
  /// True where the words were names of single records.
  package let isNamed: Bool

  /// What the words say: each the name of a record (an id, a path, the last part of an id, or a title), or all together a query, which
  /// may begin with a kind.
  ///
  /// Errors: a word is the name of several records; the query cannot be understood.
  package init(_ words: [String], in open: OpenCatalogue, folder: String) throws {
    let lookup = RecordLookup(open, folder: folder)
    // A plural is the whole of a kind, even where a record is called so.
    let isKind = Kind.index(calledBy: words.first, among: open.kinds) != nil
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
      nothingFound = nil
      return
    }
    let asked = try open.ask(words)
    let parsed = try QueryParser.parse(QueryArguments.text(of: Array(words.dropFirst(isKind ? 1 : 0))))
    if asked.answer.rows.isEmpty, words.count == 1, let word = words.first, !word.contains(":"), !isKind {
      _ = try lookup.only([], named: word)
    }
    nothingFound = asked.answer.rows.isEmpty ? asked.nothingFound : nil
    paths = asked.answer.rows.map { open.index.path(of: $0) }
    if case .all([]) = parsed.condition { isBroad = true } else { isBroad = false }
    isNamed = false
  }
}
