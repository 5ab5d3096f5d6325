// `vitrine explain`: what a rule is about.

import VitrineApplication
import VitrineCommandLine
import VitrineFormats

/// Prints the page of a rule, or the list of all rules.
enum ExplainCommand: CommandFile {
  private static let rule = Positional.optional(
    "RULE", completes: .rule, "the rule's name or code; lists all rules when left out")

  static let command = Command<Session>(
    name: "explain", summary: "say what a rule is about, with examples", group: "Help", service: .possible, positionals: [rule],
    manual: Manual(
      examples: [
        ("vitrine explain duplicate-key", "explains a rule by its name"),
        ("vitrine explain V112", "explains a rule by its code"),
        ("vitrine explain", "lists all rules"),
      ],
      seeAlso: ["check"])
  ) { session, arguments in
    guard let name = arguments[rule] else {
      session.withSink { Table.standardFormat.write(RulePages.table, look: session.look, to: &$0) }
      return .well
    }
    session.print(try RulePages.page(named: name))
    return .well
  }
}
