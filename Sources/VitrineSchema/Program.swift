// A compiled schema as flat arrays of plain data: what the machine runs. Nothing here holds a reference.

import VitrineSyntax
import VitrineText

/// The index of a subschema in its program.
typealias SchemaID = UInt32

/// A missing index.
let absent = UInt32.max

/// A stretch of one of the program's arrays.
struct Stretch {
  /// The first index.
  var start: UInt32 = 0
  /// The number of elements.
  var count: UInt32 = 0

  /// The indices.
  var indices: Range<Int> { Int(start)..<Int(start) + Int(count) }
}

/// The set of types a value may have.
struct TypeMask: OptionSet, Hashable {
  /// The bits.
  let rawValue: UInt8
  /// null
  static let null = TypeMask(rawValue: 1)
  /// boolean
  static let boolean = TypeMask(rawValue: 2)
  /// integer
  static let integer = TypeMask(rawValue: 4)
  /// number
  static let number = TypeMask(rawValue: 8)
  /// string
  static let string = TypeMask(rawValue: 16)
  /// array
  static let array = TypeMask(rawValue: 32)
  /// object
  static let object = TypeMask(rawValue: 64)
  /// Any type at all.
  static let any = TypeMask(rawValue: 127)
}

/// One subschema.
struct Subschema {
  /// What it demands in general.
  enum Verdict: UInt8 {
    /// Its keywords decide.
    case depends
    /// Every value is fine: `true`, `{}` or a subschema that was not understood.
    case always
    /// No value is fine: `false`.
    case never
  }

  /// Whether there is anything to check.
  var verdict = Verdict.depends
  /// The allowed types.
  var types = TypeMask.any
  /// The asserted format.
  var format = Format.none
  /// True where `unevaluatedProperties` or `unevaluatedItems` needs to know what the other keywords looked at.
  var tracksEvaluated = false
  /// The index of the `enum`'s values.
  var values = absent
  /// The index of the `const`'s value set.
  var constant = absent
  /// The index of the rule for numbers.
  var number = absent
  /// The index of the rule for strings.
  var string = absent
  /// The index of the rule for maps.
  var object = absent
  /// The index of the rule for lists.
  var array = absent
  /// The keywords that apply other subschemas to the same value.
  var steps = Stretch()
  /// The schema resource it belongs to.
  var resource: UInt32 = 0
  /// The document it is written in.
  var document: UInt32 = 0
  /// Its node in that document.
  var node: NodeID = 0

  /// True where it asks for nothing but what its steps ask for.
  var isBare: Bool {
    types == .any && format == .none && values == absent && constant == absent && number == absent && string == absent
      && object == absent && array == absent && !tracksEvaluated
  }
}

/// A keyword that applies subschemas to the same value.
struct Step {
  /// Which keyword.
  enum Keyword: UInt8 {
    /// `$ref`: `first` is the target.
    case ref
    /// `$dynamicRef`: `first` is the static target, `second` the anchor's name or absent.
    case dynamicRef
    /// `allOf`: `first` and `second` are a stretch of `ids`.
    case allOf
    /// `anyOf`, likewise.
    case anyOf
    /// `oneOf`, likewise.
    case oneOf
    /// `not`: `first`.
    case not
    /// `if`, `then`, `else`: `first`, `second`, `third`, the latter two perhaps absent.
    case condition
    /// `dependentSchemas`: if the name `first` is a key, then schema `second`.
    case dependentSchema
    /// `unevaluatedProperties`: `first`. Stands after all others.
    case unevaluatedProperties
    /// `unevaluatedItems`: `first`. Stands after all others.
    case unevaluatedItems
  }

  /// The keyword.
  var keyword: Keyword
  /// See the keyword.
  var first: UInt32
  /// See the keyword.
  var second = absent
  /// See the keyword.
  var third = absent

  /// The stretch of `ids` of `allOf`, `anyOf` and `oneOf`.
  var branches: Stretch { Stretch(start: first, count: second) }
}

/// A name in the program's bytes.
struct Name {
  /// Where it starts.
  var start: UInt32
  /// Its length in bytes.
  var count: UInt32
}

/// A slot of an open-addressing table from names to numbers.
struct Slot {
  /// The name; its count is `absent` in a free slot.
  var name = Name(start: 0, count: absent)
  /// The upper half of the name's hash.
  var hash: UInt32 = 0
  /// Properties: the subschema or absent. Values: the literal's node.
  var value = absent
  /// Properties: the bit of a required name, or 255.
  var bit: UInt8 = 255
}

/// A table of slots: a stretch whose count is a power of two, or 0.
struct Table {
  /// The stretch of `slots`.
  var slots = Stretch()
}

/// What `enum` or `const` allows.
struct ValueSet {
  /// The strings among the values.
  var strings = Table()
  /// The ids, in `ids`, of all other values in the literals.
  var others = Stretch()
  /// The ids, in `ids`, of all values in the order of the schema.
  var all = Stretch()
}

/// What is asked of numbers; the indices are of `bounds`.
struct NumberRule {
  /// `minimum`
  var minimum = absent
  /// `maximum`
  var maximum = absent
  /// `exclusiveMinimum`
  var above = absent
  /// `exclusiveMaximum`
  var below = absent
  /// `multipleOf`
  var step = absent
}

/// A number of the schema.
struct Bound {
  /// The number.
  var number: ExactNumber
  /// How it is written.
  var text: Name
}

/// What is asked of strings.
struct StringRule {
  /// `minLength`
  var least: UInt32 = 0
  /// `maxLength`, or absent
  var most = absent
  /// The index of the pattern, or absent.
  var pattern = absent
  /// Lengths count characters as people see them, not code points.
  var countsCharacters = false
  /// No blanks around.
  var isTrimmed = false
}

/// What is asked of maps.
struct ObjectRule {
  /// `properties` and the first 64 of `required`.
  var table = Table()
  /// A bit for each of the first 64 required names.
  var requiredBits: UInt64 = 0
  /// The required names, in `names`.
  var required = Stretch()
  /// `patternProperties`, in `patterned`.
  var patterned = Stretch()
  /// `additionalProperties`
  var additional = absent
  /// `propertyNames`
  var names = absent
  /// `minProperties`
  var least: UInt32 = 0
  /// `maxProperties`, or absent
  var most = absent
  /// `dependentRequired`, in `demands`.
  var demands = Stretch()
}

/// A pattern of `patternProperties`.
struct PatternedProperty {
  /// The index of the pattern.
  var pattern: UInt32
  /// The subschema.
  var schema: SchemaID
}

/// An entry of `dependentRequired`.
struct Demand {
  /// The index in `names` of the key that demands.
  var trigger: UInt32
  /// The names it demands, in `names`.
  var wanted: Stretch
}

/// What is asked of lists.
struct ArrayRule {
  /// The subschemas of the first items, in `ids`.
  var prefix = Stretch()
  /// The subschema of all other items.
  var items = absent
  /// `contains`
  var contains = absent
  /// `minContains`
  var leastContained: UInt32 = 1
  /// `maxContains`, or absent
  var mostContained = absent
  /// `minItems`
  var least: UInt32 = 0
  /// `maxItems`, or absent
  var most = absent
  /// `uniqueItems`
  var isUnique = false
  /// `uniqueBy`: names, in `names`.
  var uniqueBy = Stretch()
  /// True where items that `contains` accepts count as evaluated.
  var containsMarks = false
}

/// A place that `$dynamicRef` may lead to.
struct DynamicAnchor {
  /// The number of the anchor's name.
  var name: UInt32
  /// The resource it is in.
  var resource: UInt32
  /// The subschema.
  var schema: SchemaID
}

/// The whole program.
struct Program: Sendable {
  /// All subschemas.
  var subschemas: [Subschema] = []
  /// The steps of all subschemas.
  var steps: [Step] = []
  /// Numbers that stretches point into.
  var ids: [UInt32] = []
  /// The slots of all tables.
  var slots: [Slot] = []
  /// Value sets.
  var values: [ValueSet] = []
  /// Rules for numbers.
  var numbers: [NumberRule] = []
  /// Rules for strings.
  var strings: [StringRule] = []
  /// Rules for maps.
  var objects: [ObjectRule] = []
  /// Rules for lists.
  var arrays: [ArrayRule] = []
  /// Numbers of the schema.
  var bounds: [Bound] = []
  /// Names of the schema.
  var names: [Name] = []
  /// Patterned properties.
  var patterned: [PatternedProperty] = []
  /// Demands.
  var demands: [Demand] = []
  /// Dynamic anchors.
  var anchors: [DynamicAnchor] = []
  /// The bytes of names and numbers.
  var bytes: [UInt8] = []
  /// The values of `enum` and `const`.
  var literals = Tree(bytes: [])
  /// Of patterns that are nothing but `^` and plain letters, the letters; the count of others is `absent`.
  var prefixes: [Name] = []
  /// The compiled patterns.
  var patterns: [Pattern] = []
}
