// The rules of family V1xx that a schema states, and the faults V603 to V605 of schema files themselves.

package import VitrineSource

/// The rules of schemas, in the order of their codes.
package enum SchemaRules {
  /// A key that must be there is not.
  package static let required = Rule(
    "V101", "required", .error, "a key that the schema requires is missing", help: "add the missing key")
  /// A key that the schema does not know.
  package static let unknownField = Rule(
    "V102", "unknown-field", .error, "a key is not known to the schema", help: "correct the key's spelling, or delete it")
  /// A value of another type than wanted.
  package static let type = Rule(
    "V103", "type", .error, "a value has the wrong type", help: "write a value of the type the schema wants")
  /// A number below or above its bounds.
  package static let range = Rule(
    "V104", "range", .error, "a number is outside the allowed range", help: "use a number within the range")
  /// A text that its pattern does not match.
  package static let pattern = Rule(
    "V105", "pattern", .error, "a text does not have the required form", help: "write the text as the pattern wants it")
  /// A text that is too short or too long.
  package static let length = Rule(
    "V106", "length", .error, "a text is too short or too long", help: "shorten or extend the text")
  /// Nothing where a text is wanted.
  package static let empty = Rule(
    "V107", "empty", .error, "a value that must say something is empty", help: "write a value, or delete the key")
  /// Blanks around a text.
  package static let surroundingSpace = Rule(
    "V108", "surrounding-space", .error, "a text begins or ends with blanks", help: "delete the blanks around the text")
  /// A date or time that does not exist or is written otherwise than wanted.
  package static let dateInvalid = Rule(
    "V109", "date-invalid", .error, "a date or time is not a real one", help: "write a real date in the form the schema wants")
  /// A text that is not of its format.
  package static let format = Rule(
    "V110", "format", .error, "a text is not of the required format", help: "write the text in the required format")
  /// Another value than the only one allowed.
  package static let const = Rule(
    "V111", "const", .error, "a value is not the only one allowed", help: "write the value the schema wants")
  /// A value that is not in the closed list.
  package static let `enum` = Rule(
    "V112", "enum", .error, "a value is not in the schema's list", help: "use one of the listed values")
  /// Two equal items in a list without repetitions.
  package static let notUnique = Rule(
    "V113", "not-unique", .error, "a list holds the same item twice", help: "delete or change one of the two")
  /// A list with too few or too many items.
  package static let itemCount = Rule(
    "V114", "item-count", .error, "a list has too few or too many items", help: "add or delete items")
  /// A scalar that readers and parsers understand differently; found by the rules room.
  package static let ambiguousScalar = Rule(
    "V115", "ambiguous-scalar", .warning, "a plain value reads differently than many would expect",
    help: "quote the value if it is a text")
  /// A map with too few or too many keys.
  package static let propertyCount = Rule(
    "V116", "property-count", .error, "a map has too few or too many keys", help: "add or delete keys")
  /// A key that another key demands.
  package static let dependentRequired = Rule(
    "V117", "dependent-required", .error, "a key that another key demands is missing",
    help: "add the missing key, or delete the one that demands it")
  /// None, or not exactly one, of several alternatives fits.
  package static let noMatch = Rule(
    "V118", "no-match", .error, "a value fits none of the schema's alternatives", help: "write a value that fits one alternative")
  /// A value where the schema allows none.
  package static let forbidden = Rule(
    "V119", "forbidden", .error, "a value stands where the schema allows none", help: "delete the value")
  /// A number that is not a multiple.
  package static let multipleOf = Rule(
    "V120", "multiple-of", .error, "a number is not a multiple of the required step", help: "use a multiple of the step")
  /// A key whose name is not allowed.
  package static let propertyName = Rule(
    "V121", "property-name", .error, "a key's name is not allowed", help: "rename the key")
  /// A check that would cost too much.
  package static let patternLimit = Rule(
    "V122", "pattern-limit", .error, "checking a value would take too long", help: "simplify the schema's pattern, or the value")

  /// A schema that breaks the rules of schemas.
  package static let schemaInvalid = Rule(
    "V603", "schema-invalid", .error, "a schema is not valid JSON Schema", help: "correct the schema at the marked place")
  /// A reference that leads nowhere.
  package static let unresolvedReference = Rule(
    "V604", "unresolved-reference", .error, "a schema refers to a schema that is not there",
    help: "correct the reference, or add the file it names")
  /// An `x-vitrine` annotation that cannot be understood.
  package static let annotationInvalid = Rule(
    "V605", "annotation-invalid", .error, "an x-vitrine annotation is not valid", help: "correct the annotation")

  /// All of them.
  package static let all: [Rule] = [
    required, unknownField, type, range, pattern, length, empty, surroundingSpace, dateInvalid, format, const, `enum`, notUnique,
    itemCount, ambiguousScalar, propertyCount, dependentRequired, noMatch, forbidden, multipleOf, propertyName, patternLimit,
    schemaInvalid, unresolvedReference, annotationInvalid,
  ]
}
