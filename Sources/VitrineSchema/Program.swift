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
  /// True where `unevaluatedProperties` or `unevaluatedItems` needs to know what the other keywords looked at.
  var tracksEvaluated = false
  /// The schema resource it belongs to.
  var resource: UInt32 = 0
  /// The document it is written in.
  var document: UInt32 = 0
  /// Its node in that document.
  var node: NodeID = 0
  /// The steps that are asked of any value first. All steps of a subschema lie side by side, in the order of `Applicability`.
  var any = Stretch()
  /// The steps for numbers.
  var number = Stretch()
  /// The steps for texts.
  var string = Stretch()
  /// The steps for maps.
  var object = Stretch()
  /// The steps for maps that are only explained.
  var explained = Stretch()
  /// The steps for lists.
  var array = Stretch()
  /// The steps that apply other subschemas to the same value.
  var inPlace = Stretch()
  /// The steps that look at what no other looked at.
  var unevaluated = Stretch()

  /// All steps.
  var steps: Range<Int> { any.indices.lowerBound..<unevaluated.indices.upperBound }

  /// True where it asks for nothing but what its steps ask for.
  var isBare: Bool { types == .any && !tracksEvaluated }
}

/// A keyword with what it asks for, in numbers that its `Keyword` knows the meaning of.
struct Step {
  /// The keyword: an index of `Keywords.ranked`.
  var keyword: UInt8
  /// For the keyword to use.
  var flag = false
  /// For the keyword to use.
  var first: UInt32
  /// For the keyword to use.
  var second = absent
  /// For the keyword to use.
  var third = absent

  /// `first` and `second` as a stretch of one of the program's arrays.
  var stretch: Stretch { Stretch(start: first, count: second) }
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

/// A number of the schema.
struct Bound {
  /// The number.
  var number: ExactNumber
  /// How it is written.
  var text: Name
}

/// What is asked of the entries of maps.
struct ObjectRule {
  /// `properties` and the first 64 of `required`.
  var table = Table()
  /// A bit for each of the first 64 required names.
  var requiredBits: UInt64 = 0
  /// `patternProperties`, in `patterned`.
  var patterned = Stretch()
  /// `additionalProperties`
  var additional = absent
  /// `required` from the 65th name on, in `names`.
  var others = Stretch()
}

/// A pattern of `patternProperties`.
struct PatternedProperty {
  /// The index of the pattern.
  var pattern: UInt32
  /// The subschema.
  var schema: SchemaID
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
  /// Subschemas and literals that stretches point into.
  var ids: [UInt32] = []
  /// The slots of all tables.
  var slots: [Slot] = []
  /// Value sets.
  var values: [ValueSet] = []
  /// Rules for maps.
  var objects: [ObjectRule] = []
  /// Numbers of the schema.
  var bounds: [Bound] = []
  /// Names of the schema.
  var names: [Name] = []
  /// Patterned properties.
  var patterned: [PatternedProperty] = []
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
