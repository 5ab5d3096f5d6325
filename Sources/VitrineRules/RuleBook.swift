// All rules, by name: for levels, suppressions and `explain`.

import VitrineModel
import VitrineSchema
package import VitrineSource
import VitrineSyntax
import VitrineText

/// The rules of every room.
package enum RuleBook {
  /// The rules that the report itself applies.
  package static let unusedSuppression = Rule(
    "V020", "unused-suppression", .warning, "a comment silences a rule that finds nothing", help: "delete the comment")

  /// Every rule, in the order of the codes.
  package static let all: [Rule] =
    (SyntaxRules.all + SchemaRules.all + ModelRules.all + IdentityRules.all + [unusedSuppression]
    + FileRules.all.map { $0.rule } + CatalogueRules.all.map { $0.rule })
    .reduce(into: [Rule]()) { if !$0.contains($1) { $0.append($1) } }
    .sorted { $0.code < $1.code }

  /// The rules that look across files.
  package static var acrossFiles: [any CatalogueRule.Type] { CatalogueRules.all }

  /// The rule of a slug or a code, in any case.
  package static func rule(named name: String) -> Rule? {
    let folded = name.lowercased()
    return all.first { $0.slug == folded || $0.code.lowercased() == folded }
  }

  /// The nearest slug or code to a word that is neither.
  package static func suggestion(for name: String) -> String? {
    NearestWord.nearest(to: name, in: all.map(\.slug) + all.map(\.code))
  }
}
