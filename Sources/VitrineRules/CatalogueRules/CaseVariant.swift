// One name, spelled in several ways.

import VitrineModel
import VitrineSource
import VitrineSyntax
import VitrineText

/// Values of a folded vocabulary that differ in case, marks or blanks only.
enum CaseVariant: CatalogueRule {
  static let rule = Rule(
    "V203", "case-variant", .warning, "a name is spelled in several ways across the catalogue",
    help: "use one spelling everywhere")

  static func check(_ catalogue: CatalogueFacts, _ links: Links, _ report: (Finding) -> Void) {
    let preferred = preferredSpellings(catalogue.terms)
    guard !preferred.isEmpty else { return }
    for index in catalogue.records.indices {
      for occurrence in catalogue.records[index].terms {
        guard let better = preferred[occurrence.term] else { continue }
        report(finding(catalogue.records[index], occurrence, better, catalogue.terms))
      }
    }
  }

  /// For each spelling that is not the preferred one of its name, the one that is: the most used, then the first in byte order.
  private static func preferredSpellings(_ table: TermTable) -> [UInt32: UInt32] {
    var groups: [TermTable.Term: [UInt32]] = [:]
    for (index, term) in table.terms.enumerated() where table.counts[index] > 0 {
      let folded = String(decoding: Folding.vocabulary(term.spelling), as: UTF8.self)
      groups[TermTable.Term(field: term.field, spelling: folded), default: []].append(UInt32(index))
    }
    var preferred: [UInt32: UInt32] = [:]
    for group in groups.values where group.count > 1 {
      let best = group.min { left, right in
        let leftUses = table.counts[Int(left)]
        let rightUses = table.counts[Int(right)]
        guard leftUses == rightUses else { return leftUses > rightUses }
        return table.terms[Int(left)].spelling.utf8.lexicographicallyPrecedes(table.terms[Int(right)].spelling.utf8)
      }
      for term in group where term != best { preferred[term] = best }
    }
    return preferred
  }
}

// MARK: messages

extension CaseVariant {
  private static func finding(_ record: RecordFacts, _ occurrence: TermOccurrence, _ better: UInt32, _ table: TermTable)
    -> Finding
  {
    let term = table.terms[Int(occurrence.term)]
    let spelling = table.terms[Int(better)].spelling
    let uses = table.counts[Int(better)]
    let isClear = uses > table.counts[Int(occurrence.term)]
    let replacement = ScalarText.yaml(for: spelling, style: occurrence.style, inFlow: true)
    return Finding(
      rule, in: record.path, at: occurrence.range, record: record.title,
      "'\(term.spelling)' is spelled '\(spelling)' \(uses == 1 ? "elsewhere" : "in \(uses) other places")",
      label: "did you mean '\(spelling)'?", help: "use one spelling of a name in all '\(term.field)'",
      fixes: [Fix("replace with '\(spelling)'", [TextEdit(occurrence.range, replacement)], isSafe: isClear)])
  }
}
