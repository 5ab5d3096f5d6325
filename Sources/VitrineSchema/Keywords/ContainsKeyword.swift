// `contains`, `minContains` and `maxContains`

import VitrineSource
import VitrineSyntax

/// How many items are of a subschema.
enum ContainsKeyword: Keyword {
  static let applicability = Applicability.array
  static let rank = 40
  static let vocabulary = Vocabulary.applicator
  static let explainsAlways = true

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    guard let contains = scope.schema("contains", &compiler) else { return }
    let counts = !scope.isDraft7 && scope.vocabulary.contains(.validation)
    let minimum = counts ? scope.natural("minContains") : nil
    let maximum = counts ? scope.natural("maxContains") : nil
    // Since 2020-12, items that it accepts count as evaluated.
    draft.add(ContainsKeyword.self, contains, minimum ?? 1, maximum ?? absent, flag: !scope.isDraft7)
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    let found = count(step, instance, &machine)
    if machine.overrun != .none { return true }
    return found >= step.second && (step.third == absent || found <= step.third)
  }

  /// How many items the subschema accepts; no more than needed to decide, unless somebody asks which.
  private static func count(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> UInt32 {
    var found: UInt32 = 0
    for (index, item) in machine.reader.items(instance.id).enumerated() where machine.accepts(step.first, item) {
      found &+= 1
      if instance.frame != Machine.noFrame, step.flag {
        machine.mark(index, in: instance.frame)
      } else if step.third == absent, found >= step.second {
        break
      }
    }
    return found
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    let found = count(step, instance, &explainer.machine)
    let wanted = explainer.description(of: step.first).map { "an item that is \($0)" } ?? "a certain item"
    let range = explainer.startRange(of: instance.node)
    if found < step.second {
      let words =
        step.second == 1 ? "must hold \(wanted)" : "must hold \(wanted) at least \(step.second) times, found \(found)"
      explainer.add(SchemaRules.noMatch, range, "\(explainer.subject) \(words)", help: "add \(wanted)")
    } else if step.third != absent, found > step.third {
      explainer.add(
        SchemaRules.noMatch, range, "\(explainer.subject) may hold \(wanted) at most \(step.third) times, found \(found)",
        help: "delete \(Wording.count(Int(found - step.third), "item"))")
    }
  }

  static func forward(_ step: inout Step, _ program: inout Program, _ target: (SchemaID) -> SchemaID) {
    step.first = target(step.first)
  }
}
