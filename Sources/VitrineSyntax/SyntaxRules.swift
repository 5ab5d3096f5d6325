// The rules of family V0xx that a text alone can break.

package import VitrineSource

/// The syntax rules, in the order of their codes.
package enum SyntaxRules {
  /// The text is not YAML (or not JSON), for a reason that no other rule names.
  package static let yamlSyntax = Rule(
    "V001", "yaml-syntax", .error, "the file is not valid YAML or JSON", help: "fix the syntax at the marked place")
  /// A tab where YAML wants spaces.
  package static let tabIndent = Rule(
    "V002", "tab-indent", .error, "a line is indented with a tab", help: "indent with spaces; YAML does not allow tabs there")
  /// Git's conflict markers are in the file.
  package static let mergeConflict = Rule(
    "V003", "merge-conflict", .error, "the file holds an unresolved merge conflict",
    help: "keep one side, or join both, and delete the marker lines")
  /// The bytes are not UTF-8.
  package static let notUTF8 = Rule(
    "V004", "not-utf8", .error, "the file is not UTF-8 text", help: "save the file as UTF-8")
  /// A key stands twice in one mapping.
  package static let duplicateMapKey = Rule(
    "V005", "duplicate-map-key", .error, "a mapping has the same key twice", help: "keep one of the two")
  /// More than one document in a file.
  package static let multiDocument = Rule(
    "V006", "multi-document", .error, "the file holds more than one YAML document",
    help: "keep one record a file: move the others to files of their own, or delete the '---' line")
  /// The file is larger than the limit.
  package static let tooLarge = Rule(
    "V007", "too-large", .error, "the file is too large to be a record", help: "keep large data outside records")
  /// The nesting is deeper than the limit.
  package static let tooDeep = Rule(
    "V008", "too-deep", .error, "collections are nested too deeply", help: "flatten the structure")
  /// Aliases stand for more nodes than the limit, or for themselves.
  package static let aliasBomb = Rule(
    "V009", "alias-bomb", .error, "aliases expand without reasonable bound", help: "write the values out, or use fewer aliases")
  /// There is nothing in the file.
  package static let emptyFile = Rule(
    "V010", "empty-file", .error, "the file is empty", help: "write a record into it, or delete the file")
  /// A mapping's key is itself a collection.
  package static let complexKey = Rule(
    "V014", "complex-key", .error, "a mapping key is a list or a map", help: "use a plain word as the key")
  /// A tag that means nothing to vitrine.
  package static let unknownTag = Rule(
    "V015", "unknown-tag", .warning, "a tag has no meaning here", help: "delete the tag")

  /// All of them.
  package static let all: [Rule] = [
    yamlSyntax, tabIndent, mergeConflict, notUTF8, duplicateMapKey, multiDocument, tooLarge, tooDeep, aliasBomb, emptyFile,
    complexKey, unknownTag,
  ]
}
