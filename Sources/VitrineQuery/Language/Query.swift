// A query as it is written: what the grammar says, before any kind has been asked what its words mean.

package import VitrineSource

/// A parsed query. Ranges are bytes of `text`.
package struct Query: Sendable {
  /// The text it was read from.
  package var text: String
  /// What records have to be; `.all([])` for any record.
  package var condition: Node
  /// `sort:` terms in force: none where the kind's own order holds.
  package var sort: [SortKey] = []
  /// `limit:`
  package var limit: Int?
  /// `group:`, outer first.
  package var group: [Path] = []
  /// `show:`
  package var show: [Path] = []

  /// A query of the given condition.
  package init(text: String, condition: Node) {
    self.text = text
    self.condition = condition
  }

  /// A part of a condition.
  package indirect enum Node: Sendable, Hashable {
    /// All of these.
    case all([Node])
    /// Any of these.
    case any([Node])
    /// Not this. The range is that of `not` or `-`.
    case not(Node, ByteRange)
    /// A field and what it is to be.
    case term(Term)
    /// Text in the kind's search fields; `isQuoted` where it was in quotes.
    case word(String, isQuoted: Bool, ByteRange)
    /// `is:`, `has:` or `no:` and a name.
    case state(State, name: Path, ByteRange)
    /// `@name`
    case view(String, ByteRange)
    /// `path:{…}`: one and the same element of a list of maps meets all inside. Paths inside start at the element.
    case element(Path, Node, ByteRange)
  }

  /// The words of `Node.state`.
  package enum State: String, Sendable, Hashable, CaseIterable {
    /// `is:invalid`
    case `is`
    /// `has:photo`
    case has
    /// `no:photo`
    case no
  }

  /// A dotted name as it is written.
  package struct Path: Sendable, Hashable {
    /// The names, without a `count` at the end that counts.
    package var names: [String]
    /// True where `.count` follows: the number of values. Whether that is a field of that name is for binding to say.
    package var counts: Bool
    /// Where it stands.
    package var range: ByteRange

    /// A path of the given names.
    package init(names: [String], counts: Bool = false, range: ByteRange) {
      self.names = names
      self.counts = counts
      self.range = range
    }

    /// The path with dots.
    package var dotted: String { (names + (counts ? ["count"] : [])).joined(separator: ".") }
  }

  /// A key of `sort:`.
  package struct SortKey: Sendable, Hashable {
    /// The field.
    package var path: Path
    /// True after `-`.
    package var isDescending: Bool

    /// A key of a field and a direction.
    package init(path: Path, isDescending: Bool) {
      self.path = path
      self.isDescending = isDescending
    }
  }

  /// `path:value`, or `path>=value` in quotes.
  package struct Term: Sendable, Hashable {
    /// The field.
    package var path: Path
    /// How it is compared.
    package var relation: Relation
    /// The values, separated by commas: any of them; of some operators all together (`QueryOperator.valuesTogether`).
    package var values: [Value]
    /// The whole term.
    package var range: ByteRange

    /// A term of the given parts.
    package init(path: Path, relation: Relation, values: [Value], range: ByteRange) {
      self.path = path
      self.relation = relation
      self.values = values
      self.range = range
    }
  }

  /// One value of a term.
  package struct Value: Sendable, Hashable {
    /// What it is.
    package enum Form: Sendable, Hashable {
      /// A text; `isQuoted` where it was in quotes, so that nothing in it has a meaning of its own.
      case text(String, isQuoted: Bool)
      /// `a..b`, either end open.
      case range(String?, String?)
      /// `*`: any value.
      case anything
    }

    /// What it is.
    package var form: Form
    /// Where it stands.
    package var range: ByteRange

    /// A value at a place.
    package init(_ form: Form, range: ByteRange) {
      self.form = form
      self.range = range
    }
  }
}

/// What is wrong with a query: always about a place in its text.
package struct QueryError: Error, Sendable, Hashable {
  /// The text of the query, or of the view file's `query`.
  package var text: String
  /// The bytes of the text it is about.
  package var range: ByteRange
  /// What is wrong: lower case, no full stop.
  package var message: String
  /// What to write instead, such as "did you mean 'status'?"; or "".
  package var suggestion: String
  /// The name of the view the text stands in; nil for what a person typed.
  package var view: String?
  /// The field that no kind looked at declares, where it is about one: their names, and the path.
  package var undeclared: UndeclaredName?

  /// A path that no schema declares.
  package struct UndeclaredName: Sendable, Hashable {
    /// The kinds looked at.
    package var kinds: [String]
    /// The first name of the path.
    package var name: String
  }

  /// An error at a place of a query's text.
  package init(_ message: String, in text: String, at range: ByteRange, suggestion: String = "", view: String? = nil) {
    self.text = text
    self.range = range
    self.message = QueryError.shortened(message)
    self.suggestion = QueryError.shortened(suggestion)
    self.view = view
  }

  /// A sentence without its middle where it repeats something very long.
  private static func shortened(_ sentence: String) -> String {
    guard sentence.utf8.count > 1_000, sentence.unicodeScalars.count > 500 else { return sentence }
    var scalars = String.UnicodeScalarView(sentence.unicodeScalars.prefix(100))
    scalars.append("\u{2026}")
    scalars.append(contentsOf: sentence.unicodeScalars.suffix(300))
    return String(scalars)
  }
}
