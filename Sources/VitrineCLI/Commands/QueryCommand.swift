// `vitrine query`: how a query is read, and the page on the query language.

import VitrineCommandLine
import VitrineFormats
import VitrineQuery

/// Shows how a query is read. Its manual is the manual of the language.
enum QueryCommand: CommandFile {
  /// How the reading is shown.
  private enum Form: String, OptionChoice {
    case text, json

    var summary: String {
      switch self {
      case .text: "the query in its normal form, then its tree as JSON"
      case .json: "the tree alone, on one line"
      }
    }
  }

  private static let format = SharedOptions.format(default: Form.text)
  private static let explain = Option.flag("explain", "show how the query is read; it is what happens anyway")
  private static let kind = Positional.optional("KIND", completes: .kind, "a kind, or its plural; all kinds when left out")
  private static let words = Positional.some("QUERY", completes: .query, "the query")

  static let command = Command<Session>(
    name: "query", summary: "show how a query is read; this page describes queries", group: "Help", service: .wanted,
    options: [format, explain],
    positionals: [kind, words], manual: QueryManual.manual
  ) { session, arguments in
    let query = try session.query([arguments[kind]].compactMap { $0 } + arguments[words])
    let kinds = try session.kinds(askedBy: query)
    switch arguments[format] {
    case .text: session.print(query.normalForm + "\n" + query.json(indent: 2, kinds: kinds) + "\n")
    case .json: session.print(query.json(kinds: kinds) + "\n")
    }
    return .well
  }
}
