// What a rule is, as data. The rules themselves are declared by the rooms that find their faults.

/// How bad a finding is.
package enum Severity: UInt8, Sendable, Comparable, CaseIterable {
  /// The record is wrong: `check` ends with status 1.
  case error
  /// Probably wrong, or soon to be.
  case warning
  /// Worth knowing.
  case info

  /// The word used in reports and in `vitrine.yaml`.
  package var word: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "info"
    }
  }

  /// Orders the worst first.
  package static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
}

/// A fault that can be found, named after the fault, never after the remedy.
///
/// Each rule has a page `Sources/CStock/explain/CODE-slug.md` that `vitrine explain` prints and whose examples the tests run.
package struct Rule: Sendable {
  /// The stable code, such as `V112`. Codes are never used again for something else.
  package let code: String
  /// The stable name, such as `enum`.
  package let slug: String
  /// The severity unless `vitrine.yaml` says otherwise.
  package let severity: Severity
  /// One sentence on the fault, for lists of rules.
  package let summary: String
  /// What to do about it, where the finding has nothing more exact to say.
  package let help: String

  /// Declares a rule.
  package init(_ code: String, _ slug: String, _ severity: Severity, _ summary: String, help: String) {
    self.code = code
    self.slug = slug
    self.severity = severity
    self.summary = summary
    self.help = help
  }
}

extension Rule: Hashable {
  /// Two rules are the same when their codes are.
  package static func == (left: Rule, right: Rule) -> Bool { left.code == right.code }
  /// Hashes the code.
  package func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
