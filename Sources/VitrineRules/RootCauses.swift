// One root cause, one finding: what is only said because something else is wrong with the same text is left out until that is put right.

import VitrineSchema
package import VitrineSource
import VitrineSyntax

/// Findings that follow from others of the same file.
package enum RootCauses {
  /// The findings of one file without those that follow from another one of them.
  ///
  /// - Where a text cannot be read from some place on, nobody knows what the references behind that place were to say.
  /// - Where a value has the wrong type, blanks around it, or is empty, it is no name: not one that leads nowhere, nor another spelling; and how
  ///   others read it does not matter.
  package static func alone(_ findings: [Finding]) -> [Finding] {
    guard findings.count > 1 else { return findings }
    let syntax = findings.filter { $0.severity == .error && isOfReading($0.rule) }.map(\.range.start).min()
    let values = Set(findings.filter { isOfValue($0.rule) }.map(\.range))
    guard syntax != nil || !values.isEmpty else { return findings }
    return findings.filter { finding in
      if finding.rule == AmbiguousScalar.rule { return !values.contains(finding.range) }
      guard RuleBook.isOfName(finding.rule) else { return true }
      if let syntax, finding.range.start >= syntax { return false }
      return !values.contains(finding.range)
    }
  }

  /// Whether a rule says that a text cannot be read.
  private static func isOfReading(_ rule: Rule) -> Bool {
    [SyntaxRules.yamlSyntax, SyntaxRules.tabIndent, SyntaxRules.mergeConflict, SyntaxRules.notUTF8, SyntaxRules.multiDocument]
      .contains(rule)
  }

  /// Whether a rule says of a value that it is nothing that could be a name.
  private static func isOfValue(_ rule: Rule) -> Bool {
    [SchemaRules.type, SchemaRules.surroundingSpace, SchemaRules.empty].contains(rule)
  }
}
