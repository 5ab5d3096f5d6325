// What a keyword of JSON Schema is: one file of the shelf `Keywords` says how it is compiled, evaluated and explained.

import VitrineSyntax

/// A keyword, or a few that only have a meaning together, such as `if`, `then` and `else`.
///
/// Its `compile` reads what the schema says and adds steps of plain numbers; `accepts` runs such a step on a value, often and without
/// allocating; `explain` says what is wrong with a value that is not accepted. Nothing else names a keyword but where two of them depend on each
/// other.
protocol Keyword: Sendable {
  /// The values that its steps are asked of.
  static var applicability: Applicability { get }
  /// Its position among the keywords of the same values: what costs little first, what depends on another behind it.
  static var rank: Int { get }
  /// The vocabulary it belongs to; empty for one that is always in force.
  static var vocabulary: Vocabulary { get }
  /// True where `explain` is to be asked of values that are accepted, too: it marks the children that were evaluated.
  static var explainsAlways: Bool { get }
  /// Adds its steps to a subschema.
  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler)
  /// Whether a value is fine.
  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool
  /// Adds findings on a value that is not.
  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer)
  /// The subschemas that a step applies to the value itself.
  static func targets(of step: Step, _ program: Program) -> [SchemaID]
  /// Replaces the subschemas of a step, those for parts of the value among them.
  static func forward(_ step: inout Step, _ program: inout Program, _ target: (SchemaID) -> SchemaID)
}

extension Keyword {
  /// As most keywords.
  static var vocabulary: Vocabulary { .validation }
  /// As most keywords.
  static var explainsAlways: Bool { false }
  /// None.
  static func targets(of step: Step, _ program: Program) -> [SchemaID] { [] }
  /// Nothing to replace.
  static func forward(_ step: inout Step, _ program: inout Program, _ target: (SchemaID) -> SchemaID) {}
}

/// The values that a keyword's steps are asked of.
enum Applicability: Int, CaseIterable {
  /// All values, before anything else; only the first fault is reported.
  case any
  /// Numbers.
  case number
  /// Texts.
  case string
  /// Maps.
  case object
  /// Maps, which are only explained: another keyword's pass over the entries evaluates them.
  case explained
  /// Lists.
  case array
  /// All values: other subschemas are applied to the value itself.
  case inPlace
  /// Maps and lists, after everything else, where all that came before accepted the value.
  case unevaluated
}

/// A value that a step is asked of.
struct Instance {
  /// The value, aliases followed.
  let node: Node
  /// Its number.
  let id: NodeID
  /// The frame that collects which children were evaluated, or `Machine.noFrame`.
  let frame: Int
}

/// A subschema while its keywords are compiled.
struct SubschemaDraft {
  /// The allowed types.
  var types = TypeMask.any
  /// See `Subschema`.
  var tracksEvaluated = false
  /// The steps, by what they are asked of.
  private(set) var steps = [[Step]](repeating: [], count: Applicability.allCases.count)

  /// Adds a step of a keyword.
  mutating func add(
    _ keyword: any Keyword.Type, _ first: UInt32, _ second: UInt32 = absent, _ third: UInt32 = absent, flag: Bool = false
  ) {
    steps[keyword.applicability.rawValue].append(
      Step(keyword: Keywords.number(of: keyword), flag: flag, first: first, second: second, third: third))
  }
}

extension Keywords {
  /// All keywords in the order in which they are compiled; the index is the number of the keyword in a step.
  static let ranked: [any Keyword.Type] = all.sorted {
    ($0.applicability.rawValue, $0.rank) < ($1.applicability.rawValue, $1.rank)
  }

  /// The number of a keyword in steps.
  static func number(of keyword: any Keyword.Type) -> UInt8 {
    UInt8(clamping: ranked.firstIndex { $0 == keyword } ?? Int(UInt8.max))
  }
}

extension Step {
  /// True for a step of a keyword.
  func isOf(_ keyword: any Keyword.Type) -> Bool { Keywords.ranked[Int(self.keyword)] == keyword }

  /// The subschemas it applies to the value itself.
  func targets(_ program: Program) -> [SchemaID] { Keywords.ranked[Int(keyword)].targets(of: self, program) }
}
