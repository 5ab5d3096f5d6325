// `is:` and what may follow it: states of a record that its findings and its links tell.

import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineText

/// The words after `is:`.
package enum RecordState: String, Sendable, CaseIterable {
  /// It has a finding of severity error.
  case invalid
  /// It has none.
  case valid
  /// It has a finding of severity warning.
  case warned
  /// It has no finding at all.
  case clean
  /// It is there twice, or nearly.
  case duplicate
  /// The record above it, or one it refers to, is not there.
  case dangling
  /// Nothing refers to it, though records of some kind could.
  case unused
  /// Its file cannot be read as YAML.
  case broken

  /// The state of a word; `orphan`, as `dangling` was called once, among them.
  init?(word: String) {
    self.init(rawValue: word == "orphan" ? RecordState.dangling.rawValue : word)
  }

  /// What it means, for help and completion.
  package var summary: String {
    switch self {
    case .invalid: "has a finding of severity error"
    case .valid: "has no finding of severity error"
    case .warned: "has a finding of severity warning"
    case .clean: "has no finding at all"
    case .duplicate: "is there twice, or nearly"
    case .dangling: "the record above it, or one it refers to, is not there"
    case .unused: "nothing refers to it, though something could"
    case .broken: "its file cannot be read"
    }
  }

  /// The rules, by slug, whose findings make a duplicate.
  static let duplicateRules: Set<String> = ["duplicate-key", "duplicate-id", "near-duplicate"]
  /// The rules, by slug, whose findings make a dangling record.
  static let danglingRules: Set<String> = ["missing-parent", "dangling-reference"]
  /// The rules, by slug, about files that cannot be read as what they are.
  static let brokenRules = Set(RuleBook.all.filter { $0.code.hasPrefix("V0") && $0.severity == .error }.map(\.slug))
}

extension QueryBinder {
  /// What `is:` and a name mean. Errors: a name that is none.
  func state(_ name: Query.Path, _ range: ByteRange, _ scope: BindingScope) throws(QueryError) -> [Condition] {
    guard let state = RecordState(word: name.dotted.lowercased()) else {
      let words = RecordState.allCases.map(\.rawValue)
      let nearest = NearestWord.nearest(to: name.dotted, in: words).map { "did you mean '\($0)'?" }
      throw scope.error("'\(name.dotted)' is no state", name.range, nearest ?? "it is one of " + words.joined(separator: ", "))
    }
    if scope.places.contains(where: { $0.element != nil }) {
      throw scope.error("'is:' asks of a record, not of an element of a list", range, "write it outside the braces")
    }
    return scope.places.map { condition(state, $0.table) }
  }

  private func condition(_ state: RecordState, _ table: Int) -> Condition {
    let layout = layouts[table]
    guard let finding = layout.column(at: BuiltIn.finding), let rule = layout.column(at: BuiltIn.rule),
      let severity = layout.column(at: BuiltIn.severity)
    else { return .constant(false) }
    let isError = Condition.value(column: severity, FoldedTest("error"))
    switch state {
    case .invalid: return isError
    case .valid: return isError.negated
    case .warned: return .value(column: severity, FoldedTest("warning"))
    case .clean: return Condition.present(column: finding).negated
    case .duplicate: return .value(column: rule, TextsTest(RecordState.duplicateRules))
    case .dangling: return .value(column: rule, TextsTest(RecordState.danglingRules))
    case .broken:
      return .element(column: finding, .all([.value(column: rule, TextsTest(RecordState.brokenRules)), isError]))
    case .unused:
      guard let usedBy = layout.column(at: BuiltIn.usedBy), !names.referrers[table].isEmpty else { return .constant(false) }
      return Condition.present(column: usedBy).negated
    }
  }
}
