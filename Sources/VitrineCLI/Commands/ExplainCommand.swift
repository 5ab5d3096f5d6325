// `vitrine explain`: what a rule is about.

import VitrineApplication
import VitrineCatalog
import VitrineCommandLine
import VitrineFormats
import VitrineRules
import VitrineSource

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
      let rows = RuleBook.all.map { rule in
        Table.Row([.text(rule.code), .text(rule.slug), .text(rule.severity.word), .text(rule.summary)])
      }
      let table = Table(
        columns: [Table.Column("code"), Table.Column("rule"), Table.Column("severity"), Table.Column("summary")], rows: rows)
      session.withSink { Table.standardFormat.write(table, look: session.look, to: &$0) }
      return .well
    }
    guard let found = RuleBook.rule(named: name) else {
      let nearest = RuleBook.suggestion(for: name).map { "; did you mean '\($0)'?" } ?? "; 'vitrine explain' lists all rules"
      throw CommandError("unknown rule '\(name)'\(nearest)")
    }
    guard let page = Stock.file(named: "explain/\(found.code)-\(found.slug).md") else {
      session.print("\(found.slug) (\(found.code))\n\n\(found.severity.word): \(found.summary)\n\n\(found.help)\n")
      return .well
    }
    session.print(RulePage.readable(page))
    return .well
  }
}
