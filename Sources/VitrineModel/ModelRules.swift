// The rules of family V6xx: what a manifest, a kind's schema or a view can have wrong beyond their own schemas.

package import VitrineSource

/// The rules of manifests, kinds and views, in the order of their codes.
package enum ModelRules {
  /// `vitrine.yaml` says something that cannot be meant.
  package static let manifestInvalid = Rule(
    "V601", "manifest-invalid", .error, "vitrine.yaml has a value that cannot be used",
    help: "see 'vitrine explain manifest-invalid' for what vitrine.yaml may hold")
  /// A kind without a schema.
  package static let unknownKind = Rule(
    "V602", "unknown-kind", .error, "a kind has no schema",
    help: "use a stock kind ('vitrine schema list' names them), or add schemas/KIND.schema.yaml")
  /// A rule that does not exist.
  package static let unknownRule = Rule(
    "V606", "unknown-rule", .warning, "a rule is named that does not exist", help: "'vitrine explain' lists all rules")
  /// A view of a kind that is not there.
  package static let viewUnknownKind = Rule(
    "V609", "view-unknown-kind", .error, "a view looks at a kind that no collection has",
    help: "use a kind of vitrine.yaml's collections, or leave 'kind' out to look at all")
  /// A query that cannot be asked.
  package static let viewQueryInvalid = Rule(
    "V610", "view-query-invalid", .error, "a view's query cannot be understood",
    help: "correct the query at the marked place; 'vitrine list' takes the same words")
  /// An order, a group or a column of no field.
  package static let viewUnknownField = Rule(
    "V611", "view-unknown-field", .error, "a view sorts, groups or shows by a field that its kind does not have",
    help: "use a field of the kind: 'vitrine schema show KIND' names them")
  /// All of them.
  package static let all: [Rule] = [
    manifestInvalid, unknownKind, unknownRule, viewUnknownKind, viewQueryInvalid, viewUnknownField,
  ]
}
