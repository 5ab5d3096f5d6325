// Comments that silence rules, and those that have nothing to silence.

import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax

/// The suppressions of one file, with what each has silenced.
struct Silencer {
  private struct Entry {
    let suppression: Suppression
    let rule: Rule?
    var isUsed = false
  }

  private let path: Path
  private var entries: [Entry]

  /// The suppressions of the file at a path.
  init(_ suppressions: [Suppression], in path: Path) {
    self.path = path
    entries = suppressions.map { Entry(suppression: $0, rule: RuleBook.rule(named: $0.rule)) }
  }

  /// The findings, all of the file, that no comment silences.
  mutating func unsilenced(_ findings: [Finding]) -> [Finding] {
    guard !entries.isEmpty else { return findings }
    return findings.filter { finding in
      guard Self.canBeSilenced(finding.rule), let index = entries.firstIndex(where: { $0.rule == finding.rule }) else {
        return true
      }
      entries[index].isUsed = true
      return false
    }
  }

  /// What cannot be read cannot be checked: errors of syntax are never silenced.
  private static func canBeSilenced(_ rule: Rule) -> Bool {
    rule.severity != .error || !SyntaxRules.all.contains(rule)
  }

  /// Findings about the comments themselves: rules that do not exist, and comments that silenced nothing though their rule is on.
  func faults(_ levels: RuleLevels) -> [Finding] {
    var result: [Finding] = []
    for entry in entries {
      let suppression = entry.suppression
      guard let rule = entry.rule else {
        result.append(RuleLevels.unknown(suppression.rule, in: path, at: suppression.range, pointer: ""))
        continue
      }
      guard !entry.isUsed, levels.isOn(rule) else { continue }
      // Safe: the comment is an order to vitrine that has no effect; one that names several rules is left to a person.
      let isAlone = entries.filter { $0.suppression.comment == suppression.comment }.count == 1
      result.append(
        Finding(
          RuleBook.unusedSuppression, in: path, at: suppression.range, "nothing in this file breaks '\(rule.slug)'",
          fixes: isAlone ? [Fix("delete the comment", [TextEdit(suppression.comment, "")], isSafe: true)] : []))
    }
    return result.sorted(by: Finding.reportOrder)
  }
}
