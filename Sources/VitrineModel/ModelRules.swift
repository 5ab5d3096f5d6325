// The rules of family V6xx: what a manifest or a kind's schema can have wrong beyond their own schemas.

package import VitrineSource

/// The rules of manifests and kinds, in the order of their codes.
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
  /// All of them.
  package static let all: [Rule] = [manifestInvalid, unknownKind, unknownRule]
}
