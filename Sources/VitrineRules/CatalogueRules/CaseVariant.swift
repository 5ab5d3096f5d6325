// One name, spelled in several ways.

import VitrineModel
import VitrineSource
import VitrineSyntax

/// Values of a folded vocabulary that differ in case, marks or blanks only.
///
/// The fix is safe where one spelling is used more often than any other: the schema says that all of them are one name, and the person wrote that one most.
enum CaseVariant: RecordRule {
  static let rule = Rule(
    "V203", "case-variant", .warning, "a name is spelled in several ways across the catalogue",
    help: "use one spelling everywhere")

  static func check(record: Int, _ links: Links, _ report: (Finding) -> Void) {
    guard links.hasVariants else { return }
    for occurrence in links.records[record].terms {
      guard let variant = links.variant(of: occurrence.term) else { continue }
      report(finding(links.records[record], occurrence, variant, links.terms))
    }
  }
}

// MARK: messages

extension CaseVariant {
  private static func finding(_ record: RecordFacts, _ occurrence: TermOccurrence, _ variant: Variant, _ table: TermTable)
    -> Finding
  {
    let term = table.terms[Int(occurrence.term)]
    let spelling = table.terms[Int(variant.better)].spelling
    let uses = variant.uses
    // Safe: the same word but for case and marks, in the spelling that more records use; where both are as frequent, a person has to say.
    let replacement = ScalarText.yaml(for: spelling, style: occurrence.style, inFlow: true)
    return Finding(
      rule, in: record.path, at: occurrence.range, record: record.title,
      "'\(term.spelling)' is spelled '\(spelling)' \(uses == 1 ? "elsewhere" : "in \(uses) other places")",
      label: "did you mean '\(spelling)'?", help: "use one spelling of a name in all '\(term.field)'",
      fixes: [Fix("replace with '\(spelling)'", [TextEdit(occurrence.range, replacement)], isSafe: variant.isClear)])
  }
}
