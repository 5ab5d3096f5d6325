// The levels that a manifest gives to rules.

package import VitrineModel
import VitrineRules
package import VitrineSource

/// The severities in force.
package struct RuleLevels: Sendable {
  private var levels: [Rule: Severity?] = [:]
  /// What is wrong with the manifest's own list: rules that do not exist.
  package private(set) var findings: [Finding] = []

  /// The levels of a manifest.
  package init(_ manifest: Manifest) {
    for entry in manifest.rules {
      if let rule = RuleBook.rule(named: entry.rule) {
        levels[rule] = .some(entry.severity)
      } else {
        findings.append(Self.unknown(entry.rule, in: Manifest.fileName, at: entry.range, pointer: "/rules/\(entry.rule)"))
      }
    }
  }

  /// False where the manifest turns a rule off.
  package func isOn(_ rule: Rule) -> Bool {
    guard let level = levels[rule] else { return true }
    return level != nil
  }

  /// The finding with the severity in force; nil where its rule is off.
  package func applied(to finding: Finding) -> Finding? {
    guard let level = levels[finding.rule] else { return finding }
    guard let level else { return nil }
    var finding = finding
    finding.severity = level
    return finding
  }

  /// The finding about a rule's name that no rule has.
  static func unknown(_ name: String, in path: Path, at range: ByteRange, pointer: String) -> Finding {
    let nearest = RuleBook.suggestion(for: name)
    return Finding(
      ModelRules.unknownRule, in: path, at: range, pointer: pointer, "there is no rule '\(name)'",
      label: nearest.map { "did you mean '\($0)'?" } ?? "",
      fixes: nearest.map { [Fix("replace with '\($0)'", [TextEdit(range, $0)], isSafe: false)] } ?? [])
  }
}
