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
  /// The entry that silences a rule in the whole file, by the rule's code: the first that names it.
  private var silencing: [String: Int] = [:]
  /// Those that silence it in a line.
  private var silencingLine: [String: [Int]] = [:]

  /// The suppressions of the file at a path.
  init(_ suppressions: [Suppression], in path: Path) {
    self.path = path
    entries = suppressions.map { Entry(suppression: $0, rule: RuleBook.rule(named: $0.rule)) }
    for (index, entry) in entries.enumerated() {
      guard let code = entry.rule?.code else { continue }
      if entry.suppression.line != nil {
        silencingLine[code, default: []].append(index)
      } else if silencing[code] == nil {
        silencing[code] = index
      }
    }
  }

  /// The findings, all of the file, that no comment silences.
  mutating func unsilenced(_ findings: [Finding]) -> [Finding] {
    guard !entries.isEmpty else { return findings }
    return findings.filter { finding in
      guard Self.canBeSilenced(finding.rule), let index = entry(for: finding) else { return true }
      entries[index].isUsed = true
      return false
    }
  }

  /// The comment that silences a finding: of the line it begins in, else of the file.
  private func entry(for finding: Finding) -> Int? {
    let own = silencingLine[finding.rule.code]?.first { index in
      entries[index].suppression.line.map { $0.start <= finding.range.start && finding.range.start <= $0.end } ?? false
    }
    return own ?? silencing[finding.rule.code]
  }

  /// What cannot be read cannot be checked: errors of syntax are never silenced.
  private static func canBeSilenced(_ rule: Rule) -> Bool {
    rule.severity != .error || !SyntaxRules.all.contains(rule)
  }

  /// Findings about the comments themselves: rules that do not exist, and comments that silenced nothing though their rule is on.
  func faults(_ levels: RuleLevels) -> [Finding] {
    var result: [Finding] = []
    // By where each comment begins: how many rules it names.
    let named = entries.reduce(into: [:]) { $0[$1.suppression.comment.start, default: 0] += 1 }
    for entry in entries {
      let suppression = entry.suppression
      guard let rule = entry.rule else {
        result.append(RuleLevels.unknown(suppression.rule, in: path, at: suppression.range, pointer: ""))
        continue
      }
      // What the history shows is not known here.
      guard !entry.isUsed, levels.isOn(rule), rule.code != RuleBook.modifiedBehind.code else { continue }
      // Safe: the comment is an order to vitrine that has no effect; one that names several rules is left to a person.
      let isAlone = named[suppression.comment.start] == 1
      result.append(
        Finding(
          RuleBook.unusedSuppression, in: path, at: suppression.range,
          "nothing in this \(suppression.line == nil ? "file" : "line") breaks '\(rule.slug)'",
          fixes: isAlone ? [Fix("delete the comment", [TextEdit(suppression.comment, "")], isSafe: true)] : []))
    }
    return result.sorted(by: Finding.reportOrder)
  }
}
