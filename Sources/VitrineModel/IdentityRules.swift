// The rules of family V2xx that one record alone can break.

package import VitrineSource

/// The rules of identities.
package enum IdentityRules {
  /// A field of the identity with neither letters nor digits.
  package static let emptyIdentity = Rule(
    "V205", "empty-identity", .error, "a name has neither letters nor digits, so no key can be made from it",
    help: "add a word to it: two such records could not be distinguished")

  /// All of them.
  package static let all: [Rule] = [emptyIdentity]
}
